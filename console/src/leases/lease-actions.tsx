/** The actions for several leases at once. */
import type { LeaseListItem } from '#client/console.ts'
import type { Message } from '#client/v1.ts'
import { TextField } from '../kit/form.tsx'
import { LongTextField } from '../kit/long-text-field.tsx'
import { remarkOnCaptured } from '../messages/captured.ts'
import { ChargeFields } from '../money/charge-fields.tsx'
import { chargeOf, lineField } from '../money/invoice-lines.ts'
import { useBulk } from '../records/bulk.tsx'
import { placeName } from '../records/place-name.ts'
import { useOrganization } from '../session/me.ts'

export function useLeaseActions() {
  const { client, today } = useOrganization()
  return useBulk<LeaseListItem>({
    noun: 'lease',
    nameOf: ({ resident_name, property_name, unit_label }) =>
      [resident_name, placeName(property_name, unit_label)].filter(Boolean).join(', '),
    actions: [
      {
        text: 'Add charge',
        done: 'charged',
        about: 'Issues an invoice for each lease, which is owed from today.',
        fields: (
          <>
            <ChargeFields nameOf={lineField(0)} />
            <TextField name="due_date" label="Due" type="date" defaultValue={today} required />
          </>
        ),
        run: ({ lease_id }, values, idempotencyKey) =>
          client.createInvoice({ lease_id, ...chargeOf(values) }, { idempotencyKey }),
      },
      {
        text: 'Message residents',
        done: 'messaged',
        remark: remarkOnCaptured,
        about:
          'Sends a message to each resident of the selected leases, by e-mail if an address is on file, and by text message otherwise. Each resident gets a separate message.',
        fields: <LongTextField name="body" label="Message" rows={6} maxLength={1_600} required />,
        run: async ({ lease_id }, values, key) => {
          const { residents } = await client.getLease({ lease_id })
          const messages: Message[] = []
          for (const [index, { resident_id }] of residents.entries()) {
            const message = { resident_id, body: values.text('body') }
            messages.push(await client.createMessage(message, { idempotencyKey: `${key}-${index}` }))
          }
          return messages
        },
      },
    ],
  })
}
