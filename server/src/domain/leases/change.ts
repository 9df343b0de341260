/** The frame of everything that happens to a lease: locked, allowed in its status, free of other leases, stored and logged. */
import { Refusal } from '#server/base/refusal.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { externalIdTaken, refusingTaken } from '../taken.ts'
import {
  findEarlierOccupant,
  findOverlappingLease,
  type LockedLease,
  lockLease,
  setDepositAsked,
} from './change-queries.ts'
import { getLease, saveLeases } from './operations.ts'
import type { LeaseRow } from './queries.ts'
import type { LeaseRecord } from './records.ts'
import { checkAllowed, isAllowed, type LeaseOperation, overlaps, stillOccupied } from './rules.ts'

/** `changedOn`: the first day that shows the new dates, when that is not today. */
type Changes = Partial<LeaseRecord> & { depositAskedCents?: number | null; changedOn?: string }

/** Does to the lease what `decide` says of it as it stands, and gives it as it is then. */
export async function changeLease(
  context: Context,
  operation: LeaseOperation,
  id: string,
  decide: (lease: LockedLease) => Promise<Changes> | Changes,
): Promise<LeaseRow> {
  const { db, organizationId, today } = context
  const [lease] = await db.query(lockLease, [organizationId, today, id])
  if (!lease) throw new Refusal('not_found', 'There is no such lease.')
  if (lease.status === 'FUTURE' && lease.startDate <= today && !isAllowed(operation, lease.status)) {
    const [occupant] = await db.query(findEarlierOccupant, [organizationId, lease.unitId, lease.startDate, today])
    if (occupant) throw stillOccupied(occupant, today, lease)
  }
  checkAllowed(operation, lease.status)
  const before = await getLease(context, id)
  const { status: _, in_service_from: __, in_service_to: ___, depositAskedCents: askedBefore, ...record } = lease
  const { depositAskedCents: asked = askedBefore, changedOn, ...changes } = await decide(lease)
  await saveLease(context, { ...record, ...changes }, changedOn)
  if (asked !== askedBefore) await db.query(setDepositAsked, [organizationId, id, asked])
  const after = await getLease(context, id)
  await logAdministration(context, organizationId, `lease.${operation}`, id, {
    before: withDeposit(before, askedBefore),
    after: withDeposit(after, asked),
  })
  return after
}

/** As the log has it, where it asks one. */
export function withDeposit(lease: LeaseRow, asked: number | null) {
  return asked === null ? lease : { ...lease, deposit_asked_cents: asked }
}

/** Says which other lease stands in the way; the constraint behind it speaks only to who goes past the lock of the unit. */
export async function saveLease(context: Context, lease: LeaseRecord, changedOn?: string): Promise<void> {
  const { db, organizationId } = context
  const lastDay = lease.moveOutDate ?? lease.endDate
  if (lease.stage === 'SIGNED') {
    const place = [organizationId, lease.unitId, lease.id, lease.startDate, lastDay]
    const [other] = await db.query(findOverlappingLease, place)
    if (other) throw overlaps(other, lease.startDate, lastDay)
  }
  await refusingTaken(saveLeases(context, [lease], changedOn), {
    leases_by_external_id: externalIdTaken('lease', lease.externalId),
  })
}
