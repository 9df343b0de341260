/** Buildium, “Rent Roll”: one row a unit of the current leases, or one row a lease of all of them. */
import { MONEY } from '../cells.ts'
import { quote } from '../row-cells.ts'
import type { TableRow } from '../table.ts'
import { type LayoutColumns, layoutVocabulary } from './fields.ts'
import { addCharge, type Household, readHousehold, readUnitFacts, type UnitFacts } from './household.ts'
import type { Layout } from './layout.ts'
import { type Block, isAny, isUnit, type Roll } from './roll.ts'
import { isHeaderAgain, leaveOutRow, refuseShifted, type SeenRow, see, statedCents } from './rows.ts'

export const buildium: Layout = {
  name: 'buildium',
  title: 'Buildium, Rent Roll',
  headerRows: 1,
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

type Lease = { line: number; facts: UnitFacts; household: Household; isVacant: boolean }

function begin(roll: Roll, columns: LayoutColumns) {
  /** Leases of the property so far, by unit: which of them runs is known once all are. */
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
      else if (isLone) {
        placeLeases()
        roll.openProperty(first)
      } else if (cells.areShifted) refuseShifted(roll, seen, columns)
      else if (cells.text('unit') !== '' && cells.text('name') !== '') readLease(seen)
      else if (isAfterAll)
        roll.drop(row.line, 'Unit', `The row that begins with ${quote(first)} is of a summary and is passed over.`)
      else leaveOutRow(roll, seen, columns)
    },
    end: placeLeases,
  }

  function readLease({ cells, row }: SeenRow): void {
    const facts = readUnitFacts(cells)
    const isVacant = /^vacant$/i.test(cells.text('name'))
    const household = readHousehold(cells, isVacant ? '' : cells.text('name'))
    readCharges(cells, household)
    roll.absorb(cells)
    if (!facts) return
    const key = facts.label.toLowerCase()
    leases.set(key, [...(leases.get(key) ?? []), { line: row.line, facts, household, isVacant }])
  }

  /** Recurring charges are those beside the rent and the rent itself. */
  function readCharges(cells: SeenRow['cells'], household: Household): void {
    const rent = cells.take('rent', MONEY, 'value') ?? 0
    const all = cells.take('recurringCharges', MONEY, 'value') ?? rent
    const credits = cells.take('recurringCredits', MONEY, 'value') ?? 0
    const total = cells.take('total', MONEY, 'value')
    addCharge(household, 'Rent', rent)
    if (all !== rent) addCharge(household, 'Recurring charges', all - rent)
    if (credits !== 0) addCharge(household, 'Recurring credits', -Math.abs(credits))
    if (total !== undefined) roll.stateUnitTotal(cells.line, total, all - Math.abs(credits))
  }

  function placeLeases(): void {
    for (const ofUnit of leases.values()) placeUnit(ofUnit)
    leases = new Map()
  }

  /** The lease that runs is the unit's; a unit stands twice only where there are more leases. */
  function placeUnit(ofUnit: readonly Lease[]): void {
    const { asOf } = roll
    const hasBegun = ({ household: { from } }: Lease) => from === undefined || asOf === undefined || from <= asOf
    const isOver = ({ household: { to } }: Lease) => to !== undefined && asOf !== undefined && to < asOf
    const occupied = ofUnit.filter(({ isVacant }) => !isVacant)
    const vacant = ofUnit.filter(({ isVacant }) => isVacant)
    const begun = occupied.filter(hasBegun)
    // A lease that is over while nothing else is listed has run on from month to month.
    const current =
      begun.find(lease => !isOver(lease)) ?? (occupied.length === 1 && vacant.length === 0 ? begun[0] : undefined)
    const shown = current ?? vacant[0] ?? (ofUnit[0] as Lease)
    const household = current ? current.household : emptyHousehold(shown, vacant[0])
    const state = current ? 'OCCUPIED' : 'VACANT'
    roll.add({ kind: 'unit', line: shown.line, facts: shown.facts, state, isEviction: false, household })
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
          `The unit ${quote(lease.facts.label)} has another lease that runs, on line ${current.line}. Remove one, or correct the unit.`,
        )
        continue
      }
      const kind = hasBegun(lease) ? 'former' : 'future'
      // No column says when somebody left; the lease was over on its last day.
      if (kind === 'former') lease.household.moveOut = lease.household.to
      roll.add({ kind, line: lease.line, label: lease.facts.label, household: lease.household })
    }
  }

  function emptyHousehold({ household }: Lease, vacant: Lease | undefined): Household {
    if (vacant) return vacant.household
    return { ...household, residents: [], charges: new Map(), depositCents: 0, otherDepositCents: 0, balanceCents: 0 }
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
