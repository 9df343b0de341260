/** The leases a person is on, in whatever status, with what each owes. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { LeaseListItem } from '#client/console.ts'
import { Status } from '../kit/badge.tsx'
import { type Column, DataTable, loadedBy } from '../kit/data-table.tsx'
import { date, money, wholeMoney } from '../kit/format.ts'
import { Empty } from '../kit/notice.tsx'
import { Card } from '../kit/page.tsx'
import { PlaceName } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'

const MOST = 100

const COLUMNS: Column<LeaseListItem>[] = [
  { id: 'place', header: 'Unit', cell: ({ row }) => <Where lease={row.original} /> },
  { id: 'status', header: 'Status', cell: ({ row }) => <Status word={row.original.status} /> },
  {
    id: 'term',
    header: 'Term',
    meta: { from: 'md' },
    cell: ({ row: { original } }) =>
      `${date(original.start_date)} – ${original.end_date ? date(original.end_date) : 'no end'}`,
  },
  {
    id: 'rent',
    header: 'Rent',
    meta: { align: 'end', from: 'sm' },
    cell: ({ row }) => wholeMoney(row.original.rent_cents),
  },
  {
    id: 'balance',
    header: 'Balance',
    meta: { align: 'end' },
    cell: ({ row: { original } }) => (
      <span className={original.balance_cents > 0 ? 'text-bad' : ''}>{money(original.balance_cents)}</span>
    ),
  },
]

export function LeasesOf({ residentId }: { residentId: string }) {
  const { id, client } = useOrganization()
  const query = useQuery({
    queryKey: [id, 'leases', 'of resident', residentId],
    queryFn: ({ signal }) => client.listLeases({ resident_id: residentId, limit: MOST }, { signal }),
  })
  return (
    <Card title="Leases" flush>
      <DataTable
        label="Leases"
        columns={COLUMNS}
        loaded={loadedBy(query, query.data?.data)}
        keyOf={lease => lease.lease_id}
        empty={<Empty title="On no lease" />}
        placeholders={1}
      />
    </Card>
  )
}

function Where({ lease }: { lease: LeaseListItem }) {
  const { id } = useOrganization()
  return (
    <Link
      to="/$organization/leases/$lease"
      params={{ organization: id, lease: lease.lease_id }}
      className="font-medium text-accent hover:underline max-sm:whitespace-normal"
    >
      <PlaceName property={lease.property_name} unit={lease.unit_label} />
    </Link>
  )
}
