/** How a list finds its first rows in the order they have in indexes, without finding all rows and sorting them. */

/** A way to the first rows of a list in one order. */
export type Walk<Filter extends string, Sort extends string> = {
  /** The order it is for; left out for the list's own order. */
  sort?: Sort
  /** The filters it knows: it is taken if no other filter is given. */
  filters: readonly Filter[]
  /**
   * Selects every row whose first key is known: `id` and the columns of the order, which are `sort_0`, `sort_1` … if `sort` is given. `conditions` are those of
   * the filters; each begins with `and`. The table with the first key comes first, and a lateral join with `offset 0` finds the rows of each key, so
   * that PostgreSQL reads the keys in the order of their index, sorts the rows of one key at a time, and stops after the page.
   */
  rows: (conditions: string) => string
  /** Selects the `id` of every other row. These come last, by `id`, and are only looked for if the rows before them do not fill the page. */
  rest?: string
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
  return walks?.find(walk => walk.sort === column && given.every(filter => walk.filters.includes(filter)))
}

/**
 * The SQL of the page that is found this way. In `order`, null comes last; `usual` selects the page by sorting all rows. Of the two ways, one has the
 * limit 0, and PostgreSQL does not begin with it.
 */
export function walked(
  { rows, rest, keys, upTo }: Walk<string, string>,
  { conditions, order, limit, offset, usual }: Cut & { conditions: string; order: string; usual: (cut: Cut) => string },
): { ctes: string; wanted: string } {
  // An offset may be the largest integer.
  const end = `${limit} + ${offset}::bigint`
  const isNear = upTo === undefined ? 'true' : `${offset} < ${upTo}`
  const nulls = Array.from({ length: keys }, () => 'null')
  // The keys of these rows are known, and only without `nulls last` do they have the order of an index that is read backward.
  const near = `select * from (${rows(conditions)}) known order by ${order.replaceAll(' nulls last', '')} limit case when ${isNear} then ${end} else 0 end`
  const others = `(select ${['other.id', ...nulls].join(', ')} from (${rest}) other
                     where (select count(*) from near) < ${end} order by id${order.endsWith(' desc') ? ' desc' : ''} limit case when ${isNear} then ${end} else 0 end)`
  const all = `select * from near${rest ? ` union all ${others}` : ''}`
  const page = `select * from (${all}) found order by ${order} limit ${limit} offset ${offset}`
  return {
    ctes: `near as materialized (${near})`,
    wanted:
      upTo === undefined
        ? page
        : `(${page}) union all (${usual({ limit: `case when ${isNear} then 0 else ${limit} end`, offset })})`,
  }
}
