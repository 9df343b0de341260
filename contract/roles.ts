/** What a person may do in an organization: each role includes those before it. */

export const ROLES = ['VIEWER', 'ADMIN', 'OWNER'] as const
export type Role = (typeof ROLES)[number]

/** Whether `role` includes what `needed` may do. */
export function includesRole(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}
