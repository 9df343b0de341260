/** The field that chooses a vendor or takes any other name, and the link to a vendor by their name. */
import { PickField } from '../kit/pick-field.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { useRecordSearch } from '../records/use-record-search.ts'
import { useOrganization } from '../session/me.ts'
import { useRead } from '../session/use-read.ts'

export function VendorField({ defaultValue }: { defaultValue?: string | null }) {
  const { client } = useOrganization()
  const { choices, search } = useRecordSearch(
    'vendors',
    (input, options) => client.listVendors({ ...input, is_active: 'true' }, options),
    ({ name, trade }) => ({ value: name, text: name, ...(trade && { about: trade }) }),
  )
  return (
    <PickField
      name="vendor_name"
      label="Vendor"
      defaultValue={defaultValue}
      maxLength={200}
      {...{ choices, search }}
      isFree
      hint="Choose a vendor, or enter another name."
    />
  )
}

/** The name of a vendor, with a link to their page if there is such a vendor. */
export function VendorLink({ name }: { name: string }) {
  const { data } = useRead(['vendors', 'named', name], (client, call) => client.listVendors({ name, limit: 1 }, call))
  const [vendor] = data?.data ?? []
  return vendor ? <RecordLink id={vendor.vendor_id}>{name}</RecordLink> : name
}
