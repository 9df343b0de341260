/** The pager of a log, which has no total: it goes to older entries, or back to the newest. What its page shows if there are no older ones. */
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

/** What a log shows if nothing is older than what its URL names: that entry is no longer kept, or never existed. Undefined for the newest page. */
export function useNoOlder(nouns: string) {
  const { search, change } = useUrlSearch()
  if (search.before === undefined) return
  return {
    title: `No older ${nouns}`,
    about: `The log ends before this page, or the address of the page is incomplete.`,
    action: <Button onClick={() => change({})}>{`Show the newest ${nouns}`}</Button>,
  }
}
