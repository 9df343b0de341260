/** The recovery of events that a subscription missed, and its progress. */
import { useState } from 'react'
import type { Webhook, WebhookRecovery } from '#client/v1.ts'
import { Dot, Status } from '../kit/badge.tsx'
import { Field, Form } from '../kit/form.tsx'
import { number } from '../kit/format.ts'
import { FULL_YEAR } from '../kit/full-year.ts'
import { instantFromLocal, localFromInstant } from '../kit/local-time.ts'
import { Dialog } from '../kit/overlay.tsx'
import { Card, Facts } from '../kit/page.tsx'
import { count } from '../kit/words.ts'
import { Time } from '../records/time.tsx'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'
import { useRead } from '../session/use-read.ts'

const POLL_MS = 1_000

export function RecoverDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { client, timeZone } = useOrganization()
  const changed = useChanged()
  const [now] = useState(Date.now)
  return (
    <Dialog title="Recover missed events" isOpen onClose={onClose}>
      <Form
        submit="Recover events"
        onCancel={onClose}
        send={async (values, idempotencyKey) => {
          const since = instantFromLocal(values.text('since'), timeZone)
          const all = values.isSet('all')
          const { event_count: events } = await client.recoverWebhook(
            { id: webhook.id, since, all },
            { idempotencyKey },
          )
          await changed(
            events === 0 ? 'No events to recover since then' : `Recovery of ${count(events, 'event')} started`,
          )
        }}
        onSent={onClose}
      >
        <p className="max-w-prose text-soft">
          Every event since then that never reached {webhook.target_url} is sent, however many there are. Events are
          kept for 30 days.{webhook.status === 'PAUSED' && ' The subscription is enabled.'}
        </p>
        <Field name="since" label="Since" required>
          {control => (
            <input
              type="datetime-local"
              className="field"
              {...FULL_YEAR}
              max={localFromInstant(new Date(now).toISOString(), timeZone)}
              // Not the last success, which may be a later test event or an event after an outage.
              defaultValue={localFromInstant(webhook.created_at, timeZone)}
              {...control}
            />
          )}
        </Field>
        <label className="flex items-center gap-2">
          <input type="checkbox" name="all" />
          Also send events that were already delivered
        </label>
      </Form>
    </Dialog>
  )
}

/** The latest recovery of a subscription; nothing if there was none. */
export function LatestRecovery({ webhookId, isPaused }: { webhookId: string; isPaused: boolean }) {
  const { data } = useRead(
    ['webhooks', 'recoveries', webhookId],
    async (client, call) => (await client.listWebhookRecoveries({ id: webhookId, limit: 1 }, call)).data[0] ?? null,
    { refetchInterval: ({ state }) => (state.data && isInProgress(state.data, isPaused) ? POLL_MS : false) },
  )
  return data ? <Progress recovery={data} /> : null
}

/** Deliveries continue for a while after the last one is queued, unless the subscription is paused. */
function isInProgress({ status, event_count, delivered_count }: WebhookRecovery, isPaused: boolean): boolean {
  return status === 'RUNNING' || (!isPaused && status === 'COMPLETED' && delivered_count < event_count)
}

function Progress({ recovery }: { recovery: WebhookRecovery }) {
  const { status, since, event_count, queued_count, delivered_count, created_at } = recovery
  return (
    <Card title="Latest recovery">
      <div className="flex flex-col gap-3">
        <progress
          className="progress"
          aria-label="Delivered events"
          max={Math.max(1, event_count)}
          value={event_count === 0 ? 1 : delivered_count}
        />
        <Facts
          of={{
            Status:
              status === 'COMPLETED' && delivered_count < event_count ? (
                <Dot>All queued</Dot>
              ) : (
                <Status word={status} />
              ),
            Delivered: (
              <>
                {number(delivered_count)} of {count(event_count, 'event')}
              </>
            ),
            Queued: number(queued_count),
            'Events since': <Time at={since} />,
            Started: <Time at={created_at} />,
          }}
        />
      </div>
    </Card>
  )
}
