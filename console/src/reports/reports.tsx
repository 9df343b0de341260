/** The reports of an organization, each with the question it answers. */
import { Page } from '../kit/page.tsx'
import { type PageAddress, PageLink } from '../records/page-link.tsx'
import { REPORTS } from './report-words.ts'

export function ReportsPage() {
  return (
    <Page
      title="Reports"
      about="Figures as of a day or over a period, to print or save as CSV. Past days do not change."
    >
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        <Entry
          to="/$organization/rent-roll"
          title="Rent roll"
          about="Every unit with its resident, rent, deposit and balance."
        />
        {REPORTS.map(({ name, title, about }) => (
          <Entry key={name} to="/$organization/reports/$report" params={{ report: name }} title={title} about={about} />
        ))}
      </ul>
    </Page>
  )
}

function Entry({ title, about, ...page }: PageAddress & { title: string; about: string }) {
  return (
    <li className="relative rounded-lg border bg-surface px-4 py-3 hover:bg-hover">
      <PageLink {...page} className="font-semibold text-accent after:absolute after:inset-0 hover:underline">
        {title}
      </PageLink>
      <p className="text-soft">{about}</p>
    </li>
  )
}
