/**
 * The inspector: for an ID from a log, it shows the record, the calls that name it, and its events with their
 * deliveries.
 */
import type { Inspection } from '#client/console.ts'
import { Badge, Status } from '../kit/badge.tsx'
import { Button } from '../kit/button.tsx'
import { type Column, loadedWith, TableCard } from '../kit/data-table.tsx'
import { Empty, Failure } from '../kit/notice.tsx'
import { Card, Fact, Facts, Page, Shimmer } from '../kit/page.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { Time } from '../records/time.tsx'
import { useUrlSearch } from '../session/url-search.ts'
import { useRead } from '../session/use-read.ts'
import { CallLink, HttpStatus, Route } from './call-parts.tsx'
import { PayloadButton } from './payload.tsx'

export function InspectorPage() {
  const { search, change } = useUrlSearch()
  const id = search.id?.trim()
  return (
    <Page
      title="Inspector"
      about="Paste an ID of any kind to see its record, its calls, and its events with their deliveries."
    >
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={event => {
          event.preventDefault()
          void change({ id: String(new FormData(event.currentTarget).get('id')).trim() || undefined })
        }}
      >
        <label className="flex w-full max-w-md flex-col gap-1 text-[13px]">
          ID
          <input
            key={id}
            name="id"
            className="field font-mono"
            defaultValue={id}
            placeholder="inv_…"
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
        </label>
        <Button look="primary" type="submit">
          Inspect
        </Button>
      </form>
      {id ? <Inspected id={id} /> : <Kinds />}
    </Page>
  )
}

function Inspected({ id }: { id: string }) {
  const { data, error, refetch } = useRead(['inspection', id], (client, call) => client.inspectId({ id }, call))
  if (error) return <Failure error={error} retry={refetch} />
  return (
    <>
      <Card title="Record">{data ? <Details found={data} /> : <Shimmer className="h-10 w-full" />}</Card>
      <TableCard
        title="Events"
        columns={EVENTS}
        loaded={loadedWith(data?.events)}
        keyOf={({ event_id }) => event_id}
        placeholders={2}
        empty={<Empty title="No events">None of the newest 5,000 events names this ID.</Empty>}
      />
      <TableCard
        title="Calls"
        columns={CALLS}
        loaded={loadedWith(data?.calls)}
        keyOf={({ request_id }) => request_id}
        placeholders={2}
        empty={<Empty title="No calls">None of the newest 50,000 calls has this ID in its path.</Empty>}
      />
    </>
  )
}

const NOUNS: Record<string, string> = {
  port: 'Portfolio',
  prop: 'Property',
  own: 'Owner',
  unit: 'Unit',
  res: 'Resident',
  lease: 'Lease',
  wo: 'Work order',
  vend: 'Vendor',
  file: 'File',
  inv: 'Invoice',
  pay: 'Payment',
  lead: 'Lead',
  msg: 'Message',
  wh: 'Webhook subscription',
  evt: 'Event',
  dlv: 'Delivery',
  req: 'Call',
  key: 'API key',
}

/** What can be pasted, before anything was. */
function Kinds() {
  return (
    <Card title="IDs that can be inspected">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(172px,1fr))] gap-x-6 gap-y-2 text-[13px]">
        {Object.entries(NOUNS).map(([prefix, noun]) => (
          <li key={prefix} className="flex items-baseline justify-between gap-2">
            {noun} <code className="font-mono text-[12px] text-soft">{prefix}_…</code>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Details({ found: { id, name } }: { found: Inspection }) {
  return (
    <Facts>
      <Fact name="Type">{NOUNS[id.split('_')[0]!]}</Fact>
      <Fact name="Name">{name && <RecordLink id={id}>{name}</RecordLink>}</Fact>
      <Fact name="ID" isWide>
        <code className="break-all font-mono text-[12px]">{id}</code>
      </Fact>
    </Facts>
  )
}

const EVENTS: Column<Inspection['events'][number]>[] = [
  { header: 'Time', cell: row => <Time at={row.timestamp} precision="log" /> },
  {
    header: 'Type',
    cell: row => (
      <span className="flex flex-wrap gap-1.5">
        <code className="font-mono text-[12px]">{row.type}</code>
        {row.is_test && <Badge>Test</Badge>}
      </span>
    ),
  },
  {
    header: 'Deliveries',
    wraps: true,
    cell: row => (
      <ul className="flex flex-col gap-1">
        {row.deliveries.map(({ delivery_id, webhook_id, status }) => (
          <li key={delivery_id} className="flex flex-wrap gap-1.5">
            <Status word={status} />
            <RecordLink id={webhook_id}>…{webhook_id.slice(-8)}</RecordLink>
          </li>
        ))}
      </ul>
    ),
  },
  { header: 'Payload', cell: row => <PayloadButton eventId={row.event_id} /> },
]

const CALLS: Column<Inspection['calls'][number]>[] = [
  { header: 'Time', cell: row => <CallLink call={row} /> },
  { header: 'Status', cell: row => <HttpStatus status={row.status} /> },
  { header: 'Endpoint', isName: true, cell: row => <Route method={row.method} route={row.route ?? row.path} /> },
]
