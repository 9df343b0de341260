/** The functions of a source file that are longer than one screen, found in its syntax tree. */
import { parseSync, Visitor } from 'vite'

type Node = { start: number; end: number; id?: { name: string } | null }

/** Names each function of more than `most` lines: by its own name, or by the property or variable that it is the value of. */
export function longFunctions(file: string, text: string, most: number): string[] {
  const found: string[] = []
  const names = new Map<number, string>()
  const name = (key: object, value: Node | null) => {
    if (value && 'name' in key) names.set(value.start, String(key.name))
  }
  const measure = (node: Node) => {
    const lines = text.slice(node.start, node.end).split('\n').length
    if (lines > most) found.push(`${file}: ${node.id?.name ?? names.get(node.start) ?? 'a function without a name'}`)
  }
  new Visitor({
    VariableDeclarator: ({ id, init }) => name(id, init),
    Property: ({ key, value }) => name(key, value),
    MethodDefinition: ({ key, value }) => name(key, value),
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parseSync(file, text).program)
  return found
}
