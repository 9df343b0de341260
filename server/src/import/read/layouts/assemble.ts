/** What was gathered of a roll → the records of a rent roll: each household with its unit, each charge under its code, each stated sum compared. */
import { comparable } from '../cells.ts'
import {
  type ChargeCode,
  type ChargeRecord,
  type LeaseRecord,
  type RentRollItem,
  type RentRollRow,
  type TenancyRecord,
  tenanciesOf,
  type UnitStatus,
} from '../records.ts'
import { quote } from '../row-cells.ts'
import { tallyRows } from '../totals.ts'
import { chargeMeaning } from './charge-words.ts'
import type { Household } from './household.ts'
import { compareStatements } from './reconcile.ts'
import type { Block, Draft, OtherDraft, Roll, RollTerms, UnitDraft } from './roll.ts'

type Placed = { unit: UnitDraft; block: Block; future: OtherDraft[]; former: OtherDraft[] }

export function* assemble(roll: Roll, { asOf, mapping }: RollTerms): Generator<RentRollItem> {
  const tally = tallyRows()
  const meanings = new Map<string, ChargeCode>()
  const units = placeUnits(roll)
  const kept = placeOthers(roll, units, asOf)
  for (const problem of roll.problems) yield { kind: 'problem', problem }
  roll.problems.length = 0

  for (const place of units) {
    const row = rowOf(place)
    for (const problem of roll.problems) yield { kind: 'problem', problem }
    roll.problems.length = 0
    const leases = tenanciesOf(row).map(({ lease }) => lease)
    const sum = (of: (lease: LeaseRecord) => number | undefined) =>
      leases.reduce((total, lease) => total + (of(lease) ?? 0), 0)
    tally.count(row.line, {
      marketRentCents: row.unit.marketRentCents ?? 0,
      rentCents: sum(({ rentCents }) => rentCents),
      otherChargesCents: sum(({ otherCharges }) =>
        (otherCharges ?? []).reduce((all, { amount_cents: amountCents }) => all + amountCents, 0),
      ),
      depositCents: sum(({ depositCents }) => depositCents),
      pastDueCents: sum(({ pastDueCents, prepaidCents }) => (pastDueCents ?? 0) - (prepaidCents ?? 0)),
    })
    yield { kind: 'row', row }
  }
  for (let left = roll.rowsLeftOut; left > 0; left--) tally.leaveOut()
  const blocks = compareStatements(roll, kept)
  yield {
    kind: 'end',
    end: { ...tally.end(), blocks, charges: chargeWords(), statusWords: [...roll.statusWords] },
  }

  function rowOf({ unit, block: { property }, future, former }: Placed): RentRollRow {
    const futureTenancies = future.map(({ household }) => tenancyOf(household))
    const status = statusOf(unit, future.length > 0)
    const isOccupied = status === 'CURRENT' || status === 'EVICT' || status.startsWith('NOTICE')
    if (!isOccupied) tellUnused(unit, status)
    if (isOccupied && unit.household.residents.length === 0) {
      roll.drop(
        unit.line,
        'Name',
        'The unit is occupied, but nobody is named. It comes in under the name “Unknown”; correct it here later.',
      )
      unit.household.residents = [
        {
          first_name: '',
          last_name: 'Unknown',
          email: undefined,
          phone: undefined,
          isPrimary: true,
          externalId: undefined,
        },
      ]
    }
    return {
      line: unit.line,
      property: property as NonNullable<typeof property>,
      unit: unit.facts,
      status,
      tenancy: isOccupied ? tenancyOf(unit.household) : undefined,
      futureTenancies,
      formerTenancies: former.map(({ household }) => ({ ...tenancyOf(household) })),
    }
  }

  /** A vacant unit has nobody who could owe anything. */
  function tellUnused({ line, household }: UnitDraft, status: UnitStatus): void {
    const { charges, depositCents, otherDepositCents, balanceCents } = household
    const amounts = [...charges.values(), depositCents, otherDepositCents, balanceCents]
    if (amounts.every(cents => !cents)) return
    const name = status.toLowerCase().replaceAll('_', ' ')
    roll.drop(
      line,
      'Balance',
      `The unit is ${name} and nobody is named, but it has charges, a deposit or a balance. They are left out.`,
    )
  }

  function tenancyOf(household: Household): TenancyRecord {
    return { residents: household.residents, lease: leaseOf(household) }
  }

  function leaseOf(household: Household): LeaseRecord {
    const { leaseId, from, to, moveIn, moveOut, depositCents, otherDepositCents, balanceCents } = household
    let rentCents = 0
    const otherCharges: ChargeRecord[] = []
    for (const [word, cents] of household.charges) {
      const code = meaningOf(word)
      if (code === 'RENT') rentCents += cents
      else if (cents !== 0) otherCharges.push(chargeOf(code, word, cents))
    }
    if (rentCents < 0) otherCharges.push(chargeOf('CONCESSION', 'Rent below zero', rentCents))
    const held = [depositCents, otherDepositCents].filter(cents => cents !== undefined)
    return {
      externalId: leaseId,
      from,
      to,
      moveIn,
      moveOut,
      noticeOn: undefined,
      rentCents: Math.max(0, rentCents),
      otherCharges,
      depositCents: held.length > 0 ? held.reduce((sum, cents) => sum + cents, 0) : undefined,
      pastDueCents: balanceCents === undefined ? undefined : Math.max(0, balanceCents),
      prepaidCents: balanceCents === undefined ? undefined : Math.max(0, -balanceCents),
    }
  }

  function meaningOf(word: string): ChargeCode {
    const known = meanings.get(word)
    if (known) return known
    const { code } = chargeMeaning(word, mapping)
    meanings.set(word, code)
    return code
  }

  function chargeWords() {
    return [...meanings.keys()].slice(0, 1_000).map(word => ({ word, ...chargeMeaning(word, mapping) }))
  }
}

