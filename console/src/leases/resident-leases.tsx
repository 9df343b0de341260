/** The leases of a resident in every status, with what each owes. */
import type { LeaseListItem } from '#client/console.ts'
import { buttonClass } from '../kit/button.tsx'
import { type Column, loadedBy } from '../kit/data-table.tsx'
import { money } from '../kit/format.ts'
import { Balance, termOf } from '../records/cells.tsx'
import { ListCard } from '../records/list-page.tsx'
import { PageLink } from '../records/page-link.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { PlaceName } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { useRead } from '../session/use-read.ts'
import { LeaseStatus } from './lease-status.tsx'

const MAX_LEASES = 100

const COLUMNS: Column<LeaseListItem>[] = [
  {
    header: 'Unit',
    cell: row => (
      <RecordLink id={row.lease_id}>
        <PlaceName property={row.property_name} unit={row.unit_label} />
      </RecordLink>
    ),
  },
  { header: 'Status', cell: row => <LeaseStatus lease={row} /> },
  { header: 'Term', from: 'md', cell: row => termOf(row) },
  { header: 'Rent', align: 'end', from: 'sm', cell: row => money(row.rent_cents) },
  { header: 'Balance', align: 'end', cell: row => <Balance cents={row.balance_cents} /> },
]

export function ResidentLeases({ residentId }: { residentId: string }) {
  const query = useRead(['leases', 'of resident', residentId], (client, call) =>
    client.listLeases({ resident_id: residentId, limit: MAX_LEASES }, call),
  )
  const { may } = useOrganization()
  return (
    <ListCard
      title="Leases"
      label="Leases"
      nouns="leases"
      list={{ loaded: loadedBy(query, query.data?.data) }}
      columns={COLUMNS}
      keyOf={lease => lease.lease_id}
      actions={
        may('ADMIN') && (
          <PageLink
            to="/$organization/leases/new"
            search={{ resident_id: residentId }}
            className={buttonClass('secondary', 'small')}
          >
            New lease
          </PageLink>
        )
      }
      empty={{ title: 'No leases', about: 'Add this resident to a lease, and it appears here.' }}
      placeholders={1}
    />
  )
}
