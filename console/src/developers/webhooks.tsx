/** Webhook subscriptions: where events are sent. */
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListWebhooksInput } from '#client/console.ts'
import { type CreateWebhookInput, choices, type Webhook } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import { Button } from '../kit/button.tsx'
import { type Column, DataTable, ROW_LINK } from '../kit/data-table.tsx'
import { Form, SelectField, TextField } from '../kit/form.tsx'
import { Icon } from '../kit/icons.tsx'
import { Empty, Hint } from '../kit/notice.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { Card, None, Page } from '../kit/page.tsx'
import { Pager } from '../kit/pager.tsx'
import { count } from '../kit/words.ts'
import { Ago, Time } from '../records/time.tsx'
import { useOrganization } from '../session/me.ts'
import { usePage } from '../session/use-page.ts'
import { SecretOnce } from './secret-once.tsx'

const EVENTS: Record<CreateWebhookInput['event'], string> = {
  'lead.created': 'a new lead',
  'ticket.created': 'a new work order',
  'payment.received': 'a payment has arrived',
  'lease.signed': 'the last signature of a lease',
  'invoice.paid': 'an invoice is paid in full',
}

export function WebhooksPage() {
  const { client, may } = useOrganization()
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState<{ webhookId: string; secret: string }>()
  const { loaded, pagination, sorting, move } = usePage('webhooks', {}, client.listWebhooks, { order: '-created_at' })
  const paused = loaded.rows?.filter(({ status }) => status === 'PAUSED').length ?? 0
  const create = may('ADMIN') && (
    <Button look="primary" onClick={() => setCreating(true)}>
      <Icon name="plus" /> New subscription
    </Button>
  )
  return (
    <Page
      title="Webhooks"
      about="Events sent to your own address, signed, and tried again for three days where it does not answer."
      actions={create}
    >
      {paused > 0 && (
        <Hint tone="warn">
          {count(paused, 'subscription')} {paused === 1 ? 'is' : 'are'} paused: nothing is sent there until somebody
          enables {paused === 1 ? 'it' : 'them'}.
        </Hint>
      )}
      <Card flush>
        <DataTable
          label="Webhooks"
          columns={COLUMNS}
          loaded={loaded}
          sorting={sorting}
          keyOf={webhook => webhook.id}
          placeholders={4}
          footer={<Pager pagination={pagination} onMove={move} />}
          empty={
            <Empty title="No subscriptions yet" action={create}>
              {may('ADMIN')
                ? 'Say which event goes where; the next one is there within a second.'
                : 'An administrator of the organization makes them.'}
            </Empty>
          }
        />
      </Card>
      {may('ADMIN') && (
        <>
          <Create isOpen={isCreating} onClose={() => setCreating(false)} onCreated={setSecret} />
          <SecretOnce shown={secret} onClose={() => setSecret(undefined)} />
        </>
      )}
    </Page>
  )
}

const COLUMNS: Column<Webhook, ListWebhooksInput['sort']>[] = [
  {
    id: 'target',
    header: 'Target',
    meta: { sort: 'target_url', wraps: true },
    cell: ({ row }) => <TargetLink webhook={row.original} />,
  },
  {
    id: 'event',
    header: 'Event',
    meta: { sort: 'event' },
    cell: ({ row }) => <code className="font-mono text-[12px]">{row.original.event}</code>,
  },
  {
    id: 'status',
    header: 'Status',
    meta: { sort: 'status', from: 'sm' },
    cell: ({ row }) => <Status word={row.original.status} />,
  },
  {
    id: 'success',
    header: 'Last success',
    meta: { sort: 'last_success_at', from: 'md' },
    cell: ({ row: { original } }) => (original.last_success_at ? <Ago at={original.last_success_at} /> : <None />),
  },
  {
    id: 'failure',
    header: 'Last failure',
    meta: { sort: 'last_failure_at', from: 'lg' },
    cell: ({ row: { original } }) => (original.last_failure_at ? <Ago at={original.last_failure_at} /> : <None />),
  },
  {
    id: 'made',
    header: 'Made',
    meta: { sort: 'created_at', from: 'lg' },
    cell: ({ row }) => <Time at={row.original.created_at} />,
  },
]

function TargetLink({ webhook: { id: webhook, target_url, description } }: { webhook: Webhook }) {
  const { id } = useOrganization()
  return (
    <span className="flex flex-col">
      <Link
        to="/$organization/developers/webhooks/$webhook"
        params={{ organization: id, webhook }}
        className={`${ROW_LINK} break-all`}
      >
        {target_url}
      </Link>
      {description && <span className="text-[12px] text-soft">{description}</span>}
    </span>
  )
}

function Create({
  isOpen,
  onClose,
  onCreated,
}: {
  isOpen: boolean
  onClose: () => void
  onCreated: (secret: { webhookId: string; secret: string }) => void
}) {
  const { id, client } = useOrganization()
  const queries = useQueryClient()
  return (
    <Dialog title="New subscription" isOpen={isOpen} onClose={onClose}>
      <Form
        submit="Subscribe"
        onCancel={onClose}
        send={async (values, idempotencyKey) => {
          const webhook = await client.createWebhook(
            {
              event: values.text('event') as CreateWebhookInput['event'],
              target_url: values.text('target_url'),
              description: values.optional('description'),
            },
            { idempotencyKey },
          )
          await queries.invalidateQueries({ queryKey: [id, 'webhooks'] })
          onClose()
          onCreated({ webhookId: webhook.id, secret: webhook.secret })
        }}
      >
        <SelectField
          name="event"
          label="Event"
          choices={choices.createWebhook.event.map(value => ({ value, text: `${value}: ${EVENTS[value]}` }))}
          defaultValue="payment.received"
          required
        />
        <TextField
          name="target_url"
          label="Target"
          placeholder="https://example.com/hooks"
          hint="A public https address of yours."
          maxLength={2048}
          required
        />
        <TextField name="description" label="Your own words for it" maxLength={200} />
      </Form>
    </Dialog>
  )
}
