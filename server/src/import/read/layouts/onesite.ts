/** RealPage OneSite, “RENT ROLL DETAIL”: one row per lease, several rows per unit, and a column for each charge code. */
import { cleanCell, comparable, MONEY } from '../cells.ts'
import { wordKey } from '../mapping.ts'
import { quote } from '../row-cells.ts'
import { isPageText } from './banner.ts'
import { chargeMeaning } from './charge-words.ts'
import { type LayoutColumns, type LayoutField, layoutVocabulary } from './fields.ts'
import type { Layout } from './layout.ts'
import { type Draft, isAny, isUnit, type Roll, type UnitDraft } from './roll.ts'
import { isHeaderAgain, leaveOutRow, refuseShifted, type SeenRow, see, statedCents } from './rows.ts'
import { addCharge, readTenancy, readUnitFacts, type StatedTenancy, sumOfCharges } from './tenancy.ts'

const UNREAD = ['Unit Designation', 'Required Deposit', 'Building', 'Phase']

export const onesite: Layout = {
  name: 'onesite',
  title: 'RealPage OneSite, Rent Roll Detail',
  headerRows: 1,
  hasOwnCodes: true,
  map: layoutVocabulary({
    residentId: ['Resh ID'],
    leaseId: ['Lease ID'],
    unit: ['Bldg/Unit', 'Unit'],
    unitType: ['Floorplan', 'Floor Plan'],
    sqft: ['SQFT', 'Sq Ft'],
    status: ['Unit/Lease Status'],
    name: ['Name', 'Resident Name'],
    moveIn: ['Move-In'],
    moveOut: ['Move-Out'],
    leaseStart: ['Lease Start'],
    leaseEnd: ['Lease End'],
    marketRent: ['Market + Addl.', 'Market Rent'],
    ledger: ['Sub Journal'],
    deposit: ['Dep On Hand'],
    balance: ['Balance'],
    rent: ['Lease Rent'],
    total: ['Total Billing'],
    unread: UNREAD,
  }),
  needs: ['unit', 'status', 'name', 'rent'],
  ignoredColumns: () => [],
  begin,
}

type Meaning = UnitDraft['state'] | 'FUTURE' | 'RENEWAL' | 'FORMER'

const STATUSES: Readonly<Record<string, Meaning>> = {
  occupied: 'CURRENT',
  occupiedntv: 'NOTICE_UNRENTED',
  occupiedntvl: 'NOTICE_RENTED',
  vacant: 'VACANT_UNRENTED',
  vacantleased: 'VACANT_RENTED',
  admindown: 'OFFLINE',
  admin: 'OFFLINE',
  down: 'OFFLINE',
  model: 'OFFLINE',
  applicant: 'FUTURE',
  pendingresident: 'FUTURE',
  pendingtransfer: 'FUTURE',
  pendingrenewal: 'RENEWAL',
  formerresident: 'FORMER',
  formerapplicant: 'FORMER',
}

