/** The form that creates or edits a property. */
import { useNavigate } from '@tanstack/react-router'
import { type CreatePropertyInput, choices } from '#client/console.ts'
import type { PropertyDetail } from '#client/v1.ts'
import { centsOf } from '../kit/cents.ts'
import { DollarsField } from '../kit/dollars.tsx'
import { FieldRow, Form, SelectField, TextField } from '../kit/form.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { PickField } from '../kit/pick-field.tsx'
import type { Values } from '../kit/values.ts'
import { wordChoices } from '../kit/words.ts'
import { useEdit } from '../records/use-edit.ts'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'
import { useRead } from '../session/use-read.ts'

const MAX_CHOICES = 1_000

/** Owners and portfolios to choose from, by name. */
function useOwnersAndPortfolios() {
  return useRead(['all owners and portfolios'], async (client, call) => {
    const owners = []
    for await (const { owner_id, name } of client.eachOwner({}, call)) {
      if (owners.push({ value: owner_id, text: name }) === MAX_CHOICES) break
    }
    const portfolios = []
    for await (const { portfolio_id, name } of client.eachPortfolio({}, call)) {
      if (portfolios.push({ value: portfolio_id, text: name }) === MAX_CHOICES) break
    }
    return { owners, portfolios }
  })
}

export function PropertyForm({ property, onClose }: { property?: PropertyDetail; onClose: () => unknown }) {
  const { id, client, keyed } = useOrganization()
  const changed = useChanged()
  const navigate = useNavigate()
  const edit = useEdit(property ?? {}, () => client.getProperty({ id: property?.property_id ?? '' }))
  const { data: groups } = useOwnersAndPortfolios()

  async function save(values: Values, idempotencyKey: string) {
    const fields = read(values)
    if (property) {
      await edit(fields, changes => keyed(idempotencyKey).updateProperty({ id: property.property_id, ...changes }))
      await changed('Property saved')
      return undefined
    }
    const created = await keyed(idempotencyKey).createProperty(fields)
    await changed(`${created.name} created`)
    return created
  }

  async function leave(created: { property_id: string } | undefined) {
    await onClose()
    if (!created) return
    await navigate({
      to: '/$organization/properties/$property',
      params: { organization: id, property: created.property_id },
    })
  }

  return (
    <Dialog title={property ? 'Edit property' : 'New property'} isOpen onClose={onClose} wide>
      <Form submit={property ? 'Save changes' : 'Create property'} onCancel={onClose} send={save} onSent={leave}>
        <About property={property} />
        <FieldRow>
          <PickField
            name="owner_id"
            label="Owner"
            choices={groups?.owners}
            defaultValue={property?.owner_id}
            none="None"
          />
          <PickField
            name="portfolio_id"
            label="Portfolio"
            choices={groups?.portfolios}
            defaultValue={property?.portfolio_id}
            none="None"
          />
        </FieldRow>
        <label className="flex items-center gap-2.5">
          <input type="checkbox" name="is_active" defaultChecked={property?.is_active ?? true} />
          Under management
        </label>
      </Form>
    </Dialog>
  )
}

function About({ property }: { property: PropertyDetail | undefined }) {
  return (
    <>
      <FieldRow>
        <TextField name="name" label="Name" maxLength={200} defaultValue={property?.name} required />
        <SelectField
          name="type"
          label="Type"
          choices={wordChoices(choices.createProperty.type)}
          defaultValue={property?.type ?? 'MULTI_FAMILY'}
          required
        />
      </FieldRow>
      <TextField
        name="address_line"
        label="Street address"
        maxLength={200}
        defaultValue={property?.address_line}
        required
      />
      <FieldRow>
        <TextField name="city" label="City" maxLength={100} defaultValue={property?.city} required />
        <TextField
          name="state"
          label="State"
          minLength={2}
          maxLength={2}
          placeholder="OH"
          defaultValue={property?.state}
          required
        />
        <TextField name="postal_code" label="ZIP code" maxLength={10} defaultValue={property?.postal_code} required />
      </FieldRow>
      <FieldRow>
        <TextField
          name="year_built"
          label="Year built"
          type="number"
          min={1600}
          max={2200}
          defaultValue={property?.year_built}
        />
        <DollarsField name="current_value" label="Value in dollars" cents={property?.current_value || null} />
      </FieldRow>
    </>
  )
}

function read(values: Values): CreatePropertyInput {
  const value = values.optional('current_value')
  return {
    name: values.text('name'),
    type: values.text('type') as CreatePropertyInput['type'],
    address_line: values.text('address_line'),
    city: values.text('city'),
    state: values.text('state').toUpperCase(),
    postal_code: values.text('postal_code'),
    year_built: values.number('year_built'),
    current_value: value === undefined ? 0 : centsOf(value),
    owner_id: values.orNull('owner_id'),
    portfolio_id: values.orNull('portfolio_id'),
    is_active: values.isSet('is_active'),
  }
}
