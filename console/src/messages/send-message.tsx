/** The form that sends a resident an e-mail or a text message. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CreateMessageInput, Resident } from '#client/v1.ts'
import { Form, SelectField, TextField } from '../kit/form.tsx'
import { Hint } from '../kit/notice.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { fullName } from '../records/person-name.ts'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'
import { MessageField } from './message-field.tsx'

type Recipient = Pick<Resident, 'resident_id' | 'first_name' | 'last_name' | 'email' | 'phone' | 'sms_opt_in'>

export function SendMessage({ resident, onClose }: { resident: Recipient; onClose: () => void }) {
  const { id, client } = useOrganization()
  const changed = useChanged()
  const navigate = useNavigate()
  const isOptedOut = resident.sms_opt_in === 'OPTED_OUT'
  const channels = [
    ...(resident.email ? [{ value: 'EMAIL', text: `E-mail to ${resident.email}` }] : []),
    ...(resident.phone && !isOptedOut ? [{ value: 'SMS', text: `Text message to ${resident.phone}` }] : []),
  ]
  const [channel, setChannel] = useState(channels[0]?.value ?? '')
  return (
    <Dialog title={`Message to ${fullName(resident)}`} isOpen onClose={onClose}>
      {channels.length === 0 ? (
        <Hint tone="warn">
          {isOptedOut && resident.phone
            ? 'This resident has no e-mail address and has opted out of text messages. Add an e-mail address to send a message.'
            : 'This resident has no e-mail address and no phone number. Add one to send a message.'}
        </Hint>
      ) : (
        <Form
          submit="Send message"
          onCancel={onClose}
          send={async (values, idempotencyKey) => {
            const message = await client.createMessage(
              {
                resident_id: resident.resident_id,
                channel: values.text('channel') as CreateMessageInput['channel'],
                subject: values.optional('subject'),
                body: values.text('body'),
              },
              { idempotencyKey },
            )
            await changed(message.status === 'CAPTURED' ? 'Message captured, not sent' : 'Message queued')
            return message
          }}
          onSent={({ message_id }) => {
            onClose()
            return navigate({
              to: '/$organization/messages',
              params: { organization: id },
              search: { message: message_id },
            })
          }}
        >
          <SelectField
            name="channel"
            label="Channel"
            choices={channels}
            value={channel}
            onChange={setChannel}
            required
          />
          {channel === 'EMAIL' && (
            <TextField
              name="subject"
              label="Subject"
              maxLength={200}
              hint="Leave empty for “Message from” and the name of the organization."
            />
          )}
          <MessageField maxLength={channel === 'SMS' ? 1_600 : 10_000} />
        </Form>
      )}
    </Dialog>
  )
}
