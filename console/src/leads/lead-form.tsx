/** The forms that create and edit a lead. */
import { useState } from 'react'
import type { LeadDetail } from '#client/console.ts'
import { DollarsField } from '../kit/dollars.tsx'
import { FieldRow, TextField } from '../kit/form.tsx'
import { LongTextField } from '../kit/long-text-field.tsx'
import { PickField } from '../kit/pick-field.tsx'
import type { Values } from '../kit/values.ts'
import { FormDialog } from '../records/form-dialog.tsx'
import { PersonFields } from '../records/person-fields.tsx'
import { PROPERTY_FIRST, propertyChoices, useProperties, useProperty } from '../records/record-names.tsx'
import { useEdit } from '../records/use-edit.ts'
import { useOrganization } from '../session/me.ts'

export function CreateLead({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title="New lead"
      onClose={onClose}
      wide
      submit="Create lead"
      save={async (values, client) => {
        const lead = await client.createLead(entered(values))
        return { toast: 'Lead created', open: { to: '/$organization/leads/$lead', params: { lead: lead.lead_id } } }
      }}
    >
      <Fields />
    </FormDialog>
  )
}

export function EditLead({ lead, onClose }: { lead: LeadDetail; onClose: () => void }) {
  const { lead_id } = lead
  const { client } = useOrganization()
  const edit = useEdit(lead, () => client.getLead({ lead_id }))
  return (
    <FormDialog
      title="Edit lead"
      onClose={onClose}
      wide
      submit="Save changes"
      save={async (values, keyed) => {
        await edit(entered(values), changes => keyed.updateLead({ lead_id, ...changes }))
        return 'Lead saved'
      }}
    >
      <Fields lead={lead} />
    </FormDialog>
  )
}

function entered(values: Values) {
  return {
    first_name: values.text('first_name'),
    last_name: values.text('last_name'),
    email: values.orNull('email'),
    phone: values.orNull('phone'),
    source: values.text('source'),
    property_id: values.orNull('property_id'),
    unit_id: values.orNull('unit_id'),
    desired_move_in: values.orNull('desired_move_in'),
    bedrooms_wanted: values.number('bedrooms_wanted'),
    max_rent_cents: values.cents('max_rent_cents'),
    notes: values.orNull('notes'),
  }
}

function Fields({ lead }: { lead?: LeadDetail }) {
  const properties = useProperties()
  const [propertyId, setProperty] = useState(lead?.property_id ?? '')
  const units = useProperty(propertyId).data?.units ?? (propertyId === '' ? [] : undefined)
  // The unit on file stays selected until the units are loaded, even if it has left service since.
  const known = units?.map(({ unit_id, label }) => ({ value: unit_id, text: label }))
  const ofLead =
    lead?.unit_id && lead.property_id === propertyId ? { value: lead.unit_id, text: lead.unit_label ?? '' } : null
  const isUnknown = ofLead && !known?.some(({ value }) => value === ofLead.value)
  const choices = isUnknown ? [ofLead, ...(known ?? [])] : known
  return (
    <>
      <PersonFields person={lead} />
      <TextField name="source" label="Source" maxLength={100} defaultValue={lead?.source} required />
      <FieldRow>
        <PickField
          name="property_id"
          label="Property"
          choices={propertyChoices(properties.data)}
          value={propertyId}
          onChange={setProperty}
          none="Any"
        />
        <PickField
          key={propertyId}
          name="unit_id"
          label="Unit"
          choices={choices}
          defaultValue={ofLead?.value}
          missing={propertyId === '' ? PROPERTY_FIRST : undefined}
          none="Any"
        />
      </FieldRow>
      <FieldRow>
        <TextField name="desired_move_in" label="Desired move-in" type="date" defaultValue={lead?.desired_move_in} />
        <TextField
          name="bedrooms_wanted"
          label="Bedrooms"
          type="number"
          min={0}
          max={50}
          defaultValue={lead?.bedrooms_wanted}
        />
        <DollarsField name="max_rent_cents" label="Max rent in dollars" cents={lead?.max_rent_cents} />
      </FieldRow>
      <LongTextField name="notes" label="Notes" maxLength={5_000} rows={3} defaultValue={lead?.notes} />
    </>
  )
}
