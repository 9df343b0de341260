/**
 * The links of the OpenAPI document: which calls take an ID that a reply contains. They follow from the examples: the prefix of an ID says
 * what it identifies, and the first field of a resource is its own ID.
 */
import type { TSchema } from 'typebox'
import type { Operation } from './operation.ts'
import { v1 } from './v1.ts'

type Link = { operationId: string; parameters: Record<string, string>; description: string }

type Field = TSchema & { type?: string; examples?: unknown[]; items?: TSchema; properties?: Record<string, Field> }
type Id = { name: string; kind: string }

/** The links of a reply of `operationId`, by the operation each refers to; undefined if there are none. */
export function linksOf(operationId: string, operation: Operation): Record<string, Link> | undefined {
  // A deleted resource cannot be looked up, so a deletion has no links.
  if (operation.method === 'DELETE') return undefined
  const { item, pointer, isPage } = resourceIn(operation.success.schema)
  const ids = idsOf(item)
  const ownId = ids.find(({ name }) => name === Object.keys(item.properties ?? {})[0])
  const links = Object.entries<Operation>(v1).flatMap(([name, target]): [string, Link][] => {
    const filled = name === operationId ? undefined : fill(target, ids, ownId)
    if (!filled) return []
    const pairs = [...filled].map(([parameter, field]) => `\`${field}\` as \`${parameter}\``).join(' and ')
    const parameters = Object.fromEntries([...filled].map(([to, from]) => [to, `$response.body#${pointer}/${from}`]))
    const description = `Passes ${pairs}${isPage ? ', taken from the first item' : ''}.`
    return [[name, { operationId: name, parameters, description }]]
  })
  return links.length > 0 ? Object.fromEntries(links) : undefined
}

/** The resource that a reply is about: for a list, its items. */
function resourceIn(schema: Field): { item: Field; pointer: string; isPage: boolean } {
  const { data, pagination } = schema.properties ?? {}
  return data?.items && pagination
    ? { item: data.items, pointer: '/data/0', isPage: true }
    : { item: schema, pointer: '', isPage: false }
}

/**
 * The field that fills each parameter of `target`, if the reply contains enough to call it. The ID of another resource only allows looking
 * that resource up; the resource's own ID allows every operation on it, and filters lists.
 */
function fill(target: Operation, ids: Id[], ownId: Id | undefined): Map<string, string> | undefined {
  const inPath = idsOf(target.parameters.path)
  if (inPath.length === 0) return ownId && fillFilter(target, ownId)
  const filled = new Map<string, string>()
  for (const { name, kind } of inPath) {
    const id = ids.find(candidate => candidate.kind === kind)
    if (!id) return undefined
    filled.set(name, id.name)
  }
  const isAboutIt = ownId !== undefined && [...filled.values()].includes(ownId.name)
  return isAboutIt || target.method === 'GET' ? filled : undefined
}

function fillFilter({ parameters }: Operation, { name, kind }: Id): Map<string, string> | undefined {
  const filter = idsOf(parameters.query).find(id => id.kind === kind)
  return filter && new Map([[filter.name, name]])
}

/** The fields that are always an ID, with the kind of resource they identify. */
function idsOf({ properties = {} }: Field): Id[] {
  return Object.entries(properties).flatMap(([name, { type, examples = [] }]) => {
    const [, kind] = /^([a-z]+)_[0-9a-z]{26}$/.exec(String(examples[0])) ?? []
    return type === 'string' && kind !== undefined ? [{ name, kind }] : []
  })
}
