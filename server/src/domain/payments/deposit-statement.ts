/** The statement of a deposit, as a resident who moved out is sent it. */
import { Refusal } from '#server/base/refusal.ts'
import type { ConsoleOperations } from '../implementations.ts'
import {
  type DepositStatement,
  findDepositHeading,
  listDeductions,
  listDepositLines,
} from './deposit-statement-queries.ts'

export const getDepositStatement: ConsoleOperations['getDepositStatement'] = async ({ db, today }, { lease_id }) => {
  const [heading] = await db.query(findDepositHeading, [db.organizationId, lease_id, today])
  if (!heading) throw new Refusal('not_found', 'There is no such lease.')
  const [lines, deductions] = await Promise.all([
    db.query(listDepositLines, [db.organizationId, lease_id]),
    db.query(listDeductions, [db.organizationId, lease_id]),
  ])
  const received_cents = sumOf(lines, 'RECEIVED')
  const applied_cents = -sumOf(lines, 'APPLIED')
  const returned_cents = -sumOf(lines, 'RETURNED')
  const held_cents = received_cents - applied_cents - returned_cents
  return { ...heading, as_of: today, lines, deductions, received_cents, applied_cents, returned_cents, held_cents }
}

function sumOf(lines: DepositStatement['lines'], kind: DepositStatement['lines'][number]['kind']): number {
  // Without an amount of the kind the sum is 0, and never -0, which JSON and a comparison would show.
  return lines.reduce((sum, line) => (line.kind === kind ? sum + line.amount_cents : sum), 0) || 0
}