function begin(roll: Roll, columns: LayoutColumns) {
  const unread = new Set(UNREAD.map(comparable))
  const read = new Set(columns.indexOf.values())
  /** Columns that the layout does not know are charge codes. */
  const codes = columns.headers.flatMap((header, index) =>
    header === '' || read.has(index) || unread.has(comparable(header)) ? [] : [{ index, code: header }],
  )
  const rentCodes = new Set(
    codes.flatMap(({ code }) => (chargeMeaning(code, roll.mapping).code === 'RENT' ? [code] : [])),
  )
  /** The last unit and the journals read for it, because further journals of its lease may follow. */
  let last: UnitDraft | undefined
  let journals = new Set<string>()

  return {
    take(row: Parameters<typeof see>[0]): void {
      const seen = see(row, columns)
      const { cells, filled } = seen
      if (filled.length === 0 || isHeaderAgain(seen, columns)) return
      if (/^(?:grand )?totals?:?$/i.test(cleanCell(row.cells[filled[0] ?? 0] ?? ''))) stateTotals(seen)
      else if (cells.areShifted) refuseShifted(roll, seen, columns)
      else if (cells.text('unit') !== '' && cells.text('status') !== '') readLease(seen)
      else if (filled.length > 2 || cells.text('unit') !== '') leaveOutRow(roll, seen, columns)
      else tellText(seen)
    },
  }

  /** Reports a row of text that is not a unit, such as a remark below the table. Page banners are skipped. */
  function tellText({ row, filled }: SeenRow): void {
    const text = cleanCell(row.cells[filled[0] ?? 0] ?? '')
    if (isPageText(text) || roll.isHeading(text)) return
    roll.tellText(row.line, columns.headers[filled[0] ?? 0] || 'Row', text)
  }

  function readLease(seen: SeenRow): void {
    const { cells, row } = seen
    const word = cells.text('status')
    const mapped = roll.mapping.statuses.get(wordKey(word))
    const meaning = mapped ?? STATUSES[comparable(word)]
    if (meaning === undefined) {
      roll.leaveOut(
        row.line,
        'Unit/Lease Status',
        `${quote(word)} is not a known status of OneSite. Correct it, or give it a meaning in the mapping file.`,
      )
      return
    }
    if (STATUSES[comparable(word)] === 'OFFLINE') roll.noteStatus(word)
    const isEmpty = meaning === 'OFFLINE' || meaning.startsWith('VACANT')
    const tenancy = readTenancy(cells, isEmpty ? '' : cells.text('name'))
    readCharges(seen, tenancy)
    if (meaning === 'FUTURE' || meaning === 'FORMER' || meaning === 'RENEWAL') {
      roll.absorb(cells)
      const kind = meaning === 'FUTURE' ? 'future' : meaning === 'FORMER' ? 'former' : 'renewal'
      roll.add({ kind, line: row.line, label: cells.text('unit'), tenancy })
      return
    }
    const facts = readUnitFacts(cells)
    roll.absorb(cells)
    if (!facts) return
    if (isFurtherJournal(facts.label, cells.text('ledger'), tenancy)) return
    journals = new Set([cells.text('ledger')])
    last = roll.add({
      kind: 'unit',
      line: row.line,
      facts,
      state: meaning,
      isEviction: false,
      tenancy,
      statusWord: word,
    })
  }

  /** Another journal of the same lease, such as a housing authority's, has a row of its own. */
  function isFurtherJournal(
    label: string,
    journal: string,
    { leaseId, charges, depositCents, balanceCents }: StatedTenancy,
  ): boolean {
    if (!last || last.facts.label !== label || leaseId === undefined || last.tenancy.leaseId !== leaseId) return false
    // A row with the same journal again is a duplicate.
    if (journal === '' || journals.has(journal)) return false
    journals.add(journal)
    for (const [code, cents] of charges) addCharge(last.tenancy, code, cents)
    last.tenancy.depositCents = (last.tenancy.depositCents ?? 0) + (depositCents ?? 0)
    last.tenancy.balanceCents = (last.tenancy.balanceCents ?? 0) + (balanceCents ?? 0)
    return true
  }

  function readCharges({ cells, row }: SeenRow, tenancy: StatedTenancy): void {
    for (const { index, code } of codes) {
      const cents = cells.takeAt(index, MONEY, 'value')
      if (cents) addCharge(tenancy, code, cents)
    }
    const leaseRent = cells.take('rent', MONEY, 'value') ?? 0
    const rent = [...rentCodes].reduce((sum, code) => sum + (tenancy.charges.get(code) ?? 0), 0)
    if (rentCodes.size === 0) addCharge(tenancy, 'Lease Rent', leaseRent)
    else if (leaseRent !== rent && ![...rentCodes].some(code => tenancy.charges.get(code) === leaseRent)) {
      roll.drop(
        row.line,
        'Lease Rent',
        `${quote(cells.text('rent'))} is not the sum of the rent charges in this row. The charges are imported; correct the rent there if they are wrong.`,
      )
    }
    const total = cells.take('total', MONEY, 'value')
    if (total !== undefined) roll.stateUnitTotal(row.line, total, sumOfCharges(tenancy))
    // Only this charge shows that a lease is month to month.
    if (codes.some(({ code }) => /^mt?o?m$/i.test(code) && tenancy.charges.get(code))) tenancy.to = undefined
  }

  function stateTotals({ row }: SeenRow): void {
    const state = (
      figure: 'market_rent_cents' | 'charges_cents' | 'deposit_cents' | 'balance_cents',
      index: number | undefined,
      code?: string,
    ) => {
      const stated = statedCents(row.cells, index)
      if (stated === undefined) return
      const name = code === undefined ? 'Totals' : `Totals: ${code}`
      roll.statements.push({
        name,
        line: row.line,
        block: undefined,
        figure,
        stated,
        of: WAYS,
        ...(code !== undefined && { code }),
      })
    }
    const at = (field: LayoutField) => columns.indexOf.get(field)
    state('market_rent_cents', at('marketRent'))
    state('deposit_cents', at('deposit'))
    state('balance_cents', at('balance'))
    state('charges_cents', at('total'))
    for (const { index, code } of codes) state('charges_cents', index, code)
  }
}

/** Which rows a total may cover: the report does not say whether totals include applicants and former residents. */
const WAYS: readonly ((draft: Draft) => boolean)[] = [
  isUnit,
  isAny,
  ({ kind }) => kind !== 'future',
  ({ kind }) => kind !== 'renewal',
  ({ kind }) => kind === 'unit' || kind === 'former',
]
