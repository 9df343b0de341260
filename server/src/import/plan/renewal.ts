/** Plans the agreed renewal of the current lease. Pure. */
import type { KnownLease, LeaseCharge, LeaseRecord } from '#server/domain/leases/records.ts'
import type { LeaseRecord as FileLease } from '../read/records.ts'
import type { AgreedRenewal, RowPlan } from './row-plan.ts'

/** Adds the term to the lease unless it is agreed already. */
export function planRenewal(plan: RowPlan, lease: LeaseRecord, match: KnownLease | undefined): void {
  const { renewal } = plan.row
  const startsOn = renewal?.from
  if (!renewal || startsOn === undefined || match?.next_term?.starts_on === startsOn) return
  const why = whyNot(plan, lease, match, renewal, startsOn)
  if (why !== undefined) {
    const reason = `The lease renews from ${startsOn}, but ${why}. The renewal is not imported. Correct one of the two.`
    plan.drop('Lease Start', reason, renewal.line)
    return
  }
  plan.changes.renewals.push({
    to: {
      lease_id: lease.id,
      starts_on: startsOn,
      end_date: renewal.to ?? null,
      rent_cents: renewal.rentCents || undefined,
      charges: termCharges(plan, lease.id, match, renewal, startsOn),
    },
    isNew: true,
  })
  plan.words.push(`renewal from ${startsOn}`)
}

/** Returns why the term cannot be agreed; for example, residents who are leaving cannot renew. */
function whyNot(
  { row }: RowPlan,
  lease: LeaseRecord,
  match: KnownLease | undefined,
  renewal: FileLease,
  startsOn: string,
): string | undefined {
  const agreed = match?.next_term?.starts_on
  if (agreed !== undefined) return `a term from ${agreed} is already agreed in Gatehouse`
  if (lease.move_out_date ?? lease.notice_given_on ?? lease.eviction_filed_on) return 'its residents move out'
  if (startsOn <= lease.start_date) return `the lease itself begins on ${lease.start_date}`
  if (!renewal.rentCents && !row.tenancy?.lease.rentCents) return 'no rent is stated'
  return renewal.to !== undefined && renewal.to < startsOn ? `the new term ends on ${renewal.to}` : undefined
}

type TermCharge = AgreedRenewal['charges'][number]

/**
 * The charges of the term. A file that states any of them states all, so that, for example, a month-to-month fee ends with the month before the term.
 */
function termCharges(
  plan: RowPlan,
  leaseId: string,
  match: KnownLease | undefined,
  renewal: FileLease,
  startsOn: string,
): TermCharge[] {
  const charges = distinct(renewal.otherCharges ?? [])
  if (!renewal.rentCents && charges.length === 0) return []
  const after = new Map<string, TermCharge & Pick<LeaseCharge, 'effective_from' | 'effective_to'>>()
  const changed = plan.changes.charges.map(({ to }) => to).filter(charge => charge.lease_id === leaseId)
  for (const charge of [...(match?.charges ?? []), ...changed])
    after.set(`${keyOf(charge)} ${charge.effective_from}`, charge)
  const ending = [...after.values()].filter(
    charge =>
      charge.code !== 'RENT' &&
      charge.amount_cents !== 0 &&
      charge.effective_from <= startsOn &&
      (charge.effective_to === null || charge.effective_to >= startsOn) &&
      charges.every(other => keyOf(other) !== keyOf(charge)),
  )
  return [...charges, ...ending.map(({ code, description }) => ({ code, description, amount_cents: null }))]
}

function keyOf({ code, description }: Pick<LeaseCharge, 'code' | 'description'>): string {
  return `${code} ${description}`
}

/** Adds up charges of one code and description, because a lease has one of each. */
function distinct<Charge extends Pick<LeaseCharge, 'code' | 'description' | 'amount_cents'>>(
  charges: readonly Charge[],
): Charge[] {
  const byKey = new Map<string, Charge>()
  for (const stated of charges) {
    const charge = { ...stated, description: stated.description.slice(0, 200).toWellFormed() }
    const key = keyOf(charge)
    byKey.set(key, { ...charge, amount_cents: (byKey.get(key)?.amount_cents ?? 0) + charge.amount_cents })
  }
  return [...byKey.values()]
}
