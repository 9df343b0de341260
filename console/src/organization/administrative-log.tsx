/** Who changed what: keys, members, webhooks, plan, imports. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AdministrativeEntry } from '#client/console.ts'
import { type Column, DataTable, loadedBy } from '../kit/data-table.tsx'
import { Filters, TextFilter } from '../kit/filters.tsx'
import { Empty } from '../kit/notice.tsx'
import { Card, None, Page } from '../kit/page.tsx'
import { LogPager } from '../kit/pager.tsx'
import { Time } from '../records/time.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { Subject } from './subject.tsx'

export function AdministrativeLogPage() {
  const { id, client } = useOrganization()
  const { search, change } = useUrlSearch()
  const filters = { action: search.action, actor: search.actor }
  const isFiltered = Object.values(filters).some(Boolean)
  const query = useQuery({
    queryKey: [id, 'administrative log', filters, search.before],
    queryFn: ({ signal }) => client.listAdministrativeEntries({ ...filters, before: search.before }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page title="Administrative log" about="What people, keys and operators changed, the newest first.">
      <Card flush>
        <Filters
          label="Filter the log"
          folds
          onClear={isFiltered ? () => change({ action: undefined, actor: undefined }) : undefined}
        >
          <TextFilter
            label="Action"
            value={search.action}
            onChange={action => change({ action })}
            placeholder="key.revoke"
          />
          <TextFilter label="By" value={search.actor} onChange={actor => change({ actor })} width="w-56" />
        </Filters>
        <DataTable
          label="Administrative log"
          columns={COLUMNS}
          loaded={loadedBy(query, query.data?.data)}
          keyOf={entry => entry.id}
          footer={
            <LogPager
              isFirst={search.before === undefined}
              next={query.data?.next}
              onFirst={() => change({})}
              onNext={before => change({ before })}
            />
          }
          empty={
            <Empty title={isFiltered ? 'No entry matches' : 'Nothing was changed yet'}>
              {isFiltered
                ? 'An action or actor must match in full.'
                : 'The first key, member or webhook makes the first entry.'}
            </Empty>
          }
        />
      </Card>
    </Page>
  )
}

/** By no column can it be sorted: there may be millions, and their index has them the newest first. */
const COLUMNS: Column<AdministrativeEntry>[] = [
  { id: 'at', header: 'Time', cell: ({ row }) => <Time at={row.original.occurred_at} precision="log" /> },
  { id: 'actor', header: 'By', meta: { from: 'sm' }, cell: ({ row }) => row.original.actor },
  {
    id: 'action',
    header: 'Action',
    cell: ({ row }) => <Action name={row.original.action} />,
  },
  {
    id: 'subject',
    header: 'To what',
    meta: { from: 'md', wraps: true },
    cell: ({ row: { original } }) => (original.subject ? <Subject id={original.subject} /> : <None />),
  },
  { id: 'change', header: 'Change', meta: { wraps: true }, cell: ({ row }) => <Change entry={row.original} /> },
]

/** Breaks behind its noun where there is little room. */
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
      <summary className="text-accent">
        {before ? (after ? 'Before and after' : 'What it was') : 'What it became'}
      </summary>
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
