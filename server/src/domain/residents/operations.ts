/** Residents: reading the current ones, and creating and updating them. */
import type { Implementations } from '#contract/operation.ts'
import type { V1 } from '#contract/v1.ts'
import { Refusal } from '#server/base/refusal.ts'
import { list } from '#server/db/list.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Context } from '#server/platform/context.ts'
import { listResidentsByExternalId, residentList, updateSmsOptIn, upsertResidents } from './queries.ts'
import type { ResidentRecord } from './records.ts'

type Residents = Implementations<Pick<V1, 'listResidents'>, Context>

export const listResidents: Residents['listResidents'] = async ({ db, today }, { limit, offset, ...filters }) => {
  if (filters.property_id === undefined && filters.unit_id === undefined) {
    const message = 'is required unless the other one of property_id and unit_id is given'
    throw new Refusal('invalid_request', 'Give property_id, unit_id or both.', {
      details: [
        { path: 'property_id', message },
        { path: 'unit_id', message },
      ],
    })
  }
  return list(db, residentList, [today], filters, { limit, offset })
}

/** Creates the residents whose id is new and updates the others; any number at once. */
export async function saveResidents({ db }: Context, residents: readonly ResidentRecord[]): Promise<void> {
  await db.query(upsertResidents, [db.organizationId, JSON.stringify(residents)])
}

export function findResidentsByExternalId({ db }: Context, externalIds: readonly string[]): Promise<ResidentRecord[]> {
  return db.query(listResidentsByExternalId, [db.organizationId, externalIds])
}

/** The resident told the SMS provider not to be sent text messages any more. */
export async function optOutOfSms({ db }: { db: Tenant }, residentId: string): Promise<void> {
  await db.query(updateSmsOptIn, [db.organizationId, residentId, 'OPTED_OUT'])
}
