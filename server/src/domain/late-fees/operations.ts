/** Late fees: the policy proposes them, a member reviews them, and only those that were chosen are charged. */
import { newId } from '#server/base/ids.ts'
import { fieldError } from '#server/base/refusal.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { ConsoleOperations } from '#server/platform/context.ts'
import { postInvoices } from '../invoices/issue.ts'
import { saveInvoices } from '../invoices/operations.ts'
import { emitPaid } from '../invoices/paid.ts'
import type { InvoiceRecord } from '../invoices/records.ts'
import { prorate } from '../invoices/rules.ts'
import { lockedLease, lockMoney } from '../ledger/money-of-leases.ts'
import {
  findPolicy,
  insertLateFees,
  type LateFeePolicy,
  type LateInvoice,
  listLateInvoices,
  listLateInvoicesById,
  listLeasesOfInvoices,
  savePolicy,
} from './queries.ts'

/** The most fees that are proposed at once. */
const MAX_PROPOSED = 1_000
const NO_POLICY: LateFeePolicy = { grace_days: 0, flat_cents: null, percent_basis_points: null }

export const getLateFeePolicy: ConsoleOperations['getLateFeePolicy'] = async ({ db }) => {
  const [found] = await db.query(findPolicy, [db.organizationId])
  return found ?? NO_POLICY
}

export const setLateFeePolicy: ConsoleOperations['setLateFeePolicy'] = async (context, policy) => {
  const { db } = context
  const { grace_days, flat_cents, percent_basis_points } = policy
  if (flat_cents !== null && percent_basis_points !== null) {
    throw fieldError('percent_basis_points', 'must be null if flat_cents is set')
  }
  const before = await getLateFeePolicy(context, {})
  await db.query(savePolicy, [db.organizationId, grace_days, flat_cents, percent_basis_points])
  const after = { grace_days, flat_cents, percent_basis_points }
  await logAdministration(context, 'late_fee.set_policy', 'late_fee_policy', { before, after })
  return after
}

export const listProposedLateFees: ConsoleOperations['listProposedLateFees'] = async (
  context,
  { property_id = null },
) => {
  const { db, today } = context
  const policy = await getLateFeePolicy(context, {})
  if (isOff(policy)) return { policy, data: [] }
  const late = await db.query(listLateInvoices, [
    db.organizationId,
    today,
    policy.grace_days,
    isFixed(policy),
    property_id,
    MAX_PROPOSED,
  ])
  return { policy, data: proposed(policy, late) }
}

/** Charges the fees as the policy proposes them now. Invoices that are no longer late, or that have already had their fee, are left out. */
export const chargeLateFees: ConsoleOperations['chargeLateFees'] = async (context, { invoice_ids }) => {
  const { db, today, now } = context
  const ids = [...new Set(invoice_ids)]
  const policy = await getLateFeePolicy(context, {})
  const leases = await lockMoney(
    context,
    (await db.query(listLeasesOfInvoices, [db.organizationId, ids])).map(({ lease_id }) => lease_id),
  )
  // The read comes after the locks, so that two members who charge the same fee charge it only once.
  const late = isOff(policy)
    ? []
    : await db.query(listLateInvoicesById, [db.organizationId, today, policy.grace_days, isFixed(policy), ids])
  const fees = proposed(policy, late)
  const invoices = fees.map(({ lease_id, number, fee_cents }): InvoiceRecord => {
    const line = {
      charge_code: 'LATE_FEE',
      description: `Late fee, invoice #${number}`,
      amount_cents: fee_cents,
    } as const
    const dates = { issue_date: today, due_date: today, period_start: null, period_end: null, recurring_month: null }
    const lease = lockedLease(leases, lease_id)
    return { invoice_id: newId('invoice', now), ...lease, ...dates, is_draft: false, lines: [line], external_id: null }
  })
  const total_cents = fees.reduce((sum, { fee_cents }) => sum + fee_cents, 0)
  const outcome = { invoices: fees.length, total_cents, left_out: ids.length - fees.length }
  if (fees.length > 0) {
    await saveInvoices(context, invoices)
    const charged = [fees.map(({ invoice_id }) => invoice_id), invoices.map(({ invoice_id }) => invoice_id)] as const
    await db.query(insertLateFees, [db.organizationId, ...charged])
    await emitPaid(context, await postInvoices(context, invoices))
    await logAdministration(context, 'late_fee.charge', 'late_fee_policy', { after: outcome })
  }
  return outcome
}

function isOff({ flat_cents, percent_basis_points }: LateFeePolicy): boolean {
  return flat_cents === null && percent_basis_points === null
}

function isFixed({ flat_cents }: LateFeePolicy): boolean {
  return flat_cents !== null
}

/**
 * The fees of late invoices, which are in the order of their due dates. A percentage applies to what is overdue, and half a cent is rounded up; a fee
 * of 0 is not proposed. A fixed fee is proposed once for the month of a lease: if the month was billed in parts, for the part that was due first.
 */
function proposed(policy: LateFeePolicy, late: readonly LateInvoice[]) {
  const { flat_cents, percent_basis_points } = policy
  const seen = new Set<string>()
  return late
    .filter(({ lease_id, recurring_month }) => {
      const month = `${lease_id} ${recurring_month}`
      const isRepeated = recurring_month !== null && seen.has(month)
      seen.add(month)
      return !(isRepeated && isFixed(policy))
    })
    .map(({ recurring_month, ...invoice }) => ({
      ...invoice,
      fee_cents: flat_cents ?? prorate(invoice.balance_cents, percent_basis_points ?? 0, 10_000),
    }))
    .filter(({ fee_cents }) => fee_cents > 0)
}
