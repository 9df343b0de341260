/** How a list finds its first rows in the order they have in indexes, without finding all rows and sorting them. */
import type { Found } from './list-changes.ts'

/** A way to the first rows of a list in one order. */
export type Walk<Filter extends string, Sort extends string> = {
  /** The order that the walk serves; left out for the list's own order. */
  sort?: Sort
  /** The filters that the walk supports. It is taken only if no other filter is given. */
  filters: readonly Filter[]
  /** A filter without which the walk is not used. */
  needs?: Filter
  /** Conditions for filters that differ from those of the list, because here they are checked for one row at a time. */
  conditions?: { [Name in Filter]?: string }
  /**
   * The least number of matching rows for which the walk is taken. If fewer match, the walk would pass too many others, so all that match are sorted.
   */
  atLeast?: number
  /**
   * Selects every row whose first key is known: `id` and the columns of the order, which are `sort_0`, `sort_1` … if `sort` is given. `conditions`
   * are those of the filters; each begins with `and`. The table with the first key comes first, and a lateral join with `offset 0` finds the rows of
   * each key, so that PostgreSQL reads the keys in the order of their index, sorts the rows of one key at a time, and stops after the page. `most` is
   * a `limit` for a part of `rows` that is in order itself.
   */
  rows: (conditions: string, isBackwards: boolean, most: string) => string
  /** Given if every key of `rows` after the first may be null. */
  isPartlyKnown?: true
  /** Given if `rows` has only the first rows of the order, or perhaps none: if they do not fill the page, all rows are sorted. */
  isPart?: true
  /**
   * Selects the `id` of every other row that meets the conditions. These come last, by `id`, and are only looked for if the page is not full before
   * them.
   */
  rest?: (conditions: string) => string
  /** How many keys `rest` lacks. */
  keys: number
  /** The first offset from which sorting all rows takes less time; left out if that is never the case. */
  upTo?: number
}

/** The first offset at which a walk with several lookups per row takes longer than sorting everything. */
export const FAR = 1_000

export type Cut = { limit: string; offset: string }

/** The way to the first rows if these filters and this order are asked for, if there is one. */
export function walkOf<Filter extends string, Sort extends string>(
  walks: readonly Walk<Filter, Sort>[] | undefined,
  given: readonly Filter[],
  sort: Sort | `-${Sort}` | undefined,
): Walk<Filter, Sort> | undefined {
  const column = sort?.replace('-', '')
  return walks?.find(
    ({ sort: own, filters, needs }) =>
      own === column &&
      given.every(filter => filters.includes(filter)) &&
      (needs === undefined || given.includes(needs)),
  )
}

type Near = Cut & {
  /** The columns of the order, `id` first. In `order`, null comes last. */
  columns: readonly string[]
  order: string
  conditions: string
  /** Selects the page by sorting all rows. */
  usual: (cut: Cut) => string
}

/**
 * How the page is found this way; `all` is how the list finds it otherwise, and counts the rows. Of the two ways, one has the limit 0, and PostgreSQL
 * does not begin with it.
 */
export function walked(walk: Walk<string, string>, near: Near, all: Found): Found {
  const { rows, rest, keys, upTo, atLeast, isPart, isPartlyKnown } = walk
  const { columns, order, conditions, limit, offset, usual } = near
  // An offset may be the largest integer.
  const end = `${limit} + ${offset}::bigint`
  const limits = [
    ...(upTo === undefined ? [] : [`${offset} < ${upTo}`]),
    ...(atLeast === undefined ? [] : [`(select total from counted) >= ${atLeast}`]),
  ]
  const isNear = limits.join(' and ') || 'true'
  const most = `limit case when ${isNear} then ${end} else 0 end`
  const direction = order.endsWith(' desc') ? ' desc' : ''
  // The keys of these rows are known, and only without `nulls last` do they have the order of an index that is read backward.
  const known = isPartlyKnown ? order.replace(' nulls last', '') : order.replaceAll(' nulls last', '')
  const first = `select ${columns.join(', ')} from (${rows(conditions, direction !== '', most)}) known order by ${known} ${most}`
  const isShort = `(select count(*) from near) < ${end}`
  const nulls = Array.from({ length: keys }, () => ', null').join('')
  const others = `(select other.id${nulls} from (${rest?.(conditions)}) other where ${isShort} order by id${direction} ${most})`
  const isEnough = isPart ? `not (${isShort})` : isNear
  const page = `select * from (select * from near${rest ? ` union all ${others}` : ''}) found order by ${order}
                 limit case when ${isEnough} then ${limit} else 0 end offset ${offset}`
  const far = { limit: `case when ${isEnough} then 0 else ${limit} end`, offset }
  return {
    ctes: `${all.ctes}, counted as materialized (${all.total}), near as materialized (${first})`,
    wanted: isEnough === 'true' ? page : `(${page}) union all (${usual(far)})`,
    total: 'select total from counted',
  }
}
