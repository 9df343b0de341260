/** The roles of members, which decide what they may do in an organization; each role includes the ones before it. */

export const ROLES = ['VIEWER', 'ADMIN', 'OWNER'] as const
export type Role = (typeof ROLES)[number]

/** The roles as messages to members name them. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = { VIEWER: 'Viewer', ADMIN: 'Admin', OWNER: 'Owner' }

/** Whether `role` includes the permissions of `needed`. */
export function includesRole(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}
