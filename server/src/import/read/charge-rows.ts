/**
 * A rent roll with a row for each charge, such as Rent Manager's. Its rows are read as one row for each unit, with a column for each word of the column of
 * charges.
 */
import { Refusal } from '#server/base/refusal.ts'
import { cleanCell, MONEY, wordKey } from './cells.ts'
import type { Columns } from './columns.ts'
import { chargeMeaning } from './layouts/charge-words.ts'
import type { Mapping } from './mapping.ts'
import type { ChargeWord, RentRollProblem } from './records.ts'
import { quote } from './row-cells.ts'
import type { TableRow } from './table.ts'
import { inWords } from './table-columns.ts'

/** The positions of the words and of the amounts of charges. */
export type ChargePlaces = { word: number; amount: number }

const CHARGE = /^(?:recurring )?charge(?: (?:code|type|description|name))?$/i
const AMOUNT = /^(?:charge |scheduled |monthly )?amount$/i
/** Headers of charges that were posted on a day, which are not what a lease is charged every month. */
const POSTED = /\b(?:date|day|due|posted|period|invoice|reference|transaction|paid)\b/i

/** The charges of a table with a row for each; undefined if it has columns of amounts per month, or if the charges may be those of some days. */
export function chargePlacesOf({ headers, indexOf, ignored }: Columns): ChargePlaces | undefined {
  if ((['rent', 'tenantRent', 'total'] as const).some(field => indexOf.has(field)) || !indexOf.has('unit'))
    return undefined
  if (!(['leaseFrom', 'leaseTo', 'leaseTerm', 'moveIn'] as const).some(field => indexOf.has(field))) return undefined
  if (ignored.some(header => POSTED.test(inWords(header)))) return undefined
  const at = (pattern: RegExp) => headers.findIndex(each => ignored.includes(each) && pattern.test(inWords(each)))
  const [word, amount] = [at(CHARGE), at(AMOUNT)]
  return word === -1 || amount === -1 ? undefined : { word, amount }
}

/** The columns without those that `places` read. */
export function withoutChargePlaces(columns: Columns, { word, amount }: ChargePlaces): Columns {
  const read = [columns.headers[word], columns.headers[amount]]
  return { ...columns, ignored: columns.ignored.filter(header => !read.includes(header)) }
}

/** The most different words; a table has at most 200 columns. */
const MAX_WORDS = 100
const UNIT_TOTAL = /^(?:(?:unit|lease|charge|tenant) )?totals?:?$/i

/** A row of a unit with the amounts of its charges by their words, as the file writes them. */
type Group = { row: TableRow; amounts: Map<string, string[]>; charges: Set<string> }

type Pivoted = { columns: Columns; rows: TableRow[]; problems: RentRollProblem[]; words: ChargeWord[] }

/** Reads all rows, because any of them may have a charge that the rows above do not have. */
export async function pivotCharges(
  rows: AsyncGenerator<TableRow>,
  columns: Columns,
  places: ChargePlaces,
  mapping: Mapping,
): Promise<Pivoted> {
  const groups: Group[] = []
  const words = new Map<string, string>()
  const problems: RentRollProblem[] = []
  let open: Group | undefined
  for await (const row of rows) {
    const [word = '', amount = ''] = [places.word, places.amount].map(index => cleanCell(row.cells[index] ?? ''))
    const isTotal = UNIT_TOTAL.test(word) && textIn(row, columns, 'unit') === ''
    if (isTotal) problems.push(...differenceOf(open, row, columns, places))
    if (isTotal) continue
    const isHeader = word !== '' && word === columns.headers[places.word]
    const isCharge = word !== '' && !isHeader && amount !== ''
    const charge = `${wordKey(word)}\n${amount}`
    if (isCharge && open && isFurther(row, open, columns, charge)) addTo(open, word, amount, charge)
    else {
      const group: Group = { row, amounts: new Map(), charges: new Set() }
      if (isCharge) addTo(group, word, amount, charge)
      // The titles that a page repeats stand between the charges of a unit.
      if (isCharge || (!isHeader && textIn(row, columns, 'unit') !== '')) open = group
      groups.push(group)
    }
    if (isCharge) words.set(wordKey(word), words.get(wordKey(word)) ?? word)
    if (words.size > MAX_WORDS)
      throw new Refusal('invalid_request', `The file has more than ${MAX_WORDS} kinds of charges. Split it.`)
  }
  const table = tableOf(groups, words, columns, places, mapping)
  const first = groups.find(({ amounts }) => amounts.size > 0)
  if (first && table.words.every(({ code }) => code !== 'RENT')) {
    const reason =
      'No charge of the file is known to be rent, so leases are imported without rent. Say in a mapping file which of its charges is rent (--write-map creates one).'
    problems.push({ line: first.row.line, column: columns.headers[places.word] ?? '', reason, leftOut: 'value' })
  }
  return { ...table, problems }
}

