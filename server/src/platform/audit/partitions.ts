/** The audit log's months: made ahead of time, dropped whole once they are older than what is kept. Runs as the table's owner. */
import type pg from 'pg'
import { uuidv7Floor } from '#server/base/ids.ts'

/** How long a line is kept. */
export const KEPT_DAYS = 400
const MONTHS_AHEAD = 2
const DAY_MS = 86_400_000

/** Makes this month's partition and the next two, and drops what is older than KEPT_DAYS: whole months, and strays of the default partition. */
export async function keepAuditPartitions(client: pg.ClientBase, nowMs: number): Promise<void> {
  // Two processes at once: the second waits, then finds everything done.
  await client.query('begin')
  try {
    // Whoever waits for a lock of the log holds up those who write it: better to try again later.
    await client.query(`set local lock_timeout = '5s'`)
    await client.query(`select pg_advisory_xact_lock(hashtextextended('gatehouse.audit.partitions', 0))`)
    // Dropping locks the whole log and making a month its default partition: in this order, the one in which writers lock them.
    await dropOldLines(client, nowMs - KEPT_DAYS * DAY_MS)
    for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++) await makeMonth(client, monthStart(nowMs, ahead))
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function makeMonth(client: pg.ClientBase, start: Date): Promise<void> {
  const name = partitionName(start)
  const { rows } = await client.query(`select to_regclass($1) is not null as exists`, [`audit.${name}`])
  if (rows[0].exists) return
  const from = uuidv7Floor(start.getTime())
  const to = uuidv7Floor(monthStart(start.getTime(), 1).getTime())
  // Lines of this month may wait in the default partition, if upkeep is late: they move with it, and none may follow them
  // before the month is attached.
  await client.query('lock table audit.calls_default in access exclusive mode')
  await client.query(
    `create table audit.${name} (like audit.calls including defaults including constraints including indexes)`,
  )
  await client.query(
    `with moved as (delete from audit.calls_default where id >= $1 and id < $2 returning *) insert into audit.${name} select * from moved`,
    [from, to],
  )
  await client.query(`alter table audit.calls attach partition audit.${name} for values from ('${from}') to ('${to}')`)
}

async function dropOldLines(client: pg.ClientBase, keptFromMs: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'audit.calls'::regclass and c.relname ~ '^calls_\\d{4}_\\d{2}$'`,
  )
  for (const { name } of rows) {
    const [, year, month] = name.split('_').map(Number) as [number, number, number]
    if (Date.UTC(year, month, 1) <= keptFromMs) await client.query(`drop table audit.${name}`)
  }
  await client.query('delete from audit.calls_default where id < $1', [uuidv7Floor(keptFromMs)])
}

function monthStart(ms: number, ahead: number): Date {
  const date = new Date(ms)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead, 1))
}

function partitionName(start: Date): string {
  return `calls_${start.toISOString().slice(0, 7).replace('-', '_')}`
}
