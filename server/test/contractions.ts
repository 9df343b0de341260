/**
 * Finds what a migration takes away from code that is running: the rule of docs/upgrade.md, to the extent that text
 * alone shows it.
 */

/** The statements after which older code may fail, each with a description of what it does. */
const TAKES_AWAY: readonly [RegExp, string][] = [
  [/\bdrop\s+(?:table|view|materialized\s+view|schema|type|domain|sequence)\b/, 'drops an object'],
  [/\bdrop\s+(?:function|procedure|routine)\b/, 'drops a function'],
  [
    /\bdrop\s+(?:column\b|(?!constraint|default|not|identity|expression|index|trigger|policy|role|table|view|materialized|schema|type|domain|sequence|function|procedure|routine|owned|if)\w+\s*[,;])/,
    'drops a column',
  ],
  [/\brename\s+(?:column\s+|constraint\s+)?(?:\S+\s+)?to\b/, 'renames'],
  [/\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/, 'changes a type'],
  [/\balter\s+(?:column\s+)?\w+\s+set\s+not\s+null\b/, 'makes an optional value required'],
  [
    /\badd\s+(?:column\s+)?(?!constraint)\w+\s+(?:(?!\bdefault\b|\bgenerated\b)[^,;])*\bnot\s+null\b(?:(?!\bdefault\b|\bgenerated\b)[^,;])*[,;]/,
    'adds a required column',
  ],
  [/\brevoke\b/, 'revokes a privilege'],
]

/** What the statements outside functions take away; empty for a migration that only expands the schema. */
export function contractionsIn(sql: string): string[] {
  const text = sql
    .replace(/--.*$/gm, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '$$')
    .toLowerCase()
  const created = new Set(
    [...text.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?([\w.]+)/g)].map(([, name]) => name),
  )
  const statements = text
    .split(';')
    .map(statement => `${statement};`)
    // No running code uses a table that the same migration creates.
    .filter(statement => !created.has(/\balter\s+table\s+(?:only\s+)?([\w.]+)/.exec(statement)?.[1] ?? ''))
  return TAKES_AWAY.filter(([pattern]) => statements.some(statement => pattern.test(statement))).map(([, what]) => what)
}
