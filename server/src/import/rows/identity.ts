/** The identity by which a later file matches a row: its own ID, or otherwise its content. */
import { hash } from 'node:crypto'
import { isOnOneSheet, wordsForLine } from '../read/sheet-lines.ts'

/** The external ID of a row, and the line of the first row of the file that has the same one. */
export type Identity = { externalId: string; earlierLine: number | undefined }

/**
 * Returns a function that assigns each row of a file its external ID, in the order of the rows. Rows with the same content are distinguished by how
 * often the file repeats them, but a row that is also on an earlier sheet is the same one.
 */
export function externalIds<Row extends { line: number }>(
  prefix: string,
  ownIdOf: (row: Row) => string | undefined,
  contentOf: (row: Row) => readonly unknown[],
): (row: Row) => Identity {
  const lineOf = new Map<string, number>()
  const equals = new Map<string, { first: number; count: number }>()
  const byContent = (row: Row) => {
    const digest = digestOf(contentOf(row))
    const { first, count } = equals.get(digest) ?? { first: row.line, count: 0 }
    equals.set(digest, { first, count: count + 1 })
    return {
      externalId: `${prefix}${digest}:${count + 1}`,
      earlierLine: isOnOneSheet(first, row.line) ? undefined : first,
    }
  }
  return row => {
    const externalId = ownIdOf(row)
    if (externalId === undefined) return byContent(row)
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
