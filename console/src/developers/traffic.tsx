/** The calls made with the organization's keys as they arrive, with filters, and as a file. */
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import type { Call, choices, ListCallsInput } from '#client/console.ts'
import { Button, buttonClass } from '../kit/button.tsx'
import { type Column, loadedBy } from '../kit/data-table.tsx'
import { useDownload } from '../kit/download.ts'
import { Icon } from '../kit/icons.tsx'
import { Menu, MenuItem } from '../kit/overlay.tsx'
import { None } from '../kit/page.tsx'
import { ListPage } from '../records/list-page.tsx'
import { LogPager, useNoOlder } from '../records/log-pager.tsx'
import { PageLink } from '../records/page-link.tsx'
import { Time } from '../records/time.tsx'
import { useOrganization } from '../session/me.ts'
import { type Search, useUrlSearch } from '../session/url-search.ts'
import { useRead } from '../session/use-read.ts'
import { CallLink, HttpStatus, milliseconds, Route } from './call-parts.tsx'
import { TrafficFilters } from './traffic-filters.tsx'

const POLL_MS = 1_000
const PAGE = 50
const FILTERS = [
  'key_id',
  'route',
  'method',
  'status',
  'status_class',
  'failed',
  'ip',
  'request_id',
  'since',
  'until',
] as const

export function TrafficPage() {
  const { search, change } = useUrlSearch()
  const [isPaused, setPaused] = useState(false)
  const filters = filtersOf(search)
  const isFiltered = Object.values(filters).some(Boolean)
  const isLive = !isPaused && search.before === undefined
  const query = useRead(
    ['traffic', filters, search.before],
    (client, call) => client.listCalls({ ...filters, before: search.before, limit: PAGE }, call),
    { placeholderData: keepPreviousData, refetchInterval: isLive ? POLL_MS : false },
  )
  const { next, looked_back_to: lookedBackTo } = query.data ?? {}
  // If a filter matches few calls, the log is searched one stretch at a time.
  const isUnfinished = Boolean(next && lookedBackTo)
  const noOlder = useNoOlder('calls')
  const clear = () => change(Object.fromEntries(FILTERS.map(name => [name, undefined])))
  return (
    <ListPage
      title="API traffic"
      nouns="calls"
      about="Every call made with your keys, newest first. A call appears here within two seconds. Bodies and query values are never stored."
      actions={
        <>
          <Button aria-pressed={isLive} onClick={() => setPaused(isLive)} disabled={search.before !== undefined}>
            <span aria-hidden="true" className={`size-2 rounded-full ${isLive ? 'bg-good' : 'bg-faint'}`} />
            {isLive ? 'Live' : 'Paused'}
          </Button>
          <PageLink to="/$organization/developers/failures" className={buttonClass()}>
            Failed calls
          </PageLink>
          <Export filters={filters} />
        </>
      }
      filters={<TrafficFilters />}
      list={{
        loaded: loadedBy(query, query.data?.data),
        footer: <LogPager next={next} />,
        isFiltered: isFiltered && !isUnfinished,
        clear,
      }}
      columns={COLUMNS}
      keyOf={call => call.request_id}
      placeholders={12}
      noMatch="Change the filters, clear them, or wait: new calls appear here automatically."
      empty={
        next && lookedBackTo
          ? {
              title: 'No matching calls so far',
              about: (
                <>
                  Searched back to <Time at={lookedBackTo} precision="log" />.
                </>
              ),
              action: <Button onClick={() => change({ before: next })}>Search further back</Button>,
            }
          : (noOlder ?? {
              about: 'Create a key and run the curl line it shows. The call appears here automatically.',
              action: (
                <PageLink to="/$organization/developers/keys" className={buttonClass('primary')}>
                  Go to API keys
                </PageLink>
              ),
            })
      }
    />
  )
}

function filtersOf(search: Search): Omit<ListCallsInput, 'before' | 'limit'> {
  const given = Object.fromEntries(FILTERS.map(name => [name, search[name]]))
  return { ...given, status: search.status === undefined ? undefined : Number(search.status) || 0 }
}

/** No column can be sorted: there may be millions of calls, and their index holds them newest first. */
const COLUMNS: Column<Call>[] = [
  { header: 'Time', cell: row => <CallLink call={row} /> },
  { header: 'Status', cell: row => <HttpStatus status={row.status} /> },
  { header: 'Endpoint', isName: true, cell: row => <Route method={row.method} route={row.route ?? row.path} /> },
  {
    header: 'Error',
    from: 'md',
    cell: row => (row.error ? <code className="font-mono text-[12px]">{row.error}</code> : <None />),
  },
  { header: 'Key', from: 'lg', isName: true, cell: row => row.key_name ?? <None /> },
  { header: 'IP address', from: 'lg', cell: row => row.caller_ip ?? <None /> },
  { header: 'Duration', align: 'end', from: 'sm', cell: row => milliseconds(row.latency_ms) },
]

function Export({ filters }: { filters: Omit<ListCallsInput, 'before' | 'limit'> }) {
  const { client } = useOrganization()
  const download = useDownload()
  const save = (format: (typeof choices.exportCalls.format)[number]) =>
    download(client.exportCalls({ ...filters, format }))
  return (
    <Menu
      trigger={
        <Button>
          <Icon name="download" /> Export calls
        </Button>
      }
    >
      <MenuItem onSelect={() => save('csv')}>CSV, for a spreadsheet</MenuItem>
      <MenuItem onSelect={() => save('ndjson')}>NDJSON, one call per line</MenuItem>
    </Menu>
  )
}
