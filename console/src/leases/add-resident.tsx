/** Adding a resident to a signed lease: someone new, or someone who is already a resident. */
import { useState } from 'react'
import type { LeaseDetail } from '#client/console.ts'
import { FieldRow, SelectField, TextField } from '../kit/form.tsx'
import { PickField } from '../kit/pick-field.tsx'
import type { Values } from '../kit/values.ts'
import { wordChoices } from '../kit/words.ts'
import { PersonFields } from '../records/person-fields.tsx'
import { useRecordSearch } from '../records/use-record-search.ts'
import type { OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'
import { createResident, ROLES, type Role, residentChoice } from './lease-residents.tsx'

const WHO = [
  { value: 'NEW', text: 'New resident' },
  { value: 'KNOWN', text: 'Existing resident' },
]

export function AddResidentFields({ lease, today }: { lease: LeaseDetail; today: string }) {
  const { residents, start_date } = lease
  const [who, setWho] = useState('NEW')
  const hasPrimary = residents.some(({ is_primary }) => is_primary)
  const roles = ROLES.filter(role => role !== 'PRIMARY' || !hasPrimary)
  return (
    <>
      <SelectField name="who" label="Who" choices={WHO} value={who} onChange={setWho} required />
      {who === 'NEW' ? <PersonFields /> : <KnownResident without={residents} />}
      <FieldRow>
        <SelectField name="role" label="Role" choices={wordChoices(roles)} required />
        <TextField
          name="from"
          label="First day"
          type="date"
          defaultValue={lease.status === 'ACTIVE' ? today : start_date}
          min={start_date}
          required
        />
      </FieldRow>
    </>
  )
}

function KnownResident({ without }: { without: LeaseDetail['residents'] }) {
  const { client } = useOrganization()
  const { choices, search } = useRecordSearch('residents', client.listAllResidents, residentChoice)
  return (
    <PickField
      name="resident_id"
      label="Resident"
      placeholder="Name, e-mail or phone"
      choices={choices.filter(({ value }) => !without.some(({ resident_id }) => resident_id === value))}
      search={search}
      required
    />
  )
}

/**
 * Adds the resident that the form states. If the lease refuses a new resident, `kept` holds the one who was created, so that sending the form again, with
 * another role or with a corrected name, does not create a second one.
 */
export async function addResident(client: OrganizationClient, lease_id: string, values: Values, kept: Kept) {
  const isNew = values.text('who') === 'NEW'
  const resident_id = isNew ? await storedPerson(client, values, kept) : values.text('resident_id')
  const role = values.text('role') as Role
  return client.addLeaseResident({ lease_id, resident_id, role, from: values.text('from') })
}

/** What earlier attempts to send one form have stored. */
export type Kept = { resident_id?: string }

async function storedPerson(client: OrganizationClient, values: Values, kept: Kept): Promise<string> {
  if (kept.resident_id === undefined) kept.resident_id = (await createResident(client, values)).resident_id
  else await client.updateResident({ id: kept.resident_id, ...correctedPerson(values) })
  return kept.resident_id
}

function correctedPerson(values: Values) {
  const [first_name, last_name] = [values.text('first_name'), values.text('last_name')]
  return { first_name, last_name, email: values.orNull('email'), phone: values.orNull('phone') }
}
