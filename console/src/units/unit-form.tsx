/** The forms that create a unit, and edit it or its listing. */
import { useState } from 'react'
import type { UnitDetail, UpdateUnitInput } from '#client/console.ts'
import { DollarsField } from '../kit/dollars.tsx'
import { FieldRow, TextField } from '../kit/form.tsx'
import { LongTextField } from '../kit/long-text-field.tsx'
import { PickField } from '../kit/pick-field.tsx'
import type { Values } from '../kit/values.ts'
import { FormDialog } from '../records/form-dialog.tsx'
import { onlyProperty, propertyChoices, useProperties } from '../records/record-names.tsx'
import { useEdit } from '../records/use-edit.ts'
import type { OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'

export function CreateUnit({ propertyId, onClose }: { propertyId: string | undefined; onClose: () => void }) {
  const { today } = useOrganization()
  const properties = useProperties()
  const [chosen, setChosen] = useState<string>()
  return (
    <FormDialog
      title="New unit"
      onClose={onClose}
      wide
      submit="Create unit"
      save={async (values, client) => {
        const unit = await client.createUnit({
          property_id: values.text('property_id'),
          ...entered(values),
          in_service_from: values.text('in_service_from'),
          unit_type: values.orNull('unit_type'),
          market_rent_cents: values.cents('market_rent_cents'),
        })
        return {
          toast: `Unit ${unit.label} created`,
          open: { to: '/$organization/units/$unit', params: { unit: unit.unit_id } },
        }
      }}
    >
      <FieldRow>
        <PickField
          name="property_id"
          label="Property"
          choices={propertyChoices(properties.data)}
          value={chosen ?? propertyId ?? onlyProperty(properties.data) ?? ''}
          onChange={setChosen}
          required
        />
        <TextField name="label" label="Label" maxLength={100} required />
      </FieldRow>
      <Rooms />
      <FieldRow>
        <TextField name="unit_type" label="Floor plan" maxLength={100} />
        <DollarsField name="market_rent_cents" label="Market rent in dollars" />
        <TextField
          name="in_service_from"
          label="In service from"
          type="date"
          defaultValue={today}
          hint="No lease can start before that day."
          required
        />
      </FieldRow>
    </FormDialog>
  )
}

function useUnitEdit(unit: UnitDetail) {
  const { unit_id } = unit
  const { client } = useOrganization()
  const edit = useEdit(unit, () => client.getUnit({ unit_id }))
  return (keyed: OrganizationClient, fields: Omit<UpdateUnitInput, 'unit_id'>) =>
    edit(fields, changes => keyed.updateUnit({ unit_id, ...changes }))
}

export function EditUnit({ unit, onClose }: { unit: UnitDetail; onClose: () => void }) {
  const saveUnit = useUnitEdit(unit)
  const [isRetired] = useState(unit.in_service_to !== null)
  return (
    <FormDialog
      title="Edit unit"
      onClose={onClose}
      wide
      submit="Save changes"
      save={async (values, client) => {
        await saveUnit(client, {
          ...entered(values),
          in_service_from: values.text('in_service_from'),
          available_from: values.orNull('available_from'),
          ...(isRetired && { in_service_to: values.orNull('in_service_to') }),
        })
        return `Unit ${values.text('label')} saved`
      }}
    >
      <TextField name="label" label="Label" maxLength={100} defaultValue={unit.label} required />
      <Rooms unit={unit} />
      <FieldRow>
        <TextField
          name="in_service_from"
          label="In service from"
          type="date"
          defaultValue={unit.in_service_from}
          required
        />
        {isRetired && (
          <TextField
            name="in_service_to"
            label="Last day in service"
            type="date"
            defaultValue={unit.in_service_to}
            hint="Clear it to bring the unit back into service."
          />
        )}
        <TextField name="available_from" label="Available from" type="date" defaultValue={unit.available_from} />
      </FieldRow>
    </FormDialog>
  )
}

export function EditListing({ unit, onClose }: { unit: UnitDetail; onClose: () => void }) {
  const saveUnit = useUnitEdit(unit)
  return (
    <FormDialog
      title="Edit listing"
      onClose={onClose}
      wide
      submit="Save changes"
      save={async (values, client) => {
        await saveUnit(client, {
          listing_title: values.orNull('listing_title'),
          listing_description: values.orNull('listing_description'),
          photos: linesOf(values.text('photos')),
          amenities: linesOf(values.text('amenities')),
        })
        return 'Listing saved'
      }}
    >
      <TextField name="listing_title" label="Title" maxLength={200} defaultValue={unit.listing_title} />
      <LongTextField
        name="listing_description"
        label="Description"
        maxLength={5_000}
        defaultValue={unit.listing_description}
      />
      <LongTextField
        name="photos"
        label="Photos"
        hint="One https URL per line, the best photo first."
        defaultValue={unit.photos.join('\n')}
      />
      <LongTextField name="amenities" label="Amenities" hint="One per line." defaultValue={unit.amenities.join('\n')} />
    </FormDialog>
  )
}

function Rooms({ unit }: { unit?: UnitDetail }) {
  return (
    <FieldRow>
      <TextField
        name="bedrooms"
        label="Bedrooms"
        type="number"
        min={0}
        max={50}
        hint="0 is a studio."
        defaultValue={unit?.bedrooms}
      />
      <TextField
        name="bathrooms"
        label="Bathrooms"
        type="number"
        min={0}
        max={50}
        step="0.25"
        defaultValue={unit?.bathrooms}
      />
      <TextField name="sqft" label="Square feet" type="number" min={1} defaultValue={unit?.sqft} />
    </FieldRow>
  )
}

function entered(values: Values) {
  return {
    label: values.text('label'),
    bedrooms: values.number('bedrooms'),
    bathrooms: values.number('bathrooms'),
    sqft: values.number('sqft'),
  }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
}
