/** The link from a card of the overview, which shows a few rows, to the whole list. What is listed distinguishes its name from those of other cards. */
import { type PageAddress, PageLink } from '../records/page-link.tsx'

export function ShowAll({ of, ...page }: PageAddress & { of: string }) {
  return (
    <PageLink {...page} className="text-[13px] text-accent hover:underline">
      Show all<span className="sr-only"> {of}</span>
    </PageLink>
  )
}
