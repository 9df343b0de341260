/** The form that changes the target and the description of a subscription. */
import type { Webhook } from '#client/v1.ts'
import { Form, TextField } from '../kit/form.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { useEdit } from '../records/use-edit.ts'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'

export function EditWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { keyed } = useOrganization()
  // The page reads the subscription every few seconds.
  const edit = useEdit(webhook, async () => webhook)
  const changed = useChanged()
  return (
    <Dialog title="Edit subscription" isOpen onClose={onClose}>
      <Form
        submit="Save changes"
        onCancel={onClose}
        send={async (values, key) => {
          const fields = { target_url: values.text('target_url'), description: values.optional('description') ?? null }
          await edit(fields, changes => keyed(key).updateWebhook({ id: webhook.id, ...changes }))
          await changed('Subscription saved')
          onClose()
        }}
      >
        <TextField
          name="target_url"
          label="Target"
          defaultValue={webhook.target_url}
          hint="A public https URL. The signing secret stays the same, and pending deliveries go to the new target."
          maxLength={2048}
          required
        />
        <TextField name="description" label="Description" defaultValue={webhook.description ?? ''} maxLength={200} />
      </Form>
    </Dialog>
  )
}
