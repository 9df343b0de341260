/** Random portfolios: units that come and go, leases in every stage, and books that need not make sense. */
import { addDays } from '#server/base/dates.ts'
import type { LeaseRecord } from '#server/domain/leases/records.ts'
import { createRandom, type Random } from '#server/seed/random.ts'
import { charge, lease, on, portfolio, property, rate, resident, store, unit } from '../../records.ts'
import type { Organization } from '../../world.ts'
import { openBooks } from './books.ts'

const FIRST_DAY = '2024-01-01'
const DAYS = 900
const CODES = ['RENT', 'RENT', 'PET', 'PARKING', 'CONCESSION', 'OTHER'] as const
const TYPES = ['1x1', '2x1', null]

export const dayIn = (random: Random) => addDays(FIRST_DAY, random.integer(0, DAYS))

/** Returns the IDs of its portfolio and properties. */
export async function storeRandomPortfolio(organization: Organization, seed: string): Promise<string[]> {
  const random = createRandom(seed)
  const group = portfolio(`Portfolio ${seed}`)
  const properties = ['Maple Court', 'Oak Flats', 'Maple Court'].map((name, index) =>
    property({ name, portfolio_id: index === 1 ? null : group.id }),
  )
  const units = Array.from({ length: 30 }, (_, index) =>
    unit(random.pick(properties), {
      label: String(index),
      sqft: random.chance(0.2) ? null : random.integer(300, 2_000),
      in_service_from: random.chance(0.7) ? '2020-01-01' : dayIn(random),
    }),
  ).map(each => ({
    ...each,
    in_service_to: random.chance(0.2) ? addDays(each.in_service_from, random.integer(0, 2_000)) : null,
  }))
  const leases = units.flatMap(of => drawLeases(random, of))
  const people = Array.from({ length: 25 }, (_, index) => resident({ last_name: `Person ${index}` }))
  const books = openBooks()
  for (const each of leases) drawBooks(random, each, books)
  const { invoices, payments, ledger } = books
  await store(organization, {
    portfolios: [group],
    properties,
    units,
    rates: units.flatMap(of =>
      [...new Set(Array.from({ length: random.integer(0, 3) }, () => dayIn(random)))].map(effectiveFrom =>
        rate(of, {
          effective_from: effectiveFrom,
          unit_type: random.pick(TYPES),
          market_rent_cents: random.integer(0, 300_000),
        }),
      ),
    ),
    offlineSpans: units
      .filter(() => random.chance(0.3))
      .map(({ id: unitId }) => {
        const startsOn = dayIn(random)
        return {
          unit_id: unitId,
          starts_on: startsOn,
          ends_on: addDays(startsOn, random.integer(0, 300)),
          reason: 'Test',
        }
      }),
    leases,
    charges: leases.flatMap(of => drawCharges(random, of)),
    residents: people,
    leaseResidents: leases.flatMap(of =>
      random
        .shuffle(people)
        .slice(0, random.integer(0, 3))
        .map((person, index) => on(of, person, index === 0 && random.chance(0.9) ? 'PRIMARY' : 'OCCUPANT')),
    ),
    invoices,
    payments,
    ledger,
  })
  return [group.id, ...properties.map(({ id }) => id)]
}

/** Leases one after another, some with a successor that is already waiting. */
function drawLeases(random: Random, of: Parameters<typeof lease>[0]): LeaseRecord[] {
  const leases: LeaseRecord[] = []
  let startDate = dayIn(random)
  for (let count = random.integer(0, 4); count > 0; count--) {
    const endDate = random.chance(0.9) ? addDays(startDate, random.integer(30, 400)) : null
    const staysOn = count === 1 || (endDate !== null && random.chance(0.3))
    const moveOutDate = staysOn ? null : addDays(startDate, random.integer(0, 500))
    const stage = random.pickWeighted([
      { stage: 'SIGNED', weight: 8 },
      { stage: 'CANCELLED', weight: 1 },
      { stage: 'DRAFT', weight: 1 },
    ] as const).stage
    leases.push(
      lease(of, {
        start_date: startDate,
        end_date:
          stage !== 'SIGNED' || moveOutDate === null || endDate === null || endDate > moveOutDate
            ? endDate
            : moveOutDate,
        move_in_date: random.chance(0.8) ? addDays(startDate, random.integer(-5, 5)) : null,
        move_out_date: moveOutDate,
        notice_given_on: random.chance(0.4) ? dayIn(random) : null,
        eviction_filed_on: random.chance(0.1) ? dayIn(random) : null,
        stage,
        signed_at: stage === 'DRAFT' ? null : `${addDays(startDate, -random.integer(0, 90))}T12:00:00Z`,
        ...(stage === 'CANCELLED' &&
          random.chance(0.7) && { cancelled_on: addDays(startDate, random.integer(-60, 10)) }),
      }),
    )
    const last = moveOutDate ?? endDate
    if (last === null) break
    startDate = addDays(last, random.integer(1, 60))
  }
  return leases
}

function drawCharges(random: Random, of: LeaseRecord) {
  return CODES.filter(() => random.chance(0.6)).map((code, index) => {
    const effectiveFrom = addDays(of.start_date, random.integer(-10, 200))
    return charge(of, {
      code,
      description: `${code} ${index}`,
      amount_cents: random.integer(0, 200_000) * (code === 'CONCESSION' ? -1 : 1),
      effective_from: effectiveFrom,
      effective_to: random.chance(0.5) ? addDays(effectiveFrom, random.integer(0, 400)) : null,
    })
  })
}

function drawBooks(random: Random, of: LeaseRecord, { bill, pay, enter }: ReturnType<typeof openBooks>): void {
  const dollars = () => random.integer(1, 200_000) / 100
  for (let count = random.integer(0, 4); count > 0; count--) {
    const issued = dayIn(random)
    const total = dollars()
    const billed = bill(of, issued, addDays(issued, random.integer(0, 30)), [
      random.pick(['RENT', 'DEPOSIT', 'OTHER']),
      total,
    ])
    if (random.chance(0.6)) pay(of, dayIn(random), total, [billed, total])
  }
  if (random.chance(0.3)) pay(of, dayIn(random), dollars())
  if (random.chance(0.3))
    enter(of, random.pick(['RECEIVABLE', 'DEPOSIT']), dayIn(random), random.pick([1, -1]) * dollars())
}
