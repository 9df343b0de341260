/** Leases as the back office finds and opens them. */
import { list, type Page, type Paged } from '#server/db/list.ts'
import type { Context } from '#server/platform/context.ts'
import {
  findMoreOfLease,
  leaseList,
  listShownLeases,
  type MoreOfLease,
  type ShownLease,
} from './back-office-queries.ts'
import type { LeaseRow } from './queries.ts'
import { type LeaseStatus, stepsOf } from './rules.ts'
import type { LeaseSort } from './sorts.ts'

type Filters = {
  status?: LeaseStatus
  property_id?: string
  unit_id?: string
  resident_id?: string
  search?: string
}

/** The latest start first, unless asked otherwise. */
export function listLeases(
  { db, today }: Context,
  filters: Filters,
  page: Page<LeaseSort>,
): Promise<Paged<ShownLease>> {
  return list(db, leaseList, [today], filters, page)
}

/** The leases of these ids, by id. */
export async function findShownLeases(
  { db, today }: Context,
  ids: readonly string[],
): Promise<Map<string, ShownLease>> {
  const found = await db.query(listShownLeases, [db.organizationId, today, ids])
  return new Map(found.map(lease => [lease.lease_id, lease]))
}

/** A lease that was just read, with its terms, its money, and what can be done to it. */
export async function inFull({ db, today }: Context, lease: LeaseRow) {
  const [found] = await db.query(findMoreOfLease, [db.organizationId, today, lease.lease_id])
  const more = found as MoreOfLease
  const { property_name, deposit_asked_cents, past_due_cents, credit_cents } = more
  const steps = stepsOf(lease).map(step => step.toUpperCase() as Uppercase<typeof step>)
  const ofDeposit = lease.deposit_held_cents > 0 ? (['RETURN_DEPOSIT', 'WITHHOLD_DEPOSIT'] as const) : []
  return {
    ...lease,
    property_name,
    terms: termsOf(lease, more),
    deposit_asked_cents,
    past_due_cents,
    credit_cents,
    allowed_steps: [...steps, ...ofDeposit],
  }
}

/** A renewal says what the term before it was, and the lease what the last one is. */
function termsOf({ start_date }: LeaseRow, { renewals, last_end_date, last_term_type }: MoreOfLease) {
  const starts = [{ starts_on: start_date, agreed_on: null }, ...renewals]
  return starts.map(({ starts_on, agreed_on }, index) => {
    const next = renewals[index]
    const end_date = next ? next.previous_end_date : last_end_date
    const term_type = next ? next.previous_term_type : last_term_type
    return { starts_on, end_date, term_type, agreed_on }
  })
}
