/** The actions for several leases at once. */
import type { LeaseDetail, LeaseListItem } from '#client/console.ts'
import { ApiError } from '#client/errors.ts'
import type { Message } from '#client/v1.ts'
import { TextField } from '../kit/form.tsx'
import type { Values } from '../kit/values.ts'
import { remarkOnCaptured } from '../messages/captured.ts'
import { MessageField } from '../messages/message-field.tsx'
import { ChargeFields } from '../money/charge-fields.tsx'
import { chargeOf, lineField } from '../money/invoice-lines.ts'
import { useBulk } from '../records/bulk.tsx'
import { placeName } from '../records/place-name.ts'
import { useOrganization } from '../session/me.ts'

export function useLeaseActions() {
  const { client, today } = useOrganization()
  /** The message is sent even if a resident, such as a child, has no address. Refused if nobody has one. */
  const messageResidents = async ({ residents }: LeaseDetail, values: Values, key: string): Promise<Messaged> => {
    const messaged: Messaged = { messages: [], without: [] }
    let refusal: unknown
    for (const [index, { resident_id, name }] of residents.entries()) {
      const message = { resident_id, body: values.text('body') }
      try {
        messaged.messages.push(await client.createMessage(message, { idempotencyKey: `${key}-${index}` }))
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 400) throw error
        refusal ??= error
        messaged.without.push(name)
      }
    }
    if (refusal && messaged.messages.length === 0) throw refusal
    return messaged
  }
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
        remark: remarkOnMessaged,
        about:
          'Sends a message to each resident of the selected leases, by e-mail if an address is on file, and by text message otherwise. Each resident gets a separate message.',
        fields: <MessageField maxLength={1_600} />,
        run: async ({ lease_id }, values, key) => messageResidents(await client.getLease({ lease_id }), values, key),
      },
    ],
  })
}

type Messaged = { messages: Message[]; without: string[] }

function remarkOnMessaged(results: readonly unknown[]): string | undefined {
  const messaged = results as Messaged[]
  const without = messaged.flatMap(each => each.without)
  const captured = remarkOnCaptured(messaged.map(({ messages }) => messages))
  return [captured, without.length > 0 && `Not sent to ${without.join(', ')}`].filter(Boolean).join('. ') || undefined
}
