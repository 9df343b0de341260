/** One call: who made it, what it asked for, and how it was answered. */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Call } from '#client/console.ts'
import { CopyButton } from '../kit/copy.tsx'
import { Failure } from '../kit/notice.tsx'
import { Card, Fact, Facts, Page, Shimmer } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { Time } from '../records/time.tsx'
import { useOrganization } from '../session/me.ts'
import { HttpStatus, milliseconds } from './call-parts.tsx'

export function CallPage() {
  const { call: requestId = '' } = useParams({ strict: false })
  const { id, client } = useOrganization()
  const { data, error, refetch } = useQuery({
    queryKey: [id, 'call', requestId],
    queryFn: ({ signal }) => client.getCall({ request_id: requestId }, { signal }),
  })
  return (
    <Page
      title={data ? `${data.method} ${data.route ?? data.path}` : 'Call'}
      back={
        <Link to="/$organization/developers/traffic" params={{ organization: id }} className="hover:underline">
          API traffic
        </Link>
      }
    >
      {error ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <Card title="The call">{data ? <Details call={data} /> : <Shimmer className="h-56 w-full" />}</Card>
      )}
    </Page>
  )
}

function Details({ call }: { call: Call }) {
  const { id } = useOrganization()
  return (
    <div className="flex flex-col gap-5">
      <Facts>
        <Fact name="Status">
          <HttpStatus status={call.status} />
        </Fact>
        <Fact name="Error">{call.error && <code className="font-mono text-[12px]">{call.error}</code>}</Fact>
        {call.reason && <Fact name="Why the key was refused">{inWords(call.reason)}</Fact>}
        <Fact name="When">
          <Time at={call.occurred_at} precision="seconds" />
        </Fact>
        <Fact name="Took">{milliseconds(call.latency_ms)}</Fact>
        <Fact name="Key">
          <Link
            to="/$organization/developers/traffic"
            params={{ organization: id }}
            search={{ key_id: call.key_id }}
            className="text-accent hover:underline"
          >
            {call.key_name ?? call.key_id}
          </Link>
        </Fact>
        <Fact name="Scope it needed">{call.scope && <code className="font-mono text-[12px]">{call.scope}</code>}</Fact>
        <Fact name="From">
          {call.caller_ip && (
            <Link
              to="/$organization/developers/traffic"
              params={{ organization: id }}
              search={{ ip: call.caller_ip }}
              className="text-accent hover:underline"
            >
              {call.caller_ip}
            </Link>
          )}
        </Fact>
        <Fact name="Replayed">{call.replayed ? 'Yes, a stored reply' : 'No'}</Fact>
        {call.outcome && <Fact name="Stream">{inWords(call.outcome)}</Fact>}
      </Facts>
      <Line name="Request id" text={call.request_id} />
      <Line name="Path" text={call.path} />
      {call.user_agent && <Line name="User agent" text={call.user_agent} />}
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
