/** The form that changes the target and the description of a subscription. */
import type { Webhook } from '#client/v1.ts'
import { TextField } from '../kit/form.tsx'
import { FormDialog } from '../records/form-dialog.tsx'
import { useEdit } from '../records/use-edit.ts'
import { useOrganization } from '../session/me.ts'

export function EditWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { client } = useOrganization()
  const edit = useEdit(webhook, () => client.getWebhook({ id: webhook.id }))
  return (
    <FormDialog
      title="Edit subscription"
      onClose={onClose}
      submit="Save changes"
      save={async (values, client) => {
        const fields = { target_url: values.text('target_url'), description: values.orNull('description') }
        await edit(fields, changes => client.updateWebhook({ id: webhook.id, ...changes }))
        return 'Subscription saved'
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
      <TextField name="description" label="Description" defaultValue={webhook.description} maxLength={200} />
    </FormDialog>
  )
}
