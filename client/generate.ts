/** The text of a client: a type for each resource and input of a contract, and a method for each operation. */
import type { TObject, TSchema } from 'typebox'
import type { Method } from './call.ts'

/** What a client needs to know about an operation of any contract. */
type Described = {
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly parameters: { readonly path: TObject; readonly query: TObject }
  readonly body?: TObject
  readonly success: { readonly schema: TSchema }
  /** The output is a file: the method returns its address. */
  readonly download?: true
  /** The body is a file: the method returns the address to send it to. */
  readonly rawBody?: true
}

type Group = {
  /** The function that makes this part of the client. */
  maker: string
  about: string
  /** The prefix of every path, which methods leave out because the connection has it. */
  prefix: string
  /** The type of the lines, if its files are read line by line; otherwise a method for a file returns its address. */
  lineType?: string
  operations: Record<string, Described>
}

/** A type that no operation returns on its own: each name with the shape of its value. */
type Table = { name: string; about: string; fields: Record<string, TSchema> }

type Schema = {
  type?: string | string[]
  description?: string
  title?: string
  enum?: (string | null)[]
  const?: unknown
  anyOf?: Schema[]
  not?: { anyOf: { properties: Record<string, unknown> }[] }
  /** Set if `type` determines the other fields: the exact schemas. */
  byType?: Record<string, Schema>
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  default?: unknown
}

/**
 * The text of a client. `tables` and the source text `more` declare further types. Types that `base`, the text of a client in `./v1.ts`, declares
 * identically are taken from there.
 */
export function clientText(
  about: string,
  groups: Group[],
  { tables = [], more = '', base = '' }: { tables?: Table[]; more?: string; base?: string },
): string {
  const named = new Map<string, string>()
  const inputs: string[] = []
  const choices: string[] = []
  const makers = groups.map(({ maker, about: what, prefix, operations, lineType }) => {
    const methods = Object.entries(operations).flatMap(([name, operation]) => {
      inputs.push(...inputType(name, operation, prefix, named))
      choices.push(...choicesOf(name, operation))
      if (operation.download || operation.rawBody) return [fileMethod(name, operation, prefix, lineType)]
      return [method(name, operation, prefix, named), ...eachMethod(name, operation, prefix)]
    })
    return `/** ${what} */\nexport function ${maker}(call: Caller) {\n  return {\n${methods.join('')}  }\n}\n`
  })
  const tableTexts = tables.map(({ name, about, fields }) => tableText(name, about, fields, named))
  const imports = [...new Set(['Caller', 'CallOptions', ...(makers.join('').includes('NoInput') ? ['NoInput'] : [])])]
  const declared = [...named].map(([name, text]) => ({
    name,
    text: `export type ${name} =${text.startsWith('\n') ? '' : ' '}${text}\n\n`,
  }))
  declared.sort((a, b) => (a.name < b.name ? -1 : 1))
  const shared = declared.filter(({ text }) => base.includes(text)).map(({ name }) => name)
  return [
    `/** ${about} Generated from the contract by \`npm run generate\`; do not edit. */\n`,
    `import type { ${imports.join(', ')} } from './call.ts'\nimport { eachItem, type WithoutPage } from './pages.ts'\n`,
    shared.length > 0 ? sharedText(shared) : '\n',
    ...tableTexts,
    more,
    ...declared.filter(({ name }) => !shared.includes(name)).map(({ text }) => text),
    ...inputs,
    `/** The words that fields of inputs take. */\nexport const choices = {\n${choices.join('')}} as const\n\n`,
    makers.join('\n'),
  ].join('')
}

function sharedText(names: string[]): string {
  const list = names.map(name => `  ${name},\n`).join('')
  return `import type {\n${list}} from './v1.ts'\n\nexport type {\n${list}}\n\n`
}

function method(name: string, operation: Described, prefix: string, named: Map<string, string>): string {
  const output = typeText(operation.success.schema as Schema, named, '')
  return (
    `    /** ${operation.summary}. */\n    ${name}: (${inputParameter(name, operation, prefix)}, options?: CallOptions) =>\n` +
    `      call<${output}>('${operation.method}', '${operation.path.slice(prefix.length)}', input, options),\n`
  )
}

