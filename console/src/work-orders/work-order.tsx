/** One work order, its steps, and the form that edits it. Printed, it is an order for the vendor. */
import { useQuery } from '@tanstack/react-query'
import { choices, type UpdateWorkOrderInput, type WorkOrder } from '#client/v1.ts'
import { FilesCard } from '../files/files-card.tsx'
import { Status } from '../kit/badge.tsx'
import { DollarsField } from '../kit/dollars.tsx'
import { FieldRow, SelectField, TextField } from '../kit/form.tsx'
import { money, phone } from '../kit/format.ts'
import { LongTextField } from '../kit/long-text-field.tsx'
import { Card, Fact, Facts, None, Shimmer } from '../kit/page.tsx'
import { inWords, wordChoices } from '../kit/words.ts'
import { Day } from '../records/cells.tsx'
import { DetailPage } from '../records/detail-page.tsx'
import { DialogButton } from '../records/dialog-button.tsx'
import { FormDialog } from '../records/form-dialog.tsx'
import { Handout, PrintButton } from '../records/handout.tsx'
import { addressOf, Place, ResidentName, residentQuery, useProperties, useProperty } from '../records/record-names.tsx'
import { preloadRecord, recordQuery, useRecord } from '../records/record-query.ts'
import { Time } from '../records/time.tsx'
import { StatusWithOverdue } from '../records/urgent.tsx'
import { useEdit } from '../records/use-edit.ts'
import { useOrganization } from '../session/me.ts'
import { VendorField, VendorLink } from '../vendors/vendor-field.tsx'
import { ScheduleFields, scheduleOf } from './schedule-fields.tsx'
import { PRIORITIES } from './work-order-choices.ts'
import { MoveMenu } from './work-order-status.tsx'

const workOrderQuery = recordQuery('work order', (client, id, options) => client.getWorkOrder({ id }, options))
export const preload = preloadRecord(workOrderQuery)

export function WorkOrderPage() {
  const { id: workOrderId, query } = useRecord(workOrderQuery, 'workOrder')
  return (
    <DetailPage
      query={query}
      noun="Work order"
      title={order => `#${order.number} ${order.title}`}
      list={{ to: '/$organization/work-orders', text: 'Work orders' }}
      links={<PrintButton text="Print work order" isReady={query.data !== undefined} />}
      steps={order => (
        <>
          <MoveMenu order={order} />
          <DialogButton text="Edit work order" dialog={close => <Edit order={order} onClose={close} />} />
        </>
      )}
      below={
        <div className="no-print">
          <FilesCard recordId={workOrderId} />
        </div>
      }
    >
      {order => <Contents order={order} />}
    </DetailPage>
  )
}

function Contents({ order }: { order: WorkOrder }) {
  const at = (value: string | null) => value && <Time at={value} />
  return (
    <Handout subject={order.work_order_id}>
      <Card title="Details">
        <Facts
          of={{
            Status: <StatusWithOverdue order={order} />,
            Priority: <Status word={order.priority} />,
            Category: inWords(order.category),
            Unit: <Place propertyId={order.property_id} unitId={order.unit_id} />,
            Address: <Address propertyId={order.property_id} />,
            Resident: order.resident_id && <ResidentName leaseId={null} residentId={order.resident_id} />,
            ...(order.resident_id && { 'Resident’s phone': <Phone residentId={order.resident_id} /> }),
            Vendor: order.vendor_name && <VendorLink name={order.vendor_name} />,
            Due: <Day on={order.due_date} />,
            'Scheduled start': at(order.scheduled_start),
            'Scheduled end': at(order.scheduled_end),
            Completed: at(order.completed_at),
            Reported: at(order.created_at),
            'External ID': order.external_id,
          }}
        >
          <Fact name="Cost" isPrinted={false}>
            {order.cost_cents === null ? null : money(order.cost_cents)}
          </Fact>
          <Fact name="Source" isPrinted={false}>
            {inWords(order.source)}
          </Fact>
        </Facts>
      </Card>
      <Card title="Description">
        <p className="max-w-prose whitespace-pre-wrap">{order.description ?? <None />}</p>
      </Card>
      <Card title="Entry">
        <Facts
          of={{
            'Entry permission': inWords(order.entry_permission),
            Pets: order.has_pets === null ? null : order.has_pets ? 'Yes' : 'No',
            'Entry instructions': order.entry_notes,
          }}
        />
      </Card>
    </Handout>
  )
}

