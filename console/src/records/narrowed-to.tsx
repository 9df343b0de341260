/** Names the records to which the URL narrows a list, such as a unit, with a link back to the whole list. */
import { Button } from '../kit/button.tsx'
import { date } from '../kit/format.ts'
import { Icon } from '../kit/icons.tsx'
import { Shimmer } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { useName } from '../session/names.ts'
import { useUrlSearch } from '../session/url-search.ts'

const RECORDS = { unit_id: 'unit', resident_id: 'resident', lease_id: 'lease' }
/** The words for a filter that is not a record. */
const OTHERS = {
  group: inWords,
  ends_by: (day: string) => `Ending by ${date(day)}`,
  moves_out_by: (day: string) => `Moving out by ${date(day)}`,
  starts_by: (day: string) => `Starting by ${date(day)}`,
}
type OfRecord = keyof typeof RECORDS
export type Narrowing = OfRecord | keyof typeof OTHERS

export function NarrowedTo({ by }: { by: Narrowing[] }) {
  const { search, change } = useUrlSearch()
  const given = by.flatMap(field => (search[field] ? [{ field, id: search[field] }] : []))
  if (given.length === 0) return null
  return (
    <ul aria-label="Narrowed to" className="flex flex-wrap gap-x-4 gap-y-2 border-b px-4 py-2">
      {given.map(({ field, id }) => (
        <li key={field} className="flex min-w-0 flex-wrap items-center gap-2">
          {field in RECORDS ? (
            <ThisRecord field={field as OfRecord} id={id} />
          ) : (
            <span className="font-medium">{OTHERS[field as keyof typeof OTHERS](id)}</span>
          )}
          <Button size="small" look="quiet" onClick={() => change({ [field]: undefined })}>
            <Icon name="close" /> Show all
          </Button>
        </li>
      ))}
    </ul>
  )
}

function ThisRecord({ field, id }: { field: OfRecord; id: string }) {
  const name = useName(id)
  return (
    <>
      <span className="text-soft">Only this {RECORDS[field]}:</span>
      {name === undefined ? (
        <Shimmer className="h-4 w-28" />
      ) : (
        <span className="min-w-0 font-medium">{name ?? 'not found'}</span>
      )}
    </>
  )
}
