/** Residents: listing the current ones and all of them, reading one, and creating and updating them. */
import type { InputOf, OutputOf } from '#contract/operation.ts'
import type { V1 } from '#contract/v1.ts'
import { newId } from '#server/base/ids.ts'
import { Refusal, requireOne } from '#server/base/refusal.ts'
import { list, type Page } from '#server/db/list.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { ConsoleOperations, Context, V1Operations } from '#server/platform/context.ts'
import { mayReadAccounting, residentFor } from '../ledger/accounting-only.ts'
import { externalIdTaken, refusingTaken } from '../name-conflicts.ts'
import { requireName } from '../require-name.ts'
import type { SaveOptions } from '../save-options.ts'
import { wordsTyped } from '../search-words/terms.ts'
import {
  allResidentsList,
  changedResidentList,
  findResident,
  GIVEN_RESIDENTS,
  insertResidents,
  listResidentsById,
  lockResident,
  lockResidentsByExternalId,
  lockResidentsOf,
  type ResidentRow,
  residentsOfPropertyList,
  residentsOfUnitList,
  updateSmsOptIn,
  upsertResidents,
} from './queries.ts'
import type { ResidentRecord } from './records.ts'
import type { ResidentSort } from './sorts.ts'

type CurrentResident = OutputOf<V1['listResidents']>['data'][number]

export const listResidents = async (
  context: Context,
  { limit, offset, sort, ...filters }: InputOf<V1['listResidents']> & Page<ResidentSort>,
): Promise<OutputOf<V1['listResidents']>> => {
  if (filters.property_id === undefined && filters.unit_id === undefined) {
    throw new Refusal('invalid_request', 'Give property_id, unit_id or both.', {
      details: [
        { path: 'property_id', message: 'is required unless unit_id is given' },
        { path: 'unit_id', message: 'is required unless property_id is given' },
      ],
    })
  }
  const { db, today } = context
  const place = { limit, offset, sort }
  const { property_id, unit_id, updated_since } = filters
  const page = await (unit_id === undefined && updated_since === undefined
    ? list<CurrentResident, 'property_id', ResidentSort>(db, residentsOfPropertyList, [today], { property_id }, place)
    : list<CurrentResident, keyof typeof filters, ResidentSort>(
        db,
        unit_id === undefined ? changedResidentList : residentsOfUnitList,
        [today],
        filters,
        place,
      ))
  return mayReadAccounting(context)
    ? page
    : { ...page, data: page.data.map(resident => residentFor(context, resident)) }
}

export const getResident: V1Operations['getResident'] = async (context, { id }) => {
  const { db, today } = context
  return residentFor(context, requireOne(await db.query(findResident, [db.organizationId, today, id]), 'resident'))
}

/** Each status of residents is a filter of its own, because each is found in its own way. */
const FILTERS = {
  CURRENT: 'current',
  PAST: 'past',
  NOTICE: 'on_notice',
  EVICT: 'evicted',
  FUTURE: 'future',
  NONE: 'on_no_lease',
} as const

/** Lists every resident once, whether on a lease or not; `NONE` is the status of those who are not on a signed lease. */
export const listAllResidents: ConsoleOperations['listAllResidents'] = (
  { db, today },
  { limit, offset, sort, status, search, ...filters },
) => {
  const asked = { ...wordsTyped(search), ...(status && { [FILTERS[status]]: true }) }
  return list(db, allResidentsList, [today], { ...filters, ...asked }, { limit, offset, sort })
}

export const createResident: ConsoleOperations['createResident'] = async (context, input) => {
  const id = newId('resident', context.now)
  await save(context, id, { ...DEFAULTS, ...input })
  const after = await getResident(context, { id })
  await logAdministration(context, 'resident.create', id, { after })
  return after
}

export const updateResident: ConsoleOperations['updateResident'] = async (context, { id, ...changes }) => {
  const { db } = context
  await db.query(lockResident, [db.organizationId, id])
  const before = await getResident(context, { id })
  await save(context, id, { ...before, ...changes })
  const after = await getResident(context, { id })
  await logAdministration(context, 'resident.update', id, { before, after })
  return after
}

/** Creates the residents whose IDs are new and updates the others, any number at once. */
export async function saveResidents(
  { db }: Context,
  residents: readonly ResidentRecord[],
  { areNew }: SaveOptions = {},
): Promise<void> {
  await db.query(areNew ? insertResidents : upsertResidents, [db.organizationId, ...GIVEN_RESIDENTS.of(residents)])
}

/** Locks the residents on the leases of the properties. The properties must be locked already. */
export async function lockResidentsOfProperties({ db }: Context, propertyIds: readonly string[]): Promise<void> {
  await db.query(lockResidentsOf, [db.organizationId, propertyIds])
}

/** The residents with these external IDs. They are locked, so that an import can replace them as a whole. */
export function residentsToChange({ db }: Context, externalIds: readonly string[]): Promise<ResidentRecord[]> {
  return db.query(lockResidentsByExternalId, [db.organizationId, externalIds])
}

/** Records that the resident told the SMS provider to stop text messages. */
export async function optOutOfSms({ db }: { db: Tenant }, residentId: string): Promise<void> {
  await db.query(updateSmsOptIn, [db.organizationId, residentId, 'OPTED_OUT'])
}

/** The values of a new resident for fields that are left out. */
const DEFAULTS = {
  first_name: '',
  last_name: '',
  email: null,
  phone: null,
  sms_opt_in: 'NOT_SET',
  external_id: null,
} as const

async function save(context: Context, id: string, fields: Omit<ResidentRecord, 'id'>): Promise<void> {
  requireName(fields)
  await refusingTaken(saveResidents(context, [{ ...fields, id }]), {
    residents_by_external_id: externalIdTaken('resident', fields.external_id),
  })
}

/** The residents with these IDs, whether or not they live here today. */
export async function residentsById(context: Context, ids: readonly string[]): Promise<ResidentRow[]> {
  const { db, today } = context
  const found = await db.query(listResidentsById, [db.organizationId, today, ids])
  return found.map(resident => residentFor(context, resident))
}