/** A charge below zero is a credit, and a concession above zero is none. */
function chargeOf(code: Exclude<ChargeCode, 'RENT'>, description: string, amountCents: number): ChargeRecord {
  if (amountCents < 0) return { code: 'CONCESSION', description, amount_cents: amountCents }
  return { code: code === 'CONCESSION' ? 'OTHER' : code, description, amount_cents: amountCents }
}

/** A file that only tells occupied units from vacant ones says by a move-out date that notice was given. */
function statusOf({ state, isEviction, household }: UnitDraft, isRentedAhead: boolean): UnitStatus {
  const stated = state === 'OCCUPIED' ? (household.moveOut ? 'NOTICE_UNRENTED' : 'CURRENT') : state
  if (isEviction && (stated === 'CURRENT' || stated.startsWith('NOTICE'))) return 'EVICT'
  if (stated === 'VACANT') return isRentedAhead ? 'VACANT_RENTED' : 'VACANT_UNRENTED'
  if (isRentedAhead && stated === 'VACANT_UNRENTED') return 'VACANT_RENTED'
  if (isRentedAhead && stated === 'NOTICE_UNRENTED') return 'NOTICE_RENTED'
  return stated
}

/** The units that come in: each has a property, and stands there once. */
function placeUnits(roll: Roll): Placed[] {
  const lines = new Map<string, number>()
  const placed: Placed[] = []
  for (const block of roll.blocks) {
    for (const draft of block.drafts) {
      if (draft.kind !== 'unit') continue
      const { label } = draft.facts
      if (!block.property?.name) {
        roll.leaveOut(
          draft.line,
          'Unit',
          `The file does not say to which property the unit ${quote(label)} belongs. Export the report with its title rows and totals.`,
        )
        continue
      }
      const key = `${keyOf(block)} ${label.toLowerCase()}`
      const earlier = lines.get(key)
      if (earlier !== undefined) {
        roll.leaveOut(
          draft.line,
          'Unit',
          `The same property has the unit ${quote(label)} on line ${earlier}. Remove one, or correct the unit.`,
        )
        continue
      }
      lines.set(key, draft.line)
      placed.push({ unit: draft, block, future: [], former: [] })
    }
  }
  return placed
}

function keyOf({ property }: Block): string {
  return property?.externalId ?? comparable(property?.name ?? '')
}

/** Gives each household to come to its unit, and tells of every one that has none. Returns all drafts that come in. */
function placeOthers(roll: Roll, units: readonly Placed[], asOf: string | undefined): ReadonlySet<Draft> {
  const kept = new Set<Draft>(units.map(({ unit }) => unit))
  const byLabel = Map.groupBy(units, ({ unit }) => unit.facts.label.toLowerCase())
  for (const block of roll.blocks) {
    for (const draft of block.drafts) {
      if (draft.kind === 'unit') continue
      const named = byLabel.get(draft.label.toLowerCase()) ?? []
      const inBlock = named.filter(
        ({ block: other }) => other === block || (block.property && keyOf(other) === keyOf(block)),
      )
      const place = inBlock[0] ?? (named.length === 1 ? named[0] : undefined)
      const who = draft.household.residents
        .map(({ first_name: firstName, last_name: lastName }) => `${firstName} ${lastName}`.trim())
        .join(', ')
      const tell = (column: string, why: string) => roll.drop(draft.line, column, `${quote(who)} ${why}`)
      const start = [draft.household.moveIn, draft.household.from]
        .filter(date => date !== undefined)
        .sort()
        .at(-1)
      if (draft.kind === 'renewal') {
        tell(
          'Lease Start',
          `renews from ${draft.household.from ?? 'a day that is not said'} to ${draft.household.to ?? 'an open end'}. An import does not store it; record the renewal here.`,
        )
      } else if (draft.kind === 'former') {
        const { balanceCents, moveOut, from, moveIn } = draft.household
        const begins = from ?? moveIn
        if (!balanceCents) continue
        if (!place)
          tell(
            'Unit',
            'has left and has a balance, but the unit is in no property of the file, or in several. The balance is left out.',
          )
        else if (
          begins === undefined ||
          moveOut === undefined ||
          moveOut < begins ||
          (asOf !== undefined && moveOut >= asOf)
        ) {
          tell(
            'Balance',
            'has left and has a balance, but no day says from when to when the lease ran. The balance is left out; record it here later.',
          )
        } else {
          place.former.push(draft)
          kept.add(draft)
        }
      } else if (draft.household.residents.length === 0) {
        roll.drop(
          draft.line,
          'Name',
          `The unit ${quote(draft.label)} has a household to come that is not named. It is left out.`,
        )
      } else if (!place) {
        const count = named.length > 1 ? 'several properties have' : 'no property of the file has'
        tell('Unit', `is to move into the unit ${quote(draft.label)}, but ${count} it. The household is left out.`)
      } else if (start === undefined) {
        tell('Move In', 'is to move in, but no day says when. The household is left out; add a date.')
      } else if (asOf !== undefined && start <= asOf) {
        tell(
          'Move In',
          `was to move in on ${start}, which has passed by ${asOf}. The household is left out; correct the date, or cancel it there.`,
        )
      } else {
        place.future.push(draft)
        kept.add(draft)
      }
    }
  }
  const startOf = ({ household: { moveIn, from } }: OtherDraft) => moveIn ?? from ?? ''
  for (const { future } of units) future.sort((one, other) => (startOf(one) < startOf(other) ? -1 : 1))
  return kept
}
