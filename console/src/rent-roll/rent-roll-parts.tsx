/** Summaries of a rent roll: by floor plan, by charge, and future residents. */
import type { ReactNode } from 'react'
import type { RentRoll } from '#client/v1.ts'
import { date, money, number, percent } from '../kit/format.ts'
import { Card } from '../kit/page.tsx'
import { TableRegion } from '../kit/table-region.tsx'
import { inWords } from '../kit/words.ts'
import { RecordLink } from '../records/record-link.tsx'
import { PlaceName } from '../records/record-names.tsx'

const HEAD = 'h-9 whitespace-nowrap px-2 2xl:px-3 text-left font-medium text-[12px] text-soft first:pl-4 last:pr-4'
const CELL = 'h-10 whitespace-nowrap px-2 2xl:px-3 first:pl-4 last:pr-4'

export function ByUnitType({ roll }: { roll: RentRoll }) {
  return (
    <SummaryTable title="By floor plan" head={['Floor plan', 'Units', 'Occupancy', 'Market rent', 'Rent']}>
      {roll.by_unit_type.map(type => (
        <tr key={type.unit_type ?? ''} className="border-t">
          <td className={CELL}>{type.unit_type ?? 'Not stated'}</td>
          <td className={`${CELL} text-right tabular-nums`}>{number(type.unit_count)}</td>
          <td className={`${CELL} text-right tabular-nums`}>{percent(type.occupancy_pct)}</td>
          <td className={`${CELL} text-right tabular-nums`}>{money(type.market_rent_cents)}</td>
          <td className={`${CELL} text-right tabular-nums`}>{money(type.rent_cents)}</td>
        </tr>
      ))}
    </SummaryTable>
  )
}

export function ByChargeCode({ roll }: { roll: RentRoll }) {
  return (
    <SummaryTable title="By charge" head={['Charge', 'Units', 'Monthly']}>
      {roll.by_charge_code.map(charge => (
        <tr key={charge.code} className="border-t">
          <td className={CELL}>{inWords(charge.code)}</td>
          <td className={`${CELL} text-right tabular-nums`}>{number(charge.unit_count)}</td>
          <td className={`${CELL} text-right tabular-nums`}>{money(charge.amount_cents)}</td>
        </tr>
      ))}
    </SummaryTable>
  )
}

export function FutureResidents({ roll }: { roll: RentRoll }) {
  return (
    <SummaryTable title="Future residents" head={['Unit', 'Resident', 'Moves in', 'Rent']} left={3}>
      {roll.future_residents.map(one => (
        <tr key={one.lease_id} className="border-t">
          <td className={CELL}>
            <RecordLink id={one.unit_id} look="quiet">
              <PlaceName property={one.property_name} unit={one.unit_label} />
            </RecordLink>
          </td>
          <td className={CELL}>
            <RecordLink id={one.lease_id} look="quiet">
              {one.resident_name}
            </RecordLink>
          </td>
          <td className={CELL}>{date(one.move_in)}</td>
          <td className={`${CELL} text-right tabular-nums`}>{money(one.rent_cents)}</td>
        </tr>
      ))}
    </SummaryTable>
  )
}

/** `left` is the number of leading columns that hold text. */
function SummaryTable({
  title,
  head,
  left = 1,
  children,
}: {
  title: string
  head: string[]
  left?: number
  children: ReactNode
}) {
  return (
    <Card title={title} flush>
      <TableRegion label={title}>
        <table className="w-full border-collapse">
          <thead>
            <tr>
              {head.map((name, index) => (
                <th key={name} scope="col" className={`${HEAD} ${index < left ? '' : 'text-right'}`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </TableRegion>
    </Card>
  )
}
