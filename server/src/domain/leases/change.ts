/**
 * Changing leases. Every step follows the same sequence: it locks, checks the status and other leases of the unit, stores, and writes the
 * administrative log.
 */
import { Refusal, requireOne } from '#server/base/refusal.ts'
import { sqlState } from '#server/db/failure.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/events.ts'
import { externalIdTaken, refusingTaken } from '../name-conflicts.ts'
import type { SaveOptions } from '../save-options.ts'
import {
  findDaysOffline,
  findEarlierOccupant,
  findOverlappingLease,
  GIVEN_LEASES,
  insertDateChanges,
  insertLeases,
  lockLease,
  type StoredLease,
  setSecurityDeposit,
  upsertLeases,
} from './change-queries.ts'
import { GIVEN_CHARGES, insertLeaseCharges, upsertLeaseCharges } from './charge-queries.ts'
import { detailOf, type LeaseDetail, readLease } from './detail.ts'
import type { LeaseRow } from './queries.ts'
import type { LeaseCharge, LeaseRecord, LeaseResident } from './records.ts'
import { GIVEN_RESIDENTS, insertLeaseResidents, upsertLeaseResidents } from './resident-queries.ts'
import { checkAllowed, isAllowed, type LeaseOperation, overlaps, stillOccupied, unitOffline } from './rules.ts'

type Changes = Partial<LeaseRecord> & {
  security_deposit_cents?: number | null
  /** The first day that shows the new dates, if that is not today. */
  changedOn?: string
  /** What the log says was done, if the name of the step does not say it. */
  logged?: 'cancel_move_in' | 'cancel_move_out' | 'remove_resident'
  /** What the log records besides the lease. */
  details?: { before: object; after: object }
  /** The event that subscribers receive. */
  emits?: 'lease.signed'
}

/** Changes the lease as `decide` determines from the stored lease, and returns the changed lease. */
export async function changeLease(
  context: Context,
  operation: LeaseOperation,
  id: string,
  decide: (lease: StoredLease) => Promise<Changes> | Changes,
): Promise<LeaseDetail> {
  const { db, today } = context
  const lease = requireOne(await db.query(lockLease, [db.organizationId, today, id]), 'lease')
  if (lease.status === 'FUTURE' && lease.start_date <= today && !isAllowed(operation, lease.status)) {
    const [occupant] = await db.query(findEarlierOccupant, [db.organizationId, lease.unit_id, lease.start_date, today])
    if (occupant) throw stillOccupied(occupant, today, lease)
  }
  checkAllowed(operation, lease.status)
  const before = await readLease(context, id)
  const { security_deposit_cents: depositBefore, ...stored } = lease
  const { status: _, in_service_from: __, in_service_to: ___, lead_id: ____, ...record } = stored
  const {
    security_deposit_cents: deposit = depositBefore,
    changedOn,
    logged = operation,
    details,
    emits,
    ...changes
  } = await decide(lease)
  const changed = { ...record, ...changes }
  await checkOnline(context, lease, changed)
  await saveLease(context, changed, changedOn)
  if (deposit !== depositBefore) await db.query(setSecurityDeposit, [db.organizationId, id, deposit])
  const after = await readLease(context, id)
  await logAdministration(context, `lease.${logged}`, id, {
    before: { ...withDeposit(before, depositBefore), ...details?.before },
    after: { ...withDeposit(after, deposit), ...details?.after },
  })
  if (emits) await emit(context, emits, { lease: after })
  return detailOf(context, after)
}

/**
 * Throws conflict if the unit is offline, today or later, on a day that the change gives to the lease: all of its days when it is sent or signed, and
 * afterward those that are added. A draft does not take the unit. Days on which the unit of an imported lease was offline already do not prevent
 * other changes, and neither do past days, because nobody can free those anymore.
 */
async function checkOnline({ db, today }: Context, before: LeaseRecord, after: LeaseRecord): Promise<void> {
  if (after.stage !== 'PENDING_SIGNATURE' && after.stage !== 'SIGNED') return
  const held = before.stage === after.stage ? daysOf(before) : ([null, null] as const)
  const [from, to] = daysOf(after)
  if (held[0] === from && held[1] === to) return
  const [offline] = await db.query(findDaysOffline, [db.organizationId, today, after.unit_id, from, to, ...held])
  if (offline) throw unitOffline(offline, from, to)
}

