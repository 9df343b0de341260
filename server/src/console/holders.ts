/** Owners and portfolios, as the console lists and changes them. */
import type * as contract from '#contract/console/holders.ts'
import type { ConsoleImplementations } from '#contract/console/operation.ts'
import { createOwner, getListedOwner, listOwners, updateOwner } from '#server/domain/owners/operations.ts'
import {
  createPortfolio,
  getListedPortfolio,
  listPortfolios,
  updatePortfolio,
} from '#server/domain/portfolios/operations.ts'
import type { Context } from '#server/platform/context.ts'

export const holders: ConsoleImplementations<typeof contract, Context> = {
  listOwners: (context, { limit, offset, sort, ...filters }) => listOwners(context, filters, { limit, offset, sort }),

  createOwner: async (context, input) => getListedOwner(context, (await createOwner(context, input)).owner_id),

  updateOwner: async (context, { owner_id: id, ...changes }) => {
    await updateOwner(context, { id, ...changes })
    return getListedOwner(context, id)
  },

  listPortfolios: (context, { limit, offset, sort, ...filters }) =>
    listPortfolios(context, filters, { limit, offset, sort }),

  createPortfolio: async (context, input) =>
    getListedPortfolio(context, (await createPortfolio(context, input)).portfolio_id),

  updatePortfolio: async (context, { portfolio_id: id, ...changes }) => {
    await updatePortfolio(context, { id, ...changes })
    return getListedPortfolio(context, id)
  },
}
