/** Buildium, “Rent Roll”: one row per unit (current leases), or one row per lease (all leases). */
import { MONEY } from '../cells.ts'
import { quote } from '../row-cells.ts'
import type { TableRow } from '../table.ts'
import { isPageText } from './banner.ts'
import { type LayoutColumns, layoutVocabulary } from './fields.ts'
import type { Layout } from './layout.ts'
import { type Block, isAny, isUnit, type Roll } from './roll.ts'
import { isHeaderAgain, leaveOutRow, refuseShifted, type SeenRow, see, statedCents } from './rows.ts'
import { addCharge, readTenancy, readUnitFacts, type StatedTenancy, type UnitFacts } from './tenancy.ts'

export const buildium: Layout = {
  name: 'buildium',
  title: 'Buildium, Rent Roll',
  headerRows: 1,
  hasOwnCodes: false,
  map: layoutVocabulary({
    unit: ['Unit'],
    name: ['Tenants', 'Tenant'],
    leaseStart: ['Lease Start'],
    leaseEnd: ['Lease End'],
    bedBath: ['Bed/Bath'],
    rent: ['Rent'],
    recurringCharges: ['Recurring Charges'],
    recurringCredits: ['Recurring Credits'],
    total: ['Total'],
    deposit: ['Deposits Held'],
    prepaid: ['Prepayments'],
    balance: ['Balance Due'],
    unread: ['Rent Cycle', 'Rent Start'],
  }),
  needs: ['unit', 'name', 'rent', 'recurringCharges'],
  ignoredColumns: ({ ignored }) => ignored.filter(header => !/^rent (?:cycle|start)$/i.test(header)),
  begin,
}

const MOST_SUMMARY_CELLS = 5

type Lease = { line: number; facts: UnitFacts; tenancy: StatedTenancy; isVacant: boolean }

