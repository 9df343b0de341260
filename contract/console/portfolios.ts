/** Portfolios: groups of properties that are reported on together. */
import { PORTFOLIO_ID, Portfolio } from '../v1/portfolios.ts'
import { idInput, parameters } from '../values.ts'
import { groupOperations } from './property-groups.ts'

export const {
  list: listPortfolios,
  get: getPortfolio,
  create: createPortfolio,
  update: updatePortfolio,
} = groupOperations({
  noun: 'portfolio',
  one: 'a portfolio',
  name: 'Ohio',
  byId: parameters({ portfolio_id: idInput({ description: 'The portfolio.', example: PORTFOLIO_ID }) }),
  schema: Portfolio,
  listName: 'PortfolioList',
})
