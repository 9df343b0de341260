/**
 * The table of every list. The service pages the rows, and the URL holds the page and the filters. While the rows load, placeholders of the same
 * height stand in, so that nothing moves when they arrive.
 */
import type { ReactNode } from 'react'
import { ApiError } from '#client/errors.ts'
import { ColumnHeader, type Sorting } from './column-header.tsx'
import { Failure } from './notice.tsx'
import { Card, Shimmer } from './page.tsx'
import { Reveal } from './reveal.tsx'
import { STICKY_HEAD, TableRegion } from './table-region.tsx'
import { waitForLimitMs } from './waits.ts'

/** A column of a table. `Sort` holds the orders of the list. */
export type Column<Row, Sort = string | undefined> = {
  header: string
  /** Shown in place of the text of the header, and the column cannot be hidden. */
  head?: ReactNode
  cell: (row: Row) => ReactNode
  align?: 'end'
  /** Hidden on screens narrower than this. */
  from?: 'sm' | 'md' | 'lg'
  /** Whether the text is long and may wrap on every screen. */
  wraps?: true
  /** Whether the text is a name or a reference, which stays on one line next to the sidebar unless it is long. */
  isName?: true
  /** The name of the column in `sort`; absent if the list cannot be sorted by it. */
  sort?: NonNullable<Sort>
}

/** The column of the buttons of a row, without its cell. */
export const ROW_ACTIONS = { header: 'Actions', head: <span className="sr-only">Actions</span>, align: 'end' } as const

/**
 * What a table shows. A query is passed through `loadedBy`, because the `isStale` of a query means that it is due to be read
 * again.
 */
export type Loaded<Row> = {
  rows: Row[] | undefined
  error: unknown
  refetch: () => unknown
  /** Whether the rows belong to the previous filters and are shown only until those of the new filters arrive. */
  isPrevious: boolean
}

type Query = { error: unknown; failureReason: unknown; refetch: () => unknown; isPlaceholderData: boolean }

/** A list that has no rows yet says that the member is over the limit of calls, while it waits to be read again. */
export function loadedBy<Row>(query: Query, rows: Row[] | undefined): Loaded<Row> {
  const { error, failureReason, refetch, isPlaceholderData } = query
  const isWaiting = rows === undefined && waitForLimitMs(failureReason) !== undefined
  return { rows, error: isWaiting ? failureReason : error, refetch, isPrevious: isPlaceholderData }
}

/** Whether the service refuses a filter or the order, which only a URL that somebody has typed or kept for long can have. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400
}

/** Rows that arrive as part of other data; undefined until it is there. */
export function loadedWith<Row>(rows: Row[] | undefined): Loaded<Row> {
  return { rows, error: undefined, refetch: () => {}, isPrevious: false }
}

const FROM = { sm: 'hidden sm:table-cell', md: 'hidden md:table-cell', lg: 'hidden lg:table-cell' }

type TableProps<Row> = {
  label: string
  columns: Column<Row>[]
  loaded: Loaded<Row>
  keyOf: (row: Row) => string
  empty: ReactNode
  footer?: ReactNode
  /** The order of the rows; without it no column can be sorted. */
  sorting?: Sorting | undefined
  /** The number of placeholder rows while the first page loads. */
  placeholders?: number | undefined
}

/** A card that holds a table and nothing else. */
export function TableCard<Row>({
  title,
  label = title,
  actions,
  ...table
}: Omit<TableProps<Row>, 'label'> & { title: string; label?: string; actions?: ReactNode }) {
  return (
    <Card title={title} actions={actions} flush>
      <DataTable label={label} {...table} />
    </Card>
  )
}