function begin(roll: Roll, columns: LayoutColumns) {
  /** Leases of the property so far, by unit. The current one is known only when all of them have been read. */
  let leases = new Map<string, Lease[]>()
  let isAfterAll = false

  return {
    take(row: TableRow): void {
      const seen = see(row, columns)
      const { cells, filled, first, isLone } = seen
      if (filled.length === 0 || isHeaderAgain(seen, columns)) return
      if (/^total for /i.test(first)) {
        placeLeases()
        stateTotals(seen, roll.closeProperty(first.replace(/^total for /i, '')))
      } else if (/^(?:grand )?totals?:?$/i.test(first)) {
        placeLeases()
        stateTotals(seen, undefined)
        isAfterAll = true
      } else if (isLone && (isAfterAll || /summary$|^summary/i.test(first))) isAfterAll = true
      else if (isLone && isPageText(first)) return
      else if (isLone) {
        // A heading that a page repeats does not end the property, whose leases are sorted out together.
        if (roll.block.property && roll.isHeading(first)) return
        placeLeases()
        roll.openProperty(first)
      } else if (cells.areShifted) refuseShifted(roll, seen, columns)
      else if (isUnitRow(seen)) readLease(seen)
      else if (isAfterAll || isBetweenProperties())
        roll.drop(row.line, 'Unit', `The row that begins with ${quote(first)} belongs to a summary and is ignored.`)
      else leaveOutRow(roll, seen, columns)
    },
    end: placeLeases,
  }

  /** A summary follows the total of a property, and its rows have a few figures only. */
  function isUnitRow({ cells, filled }: SeenRow): boolean {
    if (cells.text('unit') === '' || cells.text('name') === '') return false
    return !(isAfterAll || isBetweenProperties()) || filled.length > MOST_SUMMARY_CELLS
  }

  function isBetweenProperties(): boolean {
    return roll.block.property === undefined && roll.blocks.length > 1
  }

  function readLease({ cells, row }: SeenRow): void {
    const facts = readUnitFacts(cells)
    const isVacant = /^vacant$/i.test(cells.text('name'))
    const tenancy = readTenancy(cells, isVacant ? '' : cells.text('name'))
    readCharges(cells, tenancy)
    roll.absorb(cells)
    if (!facts) return
    const key = facts.label.toLowerCase()
    leases.set(key, [...(leases.get(key) ?? []), { line: row.line, facts, tenancy, isVacant }])
  }

  /** Adds the charges of a row. In this report, “Recurring Charges” includes the rent. */
  function readCharges(cells: SeenRow['cells'], tenancy: StatedTenancy): void {
    const rent = cells.take('rent', MONEY, 'value') ?? 0
    const all = cells.take('recurringCharges', MONEY, 'value') ?? rent
    const credits = cells.take('recurringCredits', MONEY, 'value') ?? 0
    const total = cells.take('total', MONEY, 'value')
    addCharge(tenancy, 'Rent', rent)
    if (all !== rent) addCharge(tenancy, 'Recurring charges', all - rent)
    if (credits !== 0) addCharge(tenancy, 'Recurring credits', -Math.abs(credits))
    if (total !== undefined) roll.stateUnitTotal(cells.line, total, all - Math.abs(credits))
  }

  function placeLeases(): void {
    for (const ofUnit of leases.values()) placeUnit(ofUnit)
    leases = new Map()
  }

  /** Adds a unit with its current lease. A unit has several rows only if it has several leases. */
  function placeUnit(ofUnit: readonly Lease[]): void {
    const { asOf } = roll
    const hasBegun = ({ tenancy: { from } }: Lease) => from === undefined || asOf === undefined || from <= asOf
    const isOver = ({ tenancy: { to } }: Lease) => to !== undefined && asOf !== undefined && to < asOf
    const occupied = ofUnit.filter(({ isVacant }) => !isVacant)
    const vacant = ofUnit.filter(({ isVacant }) => isVacant)
    const begun = occupied.filter(hasBegun)
    // If the only listed lease has passed its end, it continues month to month.
    const current =
      begun.find(lease => !isOver(lease)) ?? (occupied.length === 1 && vacant.length === 0 ? begun[0] : undefined)
    const shown = current ?? vacant[0] ?? (ofUnit[0] as Lease)
    const tenancy = current ? current.tenancy : emptyTenancy(shown, vacant[0])
    const state = current ? 'OCCUPIED' : 'VACANT'
    roll.add({ kind: 'unit', line: shown.line, facts: shown.facts, state, isEviction: false, tenancy })
    for (const more of vacant.slice(current ? 0 : 1)) {
      roll.leaveOut(
        more.line,
        'Unit',
        `The same property has the unit ${quote(more.facts.label)} on line ${shown.line}. Remove one, or correct the unit.`,
      )
    }
    for (const lease of occupied) {
      if (lease === current) continue
      if (current && hasBegun(lease) && !isOver(lease)) {
        roll.leaveOut(
          lease.line,
          'Unit',
          `The unit ${quote(lease.facts.label)} has another current lease on line ${current.line}. Remove one, or correct the unit.`,
        )
        continue
      }
      const kind = hasBegun(lease) ? 'former' : 'future'
      // No column states the move-out date, so the last day of the lease is used.
      if (kind === 'former') lease.tenancy.moveOut = lease.tenancy.to
      roll.add({ kind, line: lease.line, label: lease.facts.label, tenancy: lease.tenancy })
    }
  }

  function emptyTenancy({ tenancy }: Lease, vacant: Lease | undefined): StatedTenancy {
    if (vacant) return vacant.tenancy
    return { ...tenancy, residents: [], charges: new Map(), depositCents: 0, otherDepositCents: 0, balanceCents: 0 }
  }

  function stateTotals({ row }: SeenRow, block: Block | undefined): void {
    const name = block ? `Total for ${block.property?.name ?? 'the property'}` : 'Total'
    const state = (
      figure: 'charges_cents' | 'deposit_cents' | 'balance_cents',
      stated: number | undefined,
      code?: string,
    ) => {
      if (stated === undefined) return
      roll.statements.push({
        name,
        line: row.line,
        block,
        figure,
        stated,
        of: [isUnit, isAny],
        ...(code !== undefined && { code }),
      })
    }
    const at = (field: 'rent' | 'total' | 'deposit' | 'prepaid' | 'balance') =>
      statedCents(row.cells, columns.indexOf.get(field))
    state('charges_cents', at('rent'), 'Rent')
    state('charges_cents', at('total'))
    state('deposit_cents', at('deposit'))
    const [prepaid, owed] = [at('prepaid'), at('balance')]
    if (prepaid !== undefined || owed !== undefined) state('balance_cents', (owed ?? 0) - Math.abs(prepaid ?? 0))
  }
}
