/** The forms that create a unit, and edit it or its listing. */
import { useNavigate } from '@tanstack/react-router'
import type { UnitDetail, UpdateUnitInput } from '#client/console.ts'
import { centsOf, DollarsField } from '../kit/dollars.tsx'
import { Form, LongTextField, TextField, type Values } from '../kit/form.tsx'
import { todayIn } from '../kit/format.ts'
import { Dialog } from '../kit/overlay.tsx'
import { PickField } from '../kit/pick-field.tsx'
import { propertyChoices, useProperties } from '../records/record-names.tsx'
import { useEdit } from '../records/use-edit.ts'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'

const ROW = 'flex flex-col gap-4 sm:flex-row'

export function CreateUnit({ propertyId, onClose }: { propertyId: string | undefined; onClose: () => void }) {
  const { id, keyed, timeZone } = useOrganization()
  const changed = useChanged()
  const navigate = useNavigate()
  const properties = useProperties()
  return (
    <Dialog title="New unit" isOpen onClose={onClose} wide>
      <Form
        submit="Create unit"
        onCancel={onClose}
        send={async (values, idempotencyKey) => {
          const rent = values.optional('market_rent_cents')
          const unit = await keyed(idempotencyKey).createUnit({
            property_id: values.text('property_id'),
            ...entered(values),
            in_service_from: values.text('in_service_from'),
            unit_type: values.optional('unit_type') ?? null,
            market_rent_cents: rent === undefined ? null : centsOf(rent),
          })
          await changed(`Unit ${unit.label} created`)
          onClose()
          await navigate({ to: '/$organization/units/$unit', params: { organization: id, unit: unit.unit_id } })
        }}
      >
        <div className={ROW}>
          <PickField
            key={properties.data?.length ?? 0}
            name="property_id"
            label="Property"
            choices={propertyChoices(properties.data)}
            {...(propertyId && { defaultValue: propertyId })}
            required
          />
          <TextField name="label" label="Label" maxLength={100} required />
        </div>
        <Rooms />
        <div className={ROW}>
          <TextField name="unit_type" label="Floor plan" maxLength={100} />
          <DollarsField name="market_rent_cents" label="Market rent in dollars" />
          <TextField
            name="in_service_from"
            label="In service from"
            type="date"
            defaultValue={todayIn(timeZone)}
            required
          />
        </div>
      </Form>
    </Dialog>
  )
}

function useUnitEdit(unit: UnitDetail) {
  const { unit_id } = unit
  const { client, keyed } = useOrganization()
  const edit = useEdit(unit, () => client.getUnit({ unit_id }))
  return (idempotencyKey: string, fields: Omit<UpdateUnitInput, 'unit_id'>) =>
    edit(fields, changes => keyed(idempotencyKey).updateUnit({ unit_id, ...changes }))
}

export function EditUnit({ unit, onClose }: { unit: UnitDetail; onClose: () => void }) {
  const saveUnit = useUnitEdit(unit)
  const changed = useChanged()
  return (
    <Dialog title="Edit unit" isOpen onClose={onClose} wide>
      <Form
        submit="Save changes"
        onCancel={onClose}
        send={async (values, idempotencyKey) => {
          await saveUnit(idempotencyKey, {
            ...entered(values),
            in_service_from: values.text('in_service_from'),
            available_from: values.optional('available_from') ?? null,
          })
          await changed(`Unit ${unit.label} saved`)
          onClose()
        }}
      >
        <TextField name="label" label="Label" maxLength={100} defaultValue={unit.label} required />
        <Rooms unit={unit} />
        <div className={ROW}>
          <TextField
            name="in_service_from"
            label="In service from"
            type="date"
            defaultValue={unit.in_service_from}
            required
          />
          <TextField
            name="available_from"
            label="Available from"
            type="date"
            defaultValue={unit.available_from ?? ''}
          />
        </div>
      </Form>
    </Dialog>
  )
}

export function EditListing({ unit, onClose }: { unit: UnitDetail; onClose: () => void }) {
  const saveUnit = useUnitEdit(unit)
  const changed = useChanged()
  return (
    <Dialog title="Edit listing" isOpen onClose={onClose} wide>
      <Form
        submit="Save changes"
        onCancel={onClose}
        send={async (values, idempotencyKey) => {
          await saveUnit(idempotencyKey, {
            listing_title: values.optional('listing_title') ?? null,
            listing_description: values.optional('listing_description') ?? null,
            photos: linesOf(values.text('photos')),
            amenities: linesOf(values.text('amenities')),
          })
          await changed('Listing saved')
          onClose()
        }}
      >
        <TextField name="listing_title" label="Title" maxLength={200} defaultValue={unit.listing_title ?? ''} />
        <LongTextField
          name="listing_description"
          label="Description"
          maxLength={5_000}
          defaultValue={unit.listing_description ?? ''}
        />
        <LongTextField
          name="photos"
          label="Photos"
          hint="One https URL per line, the best photo first."
          defaultValue={unit.photos.join('\n')}
        />
        <LongTextField
          name="amenities"
          label="Amenities"
          hint="One per line."
          defaultValue={unit.amenities.join('\n')}
        />
      </Form>
    </Dialog>
  )
}

function Rooms({ unit }: { unit?: UnitDetail }) {
  const text = (value: number | null | undefined) => value?.toString() ?? ''
  return (
    <div className={ROW}>
      <TextField
        name="bedrooms"
        label="Bedrooms"
        type="number"
        min={0}
        max={50}
        hint="0 is a studio."
        defaultValue={text(unit?.bedrooms)}
      />
      <TextField
        name="bathrooms"
        label="Bathrooms"
        type="number"
        min={0}
        max={50}
        step="0.25"
        defaultValue={text(unit?.bathrooms)}
      />
      <TextField name="sqft" label="Square feet" type="number" min={1} defaultValue={text(unit?.sqft)} />
    </div>
  )
}

function entered(values: Values) {
  const count = (name: string) => {
    const text = values.optional(name)
    return text === undefined ? null : Number(text)
  }
  return {
    label: values.text('label'),
    bedrooms: count('bedrooms'),
    bathrooms: count('bathrooms'),
    sqft: count('sqft'),
  }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
}
