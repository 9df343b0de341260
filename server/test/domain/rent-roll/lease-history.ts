/** A property whose leases change at random, and its rent roll for every past day as it was when the day was over. */
import assert from 'node:assert/strict'
import { addDays, todayIn } from '#server/base/dates.ts'
import { readLease } from '#server/domain/leases/detail.ts'
import type { Context } from '#server/platform/context.ts'
import type { Random } from '#server/seed/random.ts'
import { calls } from '../../calls.ts'
import { property, rate, resident, store, unit } from '../../records.ts'
import type { Organization, World } from '../../world.ts'
import { checkUnitStatuses } from '../status-on-day.ts'
import { isOfResident, type OnLease, RESIDENT_KINDS, residentStep } from './resident-steps.ts'
import { type Roll, rollOf } from './roll.ts'

const {
  cancelEviction,
  cancelLease,
  cancelNotice,
  cancelRenewal,
  changeCharges,
  createLease,
  endLease,
  endUnitOffline,
  moveIn,
  recordEviction,
  recordNotice,
  renewLease,
  rescheduleLease,
  setUnitOffline,
  signLease,
} = calls

/** A step on a lease. `countsFrom` is the first day that the step may change: today, or the earlier day that was given on purpose. */
type Step = { kind: string; name: string; countsFrom: string; take: () => Promise<unknown> }
type Shown = Awaited<ReturnType<typeof readLease>>

const UNITS = 4
/** The most past days that are compared with what they showed, after each step. */
const MAX_DAYS = 8

export class LeaseHistory {
  static readonly KINDS = [
    ...'sign, sign late, cancel, reschedule, move in, notice, earlier notice, move-out, cancel notice, eviction'.split(
      ', ',
    ),
    ...'cancel eviction, renew, cancel renewal, charges, rent to come, rent since the start, end, end earlier, offline, back'.split(
      ', ',
    ),
    ...RESIDENT_KINDS,
  ]
  readonly #world: World
  readonly #random: Random
  readonly organization: Organization
  readonly #units: string[]
  readonly #people: string[]
  readonly #leases: string[] = []
  readonly #past = new Map<string, unknown>()
  #next: string[] = []

  static async begin(world: World, random: Random): Promise<LeaseHistory> {
    const organization = await world.organization()
    const place = property()
    const units = Array.from({ length: UNITS }, (_, index) => unit(place, { label: String(index) }))
    const people = Array.from({ length: 6 }, (_, index) => resident({ last_name: `Person ${index}` }))
    await store(organization, { properties: [place], units, rates: units.map(of => rate(of)), residents: people })
    const history = new LeaseHistory(
      world,
      random,
      organization,
      units.map(({ id }) => id),
      people.map(({ id }) => id),
    )
    for (const unitId of history.#units) {
      const start = addDays(history.today(), -random.integer(20, 400))
      await history.#sign(unitId, start, addDays(start, random.integer(60, 365)))
    }
    for (const back of [400, 60, 14, 7]) await history.#remember(addDays(history.today(), -back))
    await history.checkPast('9999-12-31', 'nothing')
    return history
  }

  private constructor(world: World, random: Random, organization: Organization, units: string[], people: string[]) {
    this.#world = world
    this.#random = random
    this.organization = organization
    this.#units = units
    this.#people = people
  }

