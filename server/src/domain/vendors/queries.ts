/** SQL of vendors. `$1` is the organization. */
import type { Static } from 'typebox'
import type { ColumnOf } from '#contract/console/sorting.ts'
import type { listVendors, Vendor } from '#contract/console/vendors.ts'
import { isText, type ListDefinition } from '#server/db/list.ts'
import { statement } from '#server/db/statement.ts'
import { hasEveryWord, VENDOR_TEXT } from '../search-words/found.ts'

export type VendorRow = Static<typeof Vendor>

/** The columns that are written; the others are derived. */
export type VendorRecord = Pick<VendorRow, 'name' | 'trade' | 'email' | 'phone' | 'is_active' | 'external_id'> & {
  id: string
}

const COLUMNS = `v.id as vendor_id, v.name, v.trade, v.email, v.phone, v.is_active, open.open_work_order_count, v.external_id, v.created_at,
  v.updated_at`
const OPEN = `cross join lateral (
    select count(*)::int as open_work_order_count
      from work_orders w
     where w.organization_id = $1 and w.vendor_id = v.id and w.status not in ('COMPLETED', 'CANCELLED')
  ) open`
const VENDOR = 'join vendors v on v.organization_id = $1 and v.id = matching.id'

type VendorSort = ColumnOf<typeof listVendors>

export const vendorList: ListDefinition<'search' | 'name' | 'is_active', VendorSort> = {
  name: 'list_vendors',
  matching: `select v.id, v.name collate "C" as name from vendors v where v.organization_id = $1`,
  matchOnce: true,
  filters: {
    search: hasEveryWord(VENDOR_TEXT, '?'),
    name: isText('lower(v.name)'),
    is_active: 'v.is_active = ?::boolean',
  },
  order: 'name, id',
  sorts: {
    name: { by: ['matching.name'] },
    trade: { by: ['v.trade collate "C"'], joins: VENDOR },
    open_work_order_count: { by: ['open.open_work_order_count'], joins: `${VENDOR} ${OPEN}` },
    external_id: { by: ['v.external_id'], joins: VENDOR },
  },
  columns: COLUMNS,
  joins: `join vendors v on v.organization_id = $1 and v.id = page.id ${OPEN}`,
}

export const findVendor = statement<VendorRow>(
  'find_vendor',
  `select ${COLUMNS} from vendors v ${OPEN} where v.organization_id = $1 and v.id = $2`,
)

/** Locks the vendor `$2`: nobody else can change it until this transaction ends. */
export const lockVendor = statement<never>(
  'lock_vendor',
  'select from vendors where organization_id = $1 and id = $2 for no key update',
)

/** Stores the vendors `$2`, given as JSON. Vendors whose name is already taken stay as they are. */
export const insertVendors = statement<{ id: string }>(
  'insert_vendors',
  `insert into vendors (organization_id, id, name, trade, email, phone, is_active, external_id)
   select $1, t.id, t.name, t.trade, t.email, t.phone, t.is_active, t.external_id
     from jsonb_to_recordset($2::jsonb) as t (
       id text, name text, trade text, email text, phone text, is_active boolean, external_id text
     )
   on conflict (organization_id, lower(name)) do nothing
   returning id`,
)

/** Replaces the vendor `$2` with `$3`, given as JSON. */
export const replaceVendor = statement<never>(
  'replace_vendor',
  `update vendors v
      set (name, trade, email, phone, is_active, external_id) = row (t.name, t.trade, t.email, t.phone, t.is_active, t.external_id)
     from jsonb_to_record($3::jsonb) as t (name text, trade text, email text, phone text, is_active boolean, external_id text)
    where v.organization_id = $1 and v.id = $2`,
)
