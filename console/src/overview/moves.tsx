/** The moves of the next days, out and in, from the rent roll of today. */
import type { RentRoll, RentRollRow } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import { type Column, DataTable, loadedBy } from '../kit/data-table.tsx'
import { shortDate, todayIn } from '../kit/format.ts'
import { Empty } from '../kit/notice.tsx'
import { Card } from '../kit/page.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { PlaceName } from '../records/record-names.tsx'
import { EVERYTHING, useRentRoll } from '../rent-roll/use-rent-roll.ts'
import { useOrganization } from '../session/me.ts'
import { More } from './more.tsx'

const FEW = 5

export function useRollOfToday() {
  return useRentRoll(EVERYTHING, todayIn(useOrganization().timeZone))
}

/** The days ahead in which a move is shown. */
const MOVES_WITHIN_DAYS = 14

function useLastDayOfMoves(): string {
  const today = Date.parse(todayIn(useOrganization().timeZone))
  return new Date(today + MOVES_WITHIN_DAYS * 86_400_000).toISOString().slice(0, 10)
}

export function MovingOut() {
  const roll = useRollOfToday()
  const last = useLastDayOfMoves()
  const leaving = roll.data?.rows
    .filter(row => row.move_out !== null && row.move_out <= last)
    .sort((one, other) => ((one.move_out ?? '') < (other.move_out ?? '') ? -1 : 1))
  return (
    <Card title="Moving out within 14 days" flush actions={<More to="/$organization/rent-roll" />}>
      <DataTable
        label="Moving out"
        columns={LEAVING}
        loaded={loadedBy(roll, leaving)}
        keyOf={row => row.unit_id}
        placeholders={FEW}
        empty={<Empty title="No move-outs planned">Leases appear here when a move-out date is recorded.</Empty>}
      />
    </Card>
  )
}

export function MovingIn() {
  const roll = useRollOfToday()
  const last = useLastDayOfMoves()
  const arriving = roll.data?.future_residents
    .filter(({ move_in }) => move_in <= last)
    .sort((one, other) => (one.move_in < other.move_in ? -1 : 1))
  return (
    <Card
      title="Moving in within 14 days"
      flush
      actions={<More to="/$organization/leases" search={{ status: 'FUTURE' }} />}
    >
      <DataTable
        label="Moving in"
        columns={ARRIVING}
        loaded={loadedBy(roll, arriving)}
        keyOf={row => row.lease_id}
        placeholders={FEW}
        empty={
          <Empty title="No move-ins planned">Leases appear here when they are signed and have yet to begin.</Empty>
        }
      />
    </Card>
  )
}

const ARRIVING: Column<RentRoll['future_residents'][number]>[] = [
  {
    id: 'unit',
    header: 'Unit',
    cell: ({ row: { original } }) => (
      <RecordLink id={original.lease_id} look="row" className="max-sm:whitespace-normal">
        <PlaceName property={original.property_name} unit={original.unit_label} />
      </RecordLink>
    ),
  },
  { id: 'resident', header: 'Resident', cell: ({ row }) => row.original.resident_name },
  { id: 'in', header: 'Moves in', meta: { align: 'end' }, cell: ({ row }) => shortDate(row.original.move_in) },
]

const LEAVING: Column<RentRollRow>[] = [
  { id: 'unit', header: 'Unit', cell: ({ row }) => <UnitLink row={row.original} /> },
  { id: 'resident', header: 'Resident', meta: { from: 'sm' }, cell: ({ row }) => row.original.resident_name },
  { id: 'status', header: 'Status', cell: ({ row }) => <Status word={row.original.status} /> },
  {
    id: 'out',
    header: 'Last day',
    meta: { align: 'end' },
    cell: ({ row }) => row.original.move_out && shortDate(row.original.move_out),
  },
]

export function UnitLink({ row: { unit_id, property_name, unit_label } }: { row: RentRollRow }) {
  return (
    <RecordLink id={unit_id} look="row" className="max-sm:whitespace-normal">
      <PlaceName property={property_name} unit={unit_label} />
    </RecordLink>
  )
}
