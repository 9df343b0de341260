/** Owners of properties. */
import { id, integer, recordFields, resource, text } from '../values.ts'
import { groupOperations } from './property-groups.ts'

export const OWNER_ID = 'own_01kh3zr6nvb4k8q2r7c9e1d5wm'

export const Owner = resource('Owner', 'An owner of properties.', {
  owner_id: id({ description: 'ID of the owner.', example: OWNER_ID }),
  name: text(200, { description: 'Name of the owner.', example: 'Whitfield Holdings LLC' }),
  property_count: integer(0, 1_000_000, { description: 'Number of properties of the owner.', example: 12 }),
  ...recordFields,
})

export const { list: listOwners, get: getOwner } = groupOperations({
  noun: 'owner',
  one: 'an owner',
  exampleId: OWNER_ID,
  schema: Owner,
  listName: 'OwnerList',
})
