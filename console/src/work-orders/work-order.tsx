/** One work order, and changing it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { choices, type UpdateWorkOrderInput, type WorkOrder } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import { Button } from '../kit/button.tsx'
import { Form, LongTextField, SelectField, TextField } from '../kit/form.tsx'
import { date, instant, money } from '../kit/format.ts'
import { Failure } from '../kit/notice.tsx'
import { notify } from '../kit/notify.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { Card, Fact, Facts, None, Page, Shimmer } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { Place, ResidentName } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { MoveMenu } from './work-order-status.tsx'

export function WorkOrderPage() {
  const { workOrder: workOrderId = '' } = useParams({ strict: false })
  const { id, client, may } = useOrganization()
  const [isEditing, setEditing] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [id, 'work order', workOrderId],
    queryFn: ({ signal }) => client.getWorkOrder({ id: workOrderId }, { signal }),
  })
  return (
    <Page
      title={data ? `#${data.number} ${data.title}` : 'Work order'}
      back={
        <Link to="/$organization/work-orders" params={{ organization: id }} className="hover:underline">
          Work orders
        </Link>
      }
      actions={
        data &&
        may('ADMIN') && (
          <>
            <MoveMenu order={data} />
            <Button onClick={() => setEditing(true)}>Edit</Button>
          </>
        )
      }
    >
      {error ? (
        <Failure error={error} retry={refetch} />
      ) : data ? (
        <Contents order={data} />
      ) : (
        <Card>
          <Shimmer className="h-40 w-full" />
        </Card>
      )}
      {data && <Edit order={data} isOpen={isEditing} onClose={() => setEditing(false)} />}
    </Page>
  )
}

function Contents({ order }: { order: WorkOrder }) {
  const { timeZone } = useOrganization()
  const at = (value: string | null) => value && instant(value, timeZone)
  return (
    <>
      <Card title="About it">
        <Facts>
          <Fact name="Status">
            <Status word={order.status} />
          </Fact>
          <Fact name="Priority">
            <Status word={order.priority} />
          </Fact>
          <Fact name="Kind">{inWords(order.category)}</Fact>
          <Fact name="Where">
            <Place propertyId={order.property_id} unitId={order.unit_id} />
          </Fact>
          <Fact name="Resident">
            {order.resident_id && <ResidentName leaseId={null} residentId={order.resident_id} />}
          </Fact>
          <Fact name="Vendor">{order.vendor_name}</Fact>
          <Fact name="Due">{order.due_date && date(order.due_date)}</Fact>
          <Fact name="Begins">{at(order.scheduled_start)}</Fact>
          <Fact name="Ends">{at(order.scheduled_end)}</Fact>
          <Fact name="Completed">{at(order.completed_at)}</Fact>
          <Fact name="Cost">{order.cost_cents === null ? null : money(order.cost_cents)}</Fact>
          <Fact name="Reported">{at(order.created_at)}</Fact>
          <Fact name="Came by">{inWords(order.source)}</Fact>
        </Facts>
      </Card>
      <Card title="The whole story">
        <p className="max-w-prose whitespace-pre-wrap break-words">{order.description ?? <None />}</p>
      </Card>
      <Card title="Entering the home">
        <Facts>
          <Fact name="Without the resident">{inWords(order.entry_permission)}</Fact>
          <Fact name="Pets">{order.has_pets === null ? null : order.has_pets ? 'Yes' : 'No'}</Fact>
          <Fact name="To know">{order.entry_notes}</Fact>
        </Facts>
      </Card>
    </>
  )
}

function Edit({ order, isOpen, onClose }: { order: WorkOrder; isOpen: boolean; onClose: () => void }) {
  const { id, client } = useOrganization()
  const queries = useQueryClient()
  const words = (values: readonly string[]) =>
    values.filter(word => word !== 'MEDIUM' && word !== 'URGENT').map(value => ({ value, text: inWords(value) }))
  return (
    <Dialog title={`Edit #${order.number}`} isOpen={isOpen} onClose={onClose} wide>
      <Form
        submit="Save"
        onCancel={onClose}
        send={async (values, idempotencyKey) => {
          const cost = values.optional('cost_cents')
          const changed = await client.updateWorkOrder(
            {
              id: order.work_order_id,
              title: values.text('title'),
              description: values.optional('description') ?? null,
              priority: values.text('priority') as UpdateWorkOrderInput['priority'],
              category: values.text('category') as UpdateWorkOrderInput['category'],
              vendor_name: values.optional('vendor_name') ?? null,
              due_date: values.optional('due_date') ?? null,
              cost_cents: cost === undefined ? null : Math.round(Number(cost) * 100),
              entry_notes: values.optional('entry_notes') ?? null,
            },
            { idempotencyKey },
          )
          queries.setQueryData([id, 'work order', order.work_order_id], changed)
          await queries.invalidateQueries({ queryKey: [id, 'work orders'] })
          notify('Saved.')
          onClose()
        }}
      >
        <TextField name="title" label="What is wrong" defaultValue={order.title} maxLength={200} required />
        <LongTextField
          name="description"
          label="The whole story"
          defaultValue={order.description ?? ''}
          maxLength={5_000}
        />
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
            label="Kind"
            choices={words(choices.updateWorkOrder.category)}
            defaultValue={order.category}
            required
          />
        </div>
        <div className="flex flex-col gap-4 sm:flex-row">
          <TextField name="vendor_name" label="Vendor" defaultValue={order.vendor_name ?? ''} maxLength={200} />
          <TextField name="due_date" label="Due" type="date" defaultValue={order.due_date ?? ''} />
          <TextField
            name="cost_cents"
            label="Cost in dollars"
            inputMode="decimal"
            type="number"
            min={0}
            step="0.01"
            defaultValue={order.cost_cents === null ? '' : (order.cost_cents / 100).toFixed(2)}
          />
        </div>
        <TextField
          name="entry_notes"
          label="To know before entering"
          defaultValue={order.entry_notes ?? ''}
          maxLength={1_000}
        />
      </Form>
    </Dialog>
  )
}
