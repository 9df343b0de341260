/** Entrata, “Rent Roll w/ Lease Charges”, one row per charge, and “Rent Roll”, one row per unit; future residents have a table of their own. */
import { cleanCell, comparable, MONEY } from '../cells.ts'
import { wordKey } from '../mapping.ts'
import { quote } from '../row-cells.ts'
import type { TableRow } from '../table.ts'
import { isPageText } from './banner.ts'
import { type LayoutColumns, layoutVocabulary } from './fields.ts'
import type { Layout } from './layout.ts'
import { isAny, isUnit, type Roll, type UnitDraft } from './roll.ts'
import { isHeaderAgain, leaveOutRow, refuseShifted, type SeenRow, see, statedCents, statedCount } from './rows.ts'
import { addCharge, readTenancy, readUnitFacts, type StatedTenancy, sumOfCharges } from './tenancy.ts'

const map = layoutVocabulary({
  property: ['Property'],
  unit: ['Bldg-Unit', 'Bldg/Unit', 'Unit'],
  unitType: ['Unit Type'],
  sqft: ['SQFT', 'Sq Ft'],
  status: ['Unit Status'],
  name: ['Resident'],
  moveIn: ['Move-In'],
  leaseStart: ['Lease Start'],
  leaseEnd: ['Lease End'],
  moveOut: ['Expected Move-Out', 'Move-Out'],
  marketRent: ['Market Rent'],
  ledger: ['Ledger'],
  chargeCode: ['Charge Code'],
  amount: ['Scheduled Charges'],
  balance: ['Balance'],
  deposit: ['Deposit Held'],
  unread: ['Actual Charges'],
})

export const entrata: Layout = {
  name: 'entrata',
  title: 'Entrata, Rent Roll',
  headerRows: 1,
  hasOwnCodes: true,
  map,
  needs: ['unit', 'status', 'name', 'amount'],
  begin,
}

const STATUSES: readonly (readonly [RegExp, UnitDraft['state']])[] = [
  [/^occupied|^current/, 'CURRENT'],
  [/^noticerented|^onnoticerented/, 'NOTICE_RENTED'],
  [/^notice|^onnotice/, 'NOTICE_UNRENTED'],
  [/^vacantrented/, 'VACANT_RENTED'],
  [/^vacant/, 'VACANT_UNRENTED'],
  [/^evict|^legal/, 'EVICT'],
  [/^down|^model|^admin|^office|^excluded|^offline|^nonrevenue/, 'OFFLINE'],
]
/** What a further charge of a unit leaves empty. */
const FACTS = ['unit', 'unitType', 'sqft', 'status', 'name', 'marketRent'] as const
const FUTURE_SECTION = /^future residents?(?: details)?$/i
const UNIT_SECTION = /^unit details$/i
/** Both summary blocks together fill six cells, so a longer row belongs to the table. */
const MOST_SUMMARY_CELLS = 7
const SUMMARY = /^(?:status|charge code) summary$|^summary\b/i

