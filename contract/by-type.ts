/** Resources whose `type` determines the shape of their other fields: events, and changes of records. */
import type { TObject, TProperties } from 'typebox'
import { resource } from './values.ts'

/**
 * A resource whose `type` determines the shape of its other fields. A reply is serialized by `fields`, because a schema with alternatives would be tried
 * on each item. The document and the client have the exact schemas in the property `byType` instead.
 */
export function resourceByType<Fields extends TProperties>(
  title: string,
  description: string,
  fields: Fields,
  byType: Record<string, TObject>,
): TObject<Fields> {
  // It is no keyword of JSON Schema, which validators must not see.
  return Object.defineProperty(resource(title, description, fields), 'byType', { value: byType })
}
