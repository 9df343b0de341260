/** A warning at the top of a page while a subscription fails most of its attempts; the service says how many are too many. */
import { number } from '../kit/format.ts'
import { Hint } from '../kit/notice.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { useRead } from '../session/use-read.ts'

const REFRESH_MS = 30_000

export function FailingWebhooks() {
  const { data } = useRead(['webhooks', 'failing'], (client, call) => client.listFailingWebhooks({}, call), {
    refetchInterval: REFRESH_MS,
  })
  if (!data || data.data.length === 0) return null
  return (
    <Hint tone="warn">
      <ul className="flex flex-col gap-1">
        {data.data.map(({ webhook_id, event, target_url, attempts, failed, threshold_pct }) => (
          <li key={webhook_id}>
            <strong>A webhook failed at least {threshold_pct}% of its attempts in the last 24 hours</strong> (
            {number(failed)} of {number(attempts)}):{' '}
            <RecordLink id={webhook_id} className="break-all">
              {event} to {target_url}
            </RecordLink>
          </li>
        ))}
      </ul>
    </Hint>
  )
}
