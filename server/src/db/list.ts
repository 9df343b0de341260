/** Lists: one definition gives the page, the exact total on every page, and one stable order. */
import { byChange, type Changes, type Found, isByChange } from './list-changes.ts'
import { allMatching, asChecks, conditionOf, foundCtes, givenOf, parametersOf, takesValue } from './list-conditions.ts'
import { ListReader } from './list-reader.ts'
import { type Counted, type Sums, totalOf } from './list-totals.ts'
import { type Cut, type Walk, walked, walkOf } from './list-walk.ts'
import { type ListRow, type Paged, pageOf, readPage } from './page.ts'
import { endText, orderOfPage, pageText } from './page-text.ts'
import { Statement } from './statement.ts'
import type { Tenant } from './tenant.ts'
import type { Value } from './value.ts'

export type ListDefinition<Filter extends string, Sort extends string = never> = {
  /** The prefix of the names of its statements. */
  name: string
  /** CTEs that the other texts name, such as what a search finds. */
  ctes?: string
  /** Selects the keys and order columns of the rows that match; ends with a `where` clause to which filters can be added. */
  matching: string
  /**
   * Whether the rows that match are found once and kept, for both the count and the page. If an index gives the order, finding them twice is
   * cheaper: 59 ms against 274 ms for the first page of 600,000 work orders, nearly all of it for the count. `filtered` is for a list that is slow
   * only when it is filtered: without a filter, the count reads only an index, and the page only the columns of its order. If only some filters are
   * slow, their names are listed.
   */
  matchOnce: boolean | 'filtered' | readonly NoInfer<Filter>[]
  /** Where the total is kept, for a list that may be long. */
  counted?: Counted<Filter>
  /** How many rows match a filter that is given alone, with `?` in place of its value, if that can be read from less than the rows. */
  totals?: { [Name in Filter]?: string }
  /** How many rows match and what they add up to, if that can be found without the rows, or inside an index. */
  addedUp?: Sums<NoInfer<Filter>>
  /** Ways to the first rows that need not find all rows. */
  walks?: readonly Walk<NoInfer<Filter>, NoInfer<Sort>>[]
  /** How recently changed rows are found, for a list with a filter `updated_since`. */
  changes?: Changes<Filter>
  /** A condition for each filter, with `?` in place of its value. A condition without `?` takes no value, and its filter is given as true. */
  filters: Record<Filter, string>
  /**
   * Filters that follow from a narrower one, the narrowest first. If both are given, the condition checks only the narrower one, with `?` for the
   * value of each, the narrower first. So an index for the narrower filter need not hold the column of the wider one.
   */
  within?: { [Wider in Filter]?: readonly { narrower: Filter; condition: string }[] }
  /**
   * SQL for the CTE `found` that the condition of a filter refers to, with `?` in place of the value of the filter. A statement runs it once, for the total
   * and for every way to find the page. Only one of the filters in a call may have one.
   */
  found?: { [Name in Filter]?: string }
  /** Filters that leave so few rows that these are always found by them, whatever else is given. The narrowest one comes first. */
  narrow?: readonly NoInfer<Filter>[]
  /** Columns of `matching`, ending in the ID. */
  order: string
  /** The other orders that the list offers. Sorting has to find all matching rows: about 100 ms for 100,000. */
  sorts: Record<Sort, SortDefinition>
  /** What is added up of all rows that match, as columns that may name the tables of `joins`. */
  sums?: string
  /** The columns of an item. */
  columns: string
  /** Joins to `page`, which holds the rows of `matching` that are on the page. */
  joins: string
}

export type SortDefinition = {
  /** Expressions, the most important first; null comes last in either direction. */
  by: readonly string[]
  /** Joins to `matching`, which is sorted; none may add or remove a row. */
  joins?: string
  /** How many of `by`, from the first on, are never null: for these, an index also gives the reverse order. */
  known?: number
}

/** `limit` 1 to 100 rows after `offset`, in the list's own order unless `sort` names another; a `-` in front of it reverses it. */
export type Page<Sort extends string = never> = { limit: number; offset: number; sort?: Sort | `-${Sort}` | undefined }

/**
 * Runs the list for one organization. `$1` is the organization, followed by further fixed parameters. A filter that is undefined, and the status ALL,
 * are left out of the statement, because a condition such as `$3 is null or …` keeps PostgreSQL from using the right index.
 */
