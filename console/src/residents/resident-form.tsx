/** Taking a person down, or changing how they are reached and whether they agreed to text messages. */
import { useNavigate } from '@tanstack/react-router'
import { type CreateResidentInput, choices } from '#client/console.ts'
import type { ResidentDetail } from '#client/v1.ts'
import { Form, SelectField, TextField, type Values } from '../kit/form.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { inWords } from '../kit/words.ts'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'

export function PersonForm({ person, onClose }: { person?: ResidentDetail; onClose: () => void }) {
  const { id, keyed } = useOrganization()
  const changed = useChanged()
  const navigate = useNavigate()

  async function save(values: Values, idempotencyKey: string) {
    const client = keyed(idempotencyKey)
    const fields = read(values)
    if (person) {
      await client.updateResident({ id: person.resident_id, ...fields })
      await changed('Saved.')
      return onClose()
    }
    const made = await client.createResident(fields)
    await changed(`${[made.first_name, made.last_name].filter(Boolean).join(' ')} is taken down.`)
    onClose()
    await navigate({
      to: '/$organization/residents/$resident',
      params: { organization: id, resident: made.resident_id },
    })
  }

  return (
    <Dialog title={person ? 'Edit the person' : 'New person'} isOpen onClose={onClose} wide>
      <Form submit={person ? 'Save' : 'Create'} onCancel={onClose} send={save}>
        <div className="flex flex-col gap-4 sm:flex-row">
          <TextField
            name="first_name"
            label="First name"
            maxLength={100}
            defaultValue={person?.first_name ?? ''}
            hint="One of the two names is enough."
          />
          <TextField name="last_name" label="Last name" maxLength={100} defaultValue={person?.last_name ?? ''} />
        </div>
        <div className="flex flex-col gap-4 sm:flex-row">
          <TextField name="email" label="E-mail" type="email" maxLength={254} defaultValue={person?.email ?? ''} />
          <TextField name="phone" label="Phone" maxLength={40} defaultValue={person?.phone ?? ''} />
        </div>
        <SelectField
          name="sms_opt_in"
          label="Text messages"
          choices={choices.createResident.sms_opt_in.map(value => ({ value, text: inWords(value) }))}
          defaultValue={person?.sms_opt_in ?? 'NOT_SET'}
          hint="Whether the person agreed to them. Nobody who opted out is written to."
          required
        />
        <TextField
          name="external_id"
          label="Their number elsewhere"
          maxLength={200}
          defaultValue={person?.external_id ?? ''}
        />
      </Form>
    </Dialog>
  )
}

function read(values: Values): CreateResidentInput {
  return {
    first_name: values.text('first_name'),
    last_name: values.text('last_name'),
    email: values.optional('email') ?? null,
    phone: values.optional('phone') ?? null,
    sms_opt_in: values.text('sms_opt_in') as CreateResidentInput['sms_opt_in'],
    external_id: values.optional('external_id') ?? null,
  }
}
