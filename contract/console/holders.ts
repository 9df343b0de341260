/** Who properties belong to, and how they are grouped: owners and portfolios. */
import Type from 'typebox'
import { NewOwner, OwnerChanges } from '../back-office/owners.ts'
import { NewPortfolio, PortfolioChanges } from '../back-office/portfolios.ts'
import {
  id,
  idInput,
  integer,
  noParameters,
  pageOf,
  pageParameters,
  parameters,
  recordFields,
  resource,
  text,
} from '../values.ts'
import { organizationOperation } from './operation.ts'
import { searchText } from './searching.ts'
import { sortBy } from './sorting.ts'

const OWNER_ID = 'own_01kh3zr6nvb4k8q2r7c9e1d5wm'
const PORTFOLIO_ID = 'port_01kh3zr6nwd2h6j4x8p0s3f7ta'
const shared = { tag: 'Properties', idempotent: false } as const

const property_count = integer(0, 1_000_000, { description: 'Its properties.', example: 12 })

const Owner = resource('Owner', 'Whom properties belong to.', {
  owner_id: id({ description: 'The owner.', example: OWNER_ID }),
  name: text(200, { description: 'The owner’s name.', example: 'Whitfield Holdings LLC' }),
  property_count,
  ...recordFields,
})

const Portfolio = resource('Portfolio', 'Properties that are reported on together.', {
  portfolio_id: id({ description: 'The portfolio.', example: PORTFOLIO_ID }),
  name: text(200, { description: 'The portfolio’s name.', example: 'Ohio' }),
  property_count,
  ...recordFields,
})

const query = parameters({
  search: Type.Optional(searchText('the name')),
  sort: sortBy(['name', 'property_count', 'external_id']),
  ...pageParameters,
})
const oneOwner = parameters({ owner_id: idInput({ description: 'The owner.', example: OWNER_ID }) })
const onePortfolio = parameters({
  portfolio_id: idInput({ description: 'The portfolio.', example: PORTFOLIO_ID }),
})

export const listOwners = organizationOperation({
  ...shared,
  method: 'GET',
  path: '/owners',
  summary: 'List owners',
  description: 'Lists owners by name (by code point), then owner_id.',
  role: 'VIEWER',
  parameters: { path: noParameters, query },
  success: { status: 200, description: 'A page of owners.', schema: pageOf('OwnerList', Owner) },
  errors: [],
})

export const createOwner = organizationOperation({
  ...shared,
  method: 'POST',
  idempotent: true,
  path: '/owners',
  summary: 'Create an owner',
  description: 'Takes an owner down. A name, or external_id, that another owner has is 409.',
  role: 'ADMIN',
  parameters: { path: noParameters, query: noParameters },
  body: NewOwner,
  success: { status: 201, description: 'The owner.', schema: Owner },
  errors: ['conflict'],
})

export const updateOwner = organizationOperation({
  ...shared,
  method: 'PATCH',
  idempotent: true,
  path: '/owners/{owner_id}',
  summary: 'Update an owner',
  description: 'Changes the fields that are given.',
  role: 'ADMIN',
  parameters: { path: oneOwner, query: noParameters },
  body: OwnerChanges,
  success: { status: 200, description: 'The owner.', schema: Owner },
  errors: ['not_found', 'conflict'],
})

export const listPortfolios = organizationOperation({
  ...shared,
  method: 'GET',
  path: '/portfolios',
  summary: 'List portfolios',
  description: 'Lists portfolios by name (by code point), then portfolio_id.',
  role: 'VIEWER',
  parameters: { path: noParameters, query },
  success: { status: 200, description: 'A page of portfolios.', schema: pageOf('PortfolioList', Portfolio) },
  errors: [],
})

export const createPortfolio = organizationOperation({
  ...shared,
  method: 'POST',
  idempotent: true,
  path: '/portfolios',
  summary: 'Create a portfolio',
  description: 'Makes a portfolio. A name, or external_id, that another portfolio has is 409.',
  role: 'ADMIN',
  parameters: { path: noParameters, query: noParameters },
  body: NewPortfolio,
  success: { status: 201, description: 'The portfolio.', schema: Portfolio },
  errors: ['conflict'],
})

export const updatePortfolio = organizationOperation({
  ...shared,
  method: 'PATCH',
  idempotent: true,
  path: '/portfolios/{portfolio_id}',
  summary: 'Update a portfolio',
  description: 'Changes the fields that are given.',
  role: 'ADMIN',
  parameters: { path: onePortfolio, query: noParameters },
  body: PortfolioChanges,
  success: { status: 200, description: 'The portfolio.', schema: Portfolio },
  errors: ['not_found', 'conflict'],
})
