/** The deposit statement that is sent to residents who have moved out. */
import { later } from '#server/base/dates.ts'
import { requireOne } from '#server/base/refusal.ts'
import type { ConsoleOperations } from '#server/platform/context.ts'
import {
  type DepositStatement,
  findDepositHeading,
  listDeductions,
  listDepositLines,
} from './deposit-statement-queries.ts'

export const getDepositStatement: ConsoleOperations['getDepositStatement'] = async ({ db, today }, { lease_id }) => {
  const [lines, deductions] = await Promise.all([
    db.query(listDepositLines, [db.organizationId, lease_id]),
    db.query(listDeductions, [db.organizationId, lease_id]),
  ])
  // What is owed includes the deductions that the statement lists, also those dated in the future.
  const through = later(lines.at(-1)?.on ?? today, today)
  const heading = requireOne(await db.query(findDepositHeading, [db.organizationId, lease_id, through]), 'lease')
  const received_cents = sumOf(lines, 'RECEIVED')
  // Subtracted from 0 and not negated: the negative of 0 is -0, which shows in comparisons.
  const applied_cents = 0 - sumOf(lines, 'APPLIED')
  const returned_cents = 0 - sumOf(lines, 'RETURNED')
  const held_cents = received_cents - applied_cents - returned_cents
  return { ...heading, as_of: today, lines, deductions, received_cents, applied_cents, returned_cents, held_cents }
}

function sumOf(lines: DepositStatement['lines'], kind: DepositStatement['lines'][number]['kind']): number {
  return lines.reduce((sum, line) => (line.kind === kind ? sum + line.amount_cents : sum), 0)
}
