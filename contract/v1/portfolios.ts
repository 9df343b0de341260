/** Portfolios: properties that are reported on together. */
import { id, integer, recordFields, resource, text } from '../values.ts'
import { groupOperations } from './property-groups.ts'

export const PORTFOLIO_ID = 'port_01kh3zr6nwd2h6j4x8p0s3f7ta'

export const Portfolio = resource('Portfolio', 'Properties that are reported on together.', {
  portfolio_id: id({ description: 'ID of the portfolio.', example: PORTFOLIO_ID }),
  name: text(200, { description: 'Name of the portfolio.', example: 'Ohio' }),
  property_count: integer(0, 1_000_000, { description: 'Number of properties in the portfolio.', example: 12 }),
  ...recordFields,
})

export const { list: listPortfolios, get: getPortfolio } = groupOperations({
  noun: 'portfolio',
  one: 'a portfolio',
  exampleId: PORTFOLIO_ID,
  schema: Portfolio,
  listName: 'PortfolioList',
})
