/** The order of a list as the URL states it. Without one in the URL, the list has its own order. */
import { useMemo } from 'react'
import type { Sorting } from '../kit/column-header.tsx'
import { useUrlSearch } from './url-search.ts'

/** `own` is the order of the list unless the URL states another. Every change returns to the first page. */
export function useSorting(own?: string): { asked: string | undefined; sorting: Sorting } {
  const { search, change } = useUrlSearch()
  const onSort = (sort: string) => change({ sort: sort === own ? undefined : sort })
  return { asked: search.sort, sorting: { sort: search.sort ?? own, onSort } }
}

type Value = string | number | null

/** Sorts a list that arrives whole, as the service sorts paged lists. */
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

/** Compares rows by `keyOf`. Null comes last in both directions, and equal rows keep their order. */
function comparing<Row>(keyOf: (row: Row) => Value, direction: 1 | -1): (a: Row, b: Row) => number {
  return (first, second) => {
    const [a, b] = [keyOf(first), keyOf(second)]
    if (a === b) return 0
    if (a === null || b === null) return a === null ? 1 : -1
    return a < b ? -direction : direction
  }
}
