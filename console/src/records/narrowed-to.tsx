/** The one thing a list is narrowed to by its address alone, such as a unit, by name; and the way back to all of them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from '../kit/button.tsx'
import { Icon } from '../kit/icons.tsx'
import { Shimmer } from '../kit/page.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'

const WORDS = { unit_id: 'Unit', resident_id: 'Resident', lease_id: 'Lease' }

export function NarrowedTo({ by }: { by: (keyof typeof WORDS)[] }) {
  const { id, client } = useOrganization()
  const { search, change } = useUrlSearch()
  const given = by.flatMap(field => (search[field] ? [{ field, thing: search[field] }] : []))
  const ids = given.map(({ thing }) => thing).join(',')
  const names = useQuery({
    queryKey: [id, 'names', ids],
    queryFn: ({ signal }) => client.listNames({ ids }, { signal }),
    enabled: ids !== '',
    placeholderData: keepPreviousData,
  })
  if (given.length === 0) return null
  const nameOf = (thing: string) => names.data?.data.find(name => name.id === thing)?.name ?? 'one that is not there'
  return (
    <ul aria-label="Narrowed to" className="no-print flex flex-wrap gap-x-4 gap-y-2 border-b px-4 py-2">
      {given.map(({ field, thing }) => (
        <li key={field} className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="text-soft">Only of the {WORDS[field].toLowerCase()}</span>
          {names.isPending ? (
            <Shimmer className="h-4 w-28" />
          ) : (
            <span className="min-w-0 break-words font-medium">{nameOf(thing)}</span>
          )}
          <Button size="small" look="quiet" onClick={() => change({ [field]: undefined })}>
            <Icon name="close" /> Show all
          </Button>
        </li>
      ))}
    </ul>
  )
}
