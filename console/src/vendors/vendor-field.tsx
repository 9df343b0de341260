/** The field that chooses a vendor, or states somebody else by name; and the link to a vendor by their name. */
import { useQuery } from '@tanstack/react-query'
import { SuggestField } from '../kit/suggest-field.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { useOrganization } from '../session/me.ts'

/** The vendors that are offered; a longer list is searched by its page. */
const MOST = 100

export function VendorField({ defaultValue = '' }: { defaultValue?: string }) {
  const { id, client } = useOrganization()
  const { data } = useQuery({
    queryKey: [id, 'vendors', 'offered'],
    queryFn: ({ signal }) => client.listVendors({ is_active: 'true', limit: MOST }, { signal }),
    staleTime: 60_000,
  })
  return (
    <SuggestField
      name="vendor_name"
      label="Vendor"
      defaultValue={defaultValue}
      maxLength={200}
      suggestions={data?.data.map(vendor => vendor.name) ?? []}
      hint="Choose a vendor, or enter another name."
    />
  )
}

/** A name that is a vendor's leads to the vendor. */
export function VendorLink({ name }: { name: string }) {
  const { id, client } = useOrganization()
  const { data } = useQuery({
    queryKey: [id, 'vendors', 'named', name],
    queryFn: ({ signal }) => client.listVendors({ name, limit: 1 }, { signal }),
  })
  const [vendor] = data?.data ?? []
  return vendor ? <RecordLink id={vendor.vendor_id}>{name}</RecordLink> : name
}
