/** Discards the plans that were made while tables were empty, for transactions that fill those tables. */
import { statement } from './statement.ts'
import type { Tenant } from './tenant.ts'

export const discardPlans = statement<never>('discard_plans', 'discard plans')

/**
 * Makes PostgreSQL replan whatever it runs next on this connection. It keeps one plan for each statement, and for each foreign key's check,
 * permanently. A plan that was made over an empty table may walk through all rows of the organization. Nothing else refreshes the plans, because no
 * statistics are taken of rows that are not committed: 10,000 rates of new units took 9.2 s, and 0.2 s after this.
 */
export async function discardCachedPlans(db: Tenant): Promise<void> {
  await db.query(discardPlans, [])
}
