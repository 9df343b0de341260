/** The identity by which a later file matches a line of a ledger: its own ID, or otherwise its content. */
import { externalIds, type Identity } from '../rows/identity.ts'
import type { LedgerRow } from './row.ts'

/** The prefix of the external ID of every record that was created from a ledger's history. */
const HISTORY = 'history:'

/** Assigns each line its external ID, in the order of the lines. */
export function identities(): (row: LedgerRow) => Identity {
  return externalIds(HISTORY, ({ lineId }) => (lineId === undefined ? undefined : `${HISTORY}#${lineId}`), contentOf)
}

function contentOf({ date, cents, kind, place, payer, code, description, reference }: LedgerRow) {
  const { property, unit, unitId } = place
  return [date, cents, kind, property.externalId ?? property.name, unit, unitId, payer, code, description, reference]
}
