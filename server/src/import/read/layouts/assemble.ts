/** Turns what a layout gathered into the records of a rent roll: each tenancy with its unit, each charge under its code, each stated sum compared. */
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
import { compareStatements } from './reconcile.ts'
import type { Block, Draft, OtherDraft, Roll, RollTerms, UnitDraft } from './roll.ts'
import type { StatedTenancy } from './tenancy.ts'

/** What charges are called that have no code, after their column. */
const COLUMNS: readonly string[] = ['Scheduled Charges', 'Lease Rent']

type Placed = { unit: UnitDraft; block: Block; future: OtherDraft[]; former: OtherDraft[]; renewal?: OtherDraft }

export function* assemble(roll: Roll, { asOf, mapping, hasOwnCodes }: RollTerms): Generator<RentRollItem> {
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
  for (const figures of roll.leftOutFigures) tally.leaveOut(figures)
  for (let left = roll.rowsLeftOut - roll.leftOutFigures.length; left > 0; left--) tally.leaveOut()
  const blocks = compareStatements(roll, kept)
  yield {
    kind: 'end',
    end: { ...tally.end(), blocks, charges: chargeWords(), statusWords: [...roll.statusWords] },
  }

  function rowOf({ unit, block: { property }, future, former, renewal }: Placed): RentRollRow {
    const futureTenancies = future.map(({ tenancy }) => tenancyOf(tenancy))
    const status = statusOf(unit, future.length > 0)
    const isOccupied = status === 'CURRENT' || status === 'EVICT' || status.startsWith('NOTICE')
    if (!isOccupied) tellUnused(unit, status)
    if (isOccupied && unit.tenancy.residents.length === 0) {
      roll.drop(
        unit.line,
        'Name',
        'The unit is occupied, but no resident is named. It is imported under the name “Unknown”; correct the name in Gatehouse later.',
      )
      unit.tenancy.residents = [
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
      property: (property as NonNullable<typeof property>).record,
      unit: unit.facts,
      status,
      tenancy: isOccupied ? tenancyOf(unit.tenancy) : undefined,
      futureTenancies,
      formerTenancies: former.map(({ tenancy }) => ({ ...tenancyOf(tenancy) })),
      renewal: isOccupied && renewal ? leaseOf(renewal.tenancy) : undefined,
    }
  }

  /** Reports amounts of a vacant unit, because it has no resident who could owe them. */
  function tellUnused({ line, tenancy }: UnitDraft, status: UnitStatus): void {
    const { charges, depositCents, otherDepositCents, balanceCents } = tenancy
    const amounts = [...charges.values(), depositCents, otherDepositCents, balanceCents]
    if (amounts.every(cents => !cents)) return
    const name = status.toLowerCase().replaceAll('_', ' ')
    roll.drop(
      line,
      'Balance',
      `The unit is ${name} and no resident is named, but it has charges, a deposit or a balance. These amounts are not imported. Name the resident, or remove the amounts.`,
    )
  }

  function tenancyOf(tenancy: StatedTenancy): TenancyRecord {
    return { residents: tenancy.residents, lease: leaseOf(tenancy) }
  }

  function leaseOf(tenancy: StatedTenancy): LeaseRecord {
    const { leaseId, from, to, moveIn, moveOut, depositCents, otherDepositCents, balanceCents } = tenancy
    let rentCents = 0
    const otherCharges: ChargeRecord[] = []
    for (const [word, cents] of tenancy.charges) {
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
    return [...meanings.keys()].slice(0, 1_000).map(word => {
      const isOwn = hasOwnCodes && !COLUMNS.includes(word)
      return { word, ...chargeMeaning(word, mapping), isOwn }
    })
  }
}

/** Imports a charge below zero as a concession, and a concession above zero as OTHER. */
function chargeOf(code: Exclude<ChargeCode, 'RENT'>, description: string, amountCents: number): ChargeRecord {
  if (amountCents < 0) return { code: 'CONCESSION', description, amount_cents: amountCents }
  return { code: code === 'CONCESSION' ? 'OTHER' : code, description, amount_cents: amountCents }
}

/** Derives the status of a unit. If a file states only whether a unit is occupied, a move-out date means that notice was given. */
function statusOf({ state, isEviction, tenancy }: UnitDraft, isRentedAhead: boolean): UnitStatus {
  const stated = state === 'OCCUPIED' ? (tenancy.moveOut ? 'NOTICE_UNRENTED' : 'CURRENT') : state
  if (isEviction && (stated === 'CURRENT' || stated.startsWith('NOTICE'))) return 'EVICT'
  if (stated === 'VACANT') return isRentedAhead ? 'VACANT_RENTED' : 'VACANT_UNRENTED'
  if (isRentedAhead && stated === 'VACANT_UNRENTED') return 'VACANT_RENTED'
  if (isRentedAhead && stated === 'NOTICE_UNRENTED') return 'NOTICE_RENTED'
  return stated
}

/** Returns the units to import: each has a property, and is listed there once. */
function placeUnits(roll: Roll): Placed[] {
  const lines = new Map<string, number>()
  const placed: Placed[] = []
  for (const block of roll.blocks) {
    for (const draft of block.drafts) {
      if (draft.kind !== 'unit') continue
      const { label } = draft.facts
      if (!block.property?.name) {
        roll.leaveOut(
          draft,
          'Unit',
          `The file does not say to which property the unit ${quote(label)} belongs. Export the report with its title rows and totals.`,
        )
        continue
      }
      const key = `${keyOf(block)} ${label.toLowerCase()}`
      const earlier = lines.get(key)
      if (earlier !== undefined) {
        roll.leaveOut(
          draft,
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
  return property?.code ?? comparable(property?.name ?? '')
}

/** Assigns each future and former tenancy to its unit, and reports those that have none. Returns every draft to import. */
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
      const who = draft.tenancy.residents
        .map(({ first_name: firstName, last_name: lastName }) => `${firstName} ${lastName}`.trim())
        .join(', ')
      const tell = (column: string, why: string) => roll.drop(draft.line, column, `${quote(who)} ${why}`)
      const start = [draft.tenancy.moveIn, draft.tenancy.from]
        .filter(date => date !== undefined)
        .sort()
        .at(-1)
      if (draft.kind === 'renewal') {
        const { from, to } = draft.tenancy
        const isToCome = from !== undefined && (asOf === undefined || from > asOf)
        if (place && isToCome && !place.renewal) {
          place.renewal = draft
          kept.add(draft)
        } else {
          tell(
            'Lease Start',
            `renews from ${from ?? 'an unstated date'} to ${to ?? 'an open end'}, but ${place ? 'that is not one term after the day of the file' : 'no unit of the file has this lease'}. The renewal is not imported. Record it in Gatehouse.`,
          )
        }
      } else if (draft.kind === 'former') {
        const { balanceCents, moveOut, from, moveIn } = draft.tenancy
        const begins = from ?? moveIn
        if (!balanceCents) continue
        if (!place)
          tell(
            'Unit',
            'moved out with a balance, but the unit is in no property of the file, or in several. The balance is not imported. Correct the unit, or record the balance in Gatehouse.',
          )
        else if (
          begins === undefined ||
          moveOut === undefined ||
          moveOut < begins ||
          (asOf !== undefined && moveOut >= asOf)
        ) {
          tell(
            'Balance',
            'moved out with a balance, but the file does not state when the lease began and ended. The balance is not imported. Record it in Gatehouse.',
          )
        } else {
          place.former.push(draft)
          kept.add(draft)
        }
      } else if (draft.tenancy.residents.length === 0) {
        roll.drop(
          draft.line,
          'Name',
          `The unit ${quote(draft.label)} has a future tenancy without a name. The tenancy is not imported. Add the name.`,
        )
      } else if (!place) {
        const count = named.length > 1 ? 'several properties have' : 'no property of the file has'
        tell(
          'Unit',
          `will move into the unit ${quote(draft.label)}, but ${count} it. The tenancy is not imported. Correct the unit.`,
        )
      } else if (start === undefined) {
        tell('Move In', 'will move in, but the file does not state when. The tenancy is not imported. Add the date.')
      } else if (asOf !== undefined && start <= asOf) {
        tell(
          'Move In',
          `was expected to move in on ${start}, which is not after ${asOf}, the day of the file. The tenancy is not imported. Correct the date, or cancel the move-in in the other system.`,
        )
      } else {
        place.future.push(draft)
        kept.add(draft)
      }
    }
  }
  const startOf = ({ tenancy: { moveIn, from } }: OtherDraft) => moveIn ?? from ?? ''
  for (const { future } of units) future.sort((one, other) => (startOf(one) < startOf(other) ? -1 : 1))
  return kept
}
