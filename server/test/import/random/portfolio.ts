/** Random portfolios to write as reports of other systems: their units, residents, charges and amounts. What an import must store is known from them. */
import fc from 'fast-check'
import { addDays } from '#server/base/dates.ts'

export const DAY = '2026-05-01'

export type Person = readonly [first: string, last: string]
/** A charge by the customer's own code; `cents` is below zero for a credit. */
export type Charge = { word: keyof typeof MEANINGS; cents: number }
export type Tenancy = {
  people: readonly Person[]
  moveIn: string
  from: string
  to: string | undefined
  moveOut: string | undefined
  charges: readonly Charge[]
  depositCents: number
  balanceCents: number
}
export type Home = {
  label: string
  type: string
  sqft: number
  marketCents: number
  /** Whether nobody may live there, because it is a model or the like. */
  isOffline: boolean
  living: Tenancy | undefined
  next: Tenancy | undefined
}
export type Property = { name: string; code: string; homes: readonly Home[] }

/** What the codes of charges mean; a housing authority pays its part of a rent under a code of its own. */
export const MEANINGS = {
  rent: 'RENT',
  hap: 'RENT',
  petrent: 'PET',
  parking: 'PARKING',
  trash: 'UTILITY',
  conc: 'CONCESSION',
  zorb: 'OTHER',
} as const

const NAMES: readonly Person[] = [
  ['Jane', 'Sample'],
  ['Zoë', 'Ødegård-Roy'],
  ['Siobhán', "O'Brien"],
  ['Ana Maria', 'de la Cruz'],
  ['Li', 'Wei'],
  ['John', 'Smith Jr.'],
  ['Rosa', 'Vacanti'],
  ['Tom', 'Total'],
  ['Ann', 'Model'],
  ['Bo', 'Church'],
]
/** Labels that spreadsheets and readers mistake for days, numbers, totals or headings. */
const LABELS = [
  '101',
  '0312',
  '3E2',
  '1-2',
  'A',
  '#7',
  'Unit 9',
  'B-101',
  '12A',
  'P-1',
  '1/2',
  'Bldg 2 - 14',
  '00',
  '7.5',
]
const PROPERTIES = [
  ['Oxbow Flats', 'oxb'],
  ['Totalwood Lofts', 'tot'],
  ['9 Harbor Way', '9har'],
  ['The Model House', 'mod'],
  ['St. Ann’s Court', 'ann'],
] as const

const days = (least: number, most: number) => fc.integer({ min: least, max: most }).map(count => addDays(DAY, count))
const cents = (most: number) => fc.oneof(fc.constant(0), fc.integer({ min: 1, max: most }))

/** The charges of a lease, each code once; the rent may be split with a housing authority, or be nothing. */
const charges = fc
  .record({
    rent: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 40_000, max: 400_000 }) },
      { weight: 1, arbitrary: fc.constant(0) },
    ),
    hap: fc.option(fc.integer({ min: 1, max: 90_000 }), { nil: 0 }),
    others: fc.uniqueArray(
      fc.record({
        word: fc.constantFrom('petrent', 'parking', 'trash', 'conc', 'zorb'),
        cents: fc.integer({ min: 1, max: 30_000 }),
      }),
      { selector: ({ word }) => word, maxLength: 3 },
    ),
  })
  .map(({ rent, hap, others }): Charge[] =>
    [
      { word: 'rent' as const, cents: rent },
      { word: 'hap' as const, cents: rent > 0 ? hap : 0 },
      ...others.map(each => (each.word === 'conc' ? { ...each, cents: -each.cents } : each)),
    ].filter(each => each.cents !== 0),
  )

const tenancy = (isNext: boolean): fc.Arbitrary<Tenancy> =>
  fc
    .record({
      people: fc.uniqueArray(fc.constantFrom(...NAMES), { selector: ([, last]) => last, minLength: 1, maxLength: 3 }),
      from: isNext ? days(40, 90) : days(-500, 0),
      stayed: fc.integer({ min: 0, max: 700 }),
      term: fc.option(fc.integer({ min: 30, max: 600 }), { nil: undefined }),
      moveOut: fc.option(days(0, 35), { nil: undefined }),
      charges,
      depositCents: cents(250_000),
      balanceCents: fc.oneof(
        cents(500_000),
        cents(90_000).map(owed => -owed || 0),
      ),
    })
    .map(({ from, stayed, term, moveOut, ...rest }) => ({
      ...rest,
      from,
      moveIn: isNext ? from : addDays(from, -stayed),
      to: term === undefined ? undefined : addDays(from, term),
      moveOut: isNext ? undefined : moveOut,
    }))

const home = (label: string): fc.Arbitrary<Home> =>
  fc
    .record({
      type: fc.constantFrom('a1', 'ox2', '2BR/1BA', 'Studio'),
      sqft: fc.integer({ min: 0, max: 2_400 }),
      marketCents: cents(500_000),
      state: fc.constantFrom('offline', 'vacant', 'next', 'living', 'living', 'living', 'both'),
      living: tenancy(false),
      next: tenancy(true),
    })
    .map(({ state, living, next, ...unit }) => ({
      ...unit,
      label,
      isOffline: state === 'offline',
      living: state === 'living' || state === 'both' ? leaving(living, state === 'both') : undefined,
      next: state === 'next' || state === 'both' ? next : undefined,
    }))

/** Someone is to come only if the present residents move out. */
function leaving(living: Tenancy, isRented: boolean): Tenancy {
  return isRented ? { ...living, moveOut: living.moveOut ?? addDays(DAY, 20) } : living
}

/** One to three properties with distinct names, each with one or several units; different properties have the same labels. */
export const portfolio: fc.Arbitrary<Property[]> = fc
  .uniqueArray(fc.constantFrom(...PROPERTIES), { minLength: 1, maxLength: 3 })
  .chain(names =>
    fc.tuple(
      ...names.map(([name, code]) =>
        fc
          .uniqueArray(fc.constantFrom(...LABELS), { minLength: 1, maxLength: 8 })
          .chain(labels => fc.tuple(...labels.map(home)))
          .map(homes => ({ name, code, homes })),
      ),
    ),
  )

export function sumOf<Item>(items: readonly Item[], figure: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + figure(item), 0)
}

/** What is charged by a code of ours, or in all. */
export function chargedCents({ charges: all }: Tenancy, code?: string): number {
  return sumOf(
    all.filter(({ word }) => code === undefined || MEANINGS[word] === code),
    ({ cents: each }) => each,
  )
}
