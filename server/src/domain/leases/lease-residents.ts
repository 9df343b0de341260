/** The residents of a signed lease: adding one, changing the days and the role of one, and removing one who was added by mistake. */
import type { ConsoleContract } from '#contract/console.ts'
import type { InputOf } from '#contract/operation.ts'
import { fieldError, Refusal, requireOne, unknownReference } from '#server/base/refusal.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { changeLease, saveLeaseResidents } from './change.ts'
import type { StoredLease } from './change-queries.ts'
import {
  firstDayOf,
  lastDayOf,
  residentsBeforeEnd,
  residentsUntil,
  returned,
  type StoredResident,
  storedFrom,
  withFirstDay,
  withLastDay,
  withoutLastStay,
  withRole,
} from './resident-days.ts'
import { deleteLeaseResident, listKnownResidents, listStoredResidents } from './resident-queries.ts'

/** The most residents that a lease can be read with. */
const MAX_LEASE_RESIDENTS = 1_000

/** Adds a resident to a signed lease from a day on: today, or the first day of a lease that has not begun. Someone who has left can be added again. */
export const addLeaseResident: ConsoleOperations['addLeaseResident'] = (
  context,
  { lease_id, resident_id, role, from },
) => {
  const { db, today } = context
  return changeLease(context, 'add_resident', lease_id, async lease => {
    const [known] = await db.query(listKnownResidents, [db.organizationId, [resident_id]])
    if (!known) throw unknownReference('resident_id', 'a resident')
    const residents = await residentsOf(context, lease_id)
    if (role === 'PRIMARY' && residents.some(each => each.role === 'PRIMARY')) {
      throw fieldError(
        'role',
        'must not be PRIMARY, because the lease already has a primary resident. Add this one with another role first',
      )
    }
    const from_day = storedFrom('from', from ?? (lease.status === 'ACTIVE' ? today : null), lease)
    const before = residents.find(each => each.resident_id === resident_id)
    if (before) {
      checkLeft(before, today)
      const first = firstDayOf({ from_day }, lease)
      if (first <= before.to_day!) {
        throw fieldError(
          'from',
          `must be after ${before.to_day}, the last day on which ${before.name} was on the lease`,
        )
      }
      await save(context, lease_id, [returned(before, role, first)])
      return {}
    }
    if (residents.length >= MAX_LEASE_RESIDENTS) {
      throw new Refusal(
        'conflict',
        `The lease has ${MAX_LEASE_RESIDENTS} residents, which is the most a lease can have.`,
      )
    }
    await saveLeaseResidents(context, [{ lease_id, resident_id, role, from_day }])
    return {}
  })
}

type Change = Pick<InputOf<ConsoleContract['changeLeaseResident']>, 'from' | 'to' | 'role' | 'role_from'>

/** Changes the days of a resident on a signed lease, or their role from a day on. A new primary resident makes the former one a co-tenant. */
export const changeLeaseResident: ConsoleOperations['changeLeaseResident'] = (
  context,
  { lease_id, resident_id, ...change },
) => {
  checkStated(change)
  return changeLease(context, 'change_resident', lease_id, async lease => {
    const residents = await residentsOf(context, lease_id)
    const before = requireOne(
      residents.filter(each => each.resident_id === resident_id),
      'resident on this lease',
    )
    const others = residents.filter(each => each !== before)
    const dated = withDays(before, change, lease, others)
    const after = withRoles([dated, ...others], dated, change, lease, context.today)
    await saveChanged(context, lease_id, residents, after)
    return { details: { before: { resident: logged(before) }, after: { resident: logged(after[0]!) } } }
  })
}

/**
 * Removes a resident who was added by mistake, or is not to join the lease after all, from all days of it. Of somebody who left and came back, only the
 * last stay is removed. Invoices, payments and messages keep the resident that they name.
 */
export const removeLeaseResident: ConsoleOperations['removeLeaseResident'] = (context, { lease_id, resident_id }) => {
  const { db } = context
  return changeLease(context, 'change_resident', lease_id, async lease => {
    const residents = await residentsOf(context, lease_id)
    const before = requireOne(
      residents.filter(each => each.resident_id === resident_id),
      'resident on this lease',
    )
    const after = withoutLastStay(before, lease)
    if (!residents.some(each => each !== before && each.to_day === null)) {
      throw new Refusal(
        'conflict',
        `Nobody else stays on the lease. Add another resident before you remove ${before.name}.`,
      )
    }
    if (after) await save(context, lease_id, [after])
    else await db.query(deleteLeaseResident, [db.organizationId, lease_id, resident_id])
    const logAs = (resident: StoredResident | undefined) => ({ resident: resident ? logged(resident) : null })
    return { logged: 'remove_resident', details: { before: logAs(before), after: logAs(after) } }
  })
}

