/** One work order, its steps, and the form that edits it. */
import { choices, type UpdateWorkOrderInput, type WorkOrder } from '#client/v1.ts'
import { FilesCard } from '../files/files-card.tsx'
import { Status } from '../kit/badge.tsx'
import { DollarsField } from '../kit/dollars.tsx'
import { LongTextField, SelectField, TextField } from '../kit/form.tsx'
import { money } from '../kit/format.ts'
import { Card, Fact, Facts, None } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { Day } from '../records/cells.tsx'
import { DetailPage } from '../records/detail-page.tsx'
import { DialogButton } from '../records/dialog-button.tsx'
import { FormDialog } from '../records/form-dialog.tsx'
import { Place, ResidentName } from '../records/record-names.tsx'
import { preloadRecord, recordQuery, useRecord } from '../records/record-query.ts'
import { Time } from '../records/time.tsx'
import { Timeline } from '../records/timeline.tsx'
import { useEdit } from '../records/use-edit.ts'
import { useOrganization } from '../session/me.ts'
import { VendorField, VendorLink } from '../vendors/vendor-field.tsx'
import { ScheduleFields, scheduleOf } from './schedule-fields.tsx'
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
      steps={order => (
        <>
          <MoveMenu order={order} />
          <DialogButton text="Edit work order" dialog={close => <Edit order={order} onClose={close} />} />
        </>
      )}
      below={<FilesCard recordId={workOrderId} />}
    >
      {order => <Contents order={order} />}
    </DetailPage>
  )
}

function Contents({ order }: { order: WorkOrder }) {
  const at = (value: string | null) => value && <Time at={value} />
  return (
    <>
      <Card title="Details">
        <Facts>
          <Fact name="Status">
            <Status word={order.status} />
          </Fact>
          <Fact name="Priority">
            <Status word={order.priority} />
          </Fact>
          <Fact name="Category">{inWords(order.category)}</Fact>
          <Fact name="Unit">
            <Place propertyId={order.property_id} unitId={order.unit_id} />
          </Fact>
          <Fact name="Resident">
            {order.resident_id && <ResidentName leaseId={null} residentId={order.resident_id} />}
          </Fact>
          <Fact name="Vendor">{order.vendor_name && <VendorLink name={order.vendor_name} />}</Fact>
          <Fact name="Due">
            <Day on={order.due_date} />
          </Fact>
          <Fact name="Scheduled start">{at(order.scheduled_start)}</Fact>
          <Fact name="Scheduled end">{at(order.scheduled_end)}</Fact>
          <Fact name="Completed">{at(order.completed_at)}</Fact>
          <Fact name="Cost">{order.cost_cents === null ? null : money(order.cost_cents)}</Fact>
          <Fact name="Reported">{at(order.created_at)}</Fact>
          <Fact name="Source">{inWords(order.source)}</Fact>
        </Facts>
      </Card>
      <Card title="Description">
        <p className="max-w-prose whitespace-pre-wrap break-words">{order.description ?? <None />}</p>
      </Card>
      <Card title="Entry">
        <Facts>
          <Fact name="Entry permission">{inWords(order.entry_permission)}</Fact>
          <Fact name="Pets">{order.has_pets === null ? null : order.has_pets ? 'Yes' : 'No'}</Fact>
          <Fact name="Entry instructions">{order.entry_notes}</Fact>
        </Facts>
      </Card>
      <Timeline subject={order.work_order_id} />
    </>
  )
}

function Edit({ order, onClose }: { order: WorkOrder; onClose: () => void }) {
  const { client, timeZone } = useOrganization()
  const id = order.work_order_id
  const edit = useEdit(order, () => client.getWorkOrder({ id }))
  const words = (values: readonly string[]) =>
    values.filter(word => word !== 'MEDIUM' && word !== 'URGENT').map(value => ({ value, text: inWords(value) }))
  return (
    <FormDialog
      title={`Edit #${order.number}`}
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
          ...scheduleOf(values, timeZone),
          cost_cents: values.cents('cost_cents'),
          entry_notes: values.orNull('entry_notes'),
        }
        await edit(fields, changes => keyed.updateWorkOrder({ id, ...changes }))
        return 'Work order saved'
      }}
    >
      <TextField name="title" label="Title" defaultValue={order.title} maxLength={200} required />
      <LongTextField name="description" label="Description" defaultValue={order.description} maxLength={5_000} />
      <div className="flex flex-col gap-4 sm:flex-row">
        <SelectField
          name="priority"
          label="Priority"
          choices={words(choices.updateWorkOrder.priority)}
          defaultValue={order.priority}
          required
        />
        <SelectField
          name="category"
          label="Category"
          choices={words(choices.updateWorkOrder.category)}
          defaultValue={order.category}
          required
        />
      </div>
      <div className="flex flex-col gap-4 sm:flex-row">
        <VendorField defaultValue={order.vendor_name} />
        <TextField name="due_date" label="Due" type="date" defaultValue={order.due_date} />
        <DollarsField name="cost_cents" label="Cost in dollars" cents={order.cost_cents} />
      </div>
      <ScheduleFields start={order.scheduled_start} end={order.scheduled_end} />
      <TextField name="entry_notes" label="Entry instructions" defaultValue={order.entry_notes} maxLength={1_000} />
    </FormDialog>
  )
}
