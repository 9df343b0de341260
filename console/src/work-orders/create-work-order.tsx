/** The form of a new work order. */
import { type CreateWorkOrderInput, choices } from '#client/v1.ts'
import { DollarsField } from '../kit/dollars.tsx'
import { FieldRow, SelectField, TextField } from '../kit/form.tsx'
import { LongTextField } from '../kit/long-text-field.tsx'
import { wordChoices } from '../kit/words.ts'
import { FormDialog } from '../records/form-dialog.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { VendorField } from '../vendors/vendor-field.tsx'
import { ScheduleFields, scheduleOf } from './schedule-fields.tsx'
import { WhereFields } from './where-fields.tsx'
import { PRIORITIES } from './work-order-choices.ts'

export function CreateWorkOrder({ onClose }: { onClose: () => void }) {
  const { timeZone } = useOrganization()
  const { search } = useUrlSearch()
  return (
    <FormDialog
      title="New work order"
      onClose={onClose}
      wide
      submit="Create work order"
      save={async (values, client) => {
        const order = await client.createWorkOrder({
          title: values.text('title'),
          description: values.optional('description'),
          property_id: values.text('property_id'),
          unit_id: values.optional('unit_id'),
          resident_id: values.optional('resident_id'),
          ...scheduleOf(values, timeZone),
          cost_cents: values.cents('cost_cents'),
          priority: values.text('priority') as CreateWorkOrderInput['priority'],
          category: values.text('category') as CreateWorkOrderInput['category'],
          entry_permission: values.text('entry_permission') as CreateWorkOrderInput['entry_permission'],
          entry_notes: values.optional('entry_notes'),
          due_date: values.optional('due_date'),
          vendor_name: values.optional('vendor_name'),
          external_id: values.optional('external_id'),
          source: 'STAFF',
        })
        return {
          toast: `Work order #${order.number} created`,
          open: {
            to: '/$organization/work-orders/$workOrder',
            params: { workOrder: order.work_order_id },
          },
        }
      }}
    >
      <TextField name="title" label="Title" maxLength={200} required />
      <WhereFields />
      <LongTextField name="description" label="Description" maxLength={5_000} rows={3} />
      <FieldRow>
        <SelectField
          name="priority"
          label="Priority"
          choices={wordChoices(PRIORITIES)}
          defaultValue="NORMAL"
          required
        />
        <SelectField
          name="category"
          label="Category"
          choices={wordChoices(choices.createWorkOrder.category)}
          defaultValue={search.category ?? 'OTHER'}
          required
        />
      </FieldRow>
      <FieldRow>
        <SelectField
          name="entry_permission"
          label="Entry permission"
          choices={wordChoices(choices.createWorkOrder.entry_permission)}
          defaultValue="CALL_FIRST"
          required
        />
        <TextField name="entry_notes" label="Entry instructions" maxLength={1_000} />
      </FieldRow>
      <FieldRow>
        <TextField name="due_date" label="Due" type="date" />
        <VendorField />
      </FieldRow>
      <ScheduleFields />
      <FieldRow>
        <DollarsField name="cost_cents" label="Cost in dollars" />
        <TextField name="external_id" label="External ID" maxLength={200} />
      </FieldRow>
    </FormDialog>
  )
}