/**
 * Where the vendor goes. The list of properties was read for the filter of the list of work orders; a property by itself comes with all of its units, so
 * it is read only if it is not one of the properties that a menu offers.
 */
function Address({ propertyId }: { propertyId: string }) {
  const properties = useProperties()
  const listed = properties.data?.find(({ property_id }) => property_id === propertyId)
  const alone = useProperty(properties.data && !listed ? propertyId : undefined)
  const property = listed ?? alone.data
  if (property) return addressOf(property)
  return properties.isError || alone.isError ? <None /> : <Shimmer className="h-3.5 w-28" />
}

/** Whom the vendor calls before entering. */
function Phone({ residentId }: { residentId: string }) {
  const { data, isError } = useQuery(residentQuery(useOrganization().id, residentId))
  if (isError) return <None />
  if (!data) return <Shimmer className="h-3.5 w-24" />
  return data.phone ? <a href={`tel:${data.phone}`}>{phone(data.phone)}</a> : <None />
}

function Edit({ order, onClose }: { order: WorkOrder; onClose: () => void }) {
  const { client, timeZone } = useOrganization()
  const id = order.work_order_id
  const edit = useEdit(order, () => client.getWorkOrder({ id }))
  return (
    <FormDialog
      title="Edit work order"
      onClose={onClose}
      wide
      submit="Save changes"
      save={async (values, keyed) => {
        const fields = {
          title: values.text('title'),
          description: values.orNull('description'),
          priority: values.text('priority') as UpdateWorkOrderInput['priority'],
          category: values.text('category') as UpdateWorkOrderInput['category'],
          vendor_name: values.orNull('vendor_name'),
          due_date: values.orNull('due_date'),
          ...scheduleOf(values, timeZone, order),
          cost_cents: values.cents('cost_cents'),
          entry_permission: values.text('entry_permission') as UpdateWorkOrderInput['entry_permission'],
          entry_notes: values.orNull('entry_notes'),
          external_id: values.orNull('external_id'),
        }
        await edit(fields, changes => keyed.updateWorkOrder({ id, ...changes }))
        return 'Work order saved'
      }}
    >
      <TextField name="title" label="Title" defaultValue={order.title} maxLength={200} required />
      <LongTextField name="description" label="Description" defaultValue={order.description} maxLength={5_000} />
      <FieldRow>
        <SelectField
          name="priority"
          label="Priority"
          choices={wordChoices(PRIORITIES)}
          defaultValue={order.priority}
          required
        />
        <SelectField
          name="category"
          label="Category"
          choices={wordChoices(choices.updateWorkOrder.category)}
          defaultValue={order.category}
          required
        />
      </FieldRow>
      <FieldRow>
        <VendorField defaultValue={order.vendor_name} />
        <TextField name="due_date" label="Due" type="date" defaultValue={order.due_date} />
        <DollarsField name="cost_cents" label="Cost in dollars" cents={order.cost_cents} />
      </FieldRow>
      <ScheduleFields start={order.scheduled_start} end={order.scheduled_end} />
      <FieldRow>
        <SelectField
          name="entry_permission"
          label="Entry permission"
          choices={wordChoices(choices.updateWorkOrder.entry_permission)}
          defaultValue={order.entry_permission}
          required
        />
        <TextField name="entry_notes" label="Entry instructions" defaultValue={order.entry_notes} maxLength={1_000} />
      </FieldRow>
      <TextField name="external_id" label="External ID" defaultValue={order.external_id} maxLength={200} />
    </FormDialog>
  )
}
