/** Reads a file, and finds its day, its properties and the number of its units. It writes nothing to the database. */
import { Refusal } from '#server/base/refusal.ts'
import { compressedItems } from './compressed-items.ts'
import { FileProperties } from './file-properties.ts'
import type { ImportOptions } from './import-transaction.ts'
import { withinLimits } from './limits.ts'
import { AS_OF } from './option-words.ts'
import { withMore } from './read/more-of-unit.ts'
import {
  type MoreOfUnit,
  type PropertyRecord,
  type RentRollHeader,
  type RentRollItem,
  tenanciesOf,
} from './read/records.ts'
import { type ReadingOptions, readRentRoll } from './read/rent-roll.ts'
import { type Unnamed, unnamedProperties } from './unnamed-properties.ts'

export type Survey = {
  header: RentRollHeader
  asOf: string
  /** Yields what was read. */
  items(): Iterable<RentRollItem>
  units: number
  rowsLeftOut: number
  properties: FileProperties
  unnamed: Unnamed
  /** Whether any row states the end of a lease: only in that case does an empty cell mean month to month. */
  statesLeaseEnds: boolean
}

/** One import is one transaction, whose time is limited (IMPORT_SECONDS). */
const MAX_UNITS = 60_000

export async function surveyFile(
  path: string,
  options: Pick<ImportOptions, 'asOf' | 'today' | 'layout' | 'mapping' | 'isUnseen'>,
  onDisagreement: (line: number, facts: readonly (keyof PropertyRecord)[]) => void,
): Promise<Survey> {
  const { today, mapping } = options
  const kept = itemsByUnit()
  const properties = new FileProperties()
  const unnamed = unnamedProperties()
  let header: RentRollHeader | undefined
  let units = 0
  let rowsLeftOut = 0
  for await (const item of readRentRoll(path, readingOf(options))) {
    kept.keep(item)
    if (item.kind === 'header') header = item.header
    if (item.kind === 'end') rowsLeftOut += item.end.rowsLeftOut
    if (item.kind === 'rejected') unnamed.add(item.unit)
    if (item.kind !== 'row') continue
    if (++units > MAX_UNITS) throw tooLarge()
    const { row } = withinLimits(item.row)
    const { property, tenancy, unit } = row ?? item.row
    const family = tenancy?.residents[0]?.last_name
    unnamed.add({ unnamed: property.unnamed, building: property.building, label: unit.label, family })
    if (!row) {
      rowsLeftOut++
      continue
    }
    const facts = properties.add(row.property, row)
    if (facts.length > 0) onDisagreement(row.line, facts)
  }
  if (!header) throw new Error('The reader gave no header')
  unnamed.answer(properties, mapping)
  const asOf = notInFuture(header.asOf ?? today, today)
  return { header, asOf, units, rowsLeftOut, properties, unnamed, items: kept.all, ...kept.stated() }
}

/** Options that are not given are left out, because the reader has its own defaults. */
function readingOf({
  asOf,
  today,
  layout,
  mapping,
  isUnseen = false,
}: Parameters<typeof surveyFile>[1]): ReadingOptions {
  return { today, isUnseen, ...(asOf && { asOf }), ...(layout && { layout }), ...(mapping && { mapping }) }
}

function notInFuture(asOf: string, today: string): string {
  if (asOf <= today) return asOf
  const message = `The day of the file is ${asOf}, which is in the future: today is ${today}. Choose the day of the export as ${AS_OF}.`
  throw new Refusal('invalid_request', message)
}

/** Keeps the items, and yields each unit with what later rows add to it. */
function itemsByUnit() {
  const kept = compressedItems()
  const more = new Map<number, MoreOfUnit[]>()
  let statesLeaseEnds = false
  return {
    stated: () => ({ statesLeaseEnds }),
    keep(item: RentRollItem): void {
      const tenancies = item.kind === 'row' ? tenanciesOf(item.row) : item.kind === 'more' ? [item.more.tenancy] : []
      statesLeaseEnds ||= tenancies.some(({ lease }) => lease.to !== undefined)
      if (item.kind !== 'more') kept.keep(item)
      else more.set(item.more.of, [...(more.get(item.more.of) ?? []), item.more])
    },
    *all(): Generator<RentRollItem> {
      for (const item of kept.all()) {
        const added = item.kind === 'row' ? more.get(item.row.line) : undefined
        yield item.kind === 'row' && added ? { kind: 'row', row: withMore(item.row, added) } : item
      }
    },
  }
}

function tooLarge(): Refusal {
  return new Refusal(
    'invalid_request',
    `The file has more than ${MAX_UNITS.toLocaleString('en-US')} units, too many for one import. Split it, by property for example.`,
  )
}