function addTo({ amounts, charges }: Group, word: string, amount: string, charge: string): void {
  amounts.set(wordKey(word), [...(amounts.get(wordKey(word)) ?? []), amount])
  charges.add(charge)
}

function textIn({ cells }: TableRow, { indexOf }: Columns, field: 'unit'): string {
  return cleanCell(cells[indexOf.get(field) ?? -1] ?? '')
}

/**
 * Whether a row is a further charge of the unit above: what it states of the unit is the same, or left out. A row that repeats a charge of the unit together
 * with the unit may be the same one, entered twice.
 */
function isFurther(row: TableRow, { row: first, charges }: Group, columns: Columns, charge: string): boolean {
  const isNamed = textIn(row, columns, 'unit') !== ''
  if (textIn(first, columns, 'unit') === '' || (isNamed && charges.has(charge))) return false
  return [...columns.indexOf.values(), ...columns.deposits.map(({ index }) => index)].every(index => {
    const cell = cleanCell(row.cells[index] ?? '')
    return cell === '' || cell === cleanCell(first.cells[index] ?? '')
  })
}

/** Compares the total of a unit with its charges. */
function differenceOf(
  group: Group | undefined,
  row: TableRow,
  columns: Columns,
  { amount }: ChargePlaces,
): RentRollProblem[] {
  const text = cleanCell(row.cells[amount] ?? '')
  const sum = sumOf(group?.amounts.values().toArray().flat() ?? [])
  if (text === '' || sum === undefined || MONEY.parse(text) === MONEY.parse(sum)) return []
  const reason = `The charges of the unit add up to ${quote(sum)}, and its total is ${quote(text)}. The charges are imported; compare them with the other system.`
  return [{ line: row.line, column: columns.headers[amount] ?? '', reason, leftOut: 'value' }]
}

/** The sum of amounts, written as they are; undefined if one cannot be read. */
function sumOf(amounts: readonly string[]): string | undefined {
  const cents = amounts.map(amount => MONEY.parse(amount))
  if (cents.some(each => each === undefined)) return undefined
  const sum = (cents.reduce((all: number, each) => all + (each ?? 0), 0) / 100).toFixed(2)
  return amounts.some(amount => /,\d\d\D*$/.test(amount)) ? sum.replace('.', ',') : sum
}

/** The rows of the units, with a column for each charge; all charges that are rent have one column. */
function tableOf(
  groups: readonly Group[],
  words: ReadonlyMap<string, string>,
  columns: Columns,
  places: ChargePlaces,
  mapping: Mapping,
): Omit<Pivoted, 'problems'> {
  const width = columns.headers.length
  const meanings = [...words].map(([key, word]) => ({ key, word, ...chargeMeaning(word, mapping) }))
  const ofRent = meanings.filter(({ code }) => code === 'RENT')
  const others = meanings.filter(({ code }) => code !== 'RENT')
  const added = [ofRent.map(({ word }) => word).join(' and ') || 'Rent', ...others.map(({ word }) => word)]
  const rows = groups.map(({ row, amounts }) => {
    if (amounts.size === 0) return row
    const cells = Array.from({ length: width }, (_, index) => row.cells[index] ?? '')
    const textOf = (keys: readonly string[]) => {
      const all = keys.flatMap(key => amounts.get(key) ?? [])
      return all.length > 1 ? (sumOf(all) ?? all.join(' + ')) : (all[0] ?? '')
    }
    cells[places.amount] = sumOf(amounts.values().toArray().flat()) ?? ''
    cells.push(textOf(ofRent.map(({ key }) => key)), ...others.map(({ key }) => textOf([key])))
    return { ...row, cells: [...cells, ...row.cells.slice(width)] }
  })
  const charges = others.flatMap(({ code, word }, index) =>
    code === 'RENT' ? [] : [{ index: width + 1 + index, code, header: word }],
  )
  const indexOf = new Map(columns.indexOf).set('rent', width).set('total', places.amount)
  return {
    columns: {
      ...columns,
      headers: [...columns.headers, ...added],
      ...(columns.own && { own: [...columns.own, ...added] }),
      lines: columns.lines ?? [columns.own ?? columns.headers],
      indexOf,
      charges: [...columns.charges, ...charges],
    },
    rows,
    words: meanings.map(({ word, code, isKnown, isMapped }) => ({ word, code, isKnown, isMapped, isOwn: true })),
  }
}
