/** The identity by which a later file matches a row: its own ID, or otherwise its content. */
import { createHash } from 'node:crypto'

/**
 * Returns a function that assigns each row of a file its external ID, in the order of the rows. Rows with the same content are distinguished by how
 * often the file repeats them.
 */
export function externalIds<Row>(
  prefix: string,
  ownIdOf: (row: Row) => string | undefined,
  contentOf: (row: Row) => readonly unknown[],
): (row: Row) => string {
  const equals = new Map<string, number>()
  return row => {
    const ownId = ownIdOf(row)
    if (ownId !== undefined) return ownId
    const digest = digestOf(contentOf(row))
    const ordinal = (equals.get(digest) ?? 0) + 1
    equals.set(digest, ordinal)
    return `${prefix}${digest}:${ordinal}`
  }
}

function digestOf(content: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify(content.map(value => value ?? null)))
    .digest('hex')
    .slice(0, 32)
}
