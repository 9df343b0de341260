/** Plans the agreed renewal of the current lease. Pure. */
import type { KnownLease, LeaseRecord } from '#server/domain/leases/records.ts'
import type { LeaseRecord as FileLease } from '../read/records.ts'
import type { RowPlan } from './row-plan.ts'

/** Adds the term to the lease unless it is agreed already. */
export function planRenewal(plan: RowPlan, lease: LeaseRecord, match: KnownLease | undefined): void {
  const { renewal } = plan.row
  const startsOn = renewal?.from
  if (!renewal || startsOn === undefined || match?.next_term?.starts_on === startsOn) return
  const why = whyNot(plan, lease, match, renewal, startsOn)
  if (why !== undefined) {
    plan.drop('Lease Start', `The lease renews from ${startsOn}, but ${why}. The renewal is not imported. Correct one.`)
    return
  }
  plan.changes.renewals.push({
    to: {
      lease_id: lease.id,
      starts_on: startsOn,
      end_date: renewal.to ?? null,
      rent_cents: renewal.rentCents || undefined,
      charges: distinct(renewal.otherCharges ?? []),
    },
    isNew: true,
  })
  plan.words.push(`renewal from ${startsOn}`)
}

/** Returns why the term cannot be agreed; residents who are leaving, for one, cannot renew. */
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

/** Adds up charges of one code and description, because a lease has one of each. */
function distinct<Charge extends { code: string; description: string; amount_cents: number }>(
  charges: readonly Charge[],
): Charge[] {
  const byKey = new Map<string, Charge>()
  for (const stated of charges) {
    const charge = { ...stated, description: stated.description.slice(0, 200).toWellFormed() }
    const key = `${charge.code} ${charge.description}`
    byKey.set(key, { ...charge, amount_cents: (byKey.get(key)?.amount_cents ?? 0) + charge.amount_cents })
  }
  return [...byKey.values()]
}
