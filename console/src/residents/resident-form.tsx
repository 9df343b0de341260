/** The form that adds a resident, or edits how to reach them and whether they agreed to text messages. */
import { type CreateResidentInput, choices } from '#client/console.ts'
import type { ResidentDetail } from '#client/v1.ts'
import { SelectField, TextField } from '../kit/form.tsx'
import type { Values } from '../kit/values.ts'
import { wordChoices } from '../kit/words.ts'
import { FormDialog, type Saved } from '../records/form-dialog.tsx'
import { PersonFields } from '../records/person-fields.tsx'
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
      <PersonFields person={resident} nameHint="Enter a first name, a last name, or both." />
      <SelectField
        name="sms_opt_in"
        label="Text messages"
        choices={wordChoices(choices.createResident.sms_opt_in)}
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
