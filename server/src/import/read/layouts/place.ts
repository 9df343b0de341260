/** Assigns each unit of a layout to its property, and each tenancy that is not the current one to its unit. */
import { formatCents } from '#server/base/money.ts'
import { comparable } from '../cells.ts'
import { assumedMoveOut, assumedMoveOutWords } from '../former-rows.ts'
import { isSameResident, namesOf } from '../full-name.ts'
import { unnamedProperty } from '../records.ts'
import { quote } from '../row-cells.ts'
import type { Block, Draft, OtherDraft, Roll, UnitDraft } from './roll.ts'
import type { StatedTenancy } from './tenancy.ts'

/** A unit to import, with the tenancies that were assigned to it. */
export type Placed = { unit: UnitDraft; block: Block; future: OtherDraft[]; former: OtherDraft[]; renewal?: OtherDraft }

/** Returns the units to import: each has a property, which the file may not name, and is listed there once. */
export function placeUnits(roll: Roll): Placed[] {
  const lines = new Map<string, number>()
  const placed: Placed[] = []
  for (const [number, block] of roll.blocks.entries()) {
    for (const draft of block.drafts) {
      if (draft.kind !== 'unit') continue
      const { label } = draft.facts
      if (!block.property?.name) block.property = { name: '', code: undefined, record: unnamedProperty(number + 1) }
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
  return property?.code ?? (comparable(property?.name ?? '') || `unnamed ${property?.record.unnamed}`)
}

/** Assigns each future and former tenancy to its unit, and reports those that have none. Returns every draft that the sums of the file cover. */
export function placeOthers(roll: Roll, units: readonly Placed[]): ReadonlySet<Draft> {
  const kept = new Set<Draft>(units.map(({ unit }) => unit))
  const byLabel = Map.groupBy(units, ({ unit }) => unit.facts.label.toLowerCase())
  for (const block of roll.blocks) {
    for (const draft of block.drafts) {
      if (draft.kind === 'unit') continue
      const named = byLabel.get(draft.label.toLowerCase()) ?? []
      const place =
        named.find(({ block: other }) => other === block || (block.property && keyOf(other) === keyOf(block))) ??
        (named.length === 1 ? named[0] : undefined)
      const outcome = PLACE[draft.kind](draft, place, { roll, asOf: roll.asOf, isAmbiguous: named.length > 1 })
      // A row that contains nothing to import is still counted in the sums of the file.
      if (outcome === 'kept' || outcome === 'of no matter') kept.add(draft)
      else roll.drop(draft.line, outcome.column, outcome.reason)
    }
  }
  for (const { future } of units) future.sort((one, other) => (startOf(one) < startOf(other) ? -1 : 1))
  return kept
}

/** The outcome for a tenancy: it was assigned to its unit, it contains nothing to import, or it cannot be assigned. */
type Outcome = 'kept' | 'of no matter' | { column: string; reason: string }

/** What an assignment depends on: `asOf` is the day of the file, and `isAmbiguous` is whether several properties have a unit with this label. */
type Circumstances = { roll: Roll; asOf: string | undefined; isAmbiguous: boolean }

const PLACE: Readonly<
  Record<OtherDraft['kind'], (draft: OtherDraft, place: Placed | undefined, circumstances: Circumstances) => Outcome>
> = { renewal: placeRenewal, former: placeFormer, future: placeFuture }

function placeRenewal(draft: OtherDraft, place: Placed | undefined, { roll, asOf }: Circumstances): Outcome {
  const { from, to } = draft.tenancy
  if (place && !place.renewal && from !== undefined && (asOf === undefined || from > asOf)) {
    place.renewal = draft
    addMoney(place.unit.tenancy, draft, roll)
    return 'kept'
  }
  const why = place ? 'that is not one term after the day of the file' : 'no unit of the file has this lease'
  return refused(
    draft,
    'Lease Start',
    `renews from ${from ?? 'an unstated date'} to ${to ?? 'an open end'}, but ${why}. The renewal is not imported. Record it in Gatehouse.`,
  )
}

const MONEY = [
  ['depositCents', 'Deposit'],
  ['otherDepositCents', 'Deposit'],
  ['balanceCents', 'Balance'],
] as const

/**
 * Moves the deposits and the balance of a renewal to the lease that it renews, which has one ledger. An amount that both rows state is that of the lease,
 * repeated; two amounts that differ are added up. Nobody can see in the file which of the two it is, so both are reported.
 */
function addMoney(to: StatedTenancy, { line, tenancy: from }: OtherDraft, roll: Roll): void {
  for (const [amount, column] of MONEY) {
    const [held = 0, more] = [to[amount], from[amount]]
    if (!more) continue
    const name = `${column.toLowerCase()} of the renewal of ${quote(namesOf(to.residents))}`
    // What is repeated stays in the row of the renewal, because the totals of the file may include it.
    if (more === held) {
      roll.drop(line, column, `The ${name} repeats that of the lease, ${formatCents(held)}, and is counted once.`)
      continue
    }
    to[amount] = held + more
    from[amount] = 0
    if (held === 0) continue
    const sum = `${formatCents(held)} and ${formatCents(more)} are added up`
    roll.drop(
      line,
      column,
      `The ${name} differs from that of the lease: ${sum}. If one includes the other, correct it.`,
    )
  }
}

function placeFormer(draft: OtherDraft, place: Placed | undefined, { asOf, roll }: Circumstances): Outcome {
  const { balanceCents, depositCents, otherDepositCents, from, moveIn } = draft.tenancy
  const assumed = assumedMoveOut(draft.tenancy, asOf)
  const moveOut = draft.tenancy.moveOut ?? assumed
  const begins = from ?? moveIn
  const hasMoney = Boolean(balanceCents || depositCents || otherDepositCents)
  // If only the row of a former resident names a unit, that unit is missing.
  if (!place) {
    const reason = hasMoney
      ? 'moved out with a balance or a deposit, but the unit is in no property of the file, or in several. Neither is imported. Correct the unit, or record them in Gatehouse.'
      : 'moved out, but the unit is in no property of the file, or in several. Check that no unit is missing.'
    return refused(draft, 'Unit', reason)
  }
  const isDated = begins !== undefined && moveOut !== undefined && moveOut >= begins
  if (isDated && (asOf === undefined || moveOut < asOf)) {
    if (assumed !== undefined && !hasMoney) return 'of no matter'
    draft.tenancy.moveOut = moveOut
    if (assumed !== undefined) roll.drop(draft.line, 'Move Out', aboutResidents(draft, assumedMoveOutWords(assumed)))
    place.former.push(draft)
    return 'kept'
  }
  // Without money and without these days, the row states nothing.
  if (!hasMoney) return 'of no matter'
  const why = isDated
    ? `on ${moveOut} with a balance or a deposit, but that is not before ${asOf}, the day of the file`
    : 'with a balance or a deposit, but the file does not state when the lease began and ended'
  return refused(draft, 'Balance', `moved out ${why}. Neither is imported. Record them in Gatehouse.`)
}

function placeFuture(draft: OtherDraft, place: Placed | undefined, circumstances: Circumstances): Outcome {
  const { asOf, isAmbiguous } = circumstances
  const { residents, moveIn, from } = draft.tenancy
  if (place && from !== undefined && isOfPresent(draft, place)) return placeRenewal(draft, place, circumstances)
  const dates = [moveIn, from].filter(date => date !== undefined)
  const start = dates.sort().at(-1)
  if (residents.length === 0) {
    const reason = `The unit ${quote(draft.label)} has a future tenancy without a name. The tenancy is not imported. Add the name.`
    return { column: 'Name', reason }
  }
  if (!place) {
    const count = isAmbiguous ? 'several properties have' : 'no property of the file has'
    return refused(
      draft,
      'Unit',
      `will move into the unit ${quote(draft.label)}, but ${count} it. The tenancy is not imported. Correct the unit.`,
    )
  }
  if (start === undefined) {
    const why = 'will move in, but the file does not state when. The tenancy is not imported. Add the date.'
    return refused(draft, 'Move In', why)
  }
  if (asOf !== undefined && start <= asOf) {
    return refused(
      draft,
      'Move In',
      `was expected to move in on ${start}, which is not after ${asOf}, the day of the file. The tenancy is not imported. Correct the date, or cancel the move-in in the other system.`,
    )
  }
  place.future.push(draft)
  return 'kept'
}

/** Whether the next lease is one of the residents who live in the unit and stay, and therefore renews their lease. */
function isOfPresent({ tenancy }: OtherDraft, { unit, renewal }: Placed): boolean {
  const [next, present] = [tenancy.residents[0], unit.tenancy.residents[0]]
  if (!next || !present || renewal || unit.tenancy.moveOut !== undefined) return false
  if (unit.state.startsWith('NOTICE') || unit.isEviction) return false
  return isSameResident(next, present)
}

function refused(draft: OtherDraft, column: string, why: string): Outcome {
  return { column, reason: aboutResidents(draft, why) }
}

function aboutResidents({ tenancy }: OtherDraft, what: string): string {
  return `${quote(namesOf(tenancy.residents))} ${what}`
}

function startOf({ tenancy: { moveIn, from } }: OtherDraft): string {
  return moveIn ?? from ?? ''
}
