/** The days and the roles of the residents of a lease: over random changes, every day shows what the same changes make of a calendar on paper. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, daysBetween } from '#server/base/dates.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { ResidentRole } from '#server/domain/leases/records.ts'
import {
  returned,
  type StoredResident,
  withFirstDay,
  withLastDay,
  withRole,
} from '#server/domain/leases/resident-days.ts'
import { createRandom } from '#server/seed/random.ts'
import { repeats } from '../sizes.ts'
import { useWorld } from '../world.ts'

const world = useWorld()

const LEASE = { start_date: '2026-01-01', move_out_date: null }
/** The lease runs from day 0 on, and today is day 7. So few days meet often. */
const [FIRST, TODAY, LAST] = [0, 7, 10]
const day = (at: number) => addDays(LEASE.start_date, at)

type Paper = Map<string, (ResidentRole | null)[]>
const ALL = Array.from({ length: LAST - FIRST + 1 }, (_, index) => index + FIRST)

/** What the definition in the schema makes of the residents, by resident and day. */
async function shownBy(residents: readonly StoredResident[]): Promise<Paper> {
  const rows = await world.sql<{ resident_id: string; roles: (ResidentRole | null)[] }>(
    `select t.resident_id,
            array(
              select lease_role_on(t.role, t.from_day, t.to_day, t.former_roles, $2::date + at) from generate_series($3::int, $4::int) at order by at
            ) as roles
       from jsonb_to_recordset($1::jsonb) as t (resident_id text, role text, from_day date, to_day date, former_roles jsonb)`,
    [JSON.stringify(residents), LEASE.start_date, FIRST, LAST],
  )
  return new Map(rows.map(({ resident_id, roles }) => [resident_id, roles]))
}

class History {
  readonly #random = createRandom('')
  residents: StoredResident[]
  /** What each resident is on each day, also after a last day: a last day that is taken back hides nothing. */
  readonly paper: Paper

  constructor(number: number) {
    this.#random = createRandom(`days of residents ${number}`)
    const roles = ['PRIMARY', 'CO_TENANT', 'OCCUPANT'] as const
    this.residents = roles.map((role, index) => ({
      ...{ resident_id: `res_${index}`, name: `Resident ${index}`, role },
      ...{ from_day: null, to_day: null, former_roles: null, before_end: null },
    }))
    this.paper = new Map(this.residents.map(({ resident_id, role }) => [resident_id, ALL.map(() => role)]))
  }

  /** Makes a change, or throws the refusal of it. */
  change(): void {
    const random = this.#random
    const kind = random.pick(['role', 'role', 'from', 'from', 'to', 'to', 'stay', 'back', 'back'] as const)
    const left = this.residents.filter(({ to_day }) => to_day !== null && to_day < day(TODAY))
    const resident = random.pick(kind === 'back' && left.length > 0 ? left : this.residents)
    const others = this.residents.filter(each => each !== resident)
    const own = [...this.paper.get(resident.resident_id)!]
    const at = random.integer(0, 9)
    const put = (after: StoredResident, roles: (ResidentRole | null)[]) => {
      this.residents = this.residents.map(each => (each === resident ? after : each))
      this.paper.set(resident.resident_id, roles)
    }
    const paint = (roles: (ResidentRole | null)[], from: number, to: number, role: ResidentRole | null) =>
      roles.map((was, index) => (index + FIRST >= from && index + FIRST <= to ? role : was))
    const first = this.#firstOf(own)
    switch (kind) {
      case 'role': {
        const role = random.pick(['PRIMARY', 'CO_TENANT', 'OCCUPANT'] as const)
        const from = Math.min(at, TODAY)
        // The operation refuses days on which they are not on the lease, and a primary resident who leaves or joins.
        if (resident.to_day !== null || from < Math.max(first, 0)) return
        this.residents = withRole(this.residents, resident, role, day(from))
        for (const [id, roles] of this.paper) {
          const changed = roles.map((was, index) => {
            if (index + FIRST < from || was === null) return was
            if (id === resident.resident_id) return role
            return role === 'PRIMARY' && was === 'PRIMARY' ? 'CO_TENANT' : was
          })
          this.paper.set(id, changed)
        }
        return
      }
      case 'from': {
        const role = own[Math.max(first, FIRST) - FIRST]!
        const from = at === 0 ? FIRST : at
        const after = withFirstDay(resident, day(at), LEASE, others)
        const before = own.map((was, index) => {
          if (index + FIRST < from || index + FIRST >= first) return was
          const isTaken = others.some(({ resident_id: id }) =>
            this.paper
              .get(id)!
              .slice(Math.max(at, 0) - FIRST, first - FIRST)
              .includes('PRIMARY'),
          )
          return role === 'PRIMARY' && isTaken ? 'CO_TENANT' : role
        })
        return void put(after, from > first ? paint(own, first, from - 1, null) : before)
      }
      case 'to':
        return void put(withLastDay(resident, day(at), LEASE, others), own)
      case 'stay':
        return void put(withLastDay(resident, null, LEASE, others), own)
      default: {
        const { to_day } = resident
        if (to_day === null || to_day >= day(TODAY) || day(at) <= to_day) return
        const gone = paint(own, daysBetween(LEASE.start_date, to_day) + 1, at - 1, null)
        put(returned(resident, 'CO_TENANT', day(at)), paint(gone, at, LAST, 'CO_TENANT'))
      }
    }
  }

  /** The paper without what comes after the last day of each resident. */
  shown(): Paper {
    return new Map(
      this.residents.map(({ resident_id: id, to_day }) => [
        id,
        this.paper.get(id)!.map((role, index) => (to_day !== null && day(index + FIRST) > to_day ? null : role)),
      ]),
    )
  }

  /** Checks that the last stay of each resident is stored from its first day on, even if they were thought to have left before. */
  checkFirstDays(): void {
    for (const { resident_id, from_day } of this.residents) {
      const first = this.#firstOf(this.paper.get(resident_id)!)
      assert.equal(from_day, first <= 0 ? null : day(first))
    }
  }

  /** The first day of the last stay on paper. */
  #firstOf(roles: readonly (ResidentRole | null)[]): number {
    const last = roles.findLastIndex(role => role !== null)
    return roles.findLastIndex((role, index) => role === null && index < last) + 1 + FIRST
  }
}

for (let number = 1; number <= repeats(4, 40); number++) {
  test(`over random history ${number}, each day has the residents and roles of the changes, and one primary resident`, async () => {
    const history = new History(number)
    let changes = 0
    for (let turn = 0; turn < 100; turn++) {
      const before = JSON.stringify(history.residents)
      try {
        history.change()
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        assert.equal(JSON.stringify(history.residents), before)
        continue
      }
      if (JSON.stringify(history.residents) !== before) changes++
      assert.deepEqual(
        await shownBy(history.residents),
        history.shown(),
        `${before} → ${JSON.stringify(history.residents)}`,
      )
      history.checkFirstDays()
      for (const index of ALL.keys()) {
        const primaries = [...history.shown().values()].filter(roles => roles[index] === 'PRIMARY')
        assert.equal(primaries.length, 1, day(index + FIRST))
      }
    }
    assert.ok(changes > 10, `${changes}`)
  })
}
