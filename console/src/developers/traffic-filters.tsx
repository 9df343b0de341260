/** The filters of the log of calls. */
import { choices } from '#client/console.ts'
import { PickFilter, SelectFilter } from '../kit/filters.tsx'
import { ChoiceListFilter, InstantListFilter, TextListFilter } from '../records/list-filters.tsx'
import { useUrlSearch } from '../session/url-search.ts'
import { useRead } from '../session/use-read.ts'

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

export function TrafficFilters() {
  const { search, change } = useUrlSearch()
  const keys = useRead(['keys'], (client, call) => client.listKeys({}, call))
  const status = search.failed ? 'failed' : (search.status_class ?? search.status)
  return (
    <>
      <PickFilter
        label="Key"
        value={search.key_id}
        onChange={key_id => change({ key_id })}
        choices={keys.data?.data.map(({ key_id, name, mask }) => ({
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
      <ChoiceListFilter name="method" label="Method" values={choices.listCalls.method} textOf={value => value} />
      <TextListFilter name="route" label="Endpoint" placeholder="/api/v1/properties/{id}" width="w-60" />
      <InstantListFilter name="since" label="From" />
      <InstantListFilter name="until" label="Until" />
      <TextListFilter name="ip" label="IP address" placeholder="203.0.113.7" />
      <TextListFilter name="request_id" label="Request ID" placeholder="req_…" width="w-60" />
    </>
  )
}
