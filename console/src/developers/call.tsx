/** One call: who made it, what it requested, and the response. */
import { useParams } from '@tanstack/react-router'
import type { Call } from '#client/console.ts'
import { CopyButton } from '../kit/copy.tsx'
import { Card, Facts } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { DetailPage } from '../records/detail-page.tsx'
import { PageLink } from '../records/page-link.tsx'
import { Time } from '../records/time.tsx'
import { useRead } from '../session/use-read.ts'
import { HttpStatus, milliseconds, shortPath } from './call-parts.tsx'
import { CallExample } from './reference.tsx'

export function CallPage() {
  const { call: requestId = '' } = useParams({ strict: false })
  const query = useRead(['call', requestId], (client, call) => client.getCall({ request_id: requestId }, call))
  return (
    <DetailPage
      query={query}
      noun="Call"
      title={call => `${call.method} ${shortPath(call.route ?? call.path)}`}
      list={{ to: '/$organization/developers/traffic', text: 'API traffic' }}
    >
      {call => (
        <Card title="Details">
          <Details call={call} />
        </Card>
      )}
    </DetailPage>
  )
}

function Details({ call }: { call: Call }) {
  return (
    <div className="flex flex-col gap-5">
      <Facts
        of={{
          Status: <HttpStatus status={call.status} />,
          Error: call.error && <code className="font-mono text-[12px]">{call.error}</code>,
          ...(call.reason &&
            call.status === 400 && { Fields: <code className="font-mono text-[12px]">{call.reason}</code> }),
          ...(call.reason && call.status !== 400 && { Reason: inWords(call.reason) }),
          Time: <Time at={call.occurred_at} precision="seconds" />,
          Duration: milliseconds(call.latency_ms),
          Key: (
            <PageLink
              to="/$organization/developers/traffic"
              search={{ key_id: call.key_id }}
              className="text-accent hover:underline"
            >
              {call.key_name ?? call.key_id}
            </PageLink>
          ),
          'Required scope': call.scope && <code className="font-mono text-[12px]">{call.scope}</code>,
          'IP address': call.caller_ip && (
            <PageLink
              to="/$organization/developers/traffic"
              search={{ ip: call.caller_ip }}
              className="text-accent hover:underline"
            >
              {call.caller_ip}
            </PageLink>
          ),
          Replayed: call.replayed ? 'Yes, a stored response' : 'No',
          ...(call.outcome && { Stream: inWords(call.outcome) }),
        }}
      />
      <Line name="Request ID" text={call.request_id} />
      <Line name="Path" text={call.path} />
      {call.user_agent && <Line name="User agent" text={call.user_agent} />}
      <CallExample method={call.method} route={call.route} path={call.path} />
    </div>
  )
}

function Line({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <h3 className="text-[12px] text-soft">{name}</h3>
      <p className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 break-all font-mono text-[12px]">{text}</code>
        <CopyButton text={text} />
      </p>
    </div>
  )
}
