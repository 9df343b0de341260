/** The move-outs and move-ins of the coming days. */
import type { LeaseListItem, ListLeasesInput } from '#client/console.ts'
import { type Column, loadedBy, TableCard } from '../kit/data-table.tsx'
import { daysAfter, number, shortDate } from '../kit/format.ts'
import { Empty } from '../kit/notice.tsx'
import { LeaseStatus } from '../leases/lease-status.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { PlaceName } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { useRead } from '../session/use-read.ts'
import { ShowAll } from './show-all.tsx'

const ROWS_SHOWN = 5
/** The number of days ahead for which moves are shown. */
const MOVES_WITHIN_DAYS = 14

function useMoves(by: 'moves_out_by' | 'starts_by', sort: ListLeasesInput['sort']) {
  const { today } = useOrganization()
  const search = { [by]: daysAfter(today, MOVES_WITHIN_DAYS), sort: sort as string }
  const query = useRead(['leases', search], (client, call) =>
    client.listLeases({ ...search, limit: ROWS_SHOWN } as ListLeasesInput, call),
  )
  const total = query.data?.pagination.total ?? 0
  return { search, loaded: loadedBy(query, query.data?.data), total: total > ROWS_SHOWN ? ` (${number(total)})` : '' }
}

export function MovingOut() {
  const { search, loaded, total } = useMoves('moves_out_by', 'move_out_date')
  return (
    <TableCard
      title={`Moving out within ${MOVES_WITHIN_DAYS} days${total}`}
      actions={<ShowAll of="residents who move out" to="/$organization/leases" search={search} />}
      label="Moving out"
      columns={LEAVING}
      loaded={loaded}
      keyOf={lease => lease.lease_id}
      placeholders={ROWS_SHOWN}
      empty={<Empty title="No move-outs planned">Leases appear here when a move-out date is recorded.</Empty>}
    />
  )
}

export function MovingIn() {
  const { search, loaded, total } = useMoves('starts_by', 'start_date')
  return (
    <TableCard
      title={`Moving in within ${MOVES_WITHIN_DAYS} days${total}`}
      actions={<ShowAll of="residents who move in" to="/$organization/leases" search={search} />}
      label="Moving in"
      columns={ARRIVING}
      loaded={loaded}
      keyOf={lease => lease.lease_id}
      placeholders={ROWS_SHOWN}
      empty={<Empty title="No move-ins planned">Signed leases that have not started appear here.</Empty>}
    />
  )
}

const UNIT: Column<LeaseListItem> = {
  header: 'Unit',
  cell: row => (
    <RecordLink id={row.lease_id} look="row" className="max-sm:whitespace-normal">
      <PlaceName property={row.property_name} unit={row.unit_label} />
    </RecordLink>
  ),
}

const ARRIVING: Column<LeaseListItem>[] = [
  UNIT,
  { header: 'Resident', cell: row => row.resident_name },
  { header: 'Moves in', align: 'end', cell: row => shortDate(row.move_in_date ?? row.start_date) },
]

const LEAVING: Column<LeaseListItem>[] = [
  UNIT,
  { header: 'Resident', from: 'sm', cell: row => row.resident_name },
  { header: 'Status', cell: row => <LeaseStatus lease={row} /> },
  { header: 'Last day', align: 'end', cell: row => row.move_out_date && shortDate(row.move_out_date) },
]