export function DataTable<Row>({
  label,
  columns,
  loaded: { rows, error, refetch, isPrevious },
  keyOf,
  empty,
  footer,
  sorting,
  placeholders = 8,
}: TableProps<Row>) {
  const failure = error !== null && error !== undefined && (
    <div className="p-4">
      <Failure error={error} retry={refetch} />
    </div>
  )
  if (failure && rows === undefined) return failure
  const skeleton = <Skeleton label={label} columns={columns.length} rows={placeholders} />
  if (rows?.length === 0 && !isPrevious) return <>{empty}</>
  // Rows have only the IDs of some records. Their names arrive after the rows, and would change the width of the
  // columns.
  return (
    <Reveal placeholder={skeleton}>
      {rows === undefined && <Shimmer />}
      {failure}
      <TableRegion label={label} isBusy={rows === undefined || isPrevious}>
        <table className={`w-full border-collapse text-left text-[13px] ${isPrevious ? 'opacity-60' : ''}`}>
          <thead>
            <tr>
              {columns.map(column => (
                <ColumnHeader
                  key={column.header}
                  column={column.sort}
                  sorting={sorting}
                  isAtEnd={column.align === 'end'}
                  className={`${STICKY_HEAD} h-9 whitespace-nowrap px-2 font-medium sm:px-3 lg:px-2 2xl:px-3 text-[12px] text-soft first:pl-4 last:pr-4 ${classOf(column)}`}
                >
                  {column.head ?? column.header}
                </ColumnHeader>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows?.map(row => (
              <tr
                key={keyOf(row)}
                className="relative h-9 border-b last:border-0 hover:bg-hover has-[details[open]]:align-top"
              >
                {columns.map(column => (
                  <td
                    key={column.header}
                    className={`px-2 py-1.5 sm:px-3 lg:px-2 2xl:px-3 first:pl-4 last:pr-4 ${classOf(column)} ${wrapOf(column)}`}
                  >
                    <div className={boundOf(column)}>{column.cell(row)}</div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableRegion>
      {footer}
    </Reveal>
  )
}

/**
 * Bars in place of the rows, as high as the rows will be. They have no header, because the width of the columns depends on the rows, so
 * that headings shown earlier would move.
 */
function Skeleton({ label, columns, rows }: { label: string; columns: number; rows: number }) {
  return (
    <section aria-label={label} aria-busy>
      {Array.from({ length: rows + 1 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={index} className="flex h-9 items-center gap-6 border-b px-4 last:border-0">
          {Array.from({ length: Math.min(columns, 6) }, (_, place) => (
            <Shimmer
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              key={place}
              className={`h-3 ${place === 0 ? 'flex-[2]' : 'max-w-24 flex-1'} ${index === 0 ? 'invisible' : ''} ${place > 2 ? 'hidden sm:block' : ''}`}
            />
          ))}
        </div>
      ))}
    </section>
  )
}

/** The class of the link of a row, which makes the whole row clickable. */
export const ROW_LINK = 'font-medium text-accent after:absolute after:inset-0 hover:underline'
/** The class of another control in a row, above the link of the row. */
export const ABOVE_ROW = 'relative z-10'

/**
 * Next to the sidebar every table fits: text wraps if a row is too long, within a word if that is longer than its column, and figures never do.
 * On a narrower screen a table scrolls sideways. Paper is narrow too but does not scroll, so text wraps when it is printed.
 */
function wrapOf({ wraps, align, isName }: Column<never>): string {
  if (wraps) return 'min-w-28 sm:min-w-64 lg:min-w-32 print:min-w-32 [overflow-wrap:anywhere]'
  if (align === 'end') return 'whitespace-nowrap'
  return `whitespace-nowrap lg:whitespace-normal print:whitespace-normal ${isName ? 'lg:min-w-36 lg:[overflow-wrap:anywhere]' : ''}`
}

/** On a narrower screen, a name that is wider than half of it wraps, so that it does not push every other column out of view. */
function boundOf({ wraps, align }: Column<never>): string | undefined {
  if (wraps || align === 'end') return
  return 'max-lg:w-max max-lg:max-w-[50vw] max-lg:whitespace-normal max-lg:[overflow-wrap:anywhere] print:w-auto print:max-w-none'
}

function classOf({ align, from }: Column<never>): string {
  return `${align === 'end' ? 'lg:pr-4 2xl:pr-6 text-right tabular-nums' : ''} ${from ? FROM[from] : ''}`
}
