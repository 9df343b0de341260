/** Reads the query of an address in the format of HTML forms. */

/** A value whose percent-encoding is broken. */
export const UNREADABLE: unique symbol = Symbol('unreadable')

/** In place of the values of a parameter that is given several times. None of them is needed, and an address has room for 4,000. */
export const REPEATED: unique symbol = Symbol('repeated')

export type QueryValue = string | typeof UNREADABLE | typeof REPEATED
export type Query = Readonly<Record<string, QueryValue>>

/** Parameters by name. A name that cannot be decoded stays as it is written, and so matches no parameter. */
export function readQuery(text: string): Query {
  const query: Record<string, QueryValue> = Object.create(null)
  for (const part of text.split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const written = equals === -1 ? part : part.slice(0, equals)
    const name = decoded(written) ?? written
    const value = decoded(equals === -1 ? '' : part.slice(equals + 1)) ?? UNREADABLE
    query[name] = name in query ? REPEATED : value
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