/** The first and the last day on which a signed lease keeps others from the unit. */
function daysOf({ start_date, move_out_date, end_date }: LeaseRecord): readonly [from: string, to: string | null] {
  return [start_date, move_out_date ?? end_date]
}

/** The lease as the log records it: with the security deposit, if the lease requires one. */
export function withDeposit(lease: LeaseRow, deposit: number | null) {
  return deposit === null ? lease : { ...lease, security_deposit_cents: deposit }
}

/**
 * Stores the lease, and names the other lease that overlaps it. The constraint of the table matters only to those who bypass the lock of the unit.
 */
export async function saveLease(context: Context, lease: LeaseRecord, changedOn?: string): Promise<void> {
  const { db } = context
  if (lease.stage === 'SIGNED') {
    const [from, to] = daysOf(lease)
    const [other] = await db.query(findOverlappingLease, [db.organizationId, lease.unit_id, lease.id, from, to])
    if (other) throw overlaps(other, from, to)
  }
  await refusingTaken(saveLeases(context, [lease], changedOn), {
    leases_by_external_id: externalIdTaken('lease', lease.external_id),
  })
}

const EXCLUSION_VIOLATION = '23P01'

/**
 * Creates the leases whose IDs are new and updates the others. Days before `changedOn` keep the dates that signed leases had on them, but a notice,
 * an eviction or a move-out with an earlier date counts from its own day. The database refuses two signed leases of one unit that overlap.
 */
export async function saveLeases(
  { db, today }: Context,
  leases: readonly LeaseRecord[],
  changedOn = today,
  { areNew }: SaveOptions = {},
): Promise<void> {
  // Canceled leases come first, so that their days are free before another lease takes them: the database checks record by record.
  const turnOf = ({ stage }: LeaseRecord) => (stage === 'CANCELLED' ? 0 : 1)
  const records = leases.toSorted((one, other) => turnOf(one) - turnOf(other))
  const given = GIVEN_LEASES.of(records)
  try {
    if (areNew) return void (await db.query(insertLeases, [db.organizationId, ...given]))
    // Both are sent at once, so that whatever a caller sends next arrives after them.
    await Promise.all([
      db.query(insertDateChanges, [db.organizationId, JSON.stringify(records), changedOn]),
      db.query(upsertLeases, [db.organizationId, ...given]),
    ])
  } catch (error) {
    if (sqlState(error) !== EXCLUSION_VIOLATION) throw error
    throw new Refusal(
      'conflict',
      'A signed lease would overlap another signed lease of the same unit. Change the days of one of the two.',
    )
  }
}

export async function saveLeaseResidents(
  { db }: Context,
  residents: readonly LeaseResident[],
  { areNew }: SaveOptions = {},
): Promise<void> {
  await db.query(areNew ? insertLeaseResidents : upsertLeaseResidents, [
    db.organizationId,
    ...GIVEN_RESIDENTS.of(residents),
  ])
}

/** Stores charges of one lease, as `saveLeaseCharges` does. */
export function saveChargesOf(
  context: Context,
  lease_id: string,
  charges: readonly Omit<LeaseCharge, 'lease_id'>[],
  changedOn?: string,
  options?: SaveOptions,
): Promise<void> {
  return saveLeaseCharges(
    context,
    charges.map(charge => ({ lease_id, ...charge })),
    changedOn,
    options,
  )
}

/** Creates and replaces charges. Days before `changedOn` keep the rent that was agreed on them for a future lease. */
export async function saveLeaseCharges(
  { db, today }: Context,
  charges: readonly LeaseCharge[],
  changedOn = today,
  { areNew }: SaveOptions = {},
): Promise<void> {
  const given = GIVEN_CHARGES.of(charges)
  if (areNew) await db.query(insertLeaseCharges, [db.organizationId, ...given])
  else await db.query(upsertLeaseCharges, [db.organizationId, changedOn, ...given])
}