/** The method that yields every item of a paged list. */
function eachMethod(name: string, operation: Described, prefix: string): string[] {
  const { title, properties = {} } = operation.success.schema as Schema
  if (!properties.data || !properties.pagination) return []
  const each = name.startsWith('list')
    ? `each${name.slice('list'.length).replace(/ies$/, 'y').replace(/s$/, '')}`
    : `each${name.replace(/^get/, '')}Entry`
  const input = inputParameter(name, operation, prefix).replace(/: (\w+)/, ': WithoutPage<$1>')
  return [
    `    /** ${operation.summary}: yields every item, page by page. */\n` +
      `    ${each}: (${input}, options?: CallOptions) =>\n` +
      `      eachItem(page => call<${title}>('GET', '${operation.path.slice(prefix.length)}', { ...input, ...page }, options)),\n`,
  ]
}

function fileMethod(name: string, operation: Described, prefix: string, lineType: string | undefined): string {
  const input = inputParameter(name, operation, prefix)
  const path = operation.path.slice(prefix.length)
  if (lineType === undefined) {
    return `    /** ${operation.summary}: the address of the file. */\n    ${name}: (${input}) => call.addressOf('${path}', input),\n`
  }
  return (
    `    /** ${operation.summary}: each line as it arrives. */\n    ${name}: (${input}, options?: CallOptions) =>\n` +
    `      call.lines<${lineType}>('${path}', input, options),\n`
  )
}

function inputParameter(name: string, operation: Described, prefix: string): string {
  const fields = inputFields(operation, prefix)
  const type = fields.length === 0 ? 'NoInput' : inputName(name)
  const isNeeded = fields.some(field => field.isRequired) || neededGroups(operation).length > 0
  return isNeeded ? `input: ${type}` : `input: ${type} = {}`
}

function tableText(name: string, about: string, fields: Table['fields'], named: Map<string, string>): string {
  const lines = Object.entries(fields).map(
    ([field, schema]) =>
      `  ${/^\w+$/.test(field) ? field : `'${field}'`}: ${typeText(schema as Schema, named, '  ')}\n`,
  )
  return `/** ${about} */\nexport type ${name} = {\n${lines.join('')}}\n\n`
}

function inputType(name: string, operation: Described, prefix: string, named: Map<string, string>): string[] {
  const fields = inputFields(operation, prefix)
  if (fields.length === 0) return []
  const lines = fields.map(({ name: field, schema, isRequired }) => {
    const type = typeText(schema, named, '  ')
    return `${doc(schema, '  ')}  ${field}${isRequired ? `: ${type}` : `?: ${type} | undefined`}\n`
  })
  const needed = neededGroups(operation).map(group => {
    const alternatives = group.map(field => {
      const { schema } = fields.find(one => one.name === field) as (typeof fields)[number]
      const { type } = schema
      return `{ ${field}: ${typeText({ ...schema, type: [type ?? []].flat().filter(one => one !== 'null') }, named, '')} }`
    })
    return ` & (${alternatives.join(' | ')})`
  })
  return [`export type ${inputName(name)} = {\n${lines.join('')}}${needed.join('')}\n\n`]
}

/** The groups of fields of the body of which at least one must be given, and not as null. */
function neededGroups({ body }: Described): string[][] {
  return ((body as Schema | undefined)?.not?.anyOf ?? []).map(({ properties }) => Object.keys(properties))
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

/** The TypeScript of `schema`; an object with a title is declared once, under its title. */
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
    named.set(schema.title, schema.byType ? unionText(schema.byType, named) : objectText(schema, named, ''))
  }
  return schema.title
}

function unionText(byType: Record<string, Schema>, named: Map<string, string>): string {
  return Object.values(byType)
    .map(one => `\n  | ${typeText(one, named, '')}`)
    .join('')
}

function objectText({ properties = {}, required = [] }: Schema, named: Map<string, string>, indent: string): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${doc(field, `${indent}  `)}${indent}  ${name}${mark}: ${typeText(field, named, `${indent}  `)}\n`
  })
  return `{\n${fields.join('')}${indent}}`
}

/** The description of a field, which editors show. */
function doc({ description }: Schema, indent: string): string {
  return description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '')} */\n`
}
