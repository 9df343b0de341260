/** How the first of all residents by property are found. `$1` is the organization, `$2` today. */
import { FAR, type Walk } from '#server/db/list-walk.ts'
import { ON_NO_LEASE, residentsOf } from './status.ts'

/**
 * Properties by name, their units, and the residents whose most relevant lease is of the unit: 3 ms for the first page of 83,000 residents, and sorting all
 * of them takes 270.
 */
export const allResidentsByProperty: Walk<never, 'property_name'> = {
  sort: 'property_name',
  filters: [],
  rows: () => `select of_unit.resident_id as id, p.name as sort_0, u.label as sort_1
    from properties p
    cross join lateral (select u.id, u.label from units u where u.organization_id = $1 and u.property_id = p.id offset 0) u
    cross join lateral (${residentsOf('l.unit_id = u.id')} offset 0) of_unit
    where p.organization_id = $1`,
  rest: `select r.id from residents r where r.organization_id = $1 and ${ON_NO_LEASE}`,
  keys: 2,
  upTo: FAR,
}
