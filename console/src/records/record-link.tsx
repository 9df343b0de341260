/** A link to the page of a record. The prefix of the ID determines the page; an ID without a page stays text. */
import type { ReactNode } from 'react'
import { ROW_LINK } from '../kit/data-table.tsx'
import { PageLink } from './page-link.tsx'

/** The path of a page, and the parameter that holds the record, by the prefix of the ID. */
const PAGES: Record<string, [path: string, parameter: string]> = {
  prop: ['properties', 'property'],
  unit: ['units', 'unit'],
  res: ['residents', 'resident'],
  lease: ['leases', 'lease'],
  wo: ['work-orders', 'workOrder'],
  inv: ['invoices', 'invoice'],
  pay: ['payments', 'payment'],
  lead: ['leads', 'lead'],
  vend: ['vendors', 'vendor'],
  wh: ['developers/webhooks', 'webhook'],
}

const LOOKS = {
  /** The link of a row: the whole row can be clicked. */
  row: ROW_LINK,
  /** A link that stands out, in a cell or a sentence. */
  text: 'font-medium text-accent hover:underline max-sm:whitespace-normal',
  /** A second link in a row, above the link of the row itself. */
  quiet: 'relative z-10 hover:text-accent hover:underline',
}

export function pageOfRecord(id: string): { path: string; parameter: string } | undefined {
  const page = PAGES[id.split('_')[0]!]
  return page && { path: page[0], parameter: page[1] }
}

export function RecordLink({
  id,
  look = 'text',
  className = '',
  children,
}: {
  id: string
  look?: keyof typeof LOOKS
  className?: string
  children: ReactNode
}) {
  const page = pageOfRecord(id)
  if (!page) return children
  return (
    <PageLink
      to={`/$organization/${page.path}/$${page.parameter}` as never}
      params={{ [page.parameter]: id }}
      className={`${LOOKS[look]} ${className}`}
    >
      {children}
    </PageLink>
  )
}
