/** In which order the address asks for a list; it says nothing where that is the list's own. */
import { useMemo } from 'react'
import type { Sorting } from '../kit/column-header.tsx'
import { useUrlSearch } from './url-search.ts'

/** `own` is the order a list has unless it is asked for another. Every change goes back to the first page. */
export function useSorting(own?: string): { asked: string | undefined; sorting: Sorting } {
  const { search, change } = useUrlSearch()
  const onSort = (sort: string) => change({ sort: sort === own ? undefined : sort })
  return { asked: search.sort, sorting: { sort: search.sort ?? own, onSort } }
}

type Value = string | number | null

/** The same for a list that comes whole: it is sorted here, as the service sorts the others. */
export function useSorted<Row>(
  rows: Row[] | undefined,
  columns: Record<string, (row: Row) => Value>,
  own?: string,
): { rows: Row[] | undefined; sorting: Sorting } {
  const { asked, sorting } = useSorting(own)
  const sorted = useMemo(() => {
    const keyOf = columns[asked?.replace(/^-/, '') ?? '']
    return keyOf ? rows?.toSorted(comparing(keyOf, asked?.startsWith('-') ? -1 : 1)) : rows
  }, [rows, columns, asked])
  return { rows: sorted, sorting }
}

/** Nothing comes last either way; equals stay as they came. */
function comparing<Row>(keyOf: (row: Row) => Value, direction: 1 | -1): (a: Row, b: Row) => number {
  return (first, second) => {
    const [a, b] = [keyOf(first), keyOf(second)]
    if (a === b) return 0
    if (a === null || b === null) return a === null ? 1 : -1
    return a < b ? -direction : direction
  }
}
