/** Examples of whole values, composed of the examples of their parts. */
import type { TSchema } from 'typebox'

export function exampleOf(schema: TSchema): unknown {
  return assemble(schema as unknown as Parts)
}

type Parts = { examples?: unknown[]; items?: Parts; properties?: Record<string, Parts> }

function assemble({ examples, items, properties }: Parts): unknown {
  const [example] = examples ?? []
  if (example !== undefined) return example
  if (items) return [assemble(items)]
  return Object.fromEntries(Object.entries(properties ?? {}).map(([name, field]) => [name, assemble(field)]))
}
