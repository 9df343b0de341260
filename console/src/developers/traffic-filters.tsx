/** What the log of calls is narrowed to. */
import { useQuery } from '@tanstack/react-query'
import { choices } from '#client/console.ts'
import { DayFilter, Filters, SelectFilter, TextFilter } from '../kit/filters.tsx'
import { instantFromLocal, localFromInstant } from '../kit/local-time.ts'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'

const STATUSES = [
  { value: 'failed', text: 'Failed (4xx and 5xx)' },
  { value: '2xx', text: '2xx' },
  { value: '4xx', text: '4xx' },
  { value: '5xx', text: '5xx' },
  { value: '401', text: '401 unauthorized' },
  { value: '403', text: '403 forbidden' },
  { value: '404', text: '404 not found' },
  { value: '429', text: '429 rate limited' },
]

export function TrafficFilters({ onClear, timeZone }: { onClear: (() => void) | undefined; timeZone: string }) {
  const { id, client } = useOrganization()
  const { search, change } = useUrlSearch()
  const keys = useQuery({ queryKey: [id, 'keys'], queryFn: ({ signal }) => client.listKeys({}, { signal }) })
  const status = search.failed ? 'failed' : (search.status_class ?? search.status)
  const local = (iso: string | undefined) =>
    iso && !Number.isNaN(Date.parse(iso)) ? localFromInstant(iso, timeZone) : undefined
  const at = (value: string | undefined) => value && instantFromLocal(value, timeZone)
  return (
    <Filters label="Filter calls" onClear={onClear} folds>
      <SelectFilter
        label="Key"
        value={search.key_id}
        onChange={key_id => change({ key_id })}
        choices={(keys.data?.data ?? []).map(({ key_id, name, mask }) => ({
          value: key_id,
          text: `${name} (${mask})`,
        }))}
        all="All keys"
      />
      <SelectFilter
        label="Status"
        value={status}
        onChange={chosen =>
          change({
            failed: chosen === 'failed' ? 'true' : undefined,
            status_class: chosen?.endsWith('xx') ? chosen : undefined,
            status: chosen && /^\d+$/.test(chosen) ? chosen : undefined,
          })
        }
        choices={
          status === undefined || STATUSES.some(({ value }) => value === status)
            ? STATUSES
            : [...STATUSES, { value: status, text: status }]
        }
        all="Any"
      />
      <SelectFilter
        label="Method"
        value={search.method}
        onChange={method => change({ method })}
        choices={choices.listCalls.method.map(value => ({ value, text: value }))}
        all="Any"
      />
      <TextFilter
        label="Endpoint"
        value={search.route}
        onChange={route => change({ route })}
        placeholder="/api/v1/properties/{id}"
        width="w-60"
      />
      <DayFilter
        label="From"
        type="datetime-local"
        value={local(search.since)}
        onChange={value => change({ since: at(value) })}
      />
      <DayFilter
        label="Until"
        type="datetime-local"
        value={local(search.until)}
        onChange={value => change({ until: at(value) })}
      />
      <TextFilter label="Address" value={search.ip} onChange={ip => change({ ip })} placeholder="203.0.113.7" />
      <TextFilter
        label="Request id"
        value={search.request_id}
        onChange={request_id => change({ request_id })}
        placeholder="req_…"
        width="w-60"
      />
    </Filters>
  )
}
