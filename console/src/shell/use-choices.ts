/** The choices for a query: records that the service finds, and pages and actions by name. Without a query, the records that were opened last. */
import { keepPreviousData } from '@tanstack/react-query'
import { date } from '../kit/format.ts'
import { useOrganization } from '../session/me.ts'
import { useDebounced } from '../session/use-debounced.ts'
import { useRead } from '../session/use-read.ts'
import { type Destination, destinationsNamed } from './destinations.ts'
import { recentRecords } from './recent.ts'

export type FindChoice = {
  /** The ID of a record, or the path of a page. */
  key: string
  group: string
  title: string
  detail: string | null
  status: string | null
  amount_cents: number | null
  destination?: Destination | undefined
}

const STALE_MS = 30_000

const GROUPS: Record<string, string> = {
  PROPERTY: 'Properties',
  UNIT: 'Units',
  RESIDENT: 'Residents',
  LEASE: 'Leases',
  LEAD: 'Leads',
  INVOICE: 'Invoices',
  PAYMENT: 'Payments',
  WORK_ORDER: 'Work orders',
  VENDOR: 'Vendors',
  OWNER: 'Owners',
  PORTFOLIO: 'Portfolios',
}
const PLAIN = { detail: null, status: null, amount_cents: null }

export function useChoices(query: string): { choices: FindChoice[]; isSettled: boolean; error: unknown } {
  const { may } = useOrganization()
  const asked = useDebounced(query)
  const recent = useRecent(query === '')
  const found = useRead(['search', asked], (client, call) => client.search({ query: asked }, call), {
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  })
  const destinations = destinationsNamed(query, may('ADMIN')).map(destination => ({
    ...PLAIN,
    key: `${destination.path}?${destination.text}`.replaceAll(/[^\w]/g, '-'),
    group: destination.search || destination.path.endsWith('/new') ? 'Actions' : 'Pages',
    title: destination.text,
    destination,
  }))
  if (query === '') return { choices: [...recent, ...destinations], isSettled: true, error: undefined }
  const records = (found.data?.data ?? []).map(({ id, type, detail, ...rest }) => ({
    ...rest,
    key: id,
    destination: destinationOf(type, id, rest.title),
    // The service states the term of a lease by its dates.
    detail: type === 'LEASE' && detail ? detail.replaceAll(/\d{4}-\d\d-\d\d/g, date) : detail,
    group: GROUPS[type] ?? '',
  }))
  const isSettled = asked === query && !found.isPlaceholderData && !found.isPending
  return { choices: [...destinations, ...records], isSettled: isSettled || found.isError, error: found.error }
}

/** The page for a record that has none of its own: the properties of an owner, and the rent roll of a portfolio. */
function destinationOf(type: string, id: string, name: string): Destination | undefined {
  if (type === 'OWNER') return { path: '/properties', text: name, icon: 'owner', search: { owner: name } }
  if (type === 'PORTFOLIO') return { path: '/rent-roll', text: name, icon: 'folder', search: { scope_id: id } }
  return undefined
}

/** Records that were opened last and still exist, by their names. */
function useRecent(isAsked: boolean): FindChoice[] {
  const { id } = useOrganization()
  const ids = recentRecords(id)
  const names = useRead(['recent', ids], (client, call) => client.listNames({ ids: ids.join(',') }, call), {
    enabled: isAsked && ids.length > 0,
    staleTime: STALE_MS,
  })
  const nameOf = new Map(names.data?.data.map(({ id, name }) => [id, name]))
  return ids.flatMap(key => {
    const title = nameOf.get(key)
    return title === undefined ? [] : [{ ...PLAIN, key, group: 'Recent', title }]
  })
}
