/** The identity by which a later file matches a line of a ledger: its own ID, or otherwise its content. */
import { externalIds, type Identity } from '../rows/identity.ts'
import type { LateColumns } from '../rows/late-columns.ts'
import type { LedgerField } from './columns.ts'
import type { LedgerRow } from './row.ts'

/** The prefix of the external ID of every record that was created from a ledger's history. */
const HISTORY = 'history:'

/** Assigns each line its external ID, in the order of the lines. */
export function identities(late: LateColumns<LedgerField>): (row: LedgerRow) => Identity {
  const ownIdOf = ({ lineId }: LedgerRow) => (lineId === undefined ? undefined : `${HISTORY}#${lineId}`)
  return externalIds(HISTORY, ownIdOf, contentOf(late))
}

function contentOf(late: LateColumns<LedgerField>) {
  const { unlessLate } = late
  return ({
    date,
    cents,
    kind,
    place: { property, unit, unitId, storedId },
    payer,
    code,
    description,
    reference,
  }: LedgerRow) => [
    ...[date, cents, kind, storedId ?? property.externalId ?? property.name],
    ...[unlessLate('unit', unit), unlessLate('unitId', unitId), unlessLate('payer', payer)],
    ...[late.has('code') ? '' : code, late.has('description') ? '' : description, unlessLate('reference', reference)],
  ]
}
