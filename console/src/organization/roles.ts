/** The roles of members, with what each may do. */
import type { Organization, Role } from '../session/me.ts'

const ROLES: readonly { value: Role; text: string }[] = [
  { value: 'VIEWER', text: 'Viewer: can see everything and change nothing' },
  { value: 'ADMIN', text: 'Admin: can change everything but owners' },
  { value: 'OWNER', text: 'Owner: can also add and remove owners' },
]

/** The roles that a member may give to others. */
export function rolesFor(may: Organization['may']) {
  return ROLES.filter(({ value }) => value !== 'OWNER' || may('OWNER'))
}
