/** The deliveries of a subscription with every attempt, and the buttons that send them again. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { choices, type ListWebhookDeliveriesInput, type WebhookDelivery } from '#client/v1.ts'
import { Badge, Status } from '../kit/badge.tsx'
import { Button } from '../kit/button.tsx'
import { Confirm } from '../kit/confirm.tsx'
import { type Column, ROW_ACTIONS } from '../kit/data-table.tsx'
import { useAction } from '../kit/notify.tsx'
import { count, inWords } from '../kit/words.ts'
import { ChoiceListFilter, InstantListFilter } from '../records/list-filters.tsx'
import { ListCard } from '../records/list-page.tsx'
import { listOf } from '../records/list-query.ts'
import { retryOverLimit } from '../records/read-list.ts'
import { Time } from '../records/time.tsx'
import { useList } from '../records/use-list.tsx'
import type { OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { useChanged } from '../session/use-changed.ts'
import { HttpStatus, milliseconds } from './call-parts.tsx'
import { PayloadButton } from './payload.tsx'

const POLL_MS = 1_000
/** The most deliveries that one press of the button sends again. */
const MAX_REDELIVERED = 500

type Given = Omit<ListWebhookDeliveriesInput, 'limit' | 'offset'>

const DELIVERIES = listOf({
  name: 'deliveries',
  by: ['status', 'since', 'until'],
  read: (client: OrganizationClient) => client.listWebhookDeliveries,
  csv: 'deliveries',
})

export function Deliveries({ webhookId, isPaused }: { webhookId: string; isPaused: boolean }) {
  const { id, may } = useOrganization()
  const { search } = useUrlSearch()
  const list = useList(DELIVERIES, { given: { id: webhookId }, pollMs: POLL_MS })
  const queries = useQueryClient()
  const { rows } = list.loaded
  // The card of the subscription counts what this list shows, so it is read again whenever a delivery changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that are equal stay the same rows
  useEffect(() => {
    queries.invalidateQueries({ queryKey: [id, 'webhooks', 'one', webhookId] })
  }, [rows])
  const filters: Given = {
    id: webhookId,
    status: search.status as ListWebhookDeliveriesInput['status'],
    since: search.since,
    until: search.until,
  }
  const mayRedeliver = may('ADMIN') && !isPaused
  return (
    <ListCard
      title="Deliveries"
      label="Deliveries"
      nouns="deliveries"
      actions={mayRedeliver && list.isFiltered && <RedeliverAll filters={filters} total={list.total ?? 0} />}
      filters={
        <>
          <ChoiceListFilter name="status" label="Status" values={choices.listWebhookDeliveries.status} />
          <InstantListFilter name="since" label="From" />
          <InstantListFilter name="until" label="Until" />
        </>
      }
      list={list}
      columns={mayRedeliver ? [...COLUMNS, ACTIONS] : COLUMNS}
      keyOf={delivery => delivery.delivery_id}
      placeholders={4}
      empty={{
        about: 'Deliveries appear here when events happen. Send a test event to check that your receiver responds.',
      }}
    />
  )
}

/** No column can be sorted: there may be millions of deliveries, and their index holds them newest first. */
const COLUMNS: Column<WebhookDelivery>[] = [
  { header: 'Event', cell: row => <Time at={row.created_at} precision="log" /> },
  {
    header: 'Status',
    cell: row => (
      <span className="flex flex-wrap gap-1.5">
        <Status word={row.status} />
        {row.is_test && <Badge>Test</Badge>}
      </span>
    ),
  },
  { header: 'Attempts', wraps: true, cell: row => <Attempts delivery={row} /> },
  {
    header: 'Next attempt',
    from: 'md',
    cell: row => row.next_attempt_at && <Time at={row.next_attempt_at} precision="log" />,
  },
  {
    header: 'Event ID',
    from: 'lg',
    cell: row => <code className="whitespace-nowrap font-mono text-[12px]">…{row.event_id.slice(-8)}</code>,
  },
  { header: 'Payload', cell: row => <PayloadButton eventId={row.event_id} /> },
]

const ACTIONS: Column<WebhookDelivery> = { ...ROW_ACTIONS, cell: row => <Redeliver delivery={row} /> }

function Attempts({ delivery: { attempts, next_attempt_at } }: { delivery: WebhookDelivery }) {
  const last = attempts.at(-1)
  if (!last) return <span className="text-soft">{next_attempt_at ? 'None yet' : 'None'}</span>
  return (
    <details>
      <summary className="text-accent">
        {count(attempts.length, 'attempt')}, last: {inWords(last.outcome)}
      </summary>
      <ol className="flex flex-col gap-2 pt-2">
        {attempts.map(attempt => (
          <li key={attempt.number} className="flex flex-col gap-1 rounded bg-sunken p-2 text-[12px]">
            <span className="flex flex-wrap items-center gap-2">
              #{attempt.number} <Time at={attempt.attempted_at} precision="log" />
              {attempt.response_status !== null && <HttpStatus status={attempt.response_status} />}
              <span className="text-soft">{milliseconds(attempt.latency_ms)}</span>
            </span>
            {attempt.error && <span className="text-bad">{attempt.error}</span>}
            {attempt.excerpt && (
              <code
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
                tabIndex={0}
                className="max-h-32 overflow-y-auto whitespace-pre-wrap break-all font-mono"
              >
                {attempt.excerpt}
              </code>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}

function Redeliver({ delivery: { delivery_id, webhook_id } }: { delivery: WebhookDelivery }) {
  const { client } = useOrganization()
  const changed = useChanged()
  const { isRunning, runAction } = useAction()
  const redeliver = () =>
    runAction(async () => {
      await client.redeliverWebhook({ id: webhook_id, delivery_id })
      await changed('Delivery sent again')
    })
  return (
    <Button size="small" disabled={isRunning} onClick={redeliver}>
      Send again
    </Button>
  )
}

function RedeliverAll({ filters, total }: { filters: Given; total: number }) {
  const { client } = useOrganization()
  const changed = useChanged()
  const [isAsking, setAsking] = useState(false)
  const wanted = Math.min(total, MAX_REDELIVERED)
  /** All of them are listed first, because sending one again changes what the filter finds. */
  async function run() {
    const deliveries: string[] = []
    for await (const { delivery_id } of client.eachWebhookDelivery(filters)) {
      deliveries.push(delivery_id)
      if (deliveries.length === MAX_REDELIVERED) break
    }
    for (const delivery_id of deliveries)
      await retryOverLimit(() => client.redeliverWebhook({ id: filters.id, delivery_id }))
    await changed(`${count(deliveries.length, 'delivery', 'deliveries')} sent again`)
  }
  return (
    <>
      <Button size="small" disabled={total === 0} onClick={() => setAsking(true)}>
        Send all again…
      </Button>
      <Confirm
        title={`Send ${count(wanted, 'delivery', 'deliveries')} again?`}
        action="Send again"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        run={run}
      >
        Each event is sent once more with the same webhook-id, so that your receiver can recognize it.
        {total > wanted && ` This sends the newest ${wanted}. Repeat it to send the rest.`}
      </Confirm>
    </>
  )
}
