/** The conditions of the filters that a call gives to a list. */
import { keysOf } from '#server/base/keys-of.ts'
import type { Value } from './value.ts'

/** The part of a list’s definition that says which rows match. */
export type Filtered<Filter extends string> = {
  filters: Record<Filter, string>
  within?: { [Wider in Filter]?: readonly { narrower: Filter; condition: string }[] }
  found?: { [Name in Filter]?: string }
}

/** The filters that are given and the values of those that take one. The status ALL is no filter. */
export function givenOf<Filter extends string>(
  definition: Filtered<Filter>,
  filters: { [Name in Filter]?: Value | undefined },
): { given: Filter[]; values: Value[] } {
  const given = keysOf(definition.filters).filter(
    name => filters[name] !== undefined && !(name === 'status' && filters[name] === 'ALL'),
  )
  return { given, values: given.filter(name => takesValue(definition, name)).map(name => filters[name] as Value) }
}

/** Selects all rows that match; `fixedCount` parameters come between the organization and the filters. */
export function allMatching<Filter extends string>(
  definition: Filtered<Filter> & { matching: string },
  given: readonly Filter[],
  fixedCount: number,
): string {
  const parameterOf = parametersOf(definition, given, fixedCount)
  const conditions = given.map(filter => ` and (${conditionOf(definition, filter, given, parameterOf)})`)
  return `${definition.matching}${conditions.join('')}`
}

/** The parameter that holds the value of each filter; `fixedCount` parameters come between the organization and the filters. */
export function parametersOf<Filter extends string>(
  definition: Filtered<Filter>,
  given: readonly Filter[],
  fixedCount: number,
): (filter: Filter) => string {
  const withValue = given.filter(filter => takesValue(definition, filter))
  return filter => `$${fixedCount + 2 + withValue.indexOf(filter)}`
}

/** Whether the condition of a filter contains its value. */
export function takesValue<Filter extends string>(
  { filters, found }: Pick<Filtered<Filter>, 'filters' | 'found'>,
  filter: Filter,
): boolean {
  return filters[filter].includes('?') || found?.[filter] !== undefined
}

/** Returns the CTEs `found` that the conditions of the given filters refer to, each followed by a comma. */
export function foundCtes<Filter extends string>(
  { found }: Pick<Filtered<Filter>, 'found'>,
  given: readonly Filter[],
  parameterOf: (filter: Filter) => string,
): string {
  return given
    .map(filter => found?.[filter]?.replaceAll('?', parameterOf(filter)))
    .map(rows => (rows === undefined ? '' : `found as materialized (${rows}), `))
    .join('')
}

/** The condition of a filter with the parameters of its values; of a filter that follows from a narrower one, the condition that checks only that one. */
export function conditionOf<Filter extends string>(
  { filters, within }: Filtered<Filter>,
  filter: Filter,
  given: readonly Filter[],
  parameterOf: (filter: Filter) => string,
  own: string = filters[filter],
): string {
  const follows = within?.[filter]?.find(({ narrower }) => given.includes(narrower))
  if (!follows) return own.replaceAll('?', parameterOf(filter))
  return follows.condition.replace('?', parameterOf(follows.narrower)).replace('?', parameterOf(filter))
}

/**
 * The conditions of filters in a form that no index answers, for a list with another filter. That holds for `updated_since`: the index of the other
 * filter holds the time of the change as well, but the index by change does not hold what others filter by, so that all rows that changed would be
 * read to be counted.
 */
export function asChecks<Filter extends string>(
  filters: Record<Filter, string>,
  names: readonly Filter[],
): { [Name in Filter]?: string } {
  return Object.fromEntries(names.map(name => [name, `(${filters[name]}) is true`])) as { [Name in Filter]?: string }
}
