/** The pager of a log, which has no total: it goes to older entries, or back to the newest. */
import { Button } from '../kit/button.tsx'
import { PagerBar } from '../kit/pager.tsx'
import { useUrlSearch } from '../session/url-search.ts'

export function LogPager({ next }: { next: string | null | undefined }) {
  const { search, change } = useUrlSearch()
  const isFirst = search.before === undefined
  return (
    <PagerBar>
      <p className="text-soft">{isFirst ? 'Newest first' : 'Older entries'}</p>
      <div className="no-print flex gap-2">
        <Button size="small" disabled={isFirst} onClick={() => change({})}>
          Newest
        </Button>
        <Button size="small" disabled={!next} onClick={() => next && change({ before: next })}>
          Older
        </Button>
      </div>
    </PagerBar>
  )
}
