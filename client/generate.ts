/** The text of a client: a type for each resource and input of a contract, and a method for each operation. */
import type { TObject, TSchema } from 'typebox'
import type { Method } from './call.ts'

/** What a client needs to know of an operation, of whichever contract. */
export type Described = {
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly parameters: { readonly path: TObject; readonly query: TObject }
  readonly body?: TObject
  readonly success: { readonly schema: TSchema }
  /** A file: the method answers where it is. */
  readonly download?: true
}

export type Group = {
  /** The function that makes this part of the client. */
  maker: string
  about: string
  /** What stands before every path already and is left out of it. */
  prefix: string
  operations: Record<string, Described>
}

type Schema = {
  type?: string | string[]
  title?: string
  enum?: (string | null)[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  default?: unknown
}

export function clientText(about: string, groups: Group[]): string {
  const named = new Map<string, string>()
  const inputs: string[] = []
  const choices: string[] = []
  const makers = groups.map(({ maker, about: what, prefix, operations }) => {
    const methods = Object.entries(operations).map(([name, operation]) => {
      inputs.push(...inputType(name, operation, prefix, named))
      choices.push(...choicesOf(name, operation))
      return method(name, operation, prefix, named)
    })
    return `/** ${what} */\nexport function ${maker}(call: Caller) {\n  return {\n${methods.join('')}  }\n}\n`
  })
  const imports = [...new Set(['Caller', 'CallOptions', ...(makers.join('').includes('NoInput') ? ['NoInput'] : [])])]
  return [
    `/** ${about} Generated from the contract by \`npm run generate\`; do not edit. */\n`,
    `import type { ${imports.join(', ')} } from './call.ts'\n\n`,
    ...[...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, text]) => `export type ${name} = ${text}\n\n`),
    ...inputs,
    `/** The words that fields of inputs take. */\nexport const choices = {\n${choices.join('')}} as const\n\n`,
    makers.join('\n'),
  ].join('')
}

function method(name: string, operation: Described, prefix: string, named: Map<string, string>): string {
  const fields = inputFields(operation, prefix)
  const type = fields.length === 0 ? 'NoInput' : inputName(name)
  const input = fields.some(field => field.isRequired) ? `input: ${type}` : `input: ${type} = {}`
  if (operation.download) {
    return `    /** ${operation.summary}: the address of the file. */\n    ${name}: (${input}) => call.addressOf('${operation.path.slice(prefix.length)}', input),\n`
  }
  const output = typeText(operation.success.schema as Schema, named, '')
  const path = operation.path.slice(prefix.length)
  return (
    `    /** ${operation.summary}. */\n    ${name}: (${input}, options?: CallOptions) =>\n` +
    `      call<${output}>('${operation.method}', '${path}', input, options),\n`
  )
}

function inputType(name: string, operation: Described, prefix: string, named: Map<string, string>): string[] {
  const fields = inputFields(operation, prefix)
  if (fields.length === 0) return []
  const lines = fields.map(({ name: field, schema, isRequired }) => {
    const type = typeText(schema, named, '  ')
    return isRequired ? `  ${field}: ${type}\n` : `  ${field}?: ${type} | undefined\n`
  })
  return [`export type ${inputName(name)} = {\n${lines.join('')}}\n\n`]
}

function inputFields({ parameters, body }: Described, prefix: string) {
  const given = [...prefix.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const parts = [parameters.path, parameters.query, ...(body ? [body] : [])] as unknown as Schema[]
  return parts.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties)
      .filter(([name]) => !given.includes(name))
      .map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) && schema.default === undefined })),
  )
}

function choicesOf(name: string, operation: Described): string[] {
  const lists = inputFields(operation, '').flatMap(({ name: field, schema }) => {
    const words = (schema.enum ?? schema.items?.enum)?.filter(word => word !== null)
    return words ? [`    ${field}: [${words.map(word => `'${word}'`).join(', ')}],\n`] : []
  })
  return lists.length > 0 ? [`  ${name}: {\n${lists.join('')}  },\n`] : []
}

function inputName(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`
}

/** The TypeScript of `schema`; an object with a title is declared once, under it. */
function typeText(schema: Schema, named: Map<string, string>, indent: string): string {
  if (schema.enum) return schema.enum.map(word => (word === null ? 'null' : `'${word}'`)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(one => typeText(one, named, indent)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const).replaceAll('"', "'")
  const types = [schema.type ?? 'unknown'].flat()
  return types.map(type => typeOf(type, schema, named, indent)).join(' | ')
}

function typeOf(type: string, schema: Schema, named: Map<string, string>, indent: string): string {
  if (type === 'integer') return 'number'
  if (type === 'array') {
    const item = typeText(schema.items ?? {}, named, indent)
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
  }
  if (type !== 'object') return type
  if (Object.keys(schema.properties ?? {}).length === 0) return 'Record<string, unknown>'
  if (!schema.title) return objectText(schema, named, indent)
  if (!named.has(schema.title)) {
    named.set(schema.title, '')
    named.set(schema.title, objectText(schema, named, ''))
  }
  return schema.title
}

function objectText({ properties = {}, required = [] }: Schema, named: Map<string, string>, indent: string): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${indent}  ${name}${mark}: ${typeText(field, named, `${indent}  `)}\n`
  })
  return `{\n${fields.join('')}${indent}}`
}
