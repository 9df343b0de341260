/** Steps that change who lives in the unit: move-in, notice to vacate, eviction and move-out. */
import { earlier, later } from '#server/base/dates.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { billLease } from '../invoices/generate.ts'
import { changeLease, saveChargesOf } from './change.ts'
import { findEarlierOccupant, findOverlappingLease, listLeaseCharges, type StoredLease } from './change-queries.ts'
import { endedCharges, resumedCharges } from './charges.ts'
import { getLease, type LeaseDetail } from './detail.ts'
import { endResidents, resumeResidents } from './lease-residents.ts'
import { checkHappened, checkInService, overlaps, stillOccupied } from './rules.ts'

/**
 * Records the move-in and, if requested, issues the invoice for its month. Refused while another lease still occupies the unit. A planned move-in whose
 * day has passed counts as a move-in, so null corrects it if the residents have not moved in.
 */
export const moveIn: ConsoleOperations['moveIn'] = async (context, { lease_id, move_in_date, bills_month = false }) => {
  const { db, today } = context
  if (move_in_date === null) {
    if (bills_month) throw fieldError('bills_month', 'must not be true when move_in_date is null')
    return changeLease(context, 'move_in', lease_id, ({ move_in_date: before }) => ({
      move_in_date: null,
      logged: 'cancel_move_in',
      changedOn: earlier(before ?? today, today),
    }))
  }
  const moveInDate = move_in_date ?? today
  const moved = await changeLease(context, 'move_in', lease_id, async lease => {
    checkHappened('move_in_date', moveInDate, lease, today)
    const [occupant] = await db.query(findEarlierOccupant, [
      db.organizationId,
      lease.unit_id,
      lease.start_date,
      moveInDate,
    ])
    if (occupant) throw stillOccupied(occupant, moveInDate, lease)
    const changedOn = move_in_date && earlier(move_in_date, lease.move_in_date ?? move_in_date)
    return { move_in_date: moveInDate, ...(changedOn !== undefined && { changedOn }) }
  })
  if (!bills_month) return moved
  await billLease(context, moveInDate, lease_id)
  return getLease(context, { lease_id })
}

/**
 * Records the notice. If notice was already given, this changes only the move-out date, from today on. A different `notice_given_on` corrects the
 * notice from that day on.
 */
export const recordNotice: ConsoleOperations['recordNotice'] = (context, { lease_id, ...notice }) => {
  const { today } = context
  return changeLease(context, 'record_notice', lease_id, async lease => {
    const noticeGivenOn = notice.notice_given_on ?? lease.notice_given_on ?? today
    checkHappened('notice_given_on', noticeGivenOn, lease, today)
    const { move_out_date: moveOutDate = lease.move_out_date } = notice
    if (moveOutDate !== null && moveOutDate < today) {
      throw fieldError(
        'move_out_date',
        `must not be before today, ${today}. If the residents have already moved out, end the lease instead`,
      )
    }
    await resumeStay(context, lease, moveOutDate)
    return { notice_given_on: noticeGivenOn, move_out_date: moveOutDate }
  })
}

/**
 * Cancels the notice: the residents stay. Refused if the unit is already leased to someone else, even from the day after the term, because whoever
 * stays has the unit until a move-out is recorded. Days before today still show the notice.
 */
export const cancelNotice: ConsoleOperations['cancelNotice'] = (context, { lease_id }) => {
  const { db } = context
  return changeLease(context, 'cancel_notice', lease_id, async lease => {
    const { id, unit_id, start_date, notice_given_on } = lease
    if (notice_given_on === null) throw new Refusal('conflict', 'No notice was given, so there is none to cancel.')
    const [next] = await db.query(findOverlappingLease, [db.organizationId, unit_id, id, start_date, null])
    if (next) throw overlaps(next, start_date, null)
    await resumeStay(context, lease, null)
    return { notice_given_on: null, move_out_date: null }
  })
}

/**
 * Resumes the charges that a move-out had ended if that move-out is now postponed or canceled. The residents stay, with the roles that were agreed.
 * Refused if the unit is no longer in service then, because the lease would stay active without a row on the rent roll.
 */
async function resumeStay(context: Context, lease: StoredLease, moveOutDate: string | null): Promise<void> {
  const { db, today } = context
  const { id, end_date: endDate, move_out_date: before } = lease
  if (before === null || (moveOutDate !== null && moveOutDate <= before)) return
  const holdsOver = endDate !== null && endDate < today
  checkInService(lease, { ...lease, end_date: moveOutDate ?? (holdsOver ? null : endDate) })
  const charges = await db.query(listLeaseCharges, [db.organizationId, id])
  const endedOn = before < today ? before : null
  await saveChargesOf(context, id, resumedCharges(charges, endedOn), earlier(before, today))
  await resumeResidents(context, id, before)
}

export const recordEviction: ConsoleOperations['recordEviction'] = (context, { lease_id, filed_on }) => {
  const { today } = context
  return changeLease(context, 'record_eviction', lease_id, lease => {
    const evictionFiledOn = filed_on ?? lease.eviction_filed_on ?? today
    checkHappened('filed_on', evictionFiledOn, lease, today)
    return { eviction_filed_on: evictionFiledOn }
  })
}

/** Cancels an eviction filing that was dropped or dismissed. Days before today still show it. */
export const cancelEviction: ConsoleOperations['cancelEviction'] = (context, { lease_id }) =>
  changeLease(context, 'cancel_eviction', lease_id, ({ eviction_filed_on }) => {
    if (eviction_filed_on === null) throw new Refusal('conflict', 'No eviction was filed, so there is none to cancel.')
    return { eviction_filed_on: null }
  })

/**
 * Records the move-out: the lease and its recurring charges end on the residents' last day. If that is an earlier day than today, the days after it
 * are restated. Null cancels a move-out that was recorded although the residents have not left.
 */
export const endLease: ConsoleOperations['endLease'] = (context, { lease_id, move_out_date }) => {
  const { db, today } = context
  if (move_out_date === null) return cancelMoveOut(context, lease_id)
  return changeLease(context, 'end', lease_id, async lease => {
    const moveOutDate = move_out_date ?? earlier(lease.move_out_date ?? today, today)
    checkHappened('move_out_date', moveOutDate, lease, today)
    const charges = await db.query(listLeaseCharges, [db.organizationId, lease_id])
    const endedOn = lease.status === 'ENDED' ? lease.move_out_date : null
    const ended = endedCharges(charges, moveOutDate, endedOn)
    await saveChargesOf(context, lease_id, ended, earlier(moveOutDate, endedOn ?? today))
    await endResidents(context, lease_id, moveOutDate, lease.move_out_date)
    return { move_out_date: moveOutDate }
  })
}

/**
 * Cancels the move-out, and restates the days from it on. Unlike canceling a notice, this says nothing about the days after the term, so a lease that
 * begins later goes on waiting for the unit. Refused if another lease has had the unit on a day that has come.
 */
function cancelMoveOut(context: Context, leaseId: string): Promise<LeaseDetail> {
  const { db, today } = context
  return changeLease(context, 'end', leaseId, async lease => {
    const { id, unit_id, start_date, end_date, move_out_date: before } = lease
    if (before === null) throw new Refusal('conflict', 'No move-out is recorded, so there is none to cancel.')
    const until = end_date && later(end_date, today)
    const [other] = await db.query(findOverlappingLease, [db.organizationId, unit_id, id, start_date, until])
    if (other) throw overlaps(other, start_date, until)
    await resumeStay(context, lease, null)
    return { move_out_date: null, logged: 'cancel_move_out', changedOn: earlier(before, today) }
  })
}
