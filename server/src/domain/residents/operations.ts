/** Residents: reading the current ones and any one, and creating and updating them. */
import type { Static } from 'typebox'
import { NewResident, ResidentChanges } from '#contract/back-office/residents.ts'
import type { Implementations, InputOf, OutputOf } from '#contract/operation.ts'
import type { V1 } from '#contract/v1.ts'
import { newId } from '#server/base/ids.ts'
import { readFields } from '#server/base/read-object.ts'
import { Refusal } from '#server/base/refusal.ts'
import { list, type Page, type Paged } from '#server/db/list.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { checkNamed } from '../people.ts'
import { externalIdTaken, refusingTaken } from '../taken.ts'
import {
  findResident,
  listResidentsByExternalId,
  lockResident,
  peopleList,
  type ResidentRow,
  residentList,
  updateSmsOptIn,
  upsertResidents,
} from './queries.ts'
import type { ResidentRecord } from './records.ts'
import type { PersonSort, ResidentSort } from './sorts.ts'

type Residents = Implementations<Pick<V1, 'getResident'>, Context>

export const listResidents = async (
  { db, today }: Context,
  { limit, offset, sort, ...filters }: InputOf<V1['listResidents']> & Page<ResidentSort>,
): Promise<OutputOf<V1['listResidents']>> => {
  if (filters.property_id === undefined && filters.unit_id === undefined) {
    const message = 'is required unless the other one of property_id and unit_id is given'
    throw new Refusal('invalid_request', 'Give property_id, unit_id or both.', {
      details: [
        { path: 'property_id', message },
        { path: 'unit_id', message },
      ],
    })
  }
  return list(db, residentList, [today], filters, { limit, offset, sort })
}

export const getResident: Residents['getResident'] = async ({ db, today }, { id }) => {
  const [found] = await db.query(findResident, [db.organizationId, today, id])
  return found ?? refuseUnknown()
}

/** Everyone there is, whether on a lease or not; `NONE` for those on none that is signed. */
export function listPeople(
  { db, today }: Context,
  { status, ...filters }: { status?: NonNullable<ResidentRow['status']> | 'NONE'; search?: string },
  page: Page<PersonSort>,
): Promise<Paged<ResidentRow>> {
  const standing = status === 'NONE' ? { is_known: false } : { status }
  return list(db, peopleList, [today], { ...filters, ...standing }, page)
}

export async function createResident(context: Context, input: Static<typeof NewResident>): Promise<ResidentRow> {
  const fields = { ...UNSAID, ...readFields(NewResident, input) }
  const id = newId('resident', context.now)
  await save(context, id, fields)
  const after = await getResident(context, { id })
  await logAdministration(context, context.organizationId, 'resident.create', id, { after })
  return after
}

export async function updateResident(
  context: Context,
  { id, ...input }: { id: string } & Static<typeof ResidentChanges>,
): Promise<ResidentRow> {
  const { db, organizationId } = context
  const changes = readFields(ResidentChanges, input)
  await db.query(lockResident, [organizationId, id])
  const before = await getResident(context, { id })
  await save(context, id, { ...before, ...changes })
  const after = await getResident(context, { id })
  await logAdministration(context, organizationId, 'resident.update', id, { before, after })
  return after
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

const UNSAID = {
  first_name: '',
  last_name: '',
  email: null,
  phone: null,
  sms_opt_in: 'NOT_SET',
  external_id: null,
} as const

async function save(
  context: Context,
  id: string,
  fields: Pick<ResidentRow, 'first_name' | 'last_name' | 'email' | 'phone' | 'sms_opt_in' | 'external_id'>,
): Promise<void> {
  checkNamed(fields)
  const { first_name: firstName, last_name: lastName, email, phone } = fields
  const { sms_opt_in: smsOptIn, external_id: externalId } = fields
  await refusingTaken(saveResidents(context, [{ id, firstName, lastName, email, phone, smsOptIn, externalId }]), {
    residents_by_external_id: externalIdTaken('resident', externalId),
  })
}

function refuseUnknown(): never {
  throw new Refusal('not_found', 'There is no such resident.')
}
