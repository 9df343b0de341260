/** Collects named schemas as the components of the OpenAPI document. */
import type { TSchema } from 'typebox'
import { ENUMERATIONS, enumerationOf } from './enumerations.ts'

export type Json = { [key: string]: unknown }

/** Moves every schema with a title, and every enumeration, into the components and leaves a reference in its place. */
export function hoist(schema: TSchema, components: Map<string, Json>): Json {
  return moved(schema as unknown as Json, components)
}

function moved(schema: Json, components: Map<string, Json>): Json {
  if (schema.enum) return movedWords(schema, components)
  if (schema.byType) return movedAlternatives(schema, components)
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
  if (schema.anyOf) copy.anyOf = (schema.anyOf as Json[]).map(one => moved(one, components))
  if (typeof schema.title !== 'string') return copy
  for (const object of objectsOf(copy)) delete object.additionalProperties
  components.set(schema.title, copy)
  return { $ref: referenceTo(schema.title) }
}

/**
 * The objects in a schema with a title, itself included, that allow no further fields. Only replies and events have titles, and an upgrade may add fields to
 * them: a client that validates what it receives against an earlier document must not refuse it. Requests stay closed, because the service refuses fields that it does not know.
 */
function* objectsOf(schema: Json): Generator<Json> {
  if (schema.additionalProperties === false) yield schema
  for (const field of Object.values((schema.properties ?? {}) as Record<string, Json>)) yield* objectsOf(field)
  if (schema.items) yield* objectsOf(schema.items as Json)
}

/** One of several schemas: a reader learns from `type` which one it is. */
function movedAlternatives({ title, description, byType }: Json, components: Map<string, Json>): Json {
  const references = Object.entries(byType as Record<string, TSchema>).map(([type, schema]) => {
    const { $ref } = hoist(schema, components)
    return [type, $ref] as const
  })
  components.set(title as string, {
    title,
    description,
    oneOf: references.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(references) },
  })
  return { $ref: referenceTo(title as string) }
}

/** The description, examples and default of a field stay next to the reference, as OpenAPI 3.1 allows. */
function movedWords({ type, enum: given, ...rest }: Json, components: Map<string, Json>): Json {
  const words = (given as (string | null)[]).filter(word => word !== null)
  const name = enumerationOf(words)
  components.set(name, { title: name, type: 'string', description: ENUMERATIONS[name]?.about, enum: words })
  const reference = { $ref: referenceTo(name) }
  return words.length < (given as unknown[]).length
    ? { ...rest, anyOf: [reference, { type: 'null' }] }
    : { ...rest, ...reference }
}

function referenceTo(name: string): string {
  return `#/components/schemas/${name}`
}
