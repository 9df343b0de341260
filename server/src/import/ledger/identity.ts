/** The identity by which a later file matches a line of a ledger: its own ID, or otherwise its content. */
import { createHash } from 'node:crypto'
import type { LedgerRow } from './row.ts'

/** The prefix of the external ID of every record that was created from a ledger's history. */
const HISTORY = 'history:'

/** Assigns each line its external ID, in the order of the lines. Identical lines are distinguished by how often the file repeats them. */
export function identities(): (row: LedgerRow) => string {
  const equals = new Map<string, number>()
  return row => {
    if (row.lineId !== undefined) return `${HISTORY}#${row.lineId}`
    const digest = digestOf(row)
    const ordinal = (equals.get(digest) ?? 0) + 1
    equals.set(digest, ordinal)
    return `${HISTORY}${digest}:${ordinal}`
  }
}

function digestOf({ date, cents, kind, place, payer, code, description, reference }: LedgerRow): string {
  const { property, unit, unitId } = place
  const of = [property.externalId ?? property.name, unit, unitId, payer]
  return createHash('sha256')
    .update(JSON.stringify([date, cents, kind, ...of, code, description, reference].map(value => value ?? null)))
    .digest('hex')
    .slice(0, 32)
}
