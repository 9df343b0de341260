/** The record that a list is narrowed to by its address alone, such as a unit, by name; and the way back to the whole list. */
import { Button } from '../kit/button.tsx'
import { Icon } from '../kit/icons.tsx'
import { Shimmer } from '../kit/page.tsx'
import { useName } from '../session/names.ts'
import { useUrlSearch } from '../session/url-search.ts'

const WORDS = { unit_id: 'unit', resident_id: 'resident', lease_id: 'lease' }
export type Narrowing = keyof typeof WORDS

export function NarrowedTo({ by }: { by: Narrowing[] }) {
  const { search } = useUrlSearch()
  const given = by.flatMap(field => (search[field] ? [{ field, id: search[field] }] : []))
  if (given.length === 0) return null
  return (
    <ul aria-label="Narrowed to" className="no-print flex flex-wrap gap-x-4 gap-y-2 border-b px-4 py-2">
      {given.map(({ field, id }) => (
        <Narrowed key={field} field={field} id={id} />
      ))}
    </ul>
  )
}

function Narrowed({ field, id }: { field: Narrowing; id: string }) {
  const { change } = useUrlSearch()
  const name = useName(id)
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-2">
      <span className="text-soft">Only this {WORDS[field]}:</span>
      {name === undefined ? (
        <Shimmer className="h-4 w-28" />
      ) : (
        <span className="min-w-0 break-words font-medium">{name ?? 'not found'}</span>
      )}
      <Button size="small" look="quiet" onClick={() => change({ [field]: undefined })}>
        <Icon name="close" /> Show all
      </Button>
    </li>
  )
}
