/** Portfolios: groups of properties that are reported on together. */
import type { Context } from '#server/platform/context.ts'
import { listPortfoliosNamed, upsertPortfolios } from './queries.ts'

export type Portfolio = { id: string; name: string; externalId?: string | null }

/** Creates the portfolios whose id is new and updates the others; any number at once. */
export async function savePortfolios({ db }: Context, portfolios: readonly Portfolio[]): Promise<void> {
  await db.query(upsertPortfolios, [db.organizationId, JSON.stringify(portfolios)])
}

/** The portfolios that bear one of `names`, in any case. */
export function findPortfoliosNamed(
  { db }: Context,
  names: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return db.query(listPortfoliosNamed, [db.organizationId, names])
}