export async function list<Item, Filter extends string, Sort extends string = never>(
  db: Tenant,
  definition: ListDefinition<Filter, Sort>,
  fixed: readonly Value[],
  filters: { [Name in Filter]?: Value | undefined },
  { limit, offset, sort }: Page<Sort>,
): Promise<Paged<Item>> {
  const { given, values } = givenOf(definition, filters)
  const parameters = [db.organizationId, ...fixed, ...values]
  const place = { limit, offset }
  if (db instanceof ListReader) {
    return pageOf(await db.next(wholeListStatement(definition, given, fixed.length, sort), parameters), 0, place)
  }
  const page = listStatement(definition, given, fixed.length, sort)
  const end = () => listStatement(definition, given, fixed.length, sort, endText)
  return readPage(db, { page, end }, [...parameters, limit, offset], place)
}

const statements = new Map<string, Statement<ListRow>>()

/** The statement for the filters that are given; `fixedCount` parameters come between the organization and the filters. */
export function listStatement<Filter extends string, Sort extends string = never>(
  definition: ListDefinition<Filter, Sort>,
  given: readonly Filter[],
  fixedCount: number,
  sort?: Sort | `-${Sort}`,
  textOf: typeof pageText = pageText,
): Statement<ListRow> {
  const { name, filters } = definition
  const names = Object.keys(filters)
  // Named after the positions of the filters, because their names together can be longer than a statement's name may be.
  const positions = given.map(filter => names.indexOf(filter))
  const fullName = [name, ...positions, sort ?? [], textOf === endText ? 'end' : []].flat().join('.')
  const known = statements.get(fullName)
  if (known) return known
  const made = new Statement<ListRow>(fullName, textOf(definition, ...foundBy(definition, given, fixedCount, sort)))
  statements.set(fullName, made)
  return made
}

/** The order of a list for the filters that are given, and how its page and its total are found. */
function foundBy<Filter extends string, Sort extends string = never>(
  definition: ListDefinition<Filter, Sort>,
  given: readonly Filter[],
  fixedCount: number,
  sort: Sort | `-${Sort}` | undefined,
): [order: string, found: Found] {
  const { ctes, matching, matchOnce, changes, walks, narrow = [] } = definition
  const first = fixedCount + 2
  const withValue = given.filter(filter => takesValue(definition, filter))
  const parameterOf = (filter: Filter) => `$${first + withValue.indexOf(filter)}`
  const conditionsOf = (own: { [Name in Filter]?: string } = {}) =>
    given.map(filter => ` and (${conditionOf(definition, filter, given, parameterOf, own[filter])})`).join('')
  const { order, keys, from } = orderOf(definition, sort)
  const isChanged = changes && sort === undefined && isByChange(changes, given)
  const checks = isChanged && given.length > 1 ? ['updated_since' as Filter] : besideNarrowest(given, narrow)
  const matched = `${matching}${conditionsOf(asChecks(definition.filters, checks))}`
  const walk = walkOf(walks, given, sort)
  const slow = matchOnce === 'filtered' ? given : matchOnce
  const isKept = typeof slow === 'boolean' ? slow : given.some(filter => slow.includes(filter)) && !walk
  const last = first + withValue.length
  const cut = { order, limit: `$${last}::int`, offset: `$${last + 1}::int` }
  const sortedPage = (columns: string, { limit, offset }: Cut) =>
    `select ${[columns, ...keys].join(', ')} from ${from} order by ${order} limit ${limit} offset ${offset}`
  const all: Found = {
    ctes: `${withComma(ctes)}${foundCtes(definition, given, parameterOf)}matching as ${isKept ? 'materialized' : 'not materialized'} (${matched})`,
    wanted: sortedPage('matching.*', cut),
    total: totalOf(definition, given, parameterOf),
  }
  if (walk) {
    const own = sort === undefined ? columnsOf(order) : ['id']
    const usual = (far: Cut) => sortedPage(own.map(column => `matching.${column}`).join(', '), far)
    const near = { ...cut, columns: columnsOf(order), conditions: conditionsOf(walk.conditions), usual }
    return [order, walked(walk, near, all)]
  }
  if (!isChanged) return [order, all]
  const since = parameterOf('updated_since' as Filter)
  return [order, byChange(changes, { since, matched, cut, all, ...besideChange(definition, given, parameterOf) })]
}

/** The other filters of a list that is filtered by change. */
function besideChange<Filter extends string>(
  definition: ListDefinition<Filter, string>,
  given: readonly Filter[],
  parameterOf: (filter: Filter) => string,
) {
  const { matching, counted, changes, filters } = definition
  const others = given.filter(filter => filter !== 'updated_since')
  const conditions = others.map(filter => ` and (${conditionOf(definition, filter, given, parameterOf)})`)
  const matched = `${matching}${conditions.join('')}`
  const total = totalOf(definition, others, parameterOf, `(${matched}) found`)
  const change = 'updated_since' as Filter
  const check = asChecks(filters, [change])[change]?.replace('?', parameterOf(change))
  return {
    isAlone: others.length === 0 && counted !== undefined,
    checked: `${matched} and ${check}`,
    others: { matched, total, isUsual: String(others) === changes?.usual },
  }
}

