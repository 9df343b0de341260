/** A link to another page of the organization, by its route and the parameters other than the organization. */
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOrganization } from '../session/me.ts'

export type PageAddress = {
  to: NonNullable<LinkProps['to']>
  params?: Record<string, string | undefined> | undefined
  search?: Record<string, string | undefined> | undefined
}

export function PageLink({
  params,
  search = {},
  ...link
}: PageAddress & { className?: string; draggable?: boolean; children: ReactNode }) {
  const { id } = useOrganization()
  return <Link {...link} params={{ organization: id, ...params } as never} search={search as never} />
}
