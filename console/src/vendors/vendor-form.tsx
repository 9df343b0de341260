/** The form that creates a vendor, or edits one. */
import type { CreateVendorInput, Vendor } from '#client/console.ts'
import { FieldRow, SelectField, TextField } from '../kit/form.tsx'
import type { Values } from '../kit/values.ts'
import { FormDialog, type Saved } from '../records/form-dialog.tsx'
import { useEdit } from '../records/use-edit.ts'
import type { OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'

export function VendorForm({ vendor, onClose }: { vendor?: Vendor; onClose: () => void }) {
  const { client } = useOrganization()
  const edit = useEdit(vendor ?? {}, () => client.getVendor({ vendor_id: vendor?.vendor_id ?? '' }))

  async function save(values: Values, keyed: OrganizationClient): Promise<string | Saved> {
    const fields = read(values)
    if (vendor) {
      await edit(fields, changes => keyed.updateVendor({ vendor_id: vendor.vendor_id, ...changes }))
      return 'Vendor saved'
    }
    const made = await keyed.createVendor(fields)
    return {
      toast: `${made.name} created`,
      open: { to: '/$organization/vendors/$vendor', params: { vendor: made.vendor_id } },
    }
  }

  return (
    <FormDialog
      title={vendor ? 'Edit vendor' : 'New vendor'}
      submit={vendor ? 'Save changes' : 'Create vendor'}
      save={save}
      onClose={onClose}
      wide
    >
      <FieldRow>
        <TextField name="name" label="Name" maxLength={200} defaultValue={vendor?.name} required />
        <TextField name="trade" label="Trade" maxLength={100} defaultValue={vendor?.trade} />
      </FieldRow>
      <FieldRow>
        <TextField name="email" label="E-mail" type="email" maxLength={254} defaultValue={vendor?.email} />
        <TextField name="phone" label="Phone" inputMode="tel" maxLength={40} defaultValue={vendor?.phone} />
      </FieldRow>
      <FieldRow>
        <SelectField
          name="is_active"
          label="Status"
          choices={[
            { value: 'true', text: 'Active: offered for work orders' },
            { value: 'false', text: 'Inactive' },
          ]}
          defaultValue={String(vendor?.is_active ?? true)}
          required
        />
        <TextField name="external_id" label="External ID" maxLength={200} defaultValue={vendor?.external_id} />
      </FieldRow>
    </FormDialog>
  )
}

function read(values: Values): CreateVendorInput {
  return {
    name: values.text('name'),
    trade: values.orNull('trade'),
    email: values.orNull('email'),
    phone: values.orNull('phone'),
    is_active: values.text('is_active') === 'true',
    external_id: values.orNull('external_id'),
  }
}
