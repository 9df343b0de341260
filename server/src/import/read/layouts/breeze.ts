/** Yardi Breeze, “Rent Roll”: one row per unit, with one figure for the rent and one for everything else. */
import { MONEY } from '../cells.ts'
import { wordKey } from '../mapping.ts'
import type { TableRow } from '../table.ts'
import { isPageText } from './banner.ts'
import { type LayoutColumns, layoutVocabulary } from './fields.ts'
import type { Layout } from './layout.ts'
import { isAny, isUnit, type Roll, type UnitDraft } from './roll.ts'
import { isHeaderAgain, leaveOutRow, refuseShifted, type SeenRow, see, statedCents } from './rows.ts'
import { addCharge, readTenancy, readUnitFacts } from './tenancy.ts'

const PER_SQUARE_FOOT = /per sq\.? ?f(?:oo)?t/i

export const breeze: Layout = {
  name: 'yardi-breeze',
  title: 'Yardi Breeze, Rent Roll',
  headerRows: 1,
  hasOwnCodes: false,
  map: layoutVocabulary({
    unit: ['Unit'],
    sqft: ['Unit SqFt'],
    name: ['Tenant Name', 'Tenant'],
    rent: ['Actual Rent'],
    recurringCharges: ['Misc'],
    deposit: ['Tenant Deposit'],
    otherDeposit: ['Other Deposit'],
    moveIn: ['Move In'],
    leaseEnd: ['Lease Expiration'],
    moveOut: ['Move Out'],
    balance: ['Balance'],
  }),
  needs: ['unit', 'sqft', 'name', 'rent'],
  ignoredColumns: ({ ignored }) => ignored.filter(header => !PER_SQUARE_FOOT.test(header)),
  begin,
}

const EMPTY_UNITS = /^-*\s*(vacant|model|down|admin|office)\s*-*$/i

function begin(roll: Roll, columns: LayoutColumns) {
  return {
    take(row: TableRow): void {
      const seen = see(row, columns)
      const { cells, filled, first, isLone } = seen
      if (filled.length === 0 || isHeaderAgain(seen, columns)) return
      const total = /^(?:grand |property )?totals?\b:?(?: for)?\s*/i.exec(first)
      if (total && cells.text('name') === '') stateTotals(seen, first.slice(total[0].length), /^grand/i.test(first))
      else if (isLone && isPageText(first)) return
      else if (isLone) roll.openProperty(first)
      else if (cells.areShifted) refuseShifted(roll, seen, columns)
      else if (cells.text('unit') !== '' && cells.text('name') !== '') readUnit(seen)
      else leaveOutRow(roll, seen, columns)
    },
  }

  function readUnit({ cells, row }: SeenRow): void {
    const word = EMPTY_UNITS.exec(cells.text('name'))?.[1]
    const facts = readUnitFacts(cells)
    const tenancy = readTenancy(cells, word === undefined ? cells.text('name') : '')
    addCharge(tenancy, 'Rent', cells.take('rent', MONEY, 'value') ?? 0)
    const more = cells.take('recurringCharges', MONEY, 'value')
    if (more) addCharge(tenancy, 'Misc', more)
    roll.absorb(cells)
    if (!facts) return
    const isVacant = word !== undefined && /^vacant$/i.test(word)
    if (word !== undefined && !isVacant) roll.noteStatus(word)
    const mapped = word === undefined ? undefined : roll.mapping.statuses.get(wordKey(word))
    const state: UnitDraft['state'] = word === undefined ? 'OCCUPIED' : (mapped ?? (isVacant ? 'VACANT' : 'OFFLINE'))
    roll.add({ kind: 'unit', line: row.line, facts, state, isEviction: false, tenancy })
  }

  function stateTotals({ row }: SeenRow, property: string, isOfAll: boolean): void {
    const block = isOfAll ? undefined : roll.closeProperty(property)
    for (const [figure, field, code] of [
      ['charges_cents', 'rent', 'Rent'],
      ['charges_cents', 'recurringCharges', 'Misc'],
      ['deposit_cents', 'deposit', undefined],
      ['other_deposit_cents', 'otherDeposit', undefined],
      ['balance_cents', 'balance', undefined],
    ] as const) {
      const stated = statedCents(row.cells, columns.indexOf.get(field))
      if (stated === undefined) continue
      roll.statements.push({
        name: 'Total',
        line: row.line,
        block,
        figure,
        stated,
        of: [isUnit, isAny],
        ...(code && { code }),
      })
    }
  }
}
