/** Reads the query of an address, the way forms write it. */

/** Stands for a value whose percent-encoding is broken. */
export const UNREADABLE: unique symbol = Symbol('unreadable')

export type QueryValue = string | typeof UNREADABLE
export type Query = Readonly<Record<string, QueryValue | QueryValue[]>>

/** Parameters by name; one that is given several times has a list. A name that cannot be read stays as it is written: no parameter has it. */
export function readQuery(text: string): Query {
  const query: Record<string, QueryValue | QueryValue[]> = Object.create(null)
  for (const part of text.split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const written = equals === -1 ? part : part.slice(0, equals)
    const name = decoded(written) ?? written
    const value = decoded(equals === -1 ? '' : part.slice(equals + 1)) ?? UNREADABLE
    const before = query[name]
    if (before === undefined) query[name] = value
    else query[name] = Array.isArray(before) ? [...before, value] : [before, value]
  }
  return query
}

/** Undefined where an escape is not two digits, or the bytes are not UTF-8. */
function decoded(written: string): string | undefined {
  try {
    return decodeURIComponent(written.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
