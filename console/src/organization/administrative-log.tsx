/** The administrative log: who changed what, from records and keys to members and imports. */
import { keepPreviousData } from '@tanstack/react-query'
import type { AdministrativeEntry, ListAdministrativeEntriesInput } from '#client/console.ts'
import { type Column, loadedBy } from '../kit/data-table.tsx'
import { None } from '../kit/page.tsx'
import { InstantListFilter, TextListFilter } from '../records/list-filters.tsx'
import { ListPage } from '../records/list-page.tsx'
import { LogPager, useNoOlder } from '../records/log-pager.tsx'
import { useCsv } from '../records/save-csv.tsx'
import { Actor, Subject } from '../records/subject.tsx'
import { Time } from '../records/time.tsx'
import { useListFilters } from '../records/use-list.tsx'
import { useUrlSearch } from '../session/url-search.ts'
import { useRead } from '../session/use-read.ts'

export function AdministrativeLogPage() {
  const { search } = useUrlSearch()
  const csvOf = useCsv()
  const noOlder = useNoOlder('entries')
  const { filters, isFiltered, clear } = useListFilters<ListAdministrativeEntriesInput>(FILTERS)
  const query = useRead(
    ['administrative log', filters, search.before],
    (client, call) => client.listAdministrativeEntries({ ...filters, before: search.before }, call),
    { placeholderData: keepPreviousData },
  )
  return (
    <ListPage
      title="Administrative log"
      nouns="entries"
      about="What members, API keys and operators changed, newest first."
      filters={
        <>
          <TextListFilter name="action" label="Action" placeholder="key.revoke" />
          <TextListFilter name="actor" label="By" width="w-56" maxLength={254} />
          <InstantListFilter name="since" label="From" />
          <InstantListFilter name="until" label="Until" />
        </>
      }
      noMatch="“Action” and “By” must match in full."
      list={{
        loaded: loadedBy(query, query.data?.data),
        footer: <LogPager next={query.data?.next} />,
        isFiltered,
        clear,
        csv: csvOf('administrative-log', filters),
      }}
      columns={COLUMNS}
      keyOf={entry => entry.id}
      empty={noOlder ?? { about: 'Every change to records, keys, members and webhooks appears here.' }}
    />
  )
}

const FILTERS = ['action', 'actor', 'since', 'until'] as const

/** No column can be sorted: there may be millions of entries, and their index holds them newest first. */
const COLUMNS: Column<AdministrativeEntry>[] = [
  { header: 'Time', cell: row => <Time at={row.occurred_at} precision="log" /> },
  { header: 'By', from: 'sm', cell: row => <Actor name={row.actor} /> },
  { header: 'Action', cell: row => <Action name={row.action} /> },
  { header: 'Subject', wraps: true, cell: row => (row.subject ? <Subject id={row.subject} /> : <None />) },
  { header: 'Change', from: 'sm', wraps: true, cell: row => <Change entry={row} /> },
]

/** Breaks after the noun if there is little room. */
function Action({ name }: { name: string }) {
  const dot = name.indexOf('.') + 1
  return (
    <code className="font-mono text-[12px] max-sm:whitespace-normal">
      {name.slice(0, dot)}
      <wbr />
      {name.slice(dot)}
    </code>
  )
}

function Change({ entry: { before, after } }: { entry: AdministrativeEntry }) {
  if (!before && !after) return <None />
  return (
    <details>
      <summary className="text-accent">{before ? (after ? 'Before and after' : 'Before') : 'After'}</summary>
      <div className="flex flex-col gap-2 pt-1">
        {before && <Values name="Before" values={before} />}
        {after && <Values name="After" values={after} />}
      </div>
    </details>
  )
}

function Values({ name, values }: { name: string; values: Record<string, unknown> }) {
  return (
    <div>
      <p className="text-[12px] text-soft">{name}</p>
      <pre className="max-w-xl whitespace-pre-wrap break-all rounded bg-sunken p-2 font-mono text-[12px] leading-4">
        {JSON.stringify(values, null, 2)}
      </pre>
    </div>
  )
}
