/** Tables that are partitioned by the month of their uuidv7: months are created ahead of time and dropped as a whole once they are past retention. */
import type pg from 'pg'
import { uuidv7Floor } from '#server/base/ids.ts'
import { DAY_MS } from '#server/base/instants.ts'
import { onlyRow } from './only-row.ts'

export type MonthlyTable = {
  /** The schema of the table, which has a partition `…_default` for rows of no month. The connection acts as the table's owner. */
  schema: string
  name: string
  keptDays: number
  /** Percentage of a page that inserts fill; the rest is for updates that touch no index. */
  fillFactor?: number
}

const MONTHS_AHEAD = 2

/**
 * Creates this month's partition and the next two. If `isDeleting`, drops whatever is past retention: whole months, and stray rows of the default
 * partition. Resolves with the names of the months that are past retention and were kept.
 */
export async function maintainPartitions(
  client: pg.ClientBase,
  table: MonthlyTable,
  { nowMs, isDeleting }: { nowMs: number; isDeleting: boolean },
): Promise<string[]> {
  // If two processes do this at once, the second waits and then finds everything done.
  await client.query('begin')
  try {
    // Waiting for the table's lock would hold up everyone who writes to the table, so this gives up and is tried again later.
    await client.query(`set local lock_timeout = '5s'`)
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`gatehouse.${table.name}.partitions`])
    // Dropping locks the whole table, and creating a month locks its default partition. In this order, which is the order in which writers lock
    // them, they cannot deadlock.
    const keptFromMs = nowMs - table.keptDays * DAY_MS
    const old = await findOldMonths(client, table, keptFromMs)
    if (isDeleting) await drop(client, table, old, keptFromMs)
    for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++) await makeMonth(client, table, monthStart(nowMs, ahead))
    await client.query('commit')
    return isDeleting ? [] : old
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** The names of the partitions that upkeep should have created by now and that do not exist. */
export async function findMissingMonths(client: pg.ClientBase, table: MonthlyTable, nowMs: number): Promise<string[]> {
  const names = Array.from({ length: MONTHS_AHEAD + 1 }, (_, ahead) => nameOfMonth(table, monthStart(nowMs, ahead)))
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as wanted (name) where to_regclass(name) is null',
    [names],
  )
  return rows.map(({ name }) => name)
}

/** The months of the table that somebody has detached, so that no statement finds their rows, and the statement that attaches each again. */
export async function findDetachedMonths(
  client: pg.ClientBase,
  { schema, name }: MonthlyTable,
): Promise<{ month: string; attach: string }[]> {
  const { rows } = await client.query<{ month: string }>(
    `select c.relname as month from pg_class c
      where c.relnamespace = $1::regnamespace and c.relkind = 'r' and c.relname ~ $2
        and not exists (select from pg_inherits i where i.inhrelid = c.oid and not i.inhdetachpending) order by 1`,
    [schema, `^${name}_\\d{4}_(0[1-9]|1[0-2])$`],
  )
  return rows.map(({ month }) => {
    const [year, number] = month.split('_').slice(-2).map(Number) as [number, number]
    const start = new Date(Date.UTC(year, number - 1))
    return { month: `${schema}.${month}`, attach: attachStatement(`${schema}.${name}`, `${schema}.${month}`, start) }
  })
}

async function makeMonth(client: pg.ClientBase, table: MonthlyTable, start: Date): Promise<void> {
  const { schema, name, fillFactor = 100 } = table
  const parent = `${schema}.${name}`
  const month = nameOfMonth(table, start)
  const { exists, is_attached: isAttached } = await stateOf(client, month)
  if (isAttached) return
  // If upkeep is late, rows of this month may be in the default partition. They move with it, and no further ones may arrive before the month is
  // attached.
  await client.query(`lock table ${parent}_default in access exclusive mode`)
  if (!exists) {
    await client.query(
      `create table ${month} (like ${parent} including defaults including constraints including indexes)
       with (fillfactor = ${fillFactor})`,
    )
    // PostgreSQL does not copy this setting from the parent. Migration 0094 says what it is for.
    await client.query(`alter table ${month} alter column organization_id set (n_distinct = 1)`)
  }
  await client.query(
    `with moved as (delete from ${parent}_default where id >= $1 and id < $2 returning *) insert into ${month} select * from moved`,
    boundsOf(start),
  )
  await client.query(attachStatement(parent, month, start))
}

function attachStatement(parent: string, month: string, start: Date): string {
  const [from, to] = boundsOf(start)
  return `alter table ${parent} attach partition ${month} for values from ('${from}') to ('${to}')`
}

/** The first ID of the month and that of the month after it. */
function boundsOf(start: Date): [from: string, to: string] {
  return [uuidv7Floor(start.getTime()), uuidv7Floor(monthStart(start.getTime(), 1).getTime())]
}

function nameOfMonth({ schema, name }: MonthlyTable, start: Date): string {
  return `${schema}.${name}_${start.toISOString().slice(0, 7).replace('-', '_')}`
}

/** Whether the table of a month exists, and whether it is a partition: somebody may have detached it. */
async function stateOf(client: pg.ClientBase, month: string): Promise<{ exists: boolean; is_attached: boolean }> {
  const { rows } = await client.query<{ exists: boolean; is_attached: boolean }>(
    `select to_regclass($1) is not null as exists, exists (select from pg_inherits where inhrelid = to_regclass($1)) as is_attached`,
    [month],
  )
  return onlyRow(rows)
}

/** The names of the months whose last row is past retention, oldest first. */
async function findOldMonths(
  client: pg.ClientBase,
  { schema, name }: MonthlyTable,
  keptFromMs: number,
): Promise<string[]> {
  const { rows } = await client.query<{ partition: string }>(
    `select c.relname as partition from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = $1::regclass and c.relname ~ '_\\d{4}_\\d{2}$' order by c.relname`,
    [`${schema}.${name}`],
  )
  const isOld = (partition: string) => {
    const [year, month] = partition.split('_').slice(-2).map(Number) as [number, number]
    return Date.UTC(year, month, 1) <= keptFromMs
  }
  return rows
    .map(({ partition }) => partition)
    .filter(isOld)
    .map(partition => `${schema}.${partition}`)
}

async function drop(
  client: pg.ClientBase,
  { schema, name }: MonthlyTable,
  months: string[],
  keptFromMs: number,
): Promise<void> {
  for (const month of months) await client.query(`drop table ${month}`)
  await client.query(`delete from ${schema}.${name}_default where id < $1`, [uuidv7Floor(keptFromMs)])
}

function monthStart(ms: number, ahead: number): Date {
  const date = new Date(ms)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead, 1))
}
