/** Reads the query of an address in the format of HTML forms. */

/** A value whose percent-encoding is broken. */
export const UNREADABLE: unique symbol = Symbol('unreadable')

export type QueryValue = string | typeof UNREADABLE
export type Query = Readonly<Record<string, QueryValue | QueryValue[]>>

/**
 * Parameters by name; a parameter that is given several times has a list. A name that cannot be decoded stays as it is written, and so matches no
 * parameter.
 */
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

/** The decoded text, or undefined if an escape is not two hex digits or the bytes are not UTF-8. */
function decoded(written: string): string | undefined {
  try {
    return decodeURIComponent(written.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
