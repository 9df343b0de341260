/** Portfolios: groups of properties that are reported on together. */
import type { Static } from 'typebox'
import { NewPortfolio, PortfolioChanges } from '#contract/back-office/portfolios.ts'
import { newId } from '#server/base/ids.ts'
import { readFields } from '#server/base/read-object.ts'
import { Refusal } from '#server/base/refusal.ts'
import { list, type Page, type Paged } from '#server/db/list.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { externalIdTaken, holdName, refusingTaken } from '../taken.ts'
import {
  findListedPortfolio,
  findPortfolio,
  type ListedPortfolio,
  listPortfoliosNamed,
  lockPortfolio,
  type PortfolioRow,
  type PortfolioSort,
  portfolioList,
  upsertPortfolios,
} from './queries.ts'

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

export async function createPortfolio(context: Context, input: Static<typeof NewPortfolio>): Promise<PortfolioRow> {
  const { name, external_id: externalId = null } = readFields(NewPortfolio, input)
  const id = newId('portfolio', context.now)
  await holdFreeName(context, id, name)
  await savePortfolio(context, { id, name, externalId })
  const after = await getPortfolio(context, id)
  await logAdministration(context, context.organizationId, 'portfolio.create', id, { after })
  return after
}

export async function updatePortfolio(
  context: Context,
  { id, ...input }: { id: string } & Static<typeof PortfolioChanges>,
): Promise<PortfolioRow> {
  const { db, organizationId } = context
  const changes = readFields(PortfolioChanges, input)
  const [before] = await db.query(lockPortfolio, [organizationId, id])
  if (!before) return refuseUnknown()
  const { name, external_id: externalId } = { ...before, ...changes }
  if (name !== before.name) await holdFreeName(context, id, name)
  await savePortfolio(context, { id, name, externalId })
  const after = await getPortfolio(context, id)
  await logAdministration(context, organizationId, 'portfolio.update', id, { before, after })
  return after
}

/** By name, unless asked otherwise. */
export function listPortfolios(
  { db }: Context,
  filters: { search?: string },
  page: Page<PortfolioSort>,
): Promise<Paged<ListedPortfolio>> {
  return list(db, portfolioList, [], filters, page)
}

/** With how many properties it has. */
export async function getListedPortfolio({ db }: Context, id: string): Promise<ListedPortfolio> {
  const [found] = await db.query(findListedPortfolio, [db.organizationId, id])
  return found ?? refuseUnknown()
}

export async function getPortfolio({ db }: Context, id: string): Promise<PortfolioRow> {
  const [found] = await db.query(findPortfolio, [db.organizationId, id])
  return found ?? refuseUnknown()
}

async function holdFreeName(context: Context, ownId: string, name: string): Promise<void> {
  await holdName(context, 'portfolio', name)
  const namesake = (await findPortfoliosNamed(context, [name])).find(({ id }) => id !== ownId)
  if (namesake) throw new Refusal('conflict', `Another portfolio is named ${namesake.name} already: ${namesake.id}.`)
}

async function savePortfolio(context: Context, portfolio: Portfolio): Promise<void> {
  await refusingTaken(savePortfolios(context, [portfolio]), {
    portfolios_by_external_id: externalIdTaken('portfolio', portfolio.externalId),
  })
}

function refuseUnknown(): never {
  throw new Refusal('not_found', 'There is no such portfolio.')
}
