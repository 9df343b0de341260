/** Reading records of each type by their IDs, exactly as their own endpoint shows them. */
import type { RecordType } from '#contract/v1/changes.ts'
import type { Context } from '#server/platform/context.ts'
import { invoicesById } from '../invoices/operations.ts'
import { leadsById } from '../leads/operations.ts'
import { leasesById } from '../leases/v1.ts'
import { listingsById } from '../listings/operations.ts'
import { ownersById } from '../owners/operations.ts'
import { findPayments } from '../payments/operations.ts'
import { portfoliosById } from '../portfolios/operations.ts'
import { propertiesById } from '../properties/operations.ts'
import { residentsById } from '../residents/operations.ts'
import { unitsById } from '../units/v1.ts'
import { workOrdersById } from '../work-orders/operations.ts'

type Reader = { key: string; read: (context: Context, ids: readonly string[]) => Promise<object[]> }

/** The reader of each type; `key` is the field that holds the ID. */
const READERS: Record<RecordType, Reader> = {
  property: { key: 'property_id', read: propertiesById },
  unit: { key: 'unit_id', read: unitsById },
  listing: { key: 'id', read: listingsById },
  lease: { key: 'lease_id', read: leasesById },
  resident: { key: 'resident_id', read: residentsById },
  invoice: { key: 'invoice_id', read: invoicesById },
  payment: { key: 'payment_id', read: findPayments },
  work_order: { key: 'work_order_id', read: workOrdersById },
  lead: { key: 'lead_id', read: leadsById },
  owner: { key: 'owner_id', read: ownersById },
  portfolio: { key: 'portfolio_id', read: portfoliosById },
}

/** The records of `type` by their IDs; those that cannot be read are left out. */
export async function recordsOf(
  context: Context,
  type: RecordType,
  ids: readonly string[],
): Promise<Map<string, Record<string, unknown>>> {
  if (ids.length === 0) return new Map()
  const { key, read } = READERS[type]
  const records = (await read(context, ids)) as Record<string, unknown>[]
  return new Map(records.map(record => [record[key] as string, record]))
}
