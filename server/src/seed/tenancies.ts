/** The dates of every tenancy of a unit, generated backward from its situation today. */
import { addDays, addMonths, daysBetween } from '#server/base/dates.ts'
import type { MoneyDays } from './money/invoices.ts'
import type { Situation } from './occupancy.ts'
import type { Random } from './random.ts'
import type { SeedLease } from './records.ts'
import { drawTerms, termStarts } from './terms.ts'

export type Tenancy = {
  stage: SeedLease['stage']
  /** The first day of each term: the start of the lease, then its renewals. */
  termStarts: [string, ...string[]]
  /** The last day of the last term; residents who stay beyond it live there month to month. */
  endDate: string
  moveOutDate: string | null
  noticeGivenOn: string | null
  evictionFiledOn: string | null
}

/** `recordsFrom` is the first day whose tenancies are generated. */
export type Calendar = MoneyDays & {
  /** At least a year before `recordsFrom`, so that a stay that is cut short there still lasts a year. */
  inServiceFrom: string
}

/** The tenancies, oldest first. Between two of them the unit is vacant for 5 to 40 days. */
export function drawTenancies(random: Random, situation: Situation, calendar: Calendar): Tenancy[] {
  const latest = drawLatest(random, situation, calendar)
  const tenancies = [latest, ...drawUpcoming(random, situation, latest, calendar.today)]
  let following = latest
  for (;;) {
    const moveOutDate = moveOutBefore(random, following.termStarts[0])
    if (moveOutDate < calendar.recordsFrom) break
    following = tenancyEnding(random, moveOutDate, calendar)
    tenancies.unshift(following)
  }
  return tenancies.filter(tenancy => tenancy.moveOutDate === null || tenancy.moveOutDate >= calendar.recordsFrom)
}

/** The stay that is in progress today, or the last one that ended. */
function drawLatest(random: Random, situation: Situation, calendar: Calendar): Tenancy {
  const { today } = calendar
  switch (situation) {
    case 'CURRENT':
      return tenancyGoingOn(random, calendar, 0)
    case 'EVICT':
      return { ...tenancyGoingOn(random, calendar, 90), evictionFiledOn: addDays(today, -random.integer(5, 60)) }
    case 'NOTICE_RENTED':
    case 'NOTICE_UNRENTED': {
      const moveOutDate = addDays(today, random.integer(1, 60))
      // Notice was given at least five days ago, which leaves time for the next residents to sign.
      const daysKnown = Math.max(5, random.integer(30, 60) - daysBetween(today, moveOutDate))
      const notice = { noticeGivenOn: addDays(today, -daysKnown), evictionFiledOn: null }
      return { ...tenancyEnding(random, moveOutDate, calendar), ...notice }
    }
    case 'VACANT_RENTED':
    case 'VACANT_UNRENTED':
      return tenancyEnding(random, addDays(today, -random.integer(1, 75)), calendar)
    case 'OFFLINE':
      return tenancyEnding(random, addDays(today, -random.integer(30, 150)), calendar)
  }
}

/** A tenancy that has lasted at least `daysLived` days; one in eight is past the end of its last term. */
function tenancyGoingOn(random: Random, calendar: Calendar, daysLived: number): Tenancy {
  const { today } = calendar
  const terms = drawTerms(random)
  const lastTermMonths = terms.renewals > 0 ? 12 : terms.firstMonths
  const lastTermDays = daysBetween(today, addMonths(today, lastTermMonths))
  const daysToEnd = random.chance(0.12) ? -random.integer(1, 300) : random.integer(0, lastTermDays - 1 - daysLived)
  const endDate = addDays(today, daysToEnd)
  return {
    stage: 'SIGNED',
    termStarts: termStarts(terms, endDate, calendar.inServiceFrom),
    endDate,
    moveOutDate: null,
    noticeGivenOn: null,
    evictionFiledOn: null,
  }
}

/** Most residents leave when the term ends. Some leave up to three months early, and some had stayed on month to month. */
function tenancyEnding(random: Random, moveOutDate: string, calendar: Calendar): Tenancy {
  const { daysToEnd } = random.pickWeighted([
    { daysToEnd: 0, weight: 76 },
    { daysToEnd: random.integer(14, 90), weight: 12 },
    { daysToEnd: -random.integer(30, 240), weight: 12 },
  ])
  const endDate = addDays(moveOutDate, daysToEnd)
  const wasEvicted = random.chance(0.01)
  return {
    stage: 'SIGNED',
    termStarts: termStarts(drawTerms(random), endDate, calendar.inServiceFrom),
    endDate,
    moveOutDate,
    noticeGivenOn: wasEvicted ? null : addDays(moveOutDate, -random.integer(30, 60)),
    evictionFiledOn: wasEvicted ? addDays(moveOutDate, -random.integer(30, 75)) : null,
  }
}

/** The next tenancy, if a lease for it is signed or about to be signed. */
function drawUpcoming(random: Random, situation: Situation, latest: Tenancy, today: string): Tenancy[] {
  const movedOut = latest.moveOutDate ?? today
  const afterNotice = addDays(movedOut, random.integer(6, 26))
  const soon = addDays(today, Math.max(random.integer(1, 30), 6 - daysBetween(movedOut, today)))
  const unsigned = random.chance(0.7) ? 'PENDING_SIGNATURE' : 'DRAFT'
  switch (situation) {
    case 'NOTICE_RENTED':
      return [tenancyToCome(random, 'SIGNED', afterNotice)]
    case 'VACANT_RENTED':
      return [tenancyToCome(random, 'SIGNED', soon)]
    case 'NOTICE_UNRENTED':
      return random.chance(0.15) ? [tenancyToCome(random, unsigned, afterNotice)] : []
    case 'VACANT_UNRENTED':
      return random.chance(0.15) ? [tenancyToCome(random, unsigned, soon)] : []
    default:
      return []
  }
}

function tenancyToCome(random: Random, stage: Tenancy['stage'], startDate: string): Tenancy {
  const endDate = addDays(addMonths(startDate, drawTerms(random).firstMonths), -1)
  return { stage, termStarts: [startDate], endDate, moveOutDate: null, noticeGivenOn: null, evictionFiledOn: null }
}

/** A move-out that leaves the unit vacant for at least five days; half of all move-outs are on the last day of a month. */
function moveOutBefore(random: Random, nextStart: string): string {
  if (random.chance(0.5)) return addDays(nextStart, -random.integer(6, 41))
  const latest = addDays(nextStart, -6)
  return addDays(`${addDays(latest, 1).slice(0, 7)}-01`, -1)
}
