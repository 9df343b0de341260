/** The link from a card of the overview, which shows a few rows, to the whole list. */
import { type PageAddress, PageLink } from '../records/page-link.tsx'

export function ShowAll(page: PageAddress) {
  return (
    <PageLink {...page} className="text-[13px] text-accent hover:underline">
      Show all
    </PageLink>
  )
}
