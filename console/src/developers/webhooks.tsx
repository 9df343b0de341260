/** Webhook subscriptions: which events are sent to which URL. */
import { useState } from 'react'
import type { ListWebhooksInput } from '#client/console.ts'
import { ApiError } from '#client/errors.ts'
import { type CreateWebhookInput, choices, type Webhook } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import type { Column } from '../kit/data-table.tsx'
import { Form, TextField } from '../kit/form.tsx'
import { Hint, sentenceOf } from '../kit/notice.tsx'
import { notify } from '../kit/notify.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { None } from '../kit/page.tsx'
import { isOutcomeUnknown } from '../kit/unknown-outcome.ts'
import { count } from '../kit/words.ts'
import { NewButton } from '../records/dialog-button.tsx'
import { ListPage } from '../records/list-page.tsx'
import { listOf, preloadList } from '../records/list-query.ts'
import { RecordLink } from '../records/record-link.tsx'
import { Ago, Time } from '../records/time.tsx'
import { useList } from '../records/use-list.tsx'
import type { OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'
import { useRefetch } from '../session/use-changed.ts'
import { FailingWebhooks } from './failing-webhooks.tsx'
import { type NewSecret, NewSecretDialog } from './new-secret-dialog.tsx'
import { ReferenceLink } from './reference.tsx'

const EVENTS: Record<CreateWebhookInput['event'], string> = {
  'lead.created': 'a lead is created',
  'ticket.created': 'a work order is created',
  'ticket.completed': 'a work order is completed',
  'payment.received': 'a payment is received',
  'payment.reversed': 'a payment is reversed by the bank',
  'payment.refunded': 'a payment is refunded',
  'lease.signed': 'a lease is signed',
  'invoice.paid': 'an invoice is paid in full',
  'records.changed': 'records change (for copies of your data)',
}

const WEBHOOKS = listOf({
  name: 'webhooks',
  by: [],
  read: (client: OrganizationClient) => client.listWebhooks,
  order: '-created_at',
  csv: 'webhooks',
})
export const preload = preloadList(WEBHOOKS)

export function WebhooksPage() {
  const [secret, setSecret] = useState<NewSecret[]>()
  const list = useList(WEBHOOKS)
  const paused = list.loaded.rows?.filter(({ status }) => status === 'PAUSED').length ?? 0
  const create = (
    <NewButton text="New subscription" dialog={close => <Create onClose={close} onCreated={setSecret} />} />
  )
  return (
    <ListPage
      title="Webhooks"
      nouns="subscriptions"
      about={
        <>
          Events are sent to your own URL, signed, and retried if it does not respond.{' '}
          <ReferenceLink to="/docs/webhooks" text="How to receive them" />
        </>
      }
      notice={
        <>
          <FailingWebhooks />
          {paused > 0 && (
            <Hint tone="warn">
              {count(paused, 'subscription')} paused. Enable {paused === 1 ? 'it' : 'them'} to receive events again, and
              recover what {paused === 1 ? 'it' : 'they'} missed.
            </Hint>
          )}
        </>
      }
      actions={create}
      list={list}
      columns={COLUMNS}
      keyOf={webhook => webhook.id}
      placeholders={4}
      empty={{
        about: 'Subscribe a URL to an event type, and the next event arrives there within a second.',
        action: create,
      }}
    >
      <NewSecretDialog shown={secret} onClose={() => setSecret(undefined)} />
    </ListPage>
  )
}

const COLUMNS: Column<Webhook, ListWebhooksInput['sort']>[] = [
  { header: 'Target', sort: 'target_url', wraps: true, cell: row => <TargetLink webhook={row} /> },
  { header: 'Event', sort: 'event', cell: row => <code className="font-mono text-[12px]">{row.event}</code> },
  { header: 'Status', sort: 'status', from: 'sm', cell: row => <Status word={row.status} /> },
  {
    header: 'Last success',
    sort: 'last_success_at',
    from: 'md',
    cell: row => (row.last_success_at ? <Ago at={row.last_success_at} /> : <None />),
  },
  {
    header: 'Last failure',
    sort: 'last_failure_at',
    from: 'lg',
    cell: row => (row.last_failure_at ? <Ago at={row.last_failure_at} /> : <None />),
  },
  { header: 'Created', sort: 'created_at', from: 'lg', cell: row => <Time at={row.created_at} /> },
]

function TargetLink({ webhook: { id, target_url, description } }: { webhook: Webhook }) {
  return (
    <span className="flex flex-col">
      <RecordLink id={id} look="row" className="break-all">
        {target_url}
      </RecordLink>
      {description && <span className="text-[12px] text-soft">{description}</span>}
    </span>
  )
}

function Create({ onClose, onCreated }: { onClose: () => void; onCreated: (secrets: NewSecret[]) => void }) {
  const { client } = useOrganization()
  const refetch = useRefetch()
  return (
    <Dialog title="New subscription" isOpen onClose={onClose}>
      <Form
        submit="Create subscription"
        onCancel={onClose}
        send={async (values, idempotencyKey) => {
          const events = values.all('event') as CreateWebhookInput['event'][]
          if (events.length === 0) throw new ApiError(400, 'invalid_request', 'Choose at least one event.')
          const created: NewSecret[] = []
          try {
            for (const event of events) {
              const webhook = await client.createWebhook(
                { event, target_url: values.text('target_url'), description: values.optional('description') },
                { idempotencyKey: `${idempotencyKey}-${event}` },
              )
              created.push({ webhookId: webhook.id, secret: webhook.secret, event })
            }
          } catch (failure) {
            // Subscriptions that were created before the refusal exist, and their secrets are shown now or never.
            if (created.length === 0 || isOutcomeUnknown(failure)) throw failure
            const missing = count(events.length - created.length, 'subscription')
            notify(`${missing} not created: ${sentenceOf(failure)}`, { isFailure: true })
          }
          await refetch()
          onCreated(created)
        }}
        onSent={onClose}
      >
        <fieldset className="flex flex-col gap-1.5">
          <legend className="pb-1 font-medium text-[13px]">Events (a subscription is created for each)</legend>
          {choices.createWebhook.event.map(value => (
            <label key={value} className="flex items-start gap-2 text-[13px]">
              <input
                type="checkbox"
                name="event"
                value={value}
                defaultChecked={value === 'payment.received'}
                className="mt-1"
              />
              <span>
                <code className="font-mono text-[12px]">{value}</code>: {EVENTS[value]}
              </span>
            </label>
          ))}
        </fieldset>
        <TextField
          name="target_url"
          label="Target"
          placeholder="https://example.com/hooks"
          hint="A public https URL."
          maxLength={2048}
          required
        />
        <TextField name="description" label="Description" maxLength={200} />
      </Form>
    </Dialog>
  )
}
