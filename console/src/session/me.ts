/** The signed-in member, the organization in the URL, and what their role allows there. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Me } from '#client/console.ts'
import { todayIn } from '../kit/format.ts'
import { hasUnsavedInput } from '../kit/unsaved.ts'
import { asUser, clientOf, keyedClientOf, type OrganizationClient } from './clients.ts'
import { recall, remember } from './remembered.ts'

type Membership = Me['organizations'][number]
export type Role = Membership['role']

const ROLES: readonly Role[] = ['VIEWER', 'ADMIN', 'OWNER']

const ME = ['me'] as const

/**
 * While a form holds unsaved input, the member stays the one who opened it. Otherwise a form would be gone with its page as soon as another tab signs in
 * to another account, or the member may no longer do what it is for; the service refuses it then, and says why.
 */
export const meQuery = queryOptions({
  queryKey: ME,
  queryFn: async ({ signal, client: queries }) => {
    const me = await asUser.getMe({}, { signal })
    return (hasUnsavedInput() && queries.getQueryData<Me>(ME)) || me
  },
  staleTime: 60_000,
})

export function useMe(): Me {
  return useSuspenseQuery(meQuery).data
}

export type Organization = Membership & {
  id: string
  timeZone: string
  /** Today's business date. */
  today: string
  client: OrganizationClient
  /** The client for one submission of a form. */
  keyed: (idempotencyKey: string) => OrganizationClient
  /** Whether the member's role includes `role`. The service checks it again. */
  may: (role: Role) => boolean
}

/** The organization in the URL, on pages within one. */
export function useOrganization(): Organization {
  const { organization: id } = useParams({ strict: false })
  const membership = useMe().organizations.find(({ organization_id }) => organization_id === id)
  if (!membership) throw new Error('This page is shown only to members of its organization.')
  return {
    ...membership,
    id: membership.organization_id,
    timeZone: membership.time_zone,
    get today() {
      return todayIn(membership.time_zone)
    },
    client: clientOf(membership.organization_id),
    keyed: idempotencyKey => keyedClientOf(membership.organization_id, idempotencyKey),
    may: role => ROLES.indexOf(membership.role) >= ROLES.indexOf(role),
  }
}

const LAST = 'organization'

/** The organization that was last open in this browser; if there is none, the first live one. */
export function organizationToOpen({ organizations }: Me): Membership | undefined {
  const last = recall(LAST)
  return (
    organizations.find(({ organization_id }) => organization_id === last) ??
    organizations.find(({ is_sandbox }) => !is_sandbox) ??
    organizations[0]
  )
}

export function rememberOrganization(id: string): void {
  remember(LAST, id)
}
