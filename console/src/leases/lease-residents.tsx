/** The residents of a draft lease: found by a search, or added as new. */
import { useId, useState } from 'react'
import type { CreateLeaseInput } from '#client/console.ts'
import type { ResidentDetail } from '#client/v1.ts'
import { Button, IconButton } from '../kit/button.tsx'
import { Combobox } from '../kit/combobox.tsx'
import { Icon } from '../kit/icons.tsx'
import type { Choice } from '../kit/matching.ts'
import { Card } from '../kit/page.tsx'
import type { Values } from '../kit/values.ts'
import { inWords } from '../kit/words.ts'
import { FormDialog } from '../records/form-dialog.tsx'
import { type Person, PersonFields } from '../records/person-fields.tsx'
import { fullName } from '../records/person-name.ts'
import { useRecordSearch } from '../records/use-record-search.ts'
import type { OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'
import { KnownApplicant } from './known-applicant.tsx'

export type Role = CreateLeaseInput['residents'][number]['role']
export type LeaseResident = { resident_id: string; name: string; role: Role }
export const ROLES: readonly Role[] = ['PRIMARY', 'CO_TENANT', 'OCCUPANT', 'GUARANTOR']

export function LeaseResidents({
  residents,
  applicant,
  onChange,
}: {
  residents: LeaseResident[]
  /** The person whom the lease is for, if they are known already. */
  applicant?: Person | undefined
  /** Takes a function, because a new resident is added only once they are stored, and others may have been chosen in the meantime. */
  onChange: (change: (residents: LeaseResident[]) => LeaseResident[]) => void
}) {
  const [added, setAdded] = useState<Person | 'ANYONE'>()
  const add = (resident_id: string, name: string) =>
    onChange(before => {
      if (before.some(resident => resident.resident_id === resident_id)) return before
      const role = before.some(resident => resident.role === 'PRIMARY') ? 'CO_TENANT' : 'PRIMARY'
      return [...before, { resident_id, name, role }]
    })
  return (
    <Card
      title="Residents"
      actions={
        <>
          {applicant && residents.length === 0 && (
            <Button size="small" look="primary" onClick={() => setAdded(applicant)}>
              <Icon name="plus" /> Add {fullName(applicant)}
            </Button>
          )}
          <Button size="small" onClick={() => setAdded('ANYONE')}>
            <Icon name="plus" /> Add new resident
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {residents.length === 0 ? (
          <p className="text-soft">No residents yet. Search for a resident, or add a new one.</p>
        ) : (
          <ul aria-label="On the lease" className="flex flex-col">
            {residents.map(resident => (
              <li key={resident.resident_id} className="flex min-h-11 items-center gap-3 border-b last:border-0">
                <span className="min-w-0 flex-1 font-medium">{resident.name}</span>
                <select
                  aria-label={`Role of ${resident.name}`}
                  className="field w-36"
                  value={resident.role}
                  onChange={event =>
                    onChange(before =>
                      before.map(other =>
                        other === resident ? { ...resident, role: event.target.value as Role } : other,
                      ),
                    )
                  }
                >
                  {ROLES.map(role => (
                    <option key={role} value={role}>
                      {inWords(role)}
                    </option>
                  ))}
                </select>
                <IconButton
                  label={`Remove ${resident.name}`}
                  onClick={() => onChange(before => before.filter(other => other !== resident))}
                >
                  <Icon name="close" />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        {applicant && residents.length === 0 && <KnownApplicant applicant={applicant} onAdd={add} />}
        <AddFound onAdd={add} chosen={residents.map(({ resident_id }) => resident_id)} />
      </div>
      {added && (
        <NewResident
          person={added === 'ANYONE' ? undefined : added}
          onClose={() => setAdded(undefined)}
          onAdded={add}
        />
      )}
    </Card>
  )
}

function AddFound({ onAdd, chosen }: { onAdd: (id: string, name: string) => void; chosen: string[] }) {
  const { client } = useOrganization()
  const field = useId()
  const { choices, search } = useRecordSearch('residents', client.listAllResidents, residentChoice)
  return (
    <div className="flex max-w-md flex-col gap-1">
      <label htmlFor={field} className="font-medium text-[13px]">
        Search residents
      </label>
      <Combobox
        id={field}
        choices={choices.filter(({ value }) => !chosen.includes(value))}
        search={search}
        value=""
        onChange={(id, choice) => choice && onAdd(id, choice.text)}
        placeholder="Name, e-mail or phone"
      />
    </div>
  )
}

export function residentChoice(resident: ResidentDetail): Choice {
  const { resident_id, email, status } = resident
  const about = email ?? (status ? inWords(status) : '')
  return { value: resident_id, text: fullName(resident), about }
}

function NewResident({
  person,
  onClose,
  onAdded,
}: {
  person: Person | undefined
  onClose: () => void
  onAdded: (id: string, name: string) => void
}) {
  return (
    <FormDialog
      title="Add resident"
      onClose={onClose}
      save={async (values, client) => {
        const resident = await createResident(client, values)
        onAdded(resident.resident_id, fullName(resident))
        return `${fullName(resident)} added`
      }}
    >
      <PersonFields person={person} />
    </FormDialog>
  )
}

/** Stores what was typed into the fields of a new resident. */
export function createResident(client: OrganizationClient, values: Values) {
  return client.createResident({
    first_name: values.text('first_name'),
    last_name: values.text('last_name'),
    email: values.optional('email'),
    phone: values.optional('phone'),
  })
}
