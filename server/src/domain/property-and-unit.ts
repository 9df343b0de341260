/** The rule for a request that names a property, a unit or both. */
import { fieldError, unknownReference } from '#server/base/refusal.ts'

/**
 * Throws invalid_request if the property or the unit that is given does not exist, or if they do not belong together. `known` is what was found: the
 * property, and the property of the unit; null where nothing is given or nothing was found.
 */
export function checkPropertyAndUnit(
  { property_id, unit_id }: { property_id: string | null; unit_id: string | null },
  known: { property_id: string | null; unit_property_id: string | null },
): void {
  if (property_id !== null && known.property_id === null) {
    throw unknownReference('property_id', 'a property')
  }
  if (unit_id !== null && known.unit_property_id === null) {
    throw unknownReference('unit_id', 'a unit')
  }
  if (unit_id !== null && property_id !== null && known.unit_property_id !== property_id) {
    throw fieldError('unit_id', 'is not a unit of that property')
  }
}
