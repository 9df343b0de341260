/** Portfolios: listing, creating and updating them. */
import { newId } from '#server/base/ids.ts'
import { Refusal } from '#server/base/refusal.ts'
import { list } from '#server/db/list.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import type { ConsoleOperations } from '../implementations.ts'
import { externalIdTaken, holdName, refusingTaken } from '../taken.ts'
import {
  findPortfolio,
  listPortfoliosById,
  listPortfoliosNamed,
  lockPortfolio,
  type PortfolioRow,
  portfolioList,
  upsertPortfolios,
} from './queries.ts'

export type Portfolio = { id: string; name: string; external_id?: string | null }

/** By name, unless another order is asked for. */
export const listPortfolios: ConsoleOperations['listPortfolios'] = ({ db }, { limit, offset, sort, ...filters }) =>
  list(db, portfolioList, [], filters, { limit, offset, sort })

export const createPortfolio: ConsoleOperations['createPortfolio'] = async (context, { name, external_id = null }) => {
  const id = newId('portfolio', context.now)
  await holdFreeName(context, id, name)
  await save(context, { id, name, external_id })
  const after = await readPortfolio(context, id)
  await logAdministration(context, context.organizationId, 'portfolio.create', id, { after })
  return after
}

export const updatePortfolio: ConsoleOperations['updatePortfolio'] = async (
  context,
  { portfolio_id: id, ...changes },
) => {
  const { db, organizationId } = context
  await db.query(lockPortfolio, [organizationId, id])
  const before = await readPortfolio(context, id)
  const { name, external_id } = { ...before, ...changes }
  if (name !== before.name) await holdFreeName(context, id, name)
  await save(context, { id, name, external_id })
  const after = await readPortfolio(context, id)
  await logAdministration(context, organizationId, 'portfolio.update', id, { before, after })
  return after
}

export async function readPortfolio({ db }: Context, id: string): Promise<PortfolioRow> {
  const [found] = await db.query(findPortfolio, [db.organizationId, id])
  if (!found) throw new Refusal('not_found', 'There is no such portfolio.')
  return found
}

/** Creates the portfolios whose id is new and updates the others; any number at once. */
export async function savePortfolios({ db }: Context, portfolios: readonly Portfolio[]): Promise<void> {
  await db.query(upsertPortfolios, [db.organizationId, JSON.stringify(portfolios)])
}

/** The portfolios that have one of `names`, in any case. */
export function findPortfoliosNamed(
  { db }: Context,
  names: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return db.query(listPortfoliosNamed, [db.organizationId, names])
}

async function holdFreeName(context: Context, ownId: string, name: string): Promise<void> {
  await holdName(context, 'portfolio', name)
  const namesake = (await findPortfoliosNamed(context, [name])).find(({ id }) => id !== ownId)
  if (namesake) throw new Refusal('conflict', `Another portfolio is already named ${namesake.name}: ${namesake.id}.`)
}

async function save(context: Context, portfolio: Portfolio): Promise<void> {
  await refusingTaken(savePortfolios(context, [portfolio]), {
    portfolios_by_external_id: externalIdTaken('portfolio', portfolio.external_id),
  })
}

/** The portfolios by their ids, as the list shows them; one that is not there is left out. */
export const portfoliosById = ({ db }: Context, ids: readonly string[]): Promise<PortfolioRow[]> =>
  db.query(listPortfoliosById, [db.organizationId, ids])
