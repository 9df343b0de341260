/** What the reports of all layouts share: how their cells are written, and the sums of their totals. */
import { keysOf } from '#server/base/keys-of.ts'
import { type Charge, chargedCents, MEANINGS, type Person, type Property, sumOf, type Tenancy } from './portfolio.ts'

/** How a program writes amounts, days and the names of several residents. */
export type Style = { money(cents: number): string; day(day: string | undefined): string }
export type Row = string[]
export type Report = {
  name: string
  write(properties: readonly Property[], style: Style): Row[]
  /** What the layout states; the rest is not compared. */
  states: {
    market: boolean
    sqft: boolean
    type: boolean
    from: boolean
    moveIn: boolean
    moveOut: boolean
  }
}

export const of = (...cells: (string | number)[]): Row => cells.map(String)
export const firstLast = (people: readonly Person[], separator: string) =>
  people.map(([first, last]) => `${first} ${last}`).join(separator)
export const lastFirst = (people: readonly Person[], separator: string) =>
  people.map(([first, last]) => `${last}, ${first}`).join(separator)
export const market = ({ homes }: Property) => sumOf(homes, ({ marketCents }) => marketCents)
export const livingIn = ({ homes }: Property) => homes.flatMap(({ living }) => living ?? [])
export const depositsIn = (tenancies: readonly Tenancy[]) => sumOf(tenancies, ({ depositCents }) => depositCents)
export const balancesIn = (tenancies: readonly Tenancy[]) => sumOf(tenancies, ({ balanceCents }) => balanceCents)
export const chargesIn = (tenancies: readonly Tenancy[], code?: string) =>
  sumOf(tenancies, each => chargedCents(each, code))
export const chargesOfWord = (tenancies: readonly Tenancy[], word: Charge['word']) =>
  sumOf(
    tenancies.flatMap(({ charges }) => charges.filter(each => each.word === word)),
    ({ cents }) => cents,
  )

export function chargeOf(charge: Charge | undefined, money: Style['money']): Row {
  return charge ? [charge.word, money(charge.cents)] : ['', money(0)]
}

export const WORDS = keysOf(MEANINGS)
