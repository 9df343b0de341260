/** Failed calls in groups: what fails most, and one call of each group. */
import { keepPreviousData } from '@tanstack/react-query'
import type { Failure } from '#client/console.ts'
import { ABOVE_ROW, type Column, loadedBy, ROW_LINK } from '../kit/data-table.tsx'
import { number } from '../kit/format.ts'
import { None } from '../kit/page.tsx'
import { ListPage } from '../records/list-page.tsx'
import { PageLink } from '../records/page-link.tsx'
import { useCsv } from '../records/save-csv.tsx'
import { Ago } from '../records/time.tsx'
import { useRead } from '../session/use-read.ts'
import { useSorted } from '../session/use-sorting.ts'
import { HttpStatus, Route } from './call-parts.tsx'
import { ReferenceLink } from './reference.tsx'
import { useWindow, WindowChoice } from './window-choice.tsx'

const REFRESH_MS = 5_000

export function FailuresPage() {
  const window = useWindow()
  const csvOf = useCsv()
  const query = useRead(['failures', window], (client, call) => client.listFailures({ window }, call), {
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  const { rows, sorting } = useSorted(query.data?.data, SORTS, '-calls')
  return (
    <ListPage
      title="Failed calls"
      about={
        <>
          Calls with a status of 400 or higher, grouped by endpoint and error.{' '}
          <ReferenceLink to="/docs#description/errors" text="What each error means" />
        </>
      }
      actions={<WindowChoice />}
      list={{ loaded: loadedBy(query, rows), sorting, csv: csvOf('failures', { window }) }}
      columns={COLUMNS}
      keyOf={({ method, route, error, status }) => `${method} ${route} ${error} ${status}`}
      empty={{ title: 'No failed calls in this period', about: 'Choose a longer period to see older calls.' }}
    />
  )
}

const SORTS = {
  status: (failure: Failure) => failure.status,
  route: ({ method, route }: Failure) => `${route ?? ''} ${method}`,
  error: (failure: Failure) => failure.error,
  calls: (failure: Failure) => failure.calls,
  last: (failure: Failure) => failure.last_seen_at,
}

const COLUMNS: Column<Failure, keyof typeof SORTS>[] = [
  { header: 'Status', sort: 'status', cell: row => <HttpStatus status={row.status} /> },
  { header: 'Endpoint', sort: 'route', cell: row => <GroupLink failure={row} /> },
  {
    header: 'Error',
    sort: 'error',
    from: 'sm',
    cell: row => (row.error ? <code className="font-mono text-[12px]">{row.error}</code> : <None />),
  },
  { header: 'Calls', sort: 'calls', align: 'end', cell: row => number(row.calls) },
  { header: 'Last seen', sort: 'last', from: 'sm', cell: row => <Ago at={row.last_seen_at} /> },
  { header: 'Example', from: 'md', cell: row => <Sample failure={row} /> },
]

/** Links to the calls of the group. For an unknown route, they can be filtered by status only. */
function GroupLink({ failure: { method, route, status } }: { failure: Failure }) {
  return (
    <PageLink
      to="/$organization/developers/traffic"
      search={{ route: route ?? undefined, method: route ? method : undefined, status: String(status) }}
      className={ROW_LINK}
    >
      <Route method={method} route={route} />
    </PageLink>
  )
}

function Sample({ failure: { sample_request_id } }: { failure: Failure }) {
  return (
    <PageLink
      to="/$organization/developers/traffic/$call"
      params={{ call: sample_request_id }}
      className={`${ABOVE_ROW} font-mono text-[12px] text-accent hover:underline`}
    >
      …{sample_request_id.slice(-8)}
    </PageLink>
  )
}