/** The filters that are given next to the narrowest one. */
function besideNarrowest<Filter extends string>(given: readonly Filter[], narrow: readonly Filter[]): Filter[] {
  const narrowest = narrow.find(filter => given.includes(filter))
  return narrowest === undefined ? [] : given.filter(filter => filter !== narrowest)
}

/**
 * Every item of the list in its order, for a reader that takes a hundred at a time. The rows are looked up in the order in which they were
 * found; the final `order by` states that order and then costs nothing.
 */
function wholeListStatement<Filter extends string, Sort extends string = never>(
  definition: ListDefinition<Filter, Sort>,
  given: readonly Filter[],
  fixedCount: number,
  sort: Sort | `-${Sort}` | undefined,
): Statement<ListRow> {
  const { name, ctes, filters, columns, joins } = definition
  const names = Object.keys(filters)
  const { order, keys, from } = orderOf(definition, sort)
  return new Statement<ListRow>(
    [`whole_${name}`, ...given.map(filter => names.indexOf(filter)), sort ?? []].flat().join('.'),
    `with ${withComma(ctes)}${foundCtes(definition, given, parametersOf(definition, given, fixedCount))}matching as (${allMatching(definition, given, fixedCount)})
     select shown.*
       from (select ${['matching.*', ...keys].join(', ')} from ${from} order by ${order}) page
      cross join lateral (select ${columns} from (select page.*) as page ${joins} offset 0) shown
      order by ${orderOfPage(order)}`,
  )
}

/**
 * The items with the given IDs, as the list shows them: `key` is the ID in `matching`, and the IDs are the parameter after the `fixedCount` fixed
 * ones. They have no order, and IDs that match nothing are left out. Each ID is looked up by itself: with `= any(…)`, a plan may read everything of
 * the organization for each few IDs.
 */
export function byIdsStatement<Item>(
  { name, matching, columns, joins }: ListDefinition<never> | ListDefinition<string, string>,
  key: string,
  fixedCount: number,
): Statement<Item> {
  return new Statement<Item>(
    `${name}_by_id`,
    `select shown.*
       from (select distinct given.id from unnest($${fixedCount + 2}::text[]) as given (id)) wanted
      cross join lateral (${matching} and ${key} = wanted.id offset 0) page
      cross join lateral (select ${columns} from (select page.*) as page ${joins} offset 0) shown`,
  )
}

/** The order of a page, its expressions, which are computed once per row and also number the page, and what they are computed from. */
function orderOf<Sort extends string>(
  { sorts, order }: Pick<ListDefinition<never, Sort>, 'sorts' | 'order'>,
  sort: Sort | `-${Sort}` | undefined,
): { order: string; keys: readonly string[]; from: string } {
  if (sort === undefined) return { order, keys: [], from: 'matching' }
  const isBackwards = sort.startsWith('-')
  const { by, joins = '', known = 0 } = sorts[(isBackwards ? sort.slice(1) : sort) as Sort]
  const direction = isBackwards ? ' desc' : ''
  return {
    order: [
      ...by.map((_, index) => `sort_${index}${direction}${index < known ? '' : ' nulls last'}`),
      `id${direction}`,
    ].join(', '),
    keys: by.map((expression, index) => `${expression} as sort_${index}`),
    from: `matching ${joins}`,
  }
}

const withComma = (ctes: string | undefined) => (ctes ? `${ctes}, ` : '')

/** The columns of an order, `id` first. */
const columnsOf = (order: string) => [
  'id',
  ...order
    .split(', ')
    .map(key => key.split(' ')[0]!)
    .filter(key => key !== 'id'),
]

/** For a fixed set of words: the position in `words`, which are ours and contain no quote, of the word in `column`. */
export function placeIn(words: readonly string[], column: string): string {
  return `array_position(array['${words.join("', '")}'], ${column})`
}

/**
 * A filter by a whole text: whether `text`, which is in lower case, is `?` in any case. A letter with a mark is one character or two, depending on
 * the program and the keyboard; Unicode says that both are the same text, and stored text stays as it was sent, so all forms are compared. `?` is
 * converted in a subquery, because PostgreSQL would otherwise do that again for every row.
 */
export const isText = (text: string) => `${text} = any ((select ${formsOf('?')})::text[])`

/** The forms of the text `value`, in lower case. */
export const formsOf = (value: string) =>
  `array[lower(${value}), lower(normalize(${value}, nfc)), lower(normalize(${value}, nfd))]`
