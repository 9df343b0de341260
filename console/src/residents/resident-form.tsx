/** The form that adds a resident, or edits how to reach them and whether they agreed to text messages. */
import { type CreateResidentInput, choices } from '#client/console.ts'
import type { ResidentDetail } from '#client/v1.ts'
import { FieldRow, SelectField, TextField } from '../kit/form.tsx'
import type { Values } from '../kit/values.ts'
import { inWords } from '../kit/words.ts'
import { FormDialog, type Saved } from '../records/form-dialog.tsx'
import { fullName } from '../records/person-name.ts'
import { useEdit } from '../records/use-edit.ts'
import type { OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'

export function ResidentForm({ resident, onClose }: { resident?: ResidentDetail; onClose: () => void }) {
  const { client } = useOrganization()
  const edit = useEdit(resident ?? {}, () => client.getResident({ id: resident?.resident_id ?? '' }))

  async function save(values: Values, keyed: OrganizationClient): Promise<string | Saved> {
    const fields = read(values)
    if (resident) {
      await edit(fields, changes => keyed.updateResident({ id: resident.resident_id, ...changes }))
      return 'Resident saved'
    }
    const made = await keyed.createResident(fields)
    return {
      toast: `${fullName(made)} added`,
      open: {
        to: '/$organization/residents/$resident',
        params: { resident: made.resident_id },
      },
    }
  }

  return (
    <FormDialog
      title={resident ? 'Edit resident' : 'Add resident'}
      submit={resident ? 'Save changes' : 'Add resident'}
      save={save}
      onClose={onClose}
      wide
    >
      <FieldRow>
        <TextField
          name="first_name"
          label="First name"
          maxLength={100}
          defaultValue={resident?.first_name}
          hint="Enter a first name, a last name, or both."
        />
        <TextField name="last_name" label="Last name" maxLength={100} defaultValue={resident?.last_name} />
      </FieldRow>
      <FieldRow>
        <TextField name="email" label="E-mail" type="email" maxLength={254} defaultValue={resident?.email} />
        <TextField name="phone" label="Phone" inputMode="tel" maxLength={40} defaultValue={resident?.phone} />
      </FieldRow>
      <SelectField
        name="sms_opt_in"
        label="Text messages"
        choices={choices.createResident.sms_opt_in.map(value => ({ value, text: inWords(value) }))}
        defaultValue={resident?.sms_opt_in ?? 'NOT_SET'}
        hint="Whether the resident agreed to text messages. Residents who opted out receive none."
        required
      />
      <TextField name="external_id" label="External ID" maxLength={200} defaultValue={resident?.external_id} />
    </FormDialog>
  )
}

function read(values: Values): CreateResidentInput {
  return {
    first_name: values.text('first_name'),
    last_name: values.text('last_name'),
    email: values.orNull('email'),
    phone: values.orNull('phone'),
    sms_opt_in: values.text('sms_opt_in') as CreateResidentInput['sms_opt_in'],
    external_id: values.orNull('external_id'),
  }
}
