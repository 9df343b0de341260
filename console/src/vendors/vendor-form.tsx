/** The form that creates a vendor, or edits one. */
import { useNavigate } from '@tanstack/react-router'
import type { CreateVendorInput, Vendor } from '#client/console.ts'
import { Form, SelectField, TextField, type Values } from '../kit/form.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { useEdit } from '../records/use-edit.ts'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'

export function VendorForm({ vendor, onClose }: { vendor?: Vendor; onClose: () => void }) {
  const { id, client, keyed } = useOrganization()
  const changed = useChanged()
  const navigate = useNavigate()
  const edit = useEdit(vendor ?? {}, () => client.getVendor({ vendor_id: vendor?.vendor_id ?? '' }))

  async function save(values: Values, idempotencyKey: string) {
    const fields = read(values)
    if (vendor) {
      await edit(fields, changes => keyed(idempotencyKey).updateVendor({ vendor_id: vendor.vendor_id, ...changes }))
      await changed('Vendor saved')
      return onClose()
    }
    const made = await keyed(idempotencyKey).createVendor(fields)
    await changed(`${made.name} created`)
    onClose()
    await navigate({ to: '/$organization/vendors/$vendor', params: { organization: id, vendor: made.vendor_id } })
  }

  return (
    <Dialog title={vendor ? 'Edit vendor' : 'New vendor'} isOpen onClose={onClose} wide>
      <Form submit={vendor ? 'Save changes' : 'Create vendor'} onCancel={onClose} send={save}>
        <div className="flex flex-col gap-4 sm:flex-row">
          <TextField name="name" label="Name" maxLength={200} defaultValue={vendor?.name ?? ''} required />
          <TextField name="trade" label="Trade" maxLength={100} defaultValue={vendor?.trade ?? ''} />
        </div>
        <div className="flex flex-col gap-4 sm:flex-row">
          <TextField name="email" label="E-mail" type="email" maxLength={254} defaultValue={vendor?.email ?? ''} />
          <TextField name="phone" label="Phone" maxLength={40} defaultValue={vendor?.phone ?? ''} />
        </div>
        <div className="flex flex-col gap-4 sm:flex-row">
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
          <TextField name="external_id" label="External ID" maxLength={200} defaultValue={vendor?.external_id ?? ''} />
        </div>
      </Form>
    </Dialog>
  )
}

function read(values: Values): CreateVendorInput {
  return {
    name: values.text('name'),
    trade: values.optional('trade') ?? null,
    email: values.optional('email') ?? null,
    phone: values.optional('phone') ?? null,
    is_active: values.text('is_active') === 'true',
    external_id: values.optional('external_id') ?? null,
  }
}
