/** Portfolios: properties that are reported on together. */
import { operation } from '../operation.ts'
import {
  id,
  idInput,
  integer,
  pageOf,
  pageParameters,
  parameters,
  recordFields,
  resource,
  text,
  updatedSince,
} from '../values.ts'

const PORTFOLIO_ID = 'port_01kh3zr6nwd2h6j4x8p0s3f7ta'

export const Portfolio = resource('Portfolio', 'Properties that are reported on together.', {
  portfolio_id: id({ description: 'ID of the portfolio.', example: PORTFOLIO_ID }),
  name: text(200, { description: 'Name of the portfolio.', example: 'Ohio' }),
  property_count: integer(0, 1_000_000, { description: 'Number of properties in the portfolio.', example: 12 }),
  ...recordFields,
})

export const listPortfolios = operation({
  method: 'GET',
  path: '/portfolios',
  tag: 'Portfolio',
  summary: 'List portfolios',
  description: 'Lists the portfolios of the organization by name (by code point), then portfolio_id.',
  scope: 'properties:read',
  parameters: { query: parameters({ updated_since: updatedSince, ...pageParameters }) },
  success: { status: 200, description: 'A page of portfolios.', schema: pageOf('PortfolioList', Portfolio) },
})

export const getPortfolio = operation({
  method: 'GET',
  path: '/portfolios/{id}',
  tag: 'Portfolio',
  summary: 'Get a portfolio',
  description: 'Retrieves one portfolio.',
  scope: 'properties:read',
  parameters: {
    path: parameters({ id: idInput({ description: 'ID of the portfolio.', example: PORTFOLIO_ID }) }),
  },
  success: { status: 200, description: 'The portfolio.', schema: Portfolio },
  errors: ['not_found'],
})
