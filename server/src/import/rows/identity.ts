/** The identity by which a later file matches a row: its own ID, or otherwise its content. */
import { hash } from 'node:crypto'
import { wordsForLine } from '../read/sheet-lines.ts'

/** The external ID of a row, and the line of the first row of the file that has the same one. */
export type Identity = { externalId: string; earlierLine: number | undefined }

/**
 * Returns a function that assigns each row of a file its external ID, in the order of the rows. Rows with the same content are distinguished by how
 * often the file repeats them.
 */
export function externalIds<Row extends { line: number }>(
  prefix: string,
  ownIdOf: (row: Row) => string | undefined,
  contentOf: (row: Row) => readonly unknown[],
): (row: Row) => Identity {
  const lineOf = new Map<string, number>()
  const equals = new Map<string, number>()
  const idOfContent = (row: Row) => {
    const digest = digestOf(contentOf(row))
    const ordinal = (equals.get(digest) ?? 0) + 1
    equals.set(digest, ordinal)
    return `${prefix}${digest}:${ordinal}`
  }
  return row => {
    const externalId = ownIdOf(row) ?? idOfContent(row)
    const earlierLine = lineOf.get(externalId)
    lineOf.set(externalId, earlierLine ?? row.line)
    return { externalId, earlierLine }
  }
}

/** The reason to reject the row of a line, whose record is on an earlier line. */
export function repeatedReason(record: string, line: number, earlierLine: number, id = 'ID'): string {
  return `The same ${record} is on ${wordsForLine(earlierLine, line)}. Remove one, or correct its ${id}.`
}

function digestOf(content: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(content.map(value => value ?? null)), 'hex').slice(0, 32)
}
