/** Who lives in the unit: moving in, giving notice, eviction, and moving out. */
import type { Static } from 'typebox'
import { Eviction, MoveIn, MoveOut, Notice } from '#contract/back-office/leases.ts'
import { readFields } from '#server/base/read-object.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import type { Context } from '#server/platform/context.ts'
import { changeLease } from './change.ts'
import { findEarlierOccupant, listLeaseCharges } from './change-queries.ts'
import { endedCharges } from './charges.ts'
import { saveLeaseCharges } from './operations.ts'
import type { LeaseRow } from './queries.ts'
import { checkHappened, earlier, stillOccupied } from './rules.ts'

/** Refused while who was there before still occupies the unit. */
export function moveIn(context: Context, { id, ...input }: { id: string } & Static<typeof MoveIn>): Promise<LeaseRow> {
  const { db, organizationId, today } = context
  const { move_in_date: given } = readFields(MoveIn, input)
  const moveInDate = given ?? today
  return changeLease(context, 'move_in', id, async lease => {
    checkHappened('move_in_date', moveInDate, lease, today)
    const [occupant] = await db.query(findEarlierOccupant, [organizationId, lease.unitId, lease.startDate, moveInDate])
    if (occupant) throw stillOccupied(occupant, moveInDate, lease)
    return { moveInDate, ...(given !== undefined && { changedOn: earlier(given, lease.moveInDate ?? given) }) }
  })
}

/** If notice was already given, this changes only the move-out date, from today on. Another day of giving corrects the notice, from that day on. */
export function giveNotice(
  context: Context,
  { id, ...input }: { id: string } & Static<typeof Notice>,
): Promise<LeaseRow> {
  const { today } = context
  const notice = readFields(Notice, input)
  return changeLease(context, 'give_notice', id, lease => {
    const noticeGivenOn = notice.notice_given_on ?? lease.noticeGivenOn ?? today
    checkHappened('notice_given_on', noticeGivenOn, lease, today)
    const { move_out_date: moveOutDate = lease.moveOutDate } = notice
    if (moveOutDate !== null && moveOutDate < today) {
      throw fieldError('move_out_date', `must not be before today, ${today}; who has left already has ended the lease`)
    }
    return { noticeGivenOn, moveOutDate }
  })
}

/** The residents stay, for as long as nobody else is to have the unit. The days on which the notice stood keep it. */
export function withdrawNotice(context: Context, id: string): Promise<LeaseRow> {
  return changeLease(context, 'withdraw_notice', id, ({ noticeGivenOn }) => {
    if (noticeGivenOn === null) throw new Refusal('conflict', 'No notice was given, so there is none to cancel.')
    return { noticeGivenOn: null, moveOutDate: null }
  })
}

export function fileEviction(
  context: Context,
  { id, ...input }: { id: string } & Static<typeof Eviction>,
): Promise<LeaseRow> {
  const { today } = context
  const { filed_on: filedOn } = readFields(Eviction, input)
  return changeLease(context, 'file_eviction', id, lease => {
    const evictionFiledOn = filedOn ?? lease.evictionFiledOn ?? today
    checkHappened('filed_on', evictionFiledOn, lease, today)
    return { evictionFiledOn }
  })
}

/** The eviction was dropped or dismissed. The days on which it stood keep it. */
export function withdrawEviction(context: Context, id: string): Promise<LeaseRow> {
  return changeLease(context, 'withdraw_eviction', id, ({ evictionFiledOn }) => {
    if (evictionFiledOn === null) throw new Refusal('conflict', 'No eviction was filed, so there is none to cancel.')
    return { evictionFiledOn: null }
  })
}

/** The residents have left: the lease ends on their last day, and so does what it charges. An earlier day that is given restates the days after it. */
export function endLease(
  context: Context,
  { id, ...input }: { id: string } & Static<typeof MoveOut>,
): Promise<LeaseRow> {
  const { db, organizationId, today } = context
  const given = readFields(MoveOut, input).move_out_date
  return changeLease(context, 'end', id, async lease => {
    const agreed = lease.moveOutDate !== null && lease.moveOutDate < today ? lease.moveOutDate : today
    const moveOutDate = given ?? agreed
    checkHappened('move_out_date', moveOutDate, lease, today)
    const charges = await db.query(listLeaseCharges, [organizationId, id])
    const endedOn = lease.status === 'ENDED' ? lease.moveOutDate : null
    await saveLeaseCharges(
      context,
      endedCharges(charges, moveOutDate, endedOn).map(charge => ({ leaseId: id, ...charge })),
    )
    return { moveOutDate }
  })
}
