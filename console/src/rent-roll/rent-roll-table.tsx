/** The rows of a rent roll with their totals, and the columns they can be sorted by. */
import type { RentRoll, RentRollRow } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import { ColumnHeader, type Sorting } from '../kit/column-header.tsx'
import { money } from '../kit/format.ts'
import { Empty } from '../kit/notice.tsx'
import { STICKY_HEAD, TableRegion } from '../kit/table-region.tsx'
import { count, inWords } from '../kit/words.ts'
import { NOBODY } from '../records/lease-picker.tsx'
import { RecordLink } from '../records/record-link.tsx'

export const RENT_ROLL_SORTS = {
  property: (row: RentRollRow) => row.property_name,
  unit: (row: RentRollRow) => row.unit_label,
  status: (row: RentRollRow) => inWords(row.status),
  resident: (row: RentRollRow) => row.resident_name,
  term: (row: RentRollRow) => row.lease_from,
  market: (row: RentRollRow) => row.market_rent_cents,
  rent: (row: RentRollRow) => row.rent_cents,
  other: (row: RentRollRow) => row.other_charges_cents,
  deposit: (row: RentRollRow) => row.deposit_cents,
  balance: (row: RentRollRow) => row.balance_cents,
  past_due: (row: RentRollRow) => row.past_due_cents,
}

const HEADERS: [column: keyof typeof RENT_ROLL_SORTS, name: string, isAtEnd?: true][] = [
  ['property', 'Property'],
  ['unit', 'Unit'],
  ['status', 'Status'],
  ['resident', 'Resident'],
  ['term', 'Term'],
  ['market', 'Market', true],
  ['rent', 'Rent', true],
  ['other', 'Other', true],
  ['deposit', 'Deposit', true],
  ['balance', 'Balance', true],
  ['past_due', 'Past due', true],
]

const HEAD =
  'h-9 whitespace-nowrap px-1 rail:px-0.5 min-[1400px]:px-1.5 2xl:px-2.5 print:px-1 print:text-[9px] text-left font-medium text-[12px] text-soft first:pl-4 last:pr-4'
const CELL =
  'whitespace-nowrap px-1 rail:px-0.5 min-[1400px]:px-1.5 2xl:px-2.5 py-1.5 text-[13px] print:px-1 print:py-0.5 print:text-[9px] first:pl-4 last:pr-4'
/** Next to the sidebar, text wraps if a row is too long; figures never do. */
const WORDS = `${CELL} lg:whitespace-normal lg:max-2xl:[&_span]:whitespace-normal print:whitespace-normal`
/** Totals of thousands of units are as wide as their cents let them be, so figures are a little smaller where the window is not wide. */
const SUM = `${CELL} text-right tabular-nums lg:max-2xl:text-[12px] rail:text-[11px]`

export function RentRollTable({
  roll: { rows: all, totals, scope },
  rows,
  sorting,
}: {
  roll: RentRoll
  rows: RentRollRow[]
  sorting: Sorting
}) {
  if (all.length === 0) {
    return (
      <Empty title="No units in service on this day">
        Choose another day or property. Units appear here from their first day in service.
      </Empty>
    )
  }
  const isOfProperty = scope.type === 'PROPERTY'
  return (
    <TableRegion label="Rows of the rent roll">
      <table className="w-full border-collapse">
        <thead>
          <tr>
            {HEADERS.filter(([column]) => column !== 'property' || !isOfProperty).map(([column, name, isAtEnd]) => (
              <ColumnHeader
                key={column}
                column={column}
                sorting={sorting}
                isAtEnd={isAtEnd === true}
                className={`${STICKY_HEAD} ${HEAD} ${isAtEnd ? 'text-right' : ''}`}
              >
                {name}
              </ColumnHeader>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <Row key={row.unit_id} row={row} isOfProperty={isOfProperty} />
          ))}
        </tbody>
        <tfoot className="print:table-row-group">
          <tr className="border-t-2 font-semibold lg:max-2xl:tracking-tighter">
            <th scope="row" colSpan={isOfProperty ? 4 : 5} className={`${CELL} text-left`}>
              Totals of {count(totals.unit_count, 'unit')}
            </th>
            <td className={SUM}>{money(totals.market_rent_cents)}</td>
            <td className={SUM}>{money(totals.rent_cents)}</td>
            <td className={SUM}>{money(totals.other_charges_cents)}</td>
            <td className={SUM}>{money(totals.deposit_cents)}</td>
            <td className={SUM}>{money(totals.balance_cents)}</td>
            <td className={SUM}>{money(totals.past_due_cents)}</td>
          </tr>
        </tfoot>
      </table>
    </TableRegion>
  )
}

function Row({ row, isOfProperty }: { row: RentRollRow; isOfProperty: boolean }) {
  const { lease_from, lease_to } = row
  const term = lease_from && `${shortDay(lease_from)}\u00a0– ${lease_to ? shortDay(lease_to) : 'no end'}`
  return (
    <tr className="h-9 border-b last:border-0 hover:bg-hover print:h-auto">
      {!isOfProperty && <td className={WORDS}>{row.property_name}</td>}
      <td className={WORDS}>
        <RecordLink id={row.unit_id}>{row.unit_label}</RecordLink>
      </td>
      <td className={WORDS}>
        <Status word={row.status} />
      </td>
      <td className={WORDS}>
        {row.lease_id && (
          <RecordLink id={row.lease_id} look="quiet">
            {row.resident_name ?? NOBODY}
          </RecordLink>
        )}
        {row.additional_residents.length > 0 && <span className="text-soft"> +{row.additional_residents.length}</span>}
        {row.days_vacant !== null && <span className="text-soft">{count(row.days_vacant, 'day')} vacant</span>}
      </td>
      <td className={`${WORDS} tabular-nums`}>{term}</td>
      <td className={SUM}>{money(row.market_rent_cents)}</td>
      <td className={SUM}>{amount(row.rent_cents)}</td>
      <td className={SUM}>{amount(row.other_charges_cents)}</td>
      <td className={SUM}>{amount(row.deposit_cents)}</td>
      <td className={SUM}>{amount(row.balance_cents)}</td>
      <td className={`${SUM} ${row.past_due_cents > 0 ? 'text-bad' : ''}`}>{amount(row.past_due_cents)}</td>
    </tr>
  )
}

const numeric = new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeZone: 'UTC' })

/** `9/1/25`, so that a term fits one line. */
function shortDay(day: string): string {
  return numeric.format(new Date(`${day}T00:00:00Z`))
}

/** An amount of zero is left blank, so that the others stand out. */
function amount(cents: number): string {
  return cents === 0 ? '' : money(cents)
}