  today(): string {
    return todayIn('America/Chicago', this.#world.clock.now())
  }

  async rollOn(day: string): Promise<Omit<Roll, 'generated_at'>> {
    const { generated_at: _, ...roll } = await rollOf(this.#world, this.organization, 'portfolio', day)
    return roll
  }

  /** Checks that days before `countsFrom` are as they were. Days from then on are remembered as they are now, and so are days that have passed since. */
  async checkPast(countsFrom: string, what: string): Promise<void> {
    const days = [...this.#past.keys()].sort()
    const shown = await Promise.all(days.map(day => this.rollOn(day)))
    for (const [index, day] of days.entries()) {
      if (day < countsFrom) {
        assert.deepEqual(shown[index], this.#past.get(day), `${what} on ${this.today()} changes ${day}`)
      }
      this.#past.set(day, shown[index])
    }
    const yesterday = addDays(this.today(), -1)
    if (!this.#past.has(yesterday)) await this.#remember(yesterday)
    while (this.#past.size > MAX_DAYS) this.#past.delete(this.#random.pick([...this.#past.keys()]))
  }

  async checkOneActive(): Promise<void> {
    const shown = await this.#all()
    const active = shown.filter(({ status }) => status === 'ACTIVE').map(({ unit_id }) => unit_id)
    assert.equal(new Set(active).size, active.length, 'a unit has two active leases')
    const { rows } = await this.rollOn(this.today())
    assert.deepEqual(rows.flatMap(({ lease_id, unit_id }) => (lease_id ? [unit_id] : [])).sort(), active.sort())
  }

  /** Checks that the stored status history agrees with the facts on any day, past or future. */
  async checkStatuses(): Promise<void> {
    const ahead = [0, 1, this.#random.integer(2, 400), -1, -this.#random.integer(2, 400)]
    const days = ahead.map(days => addDays(this.today(), days))
    await checkUnitStatuses(this.#world, this.organization, days)
  }

  async draw(): Promise<Step> {
    const random = this.#random
    const today = this.today()
    if (this.#next.length === 0)
      this.#next = random.shuffle([...LeaseHistory.KINDS, 'notice', 'cancel notice', 'sign', 'rent to come'])
    const kind = this.#next.pop() as string
    const lease = await this.#pick(kind)
    const id = lease?.lease_id ?? 'lease_none'
    const ahead = addDays(today, random.integer(0, 60))
    const earlier = addDays(today, -random.integer(1, 20))
    const step = (countsFrom: string, take: (context: Context) => Promise<unknown>): Step => ({
      ...{ kind, name: `${kind} of ${lease?.unit_label} (${lease?.status})`, countsFrom },
      take: () => this.#within(take),
    })
    const rent = () => ({ code: 'RENT' as const, amount_cents: random.integer(1, 900) })
    const first = (...days: (string | null | undefined)[]) => days.filter(day => day != null).sort()[0] as string
    if (isOfResident(kind)) {
      const on = await this.#residentsOf(id)
      const { countsFrom, take } = residentStep(
        kind,
        random,
        { today, ahead, earlier },
        { id, on, people: this.#people },
      )
      return step(countsFrom, take)
    }
    switch (kind) {
      case 'sign':
      case 'sign late': {
        const start = kind === 'sign' ? ahead : earlier
        const sign = () => this.#sign(random.pick(this.#units), start, random.chance(0.8) ? addDays(start, 90) : null)
        return { kind, name: `${kind} from ${start}`, countsFrom: first(start, today), take: sign }
      }
      case 'cancel':
        return step(today, context => cancelLease(context, { lease_id: id }))
      case 'reschedule': {
        const start = random.chance(0.7) ? ahead : earlier
        const counts = first(start, today, lease?.status === 'ACTIVE' ? lease.start_date : null)
        return step(counts, context => rescheduleLease(context, { lease_id: id, start_date: start }))
      }
      case 'move in': {
        const given = random.chance(0.3) ? earlier : undefined
        const counts = given === undefined ? today : first(given, lease?.move_in_date, today)
        return step(counts, context => moveIn(context, { lease_id: id, ...(given && { move_in_date: given }) }))
      }
      case 'notice':
        return step(today, context =>
          recordNotice(context, { lease_id: id, ...(random.chance(0.7) && { move_out_date: ahead }) }),
        )
      case 'earlier notice':
        return step(first(earlier, lease?.notice_given_on), context =>
          recordNotice(context, { lease_id: id, notice_given_on: earlier, move_out_date: ahead }),
        )
      case 'move-out':
        return step(today, context =>
          recordNotice(context, { lease_id: id, move_out_date: random.chance(0.8) ? ahead : null }),
        )
      case 'cancel notice':
        return step(today, context => cancelNotice(context, { lease_id: id }))
      case 'eviction': {
        const filed_on = random.chance(0.3) ? earlier : undefined
        const counts = filed_on ? first(filed_on, lease?.eviction_filed_on) : today
        return step(counts, context => recordEviction(context, { lease_id: id, ...(filed_on && { filed_on }) }))
      }
      case 'cancel eviction':
        return step(today, context => cancelEviction(context, { lease_id: id }))
      case 'renew': {
        const starts_on = random.chance(0.3) ? earlier : addDays(today, random.integer(1, 40))
        return step(first(starts_on, today), context =>
          renewLease(context, {
            lease_id: id,
            starts_on,
            end_date: addDays(starts_on, 200),
            rent_cents: random.integer(1, 900),
          }),
        )
      }
      case 'cancel renewal':
        return step(today, context => cancelRenewal(context, { lease_id: id }))
      case 'charges': {
        const charges = [{ code: 'PET', amount_cents: random.integer(1, 900) }] as const
        return step(today, context => changeCharges(context, { lease_id: id, charges: [...charges] }))
      }
      case 'rent to come':
        return step(today, context => changeCharges(context, { lease_id: id, charges: [rent()] }))
      case 'rent since the start': {
        const effective_on = lease?.start_date ?? today
        return step(first(effective_on, today), context =>
          changeCharges(context, {
            lease_id: id,
            effective_on,
            charges: [rent(), { ...rent(), description: 'Garage' }],
          }),
        )
      }
      case 'offline': {
        const starts_on = random.pick([today, ahead, addDays(ahead, 120)])
        const ends_on = random.chance(0.6) ? addDays(starts_on, random.integer(0, 40)) : null
        const unit_id = random.pick(this.#units)
        return step(today, context => setUnitOffline(context, { unit_id, starts_on, ends_on, reason: 'Roof' }))
      }
      case 'back': {
        const spans = `select unit_id, starts_on::text from unit_offline_spans where organization_id = $1 order by 2, 1`
        const known = await this.#world.sql<{ unit_id: string; starts_on: string }>(spans, [this.organization.id])
        const { unit_id, starts_on } = random.pick(
          known.length > 0 ? known : [{ unit_id: 'unit_none', starts_on: today }],
        )
        const back_on = starts_on > today || random.chance(0.1) ? starts_on : today
        return step(first(back_on, today), context => endUnitOffline(context, { unit_id, back_on }))
      }
      case 'end':
        return step(today, context => endLease(context, { lease_id: id }))
      default:
        return step(first(earlier, lease?.move_out_date), context =>
          endLease(context, { lease_id: id, move_out_date: earlier }),
        )
    }
  }

  /** A lease that the step is likely to apply to. */
  async #pick(kind: string): Promise<Shown | undefined> {
    const all = await this.#all()
    const isLate = kind === 'reschedule' && this.#random.chance(0.3)
    const wanted = ['cancel', 'reschedule', 'rent to come'].includes(kind) && !isLate ? 'FUTURE' : 'ACTIVE'
    const likely = all.filter(lease => {
      if (lease.status !== wanted) return kind === 'end earlier' && lease.status === 'ENDED' && this.#random.chance(0.3)
      if (kind === 'cancel notice' || kind === 'move-out') return lease.notice_given_on !== null
      if (kind === 'cancel eviction') return lease.eviction_filed_on !== null
      return kind !== 'renew' || lease.move_out_date === null
    })
    return likely.length > 0 ? this.#random.pick(likely) : this.#random.pick(all)
  }

  /** Everybody who is or was on the lease. */
  #residentsOf(leaseId: string): Promise<OnLease[]> {
    return this.#world.sql<OnLease>(
      `select resident_id, to_day::text as "to" from lease_residents where organization_id = $1 and lease_id = $2 order by 1`,
      [this.organization.id, leaseId],
    )
  }

  async #all(): Promise<Shown[]> {
    return this.#within(context => Promise.all(this.#leases.map(id => readLease(context, id))))
  }

  async #sign(unit_id: string, start_date: string, end_date: string | null): Promise<void> {
    const [one, other] = this.#random.shuffle(this.#people) as [string, string]
    const residents = [
      { resident_id: one, role: 'PRIMARY' as const },
      ...(this.#random.chance(0.3) ? [{ resident_id: other, role: 'OCCUPANT' as const }] : []),
    ]
    const rent = (from: string) => ({ code: 'RENT' as const, amount_cents: this.#random.integer(1, 200_000), from })
    const raised = addDays(start_date, this.#random.integer(1, 20))
    const charges = this.#random.chance(0.7)
      ? [rent(start_date)]
      : [{ ...rent(start_date), to: addDays(raised, -1) }, rent(raised)]
    const move_in_date = this.#random.chance(0.5) ? start_date : null
    const made = await this.#within(async context => {
      const drawn = await createLease(context, { unit_id, start_date, end_date, move_in_date, residents, charges })
      return signLease(context, { lease_id: drawn.lease_id })
    })
    this.#leases.push(made.lease_id)
  }

  async #remember(day: string): Promise<void> {
    this.#past.set(day, await this.rollOn(day))
  }

  #within<T>(work: (context: Context) => Promise<T>): Promise<T> {
    return this.organization.within(work)
  }
}
