/** The columns of invoices and payments that say to whom they belong: the resident and the unit. */
import type { Column } from '../kit/data-table.tsx'
import { Below } from '../records/cells.tsx'
import { Place, ResidentName } from '../records/record-names.tsx'

type OfLease = { lease_id: string; resident_id: string | null; property_id: string; unit_id: string | null }

export const RESIDENT_AND_PLACE = [
  {
    header: 'Resident',
    isName: true,
    sort: 'resident_name',
    from: 'md',
    cell: row => <ResidentName leaseId={row.lease_id} residentId={row.resident_id} />,
  },
  {
    header: 'Unit',
    sort: 'property_name',
    from: 'lg',
    cell: row => <Place propertyId={row.property_id} unitId={row.unit_id} />,
  },
] as const satisfies Column<OfLease>[]

/** The resident below the text of the first column, where the table is too narrow for a column of residents. */
export function ResidentBelow({ row }: { row: OfLease }) {
  return (
    <Below>
      <ResidentName leaseId={row.lease_id} residentId={row.resident_id} />
    </Below>
  )
}
