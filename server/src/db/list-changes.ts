/** How a list finds its page and its total if only the rows that changed since an instant are wanted. */

/** How a page and its total are found; both read from `ctes`. */
export type Found = { ctes: string; wanted: string; total: string }

/** How recently changed rows are found. */
export type Changes<Filter extends string> = {
  /** The table, whose index by change is (organization_id, updated_at). */
  table: string
  /** The columns that `matching`, the order and `filters` need, apart from the organization and `updated_at`; `*` for all. */
  columns: string
  /**
   * Filters that may be given as well; with any other filter, its own index is the better start. Left out if there are none: then the list shows
   * every row of the table, and how many changed is counted first.
   */
  filters?: readonly Filter[]
  /** If no more rows than this changed, they are read and sorted; MAX_CHANGED if it is left out. A list that is short itself is soon walked. */
  most?: number
  /** The filter of these, without a value, that most rows match, so that no index of its own leads to them. How many rows match it is kept. */
  usual?: Filter
}

/** The rows that match the other filters, changed or not, and how many there are, which is kept or counted inside an index. */
type Others = { matched: string; total: string; isUsual: boolean }

type Place = { table: string; columns: string }

type Wanted = {
  /** The parameter that holds the instant. */
  since: string
  /** Whether no other filter is given, and the number of all rows is kept. */
  isAlone: boolean
  /** Selects the rows that match every filter. */
  matched: string
  /** Selects them by looking at the change of each row that is read, so that no index by change leads to them. */
  checked: string
  others: Others
  cut: { order: string; limit: string; offset: string }
  /** How the list finds them without regard to what changed. */
  all: Found
}

/**
 * Which way is the cheapest depends on values that are unknown when the plan is made, so the statement contains several, of which one runs. Each is
 * exact, in the snapshot of the statement.
 *
 * Few rows changed recently, so they are found by their change, read and sorted. If more than this many changed, a walk through the list in its
 * order soon meets them. Of 327,000 work orders, 90 changed ones take 0.4 ms and 1,900 take 3.4 ms; the walk takes 142 ms if the changed ones are
 * old, as it then passes all rows. To read no rows here, the index by change would have to hold 95 bytes per row instead of 7. Only that index
 * decides whether the rows are few: reading rows first to count them read 2,001 rows of the table for nothing.
 */
const MAX_CHANGED = 2_000

/**
 * What changed last is mostly what the list shows first. So if more than a few rows changed, the first rows of the list are looked through inside
 * the index that has its order, 0.15 ms for this many, and if they fill the page, none of the others is read. For 1,875 changed invoices of 15,585,
 * a page takes 0.5 ms of PostgreSQL's time; without this it took 2.0 ms.
 */
const MAX_NEAR = 1_000
const MIN_NEAR = 100

/** If no more rows than this are unchanged, they are counted instead of those that changed. */
const MAX_UNCHANGED = 500

/**
 * No more rows than this are counted by one process. For an instant that it does not know, PostgreSQL expects a third of the table, and so starts two
 * parallel processes for the count. That suits a million rows, but starting them took 10 of the 12 ms in which 21,000 of 1,923,000 payments were
 * counted and their first page read.
 */
const MAX_COUNTED = 50_000

export function isByChange<Filter extends string>(
  { filters = [] }: Changes<Filter>,
  given: readonly Filter[],
): boolean {
  const others = given.filter(filter => filter !== 'updated_since')
  return others.length < given.length && others.every(filter => filters.includes(filter))
}

/** Finds the page by change. */
export function byChange<Filter extends string>(changes: Changes<Filter>, wanted: Wanted): Found {
  if (!changes.filters) return byCountedChange(changes, wanted)
  return wanted.isAlone ? byChangeAlone(changes, wanted) : byChangeAndMore(changes, wanted)
}

const isWay = (way: string) => `(select way from size) = '${way}'`

/**
 * What changed is counted inside the index, which gives the total and says which way is cheaper: the changed rows are sorted, or the list is walked in
 * its order. The other way has the limit 0, and PostgreSQL does not begin with it. PostgreSQL's processor µs for a page of 31, 189 and 5,031
 * properties, if none changed: 80, 118 and 80; if all did: 210, 285 and 711. Keeping the changed rows to count and to sort them took 107, 146 and 109,
 * and 296, 614 and 880. One way for both took 66 and 187 with 31, but 2,085 with 5,031, all of which were read to show that none had changed.
 */
function byCountedChange({ table, columns, most = MAX_CHANGED }: Changes<string>, wanted: Wanted): Found {
  const { since, matched, checked, cut } = wanted
  const { order, limit, offset } = cut
  const isFew = '(select is_few from counted)'
  const changed = rowsOf(
    table,
    columns,
    `updated_at >= ${since}`,
    'updated_at desc',
    `case when ${isFew} then ${most} else 0 end`,
  )
  return {
    ctes: `counted as materialized (
              select count(*)::int as total, count(*) <= ${most} as is_few from ${table} where organization_id = $1 and updated_at >= ${since}
            )`,
    wanted: `(with ${table} as (${changed}) select * from (${matched}) few order by ${order} limit ${limit} offset ${offset})
             union all
             (select * from (${checked}) walked order by ${order} limit case when ${isFew} then 0 else ${limit} end offset ${offset})`,
    total: 'select total from counted',
  }
}

