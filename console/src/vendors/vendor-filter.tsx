/** Filters a list by vendor. */
import { PickFilter } from '../kit/filters.tsx'
import { useRecordSearch } from '../records/use-record-search.ts'
import { useOrganization } from '../session/me.ts'
import { useName } from '../session/names.ts'
import { useUrlSearch } from '../session/url-search.ts'

/** Offers inactive vendors too, because they still have work orders. Shows the name of the vendor in the URL even if a search has not found it. */
export function VendorListFilter() {
  const { client } = useOrganization()
  const { search: url, change } = useUrlSearch()
  const { choices, search } = useRecordSearch(
    'all vendors',
    (input, options) => client.listVendors(input, options),
    ({ vendor_id, name, trade }) => ({ value: vendor_id, text: name, ...(trade && { about: trade }) }),
  )
  const value = url.vendor_id
  const name = useName(value ?? null)
  return (
    <PickFilter
      label="Vendor"
      value={value}
      onChange={vendor_id => change({ vendor_id })}
      text={name === null && value ? 'Not found' : (name ?? '')}
      {...{ choices, search }}
      all="All vendors"
    />
  )
}
