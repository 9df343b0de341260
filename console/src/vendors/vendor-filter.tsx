/** The filter of a list by the vendor who does the work. */
import { PickFilter } from '../kit/filters.tsx'
import { useRecordSearch } from '../records/use-record-search.ts'
import { useOrganization } from '../session/me.ts'
import { useName } from '../session/names.ts'
import { useUrlSearch } from '../session/url-search.ts'

/** Offers inactive vendors too, because their work orders remain. The URL may state one who is not among the first that are offered. */
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
