/** Which money of a lease a caller may see: balances and deposits are shown only to callers who may read accounting data. */
import type { Context } from '#server/platform/context.ts'

export function mayReadAccounting({ scopes }: Pick<Context, 'scopes'>): boolean {
  return scopes.includes('accounting:read')
}

/** The lease without its balance and deposit, unless the caller may read accounting data. */
export function leaseFor<Lease extends { deposit_held_cents: number | null; balance_cents: number | null }>(
  context: Pick<Context, 'scopes'>,
  lease: Lease,
): Lease {
  return mayReadAccounting(context) ? lease : { ...lease, deposit_held_cents: null, balance_cents: null }
}

/** The resident without the balance of their lease, unless the caller may read accounting data. */
export function residentFor<Resident extends { lease_balance_cents: number | null }>(
  context: Pick<Context, 'scopes'>,
  resident: Resident,
): Resident {
  return mayReadAccounting(context) ? resident : { ...resident, lease_balance_cents: null }
}
