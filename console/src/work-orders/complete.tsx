/** Completing a work order, with its cost, which is usually known by then. */
import type { WorkOrder } from '#client/v1.ts'
import { centsOf, DollarsField, dollarsOf } from '../kit/dollars.tsx'
import { Form } from '../kit/form.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'

export function CompleteWorkOrder({ order, onClose }: { order: WorkOrder; onClose: () => void }) {
  const { client } = useOrganization()
  const changed = useChanged()
  return (
    <Dialog title={`Complete #${order.number}`} about={order.title} isOpen onClose={onClose}>
      <Form
        submit="Complete work order"
        onCancel={onClose}
        send={async (values, idempotencyKey) => {
          const cost = values.optional('cost_cents')
          await client.updateWorkOrder(
            { id: order.work_order_id, status: 'COMPLETED', cost_cents: cost === undefined ? null : centsOf(cost) },
            { idempotencyKey },
          )
          await changed(`#${order.number} completed`)
          onClose()
        }}
      >
        <DollarsField
          name="cost_cents"
          label="Cost in dollars"
          hint="Leave it empty if the cost is not known yet."
          {...(order.cost_cents !== null && { defaultValue: dollarsOf(order.cost_cents) })}
        />
      </Form>
    </Dialog>
  )
}
