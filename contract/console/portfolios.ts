/** Portfolios: groups of properties that are reported on together. */
import Type from 'typebox'
import { Portfolio } from '../v1/portfolios.ts'
import { idInput, pageOf, pageParameters, parameters, recordFields, text } from '../values.ts'
import { organizationOperation } from './operation.ts'
import { searchText } from './searching.ts'
import { sortBy } from './sorting.ts'

const PORTFOLIO_ID = 'port_01kh3zr6nwd2h6j4x8p0s3f7ta'

const NewPortfolio = parameters({
  name: text(200, {
    description: 'The portfolio’s name; no two portfolios have the same name.',
    example: 'Ohio',
    minLength: 1,
  }),
  external_id: Type.Optional(recordFields.external_id),
})

const onlyOne = {
  path: parameters({ portfolio_id: idInput({ description: 'The portfolio.', example: PORTFOLIO_ID }) }),
}

export const listPortfolios = organizationOperation({
  tag: 'Properties',
  method: 'GET',
  path: '/portfolios',
  summary: 'List portfolios',
  description: 'Lists portfolios by name (by code point), then portfolio_id.',
  role: 'VIEWER',
  parameters: {
    query: parameters({
      search: Type.Optional(searchText('the name')),
      sort: sortBy(['name', 'property_count', 'external_id']),
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of portfolios.', schema: pageOf('PortfolioList', Portfolio) },
})

export const getPortfolio = organizationOperation({
  tag: 'Properties',
  method: 'GET',
  path: '/portfolios/{portfolio_id}',
  summary: 'Get a portfolio',
  description: 'Returns one portfolio.',
  role: 'VIEWER',
  parameters: onlyOne,
  success: { status: 200, description: 'The portfolio.', schema: Portfolio },
  errors: ['not_found'],
})

export const createPortfolio = organizationOperation({
  tag: 'Properties',
  method: 'POST',
  idempotent: true,
  path: '/portfolios',
  summary: 'Create a portfolio',
  description: 'Creates a portfolio. A name or external_id that another portfolio already has is refused with 409.',
  role: 'ADMIN',
  body: NewPortfolio,
  success: { status: 201, description: 'The portfolio.', schema: Portfolio },
  errors: ['conflict'],
})

export const updatePortfolio = organizationOperation({
  tag: 'Properties',
  method: 'PATCH',
  idempotent: true,
  path: '/portfolios/{portfolio_id}',
  summary: 'Update a portfolio',
  description: 'Changes the fields that are given.',
  role: 'ADMIN',
  parameters: onlyOne,
  body: Type.Partial(NewPortfolio, { additionalProperties: false }),
  success: { status: 200, description: 'The portfolio.', schema: Portfolio },
  errors: ['not_found', 'conflict'],
})
