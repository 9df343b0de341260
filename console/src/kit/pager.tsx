/** The controls below a list: which rows are shown, and the previous and next page. */
import type { Pagination } from '#client/v1.ts'
import { Button } from './button.tsx'
import { number } from './format.ts'

export const PAGE_SIZE = 20

/** The offset of the last page that has rows. */
export function lastPageOf({ total, limit }: Pagination): number {
  return Math.max(0, Math.ceil(total / limit) - 1) * limit
}

export function Pager({
  pagination,
  onMove,
}: {
  pagination: Pagination | undefined
  onMove: (offset: number) => void
}) {
  // An empty list says in words that it is empty.
  if (!pagination || pagination.total === 0) return null
  const { total, limit, offset, hasMore } = pagination
  const last = Math.min(offset + limit, total)
  return (
    <PagerBar>
      <p className="text-soft tabular-nums" aria-live="polite">
        {offset >= total ? `${number(total)} in total` : `${number(offset + 1)}–${number(last)} of ${number(total)}`}
      </p>
      <div className="no-print flex gap-2">
        <Button size="small" disabled={offset === 0} onClick={() => onMove(Math.max(0, offset - limit))}>
          Previous
        </Button>
        <Button size="small" disabled={!hasMore} onClick={() => onMove(offset + limit)}>
          Next
        </Button>
      </div>
    </PagerBar>
  )
}

/** The bar below a list. */
export function PagerBar({ children }: { children: React.ReactNode }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-t px-4 py-1.5 text-[13px]">
      {children}
    </div>
  )
}
