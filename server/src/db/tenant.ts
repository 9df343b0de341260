/** How a query function reaches the database: always on behalf of one organization, or explicitly on behalf of none. */
import { isUuid } from '#server/base/ids.ts'
import type { Rows } from './row-bytes.ts'
import type { Statement } from './statement.ts'
import type { Value } from './value.ts'

/**
 * Runs statements for one organization. A read pool and a transaction both provide it, so a query function written as `(db: Tenant, …)` works on
 * either. Several calls at once are allowed.
 */
export type Tenant = Access<string>

/** Runs statements for no organization, so what row-level security shows depends only on the role. Deliberately not a `Tenant`. */
export type Platform = Access<null>

export type Access<Organization extends OrganizationId> = {
  readonly organizationId: Organization
  query<Row>(statement: Statement<Row>, values: readonly Value[]): Promise<Row[]>
  /** The rows as they arrived, where they do not become objects until they are asked for. */
  rows?(statement: Statement<unknown>, values: readonly Value[]): Promise<Rows>
}

/** A uuid, or null if the role of the pool may see more than one organization. */
export type OrganizationId = string | null

/** Refuses a missing or malformed organization before anything is sent, because types do not hold at run time. */
export function checkOrganization(organizationId: OrganizationId): void {
  if (organizationId !== null && !(typeof organizationId === 'string' && isUuid(organizationId))) {
    throw new TypeError(
      `${String(organizationId)} is not an organization: a statement needs its uuid, or null for none`,
    )
  }
}
