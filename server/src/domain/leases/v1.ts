/** Leases as version 1 lists them, in any status. */
import type { InputOf, OutputOf } from '#contract/operation.ts'
import type { V1 } from '#contract/v1.ts'
import { requireOne } from '#server/base/refusal.ts'
import { list } from '#server/db/list.ts'
import type { Context, V1Operations } from '#server/platform/context.ts'
import { leaseFor, mayReadAccounting } from '../ledger/accounting-only.ts'
import { type LeaseOfRecord, leaseRecordList, listLeaseRecordsById } from './v1-queries.ts'

export const listLeases = async (
  context: Context,
  { limit, offset, ...filters }: InputOf<V1['listLeases']>,
): Promise<OutputOf<V1['listLeases']>> => {
  const { db, today } = context
  const page = await list<LeaseOfRecord, keyof typeof filters>(db, leaseRecordList, [today], filters, { limit, offset })
  return mayReadAccounting(context) ? page : { ...page, data: page.data.map(lease => leaseFor(context, lease)) }
}

export async function leasesById(context: Context, ids: readonly string[]): Promise<LeaseOfRecord[]> {
  const { db, today } = context
  const found = await db.query(listLeaseRecordsById, [db.organizationId, today, ids])
  return found.map(lease => leaseFor(context, lease))
}

export const getLease: V1Operations['getLease'] = async (context, { id }) => {
  return requireOne(await leasesById(context, [id]), 'lease')
}
