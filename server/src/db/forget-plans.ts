/** For transactions that fill tables: the plans made while those were empty. */
import { statement } from './statement.ts'
import type { Tenant } from './tenant.ts'

export const discardPlans = statement<never>('discard_plans', 'discard plans')

/**
 * Has PostgreSQL plan again what it runs next on this connection. It keeps one plan of a statement, and of each foreign key's
 * check, for good; made over an empty table, that may be a walk through all rows of the organization. Nothing else refreshes
 * them, as no statistics are taken of rows that are not committed: 10,000 rates of new units took 9.2 s, and 0.2 s after this.
 */
export async function forgetPlans(db: Tenant): Promise<void> {
  await db.query(discardPlans, [])
}