function byChangeAlone({ table: list, columns }: Place, wanted: Wanted): Found {
  const { since, matched, cut, all } = wanted
  const { order, limit, offset } = cut
  const page = `order by ${order} limit ${limit} offset ${offset}`
  // An offset may be the largest integer.
  const end = `${limit} + ${offset}::bigint`
  return {
    ctes: `newer as materialized (${countOf(list, `updated_at >= ${since}`, 'updated_at desc', MAX_CHANGED)}),
            older as materialized (${countOf(list, `updated_at < ${since}`, 'updated_at', MAX_UNCHANGED)}),
            many as materialized (${countOf(list, `updated_at >= ${since}`, 'updated_at desc', MAX_COUNTED)}),
            near as materialized (
              with ${list} as (
                select organization_id, updated_at, ${columns} from ${list} where organization_id = $1 order by ${order} limit ${MAX_NEAR}
              )
              select * from (${matched}) found order by ${order} limit ${end}
            ),
            size as materialized (
              select case when n between ${MIN_NEAR} and ${MAX_CHANGED} and ${offset} < ${MAX_NEAR}
                           and (select count(*) from near) = ${end} then 'near'
                          when n <= ${MAX_CHANGED} then 'few'
                          else 'all' end as way
                from newer
            ),
            ${fewOf(list, columns, wanted)},
            ${all.ctes}`,
    wanted: `(select * from near where ${isWay('near')} ${page})
             union all (select * from few where ${isWay('few')} ${page})
             union all (select * from matching where ${isWay('all')} ${page})`,
    total: totalOf(list, all),
  }
}

function byChangeAndMore(place: Place, wanted: Wanted): Found {
  const { table, columns } = place
  const { since, cut, all } = wanted
  const page = `order by ${cut.order} limit ${cut.limit} offset ${cut.offset}`
  const { ctes, total } = totalAndMore(place, wanted)
  return {
    ctes: `size as materialized (
              select case when not exists (
                select from ${table} where organization_id = $1 and updated_at >= ${since} order by updated_at desc offset ${MAX_CHANGED}
              ) then 'few' else 'all' end as way
            ),
            ${fewOf(table, columns, wanted)},
            ${ctes}
            ${all.ctes}`,
    wanted: `(select * from few where ${isWay('few')} ${page}) union all (select * from matching where ${isWay('all')} ${page})`,
    total: `select case when ${isWay('few')} then (select count(*)::int from few) else ${total} end as total`,
  }
}

/** The rows that changed, as `few`. In it, as in `near`, the table's name refers to some of its rows, so that one text works for every strategy. */
function fewOf(list: string, columns: string, { since, matched }: Wanted): string {
  return `changed as materialized (${rowsOf(list, columns, `updated_at >= ${since}`, 'updated_at desc', MAX_CHANGED)}),
            few as not materialized (with ${list} as (select * from changed) select * from (${matched}) found)`
}

/**
 * The total if other filters are given. No index of a property holds the time of the change, so that counting read all its rows: 15,800 of them, if the
 * property has 361 units and 36 months. If nearly all rows changed, as for a caller who reads everything for the first time, those that match the other
 * filters are counted inside their index, 150 pages, less the few that did not change.
 *
 * If most rows match the usual filter, counting inside the index that also holds the status would read all of it: 37,000 pages, and three processes for
 * 0.3 s, to count 21,000 paid ones of 1,923,000 payments. So the rows that changed are read.
 */
function totalAndMore({ table, columns }: Place, wanted: Wanted): { ctes: string; total: string } {
  const { since, matched, all, others } = wanted
  const newer = [`updated_at >= ${since}`, 'updated_at desc', MAX_COUNTED] as const
  const older = [`updated_at < ${since}`, 'updated_at', MAX_UNCHANGED] as const
  const isAll = (condition: string, order: string, most: number) =>
    `not exists (select from ${table} where organization_id = $1 and ${condition} order by ${order} offset ${most})`
  const countIn = (rows: string, found: string) =>
    `(with ${table} as (select * from ${rows}) select count(*)::int from (${found}) found)`
  const unchanged = `unchanged as materialized (${rowsOf(table, columns, ...older)}),`
  const latest = `latest as materialized (${rowsOf(table, columns, ...newer)}),`
  const ofLatest = `when ${isAll(...newer)} then ${countIn('latest', matched)}`
  return {
    ctes: others.isUsual ? `${latest} ${unchanged}` : unchanged,
    total: `case when ${isAll(...older)} then (${others.total}) - ${countIn('unchanged', others.matched)}
                 ${others.isUsual ? ofLatest : ''}
                 else (${all.total}) end`,
  }
}

/** The rows up to `most` that the index by change leads to. */
function rowsOf(table: string, columns: string, condition: string, order: string, most: number | string): string {
  const read = columns === '*' ? columns : `organization_id, updated_at, ${columns}`
  return `select ${read} from ${table} where organization_id = $1 and ${condition} order by ${order} limit ${most}`
}

/**
 * The total. The number of all rows is kept, so if nearly all changed, only those that did not are counted. A caller that reads everything for the
 * first time asks for that at each page: for 392,000 invoices, counting what changed took 23 ms.
 */
function totalOf(list: string, all: Found): string {
  return `select case when newer.n <= ${MAX_CHANGED} then newer.n
                      when (select n from older) <= ${MAX_UNCHANGED} then (
                        select coalesce(sum(c.change), 0)::int from list_counts c where c.organization_id = $1 and c.list = '${list}'
                      ) - (select n from older)
                      when (select n from many) <= ${MAX_COUNTED} then (select n from many)
                      else (${all.total}) end as total
            from newer`
}

/** Counts rows inside the index by change, up to one more than `most`. */
function countOf(list: string, condition: string, order: string, most: number): string {
  return `select count(*)::int as n
                from (
                  select from ${list} where organization_id = $1 and ${condition} order by ${order} limit ${most + 1}
                ) counted`
}
