/** Schemas with a name, gathered as the components of the OpenAPI document. */
import type { TSchema } from 'typebox'

export type Json = { [key: string]: unknown }

/** Moves every schema with a title into the components and leaves a reference in its place. */
export function hoist(schema: TSchema, components: Map<string, Json>): Json {
  return moved(schema as unknown as Json, components)
}

function moved(schema: Json, components: Map<string, Json>): Json {
  const copy = { ...schema }
  if (schema.properties) {
    copy.properties = Object.fromEntries(
      Object.entries(schema.properties as Record<string, Json>).map(([name, field]) => [
        name,
        moved(field, components),
      ]),
    )
  }
  if (schema.items) copy.items = moved(schema.items as Json, components)
  if (typeof schema.title !== 'string') return copy
  components.set(schema.title, copy)
  return { $ref: `#/components/schemas/${schema.title}` }
}
