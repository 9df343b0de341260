/** Leases as members see them: the list, and one lease with its terms, its money and the steps it allows. */
import type { ConsoleContract } from '#contract/console.ts'
import type { OutputOf } from '#contract/operation.ts'
import { requireOne } from '#server/base/refusal.ts'
import { list } from '#server/db/list.ts'
import { onlyRow } from '#server/db/only-row.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { wordsTyped } from '../search-words/terms.ts'
import {
  findLease,
  findMoreOfLease,
  type LeaseRow,
  type ListedLease,
  leaseList,
  listLeasesById,
  type MoreOfLease,
} from './queries.ts'
import { stepsOf } from './rules.ts'

export type LeaseDetail = OutputOf<ConsoleContract['getLease']>

/** Lists leases, the latest start date first unless another order is requested. */
export const listLeases: ConsoleOperations['listLeases'] = (
  { db, today },
  { limit, offset, sort, search, status, ...filters },
) => {
  const asked = status !== undefined && NOT_SIGNED.includes(status) ? { stage: status } : { status }
  return list(db, leaseList, [today], { ...filters, ...asked, ...wordsTyped(search) }, { limit, offset, sort })
}

/** The statuses that are stored, because no day changes them. */
const NOT_SIGNED: readonly string[] = ['DRAFT', 'PENDING_SIGNATURE', 'CANCELLED']

export const getLease: ConsoleOperations['getLease'] = async (context, { lease_id }) =>
  detailOf(context, await readLease(context, lease_id))

/** One lease in any status, as of today. */
export async function readLease({ db, today }: Context, id: string): Promise<LeaseRow> {
  return requireOne(await db.query(findLease, [db.organizationId, today, id]), 'lease')
}

/** The leases with these IDs as the list shows them, by ID. */
export async function findListedLeases(
  { db, today }: Context,
  ids: readonly string[],
): Promise<Map<string, ListedLease>> {
  const found = await db.query(listLeasesById, [db.organizationId, today, ids])
  return new Map(found.map(lease => [lease.lease_id, lease]))
}

/** Adds its terms, its money and the steps it allows to a lease that was just read. */
export async function detailOf({ db, today }: Context, lease: LeaseRow): Promise<LeaseDetail> {
  const more = onlyRow(await db.query(findMoreOfLease, [db.organizationId, today, lease.lease_id]))
  const { property_name, former_residents, security_deposit_cents, lead_id, past_due_cents, credit_cents } = more
  const { credit_used_later_cents, open_charges_cents, owed_charges_cents, open_deposit_cents, unit_in_service_to } =
    more
  const { deposit_returned_cents } = more
  const steps = stepsOf(lease, today, more.renewals).map(step => step.toUpperCase() as Uppercase<typeof step>)
  const depositSteps = [
    ...(lease.deposit_held_cents > 0 ? (['RETURN_DEPOSIT', 'WITHHOLD_DEPOSIT'] as const) : []),
    ...(deposit_returned_cents > 0 ? (['VOID_DEPOSIT_RETURN'] as const) : []),
    ...(open_deposit_cents > 0 ? (['WAIVE_DEPOSIT'] as const) : []),
  ]
  return {
    ...lease,
    property_name,
    former_residents,
    terms: termsOf(lease, more),
    security_deposit_cents,
    past_due_cents,
    credit_cents,
    credit_used_later_cents,
    open_charges_cents,
    owed_charges_cents,
    deposit_returned_cents,
    open_deposit_cents,
    lead_id,
    unit_in_service_to,
    allowed_steps: [...steps, ...depositSteps],
  }
}

/** Each renewal stores what the term before it was, and the lease stores the last term. */
function termsOf({ start_date }: LeaseRow, { renewals, last_end_date, last_term_type }: MoreOfLease) {
  const starts = [{ starts_on: start_date, agreed_on: null }, ...renewals]
  return starts.map(({ starts_on, agreed_on }, index) => {
    const next = renewals[index]
    const end_date = next ? next.previous_end_date : last_end_date
    const term_type = next ? next.previous_term_type : last_term_type
    return { starts_on, end_date, term_type, agreed_on }
  })
}
