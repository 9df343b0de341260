/** Completing a work order, with its cost, which is usually known by then. */
import type { WorkOrder } from '#client/v1.ts'
import { DollarsField } from '../kit/dollars.tsx'
import { FormDialog } from '../records/form-dialog.tsx'

export function CompleteWorkOrder({ order, onClose }: { order: WorkOrder; onClose: () => void }) {
  return (
    <FormDialog
      title="Complete work order"
      about={`#${order.number} ${order.title}`}
      onClose={onClose}
      save={async (values, client) => {
        await client.updateWorkOrder({
          id: order.work_order_id,
          status: 'COMPLETED',
          cost_cents: values.cents('cost_cents'),
        })
        return `#${order.number} completed`
      }}
    >
      <DollarsField
        name="cost_cents"
        label="Cost in dollars"
        hint="Leave empty if the cost is not known yet."
        cents={order.cost_cents}
      />
    </FormDialog>
  )
}