function begin(roll: Roll, firstColumns: LayoutColumns) {
  let columns = firstColumns
  let section: 'units' | 'future' | 'summary' = 'units'
  let tenancy: StatedTenancy | undefined
  let summary: Summary = {}

  return {
    take(row: TableRow): void {
      const seen = see(row, columns)
      const { filled, first, isLone } = seen
      if (filled.length === 0) return
      if (isLone && (FUTURE_SECTION.test(first) || UNIT_SECTION.test(first))) {
        const named = FUTURE_SECTION.test(first) ? 'future' : 'units'
        if (named !== section) tenancy = undefined
        section = named
      } else if (filled.some(index => SUMMARY.test(cleanCell(row.cells[index] ?? '')))) {
        section = 'summary'
        tenancy = undefined
        summary = {}
      } else if (isHeader(row)) {
        // The table of future residents has fewer columns, so the others are at different positions.
        columns = map(row.cells)
        if (section === 'summary') section = 'units'
      } else if (section === 'summary' && isBeside(seen)) leaveOutRow(roll, seen, columns)
      else if (section === 'summary') readSummary(row)
      else if (!isHeaderAgain(seen, columns)) readRow(seen)
    },
  }

  /** Whether a row has more cells than the summaries, or cells outside of their columns, so that it belongs to the table. */
  function isBeside({ filled }: SeenRow): boolean {
    const { positions } = summary
    return (
      filled.length > MOST_SUMMARY_CELLS || (positions !== undefined && filled.some(index => !positions.has(index)))
    )
  }

  function isHeader({ cells }: TableRow): boolean {
    const { indexOf } = map(cells)
    return entrata.needs.every(field => indexOf.has(field))
  }

  function readRow(seen: SeenRow): void {
    const { cells, row, filled, first, isLone } = seen
    const code = cells.text('chargeCode')
    if (isLone && roll.block.drafts.length > 0 && (isPageText(first) || roll.isHeading(first))) return
    if (cells.areShifted) refuseShifted(roll, seen, columns)
    else if (/^(?:(?:charge|unit|lease) )?totals?:?$/i.test(code) && cells.text('unit') === '') {
      const stated = cells.take('amount', MONEY, 'value')
      roll.absorb(cells)
      if (tenancy && stated !== undefined) roll.stateUnitTotal(row.line, stated, sumOfCharges(tenancy))
    } else if (
      cells.text('name') === '' &&
      (/^(?:grand |property |report )?totals?\b/i.test(first) || /^(?:grand|property|report) totals?\b/i.test(code))
    ) {
      stateTotals(row, section === 'units')
      tenancy = undefined
    } else if (FACTS.every(field => cells.text(field) === '') && code !== '') {
      if (tenancy) readCharge(seen, tenancy, true)
      else leaveOutRow(roll, seen, columns, ' It has a charge, but no unit above it.')
    } else if (
      cells.text('unit') !== '' &&
      (cells.text('status') !== '' || section === 'future') &&
      filled.length > 1
    ) {
      tenancy = readUnit(seen)
    } else {
      tenancy = undefined
      if (filled.length === 1 && cells.text('unit') === first && section === 'units' && roll.block.drafts.length === 0)
        roll.openProperty(first)
      else leaveOutRow(roll, seen, columns)
    }
  }

  function readUnit(seen: SeenRow): StatedTenancy | undefined {
    const { cells, row } = seen
    if (cells.text('property') !== '') roll.openProperty(cells.text('property'))
    const named = cells.text('name')
    const isVacant = /^-*\s*vacant\s*-*$/i.test(named)
    const name = isVacant ? '' : named.replace(/^\*+\s*/, '')
    const read = readTenancy(cells, name)
    if (section === 'future') {
      roll.add({ kind: 'future', line: row.line, label: cells.text('unit'), tenancy: read })
      readCharge(seen, read, false)
      return read
    }
    const word = cells.text('status')
    const known = STATUSES.find(([pattern]) => pattern.test(comparable(word)))?.[1]
    const state = roll.mapping.statuses.get(wordKey(word)) ?? known
    if (state === undefined) {
      roll.leaveOut(
        row.line,
        'Unit Status',
        `${quote(word)} is not a known status of Entrata. Correct it, or give it a meaning in the mapping file.`,
      )
      return undefined
    }
    if (known === 'OFFLINE') roll.noteStatus(word)
    const facts = readUnitFacts(cells)
    if (facts) {
      roll.add({
        kind: 'unit',
        line: row.line,
        facts,
        state,
        isEviction: named.startsWith('**'),
        tenancy: read,
        statusWord: word,
      })
    }
    readCharge(seen, read, false)
    return facts && read
  }

  /** Adds the charge of a row. A further row of a unit may have a ledger of its own, with its own balance and deposit. */
  function readCharge({ cells }: SeenRow, charged: StatedTenancy, isFurther: boolean): void {
    const cents = cells.take('amount', MONEY, 'value')
    if (isFurther) {
      charged.balanceCents = (charged.balanceCents ?? 0) + (cells.take('balance', MONEY, 'value') ?? 0)
      charged.depositCents = (charged.depositCents ?? 0) + (cells.take('deposit', MONEY, 'value') ?? 0)
    }
    roll.absorb(cells)
    if (cents === undefined) return
    const code = cells.has('chargeCode') ? cells.text('chargeCode') : 'Scheduled Charges'
    if (code !== '') addCharge(charged, code, cents)
    else if (cents !== 0)
      roll.drop(
        cells.line,
        'Charge Code',
        `${quote(cells.text('amount'))} has no charge code. The charge is not imported. Add the code.`,
      )
  }

  function stateTotals({ line, cells }: TableRow, isOfUnits: boolean): void {
    if (!isOfUnits) return
    for (const [figure, field] of [
      ['market_rent_cents', 'marketRent'],
      ['charges_cents', 'amount'],
      ['balance_cents', 'balance'],
      ['deposit_cents', 'deposit'],
    ] as const) {
      const stated = statedCents(cells, columns.indexOf.get(field))
      if (stated !== undefined)
        roll.statements.push({ name: 'Total', line, block: undefined, figure, stated, of: [isUnit, isAny] })
    }
  }

  /** Reads a row of the two blocks that are side by side: units by status, and charges by code. */
  function readSummary({ line, cells }: TableRow): void {
    const words = cells.map(comparable)
    if (words.includes('description') || words.includes('chargecode')) {
      summary = {
        positions: new Set(words.flatMap((word, index) => (word === '' ? [] : [index]))),
        status: position(words, 'description'),
        units: cells.findIndex(cell => /^(?:#|no\.?|number of|count of)?\s*units$/i.test(cleanCell(cell))),
        code: position(words, 'chargecode'),
        amount: words.findIndex(word => word.startsWith('scheduled') || word === 'amount'),
      }
      return
    }
    const at = (index: number | undefined) => (index === undefined ? '' : cleanCell(cells[index] ?? ''))
    const status = at(summary.status)
    const units = statedCount(cells, summary.units)
    if (status !== '' && units !== undefined) {
      const isTotal = /^totals?:?$/i.test(status)
      const of = [
        (draft: Parameters<typeof isUnit>[0]) => draft.kind === 'unit' && (isTotal || draft.statusWord === status),
      ]
      roll.statements.push({
        name: `Status Summary: ${status}`,
        line,
        block: undefined,
        figure: 'units',
        stated: units,
        of,
      })
    }
    const code = at(summary.code)
    const amount = statedCents(cells, summary.amount)
    if (code !== '' && amount !== undefined) {
      const isTotal = /^(?:charge )?totals?:?$/i.test(code)
      const name = `Charge Code Summary: ${code}`
      roll.statements.push({
        name,
        line,
        block: undefined,
        figure: 'charges_cents',
        stated: amount,
        of: [isUnit, isAny],
        ...(!isTotal && { code }),
      })
    }
    if ((status !== '' && units !== undefined) || (code !== '' && amount !== undefined)) return
    const text = cells.map(cleanCell).filter(Boolean).join(' ')
    roll.drop(line, 'Summary', `${quote(text)} is in a summary and cannot be read. It is ignored; compare it yourself.`)
  }
}

type Summary = {
  positions?: ReadonlySet<number>
  status?: number | undefined
  units?: number | undefined
  code?: number | undefined
  amount?: number
}

function position(words: readonly string[], word: string): number | undefined {
  const index = words.indexOf(word)
  return index === -1 ? undefined : index
}
