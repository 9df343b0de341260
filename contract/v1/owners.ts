/** Owners of properties. */
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

const OWNER_ID = 'own_01kh3zr6nvb4k8q2r7c9e1d5wm'

export const Owner = resource('Owner', 'An owner of properties.', {
  owner_id: id({ description: 'ID of the owner.', example: OWNER_ID }),
  name: text(200, { description: 'Name of the owner.', example: 'Whitfield Holdings LLC' }),
  property_count: integer(0, 1_000_000, { description: 'Number of properties of the owner.', example: 12 }),
  ...recordFields,
})

export const listOwners = operation({
  method: 'GET',
  path: '/owners',
  tag: 'Portfolio',
  summary: 'List owners',
  description: 'Lists the owners of the organization by name (by code point), then owner_id.',
  scope: 'properties:read',
  parameters: { query: parameters({ updated_since: updatedSince, ...pageParameters }) },
  success: { status: 200, description: 'A page of owners.', schema: pageOf('OwnerList', Owner) },
})

export const getOwner = operation({
  method: 'GET',
  path: '/owners/{id}',
  tag: 'Portfolio',
  summary: 'Get an owner',
  description: 'Retrieves one owner.',
  scope: 'properties:read',
  parameters: {
    path: parameters({ id: idInput({ description: 'ID of the owner.', example: OWNER_ID }) }),
  },
  success: { status: 200, description: 'The owner.', schema: Owner },
  errors: ['not_found'],
})
