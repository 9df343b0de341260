/** Portfolios of properties; what they share with owners is in `property-groups`. */
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { type GroupRecord, PropertyGroups } from '../property-groups/property-groups.ts'

export type Portfolio = GroupRecord

export const portfolios = new PropertyGroups('portfolio')

export const listPortfolios: ConsoleOperations['listPortfolios'] = (context, input) => portfolios.list(context, input)
export const getPortfolio: ConsoleOperations['getPortfolio'] = (context, { portfolio_id }) =>
  portfolios.read(context, portfolio_id)
export const createPortfolio: ConsoleOperations['createPortfolio'] = (context, input) =>
  portfolios.create(context, input)
export const updatePortfolio: ConsoleOperations['updatePortfolio'] = (context, { portfolio_id, ...changes }) =>
  portfolios.update(context, portfolio_id, changes)

export const savePortfolios = (context: Context, records: readonly Portfolio[]) => portfolios.saveAll(context, records)
export const findPortfoliosNamed = (context: Context, names: readonly string[]) => portfolios.findNamed(context, names)
export const portfoliosById = (context: Context, ids: readonly string[]) => portfolios.byId(context, ids)
