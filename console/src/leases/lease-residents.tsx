/** Who is to be on a lease: looked up among everyone known, or taken down as somebody new. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CreateLeaseInput } from '#client/console.ts'
import { Button, IconButton } from '../kit/button.tsx'
import { TextFilter } from '../kit/filters.tsx'
import { Form, TextField } from '../kit/form.tsx'
import { Icon } from '../kit/icons.tsx'
import { Failure } from '../kit/notice.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { Card } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'

type Role = CreateLeaseInput['residents'][number]['role']
export type LeasePerson = { resident_id: string; name: string; role: Role }
const ROLES: readonly Role[] = ['PRIMARY', 'CO_TENANT', 'OCCUPANT', 'GUARANTOR']
const FOUND = 6

export function LeasePeople({
  people,
  onChange,
}: {
  people: LeasePerson[]
  onChange: (people: LeasePerson[]) => void
}) {
  const [isNew, setNew] = useState(false)
  const add = (resident_id: string, name: string) => {
    if (people.some(person => person.resident_id === resident_id)) return
    const role = people.some(person => person.role === 'PRIMARY') ? 'CO_TENANT' : 'PRIMARY'
    onChange([...people, { resident_id, name, role }])
  }
  return (
    <Card
      title="Residents"
      actions={
        <Button size="small" onClick={() => setNew(true)}>
          <Icon name="plus" /> Somebody new
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {people.length === 0 ? (
          <p className="text-soft">Nobody yet. Search for somebody you know, or take down somebody new.</p>
        ) : (
          <ul aria-label="On the lease" className="flex flex-col">
            {people.map(person => (
              <li key={person.resident_id} className="flex min-h-11 items-center gap-3 border-b last:border-0">
                <span className="min-w-0 flex-1 break-words font-medium">{person.name}</span>
                <select
                  aria-label={`Role of ${person.name}`}
                  className="field w-36"
                  value={person.role}
                  onChange={event =>
                    onChange(
                      people.map(other => (other === person ? { ...person, role: event.target.value as Role } : other)),
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
                  label={`Remove ${person.name}`}
                  onClick={() => onChange(people.filter(other => other !== person))}
                >
                  <Icon name="close" />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <Known onAdd={add} chosen={people.map(({ resident_id }) => resident_id)} />
      </div>
      {isNew && <NewPerson onClose={() => setNew(false)} onMade={add} />}
    </Card>
  )
}

function Known({ onAdd, chosen }: { onAdd: (id: string, name: string) => void; chosen: string[] }) {
  const { id, client } = useOrganization()
  const [search, setSearch] = useState<string>()
  const found = useQuery({
    queryKey: [id, 'people', 'to choose from', search],
    queryFn: ({ signal }) => client.listPeople({ search, limit: FOUND }, { signal }),
    placeholderData: keepPreviousData,
    enabled: search !== undefined,
  })
  return (
    <div className="flex flex-col gap-2">
      <TextFilter
        label="Search people"
        value={search}
        onChange={setSearch}
        placeholder="Name, e-mail or phone"
        width="w-72"
      />
      {found.error && <Failure error={found.error} retry={found.refetch} />}
      {search && found.data && (
        <ul aria-label="Found" aria-busy={found.isPlaceholderData} className="flex flex-col gap-1">
          {found.data.data.map(({ resident_id, first_name, last_name, email, status }) => {
            const name = `${first_name} ${last_name}`.trim()
            return (
              <li key={resident_id} className="flex min-h-9 items-center gap-3">
                <Button
                  size="small"
                  disabled={chosen.includes(resident_id)}
                  aria-label={`Add ${name}`}
                  onClick={() => onAdd(resident_id, name)}
                >
                  Add
                </Button>
                <span className="min-w-0 break-words">
                  {name} <span className="text-soft">{email ?? (status ? inWords(status) : '')}</span>
                </span>
              </li>
            )
          })}
          {found.data.data.length === 0 && <li className="text-soft">Nobody matches.</li>}
        </ul>
      )}
    </div>
  )
}

function NewPerson({ onClose, onMade }: { onClose: () => void; onMade: (id: string, name: string) => void }) {
  const { keyed } = useOrganization()
  const changed = useChanged()
  return (
    <Dialog title="Somebody new" isOpen onClose={onClose}>
      <Form
        submit="Take down"
        onCancel={onClose}
        send={async (values, idempotencyKey) => {
          const { resident_id, first_name, last_name } = await keyed(idempotencyKey).createResident({
            first_name: values.text('first_name'),
            last_name: values.text('last_name'),
            email: values.optional('email'),
            phone: values.optional('phone'),
          })
          const name = `${first_name} ${last_name}`.trim()
          onMade(resident_id, name)
          await changed(`${name} is known now.`)
          onClose()
        }}
      >
        <div className="flex flex-col gap-4 sm:flex-row">
          <TextField name="first_name" label="First name" maxLength={100} />
          <TextField name="last_name" label="Last name" maxLength={100} />
        </div>
        <TextField name="email" label="E-mail" type="email" maxLength={254} />
        <TextField name="phone" label="Phone" maxLength={40} />
      </Form>
    </Dialog>
  )
}
