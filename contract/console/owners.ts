/** Owners of properties. */
import { OWNER_ID, Owner } from '../v1/owners.ts'
import { idInput, parameters } from '../values.ts'
import { groupOperations } from './property-groups.ts'

export const {
  list: listOwners,
  get: getOwner,
  create: createOwner,
  update: updateOwner,
} = groupOperations({
  noun: 'owner',
  one: 'an owner',
  name: 'Whitfield Holdings LLC',
  byId: parameters({ owner_id: idInput({ description: 'The owner.', example: OWNER_ID }) }),
  schema: Owner,
  listName: 'OwnerList',
})
