/** One call: who made it, what it requested, and the response. */
import { useParams } from '@tanstack/react-router'
import type { Call } from '#client/console.ts'
import { CopyButton } from '../kit/copy.tsx'
import { Card, Fact, Facts } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { DetailPage } from '../records/detail-page.tsx'
import { PageLink } from '../records/page-link.tsx'
import { Time } from '../records/time.tsx'
import { useRead } from '../session/use-read.ts'
import { HttpStatus, milliseconds } from './call-parts.tsx'
import { CallExample } from './reference.tsx'

export function CallPage() {
  const { call: requestId = '' } = useParams({ strict: false })
  const query = useRead(['call', requestId], (client, call) => client.getCall({ request_id: requestId }, call))
  return (
    <DetailPage
      query={query}
      noun="Call"
      title={call => `${call.method} ${call.route ?? call.path}`}
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
      <Facts>
        <Fact name="Status">
          <HttpStatus status={call.status} />
        </Fact>
        <Fact name="Error">{call.error && <code className="font-mono text-[12px]">{call.error}</code>}</Fact>
        {call.reason && call.status === 400 && (
          <Fact name="Fields">
            <code className="font-mono text-[12px]">{call.reason}</code>
          </Fact>
        )}
        {call.reason && call.status !== 400 && <Fact name="Reason">{inWords(call.reason)}</Fact>}
        <Fact name="Time">
          <Time at={call.occurred_at} precision="seconds" />
        </Fact>
        <Fact name="Duration">{milliseconds(call.latency_ms)}</Fact>
        <Fact name="Key">
          <PageLink
            to="/$organization/developers/traffic"
            search={{ key_id: call.key_id }}
            className="text-accent hover:underline"
          >
            {call.key_name ?? call.key_id}
          </PageLink>
        </Fact>
        <Fact name="Required scope">{call.scope && <code className="font-mono text-[12px]">{call.scope}</code>}</Fact>
        <Fact name="IP address">
          {call.caller_ip && (
            <PageLink
              to="/$organization/developers/traffic"
              search={{ ip: call.caller_ip }}
              className="text-accent hover:underline"
            >
              {call.caller_ip}
            </PageLink>
          )}
        </Fact>
        <Fact name="Replayed">{call.replayed ? 'Yes, a stored response' : 'No'}</Fact>
        {call.outcome && <Fact name="Stream">{inWords(call.outcome)}</Fact>}
      </Facts>
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
