/**
 * The header of a column. If the list can be sorted by the column, the header is a button: ascending first, then
 * descending.
 */
import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'

/** The order of a list, with `-` before the column if it is descending, and the function that requests another. */
export type Sorting = { sort: string | undefined; onSort: (sort: string) => void }

export function ColumnHeader({
  column,
  sorting,
  isAtEnd,
  className,
  children,
}: {
  /** The name of the column in `sort`; absent if the list cannot be sorted by it. */
  column: string | undefined
  sorting: Sorting | undefined
  /** Whether the cells are figures, which are aligned to the right. */
  isAtEnd: boolean
  className: string
  children: ReactNode
}) {
  if (column === undefined || !sorting) {
    return (
      <th scope="col" className={className}>
        {children}
      </th>
    )
  }
  const { sort, onSort } = sorting
  const isForwards = sort === column
  const isBackwards = sort === `-${column}`
  const isSorted = isForwards || isBackwards
  return (
    <th
      scope="col"
      aria-sort={isForwards ? 'ascending' : isBackwards ? 'descending' : undefined}
      // Chromium does not repeat a button on the next page of a print, so the text takes its place there.
      data-printed={typeof children === 'string' ? children : undefined}
      className={className}
    >
      <button
        type="button"
        onClick={() => onSort(isForwards ? `-${column}` : column)}
        className={`group -mx-1.5 flex h-9 w-[calc(100%+0.75rem)] items-center gap-0.5 whitespace-nowrap rounded-md px-1.5 font-medium hover:text-ink focus-visible:-outline-offset-2 ${isAtEnd ? 'flex-row-reverse' : ''} ${isSorted ? 'text-ink' : ''}`}
      >
        {children}
        <Icon
          name={isBackwards ? 'down' : 'up'}
          // Its space is reserved, so that nothing moves when it appears.
          className={`no-print ${isSorted ? '' : 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60'}`}
        />
      </button>
    </th>
  )
}