/**
 * Ends the stays of the residents on the day on which their lease ends, and removes the roles that would have begun later. What an earlier move-out on
 * `endedOn` took away is restored first.
 */
export async function endResidents(
  context: Context,
  lease_id: string,
  day: string,
  endedOn: string | null,
): Promise<void> {
  const residents = await residentsOf(context, lease_id)
  const agreed = endedOn === null ? residents : residentsBeforeEnd(residents, endedOn)
  await saveChanged(context, lease_id, residents, residentsUntil(agreed, day))
}

/** Brings back what a move-out on `endedOn`, which is postponed or canceled, took away of the stays and roles of the residents. */
export async function resumeResidents(context: Context, lease_id: string, endedOn: string): Promise<void> {
  const residents = await residentsOf(context, lease_id)
  await saveChanged(context, lease_id, residents, residentsBeforeEnd(residents, endedOn))
}

/** Stores the residents who have changed. The former primary resident is stored first, because a lease has only one at any time. */
function saveChanged(
  context: Context,
  leaseId: string,
  before: readonly StoredResident[],
  after: readonly StoredResident[],
): Promise<void> {
  const changed = after.filter(each => !before.includes(each))
  return save(
    context,
    leaseId,
    changed.toSorted((one, other) => Number(one.role === 'PRIMARY') - Number(other.role === 'PRIMARY')),
  )
}

function checkStated({ from, to, role, role_from }: Change): void {
  if (role_from !== undefined && role === undefined)
    throw fieldError('role_from', 'must be left out unless role is given')
  if (from === undefined && to === undefined && role === undefined) {
    throw new Refusal('invalid_request', 'Give at least one of from, to and role.')
  }
}

function withDays(
  before: StoredResident,
  { from, to }: Change,
  lease: StoredLease,
  others: readonly StoredResident[],
): StoredResident {
  // A first day that moves behind the present last day is checked against the new one.
  const cleared = to === undefined ? before : { ...before, to_day: null }
  const first = from === undefined ? cleared : withFirstDay(cleared, from, lease, others)
  return to === undefined ? first : withLastDay(first, to, lease, others)
}

function withRoles(
  residents: readonly StoredResident[],
  changed: StoredResident,
  { role, role_from }: Change,
  lease: StoredLease,
  today: string,
): readonly StoredResident[] {
  if (role === undefined) return residents
  const { name } = changed
  const [firstDay, lastDay] = [firstDayOf(changed, lease), lastDayOf(changed, lease)]
  const day = role_from ?? today
  if (day > today) throw fieldError('role_from', `must not be after today, ${today}`)
  if (role_from !== undefined && role_from < firstDay && role_from < today) {
    throw fieldError('role_from', `must not be before ${firstDay}, the first day of ${name} on the lease`)
  }
  if (lastDay !== null && day > lastDay) {
    const why = `the last day of ${name} on the lease was ${lastDay}`
    throw fieldError('role_from', role_from === undefined ? `is required, because ${why}` : `is too late: ${why}`)
  }
  if (role === 'PRIMARY') checkStays(changed, lease, today)
  return withRole(residents, changed, role, day)
}

/** Refuses a primary resident who is not on the lease until it ends. */
function checkStays(resident: StoredResident, lease: StoredLease, today: string): void {
  const { name, to_day } = resident
  if (to_day !== null) {
    throw new Refusal(
      'conflict',
      `The last day of ${name} on the lease is ${to_day}. To make ${name} the primary resident, remove the last day first.`,
    )
  }
  const firstDay = firstDayOf(resident, lease)
  if (firstDay > today && firstDay > lease.start_date) {
    throw new Refusal(
      'conflict',
      `${name} joins the lease on ${firstDay} and can be the primary resident from then on.`,
    )
  }
}

/** Refuses to add somebody who is on the lease. */
function checkLeft({ name, to_day }: StoredResident, today: string): void {
  if (to_day === null) throw fieldError('resident_id', 'is already on the lease')
  if (to_day < today) return
  throw new Refusal(
    'conflict',
    `${name} is on the lease until ${to_day}. If they stay, change their last day instead of adding them again.`,
  )
}

function residentsOf({ db }: Context, leaseId: string): Promise<StoredResident[]> {
  return db.query(listStoredResidents, [db.organizationId, leaseId])
}

function save(context: Context, lease_id: string, residents: readonly StoredResident[]): Promise<void> {
  return saveLeaseResidents(
    context,
    residents.map(({ name: _, ...resident }) => ({ lease_id, ...resident })),
  )
}

/** The resident as the log records them, who may have left the lease and is not among its residents then. */
function logged({ resident_id, name, role, from_day, to_day, former_roles }: StoredResident) {
  return { resident_id, name, role, from: from_day, to: to_day, former_roles: former_roles ?? [] }
}
