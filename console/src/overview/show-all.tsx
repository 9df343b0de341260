/** The link from a card of the overview, which shows a few rows, to the whole list. */
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOrganization } from '../session/me.ts'

export function ShowAll({
  to,
  search = {},
  report,
}: {
  to: NonNullable<LinkProps['to']>
  search?: Record<string, string>
  report?: string
}): ReactNode {
  const { id } = useOrganization()
  return (
    <Link
      to={to}
      params={{ organization: id, report } as never}
      search={search as never}
      className="text-[13px] text-accent hover:underline"
    >
      Show all
    </Link>
  )
}
