/** The doctor's check for work that nobody has picked up, and for rows and files that upkeep should have removed. */
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '../../base/instants.ts'
import { shellWord } from '../../base/shell-word.ts'
import { counted } from '../../base/text.ts'
import type { Config } from '../../config.ts'
import { UPLOAD_FOLDER } from '../../console/upload-folders.ts'
import { horizonOf } from '../../db/horizon.ts'
import { onlyRow } from '../../db/only-row.ts'
import type { DatabaseConnection } from '../../db/session.ts'
import { asReader } from './database.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const NO_WORKER = 'Start a worker (`serve --role worker`) and look at its log.'
/** Workers look at least every few seconds. */
const UNCLAIMED = `interval '10 minutes'`
const HALF_MADE = /^(?:postgres\.(?:new|replaced)-|restore\.)/

/** The queues. Each statement counts at most 1,000 rows, as the role that may see them. */
const QUEUES: readonly { one: string; many: string; role: string; sql: string }[] = [
  {
    one: 'webhook delivery has been due for 10 minutes and is not being sent',
    many: 'webhook deliveries have been due for 10 minutes and are not being sent',
    role: 'gatehouse_platform',
    sql: `select from webhook_deliveries where due_at < $1::timestamptz - ${UNCLAIMED} and (claimed_until is null or claimed_until < $1)`,
  },
  {
    one: 'message has been due for 10 minutes and is not being sent',
    many: 'messages have been due for 10 minutes and are not being sent',
    role: 'gatehouse_platform',
    sql: `select from messages where next_attempt_at < $1::timestamptz - ${UNCLAIMED} and (claimed_until is null or claimed_until < $1)`,
  },
  {
    one: 'invitation has been due for 10 minutes and is not being sent',
    many: 'invitations have been due for 10 minutes and are not being sent',
    role: 'gatehouse_console',
    sql: `select from console.invitations where next_attempt_at < $1::timestamptz - ${UNCLAIMED} and (claimed_until is null or claimed_until < $1) and expires_at > $1`,
  },
  {
    one: 'e-mail about failing webhooks has been due for 10 minutes and is not being sent',
    many: 'e-mails about failing webhooks have been due for 10 minutes and are not being sent',
    role: 'gatehouse_console',
    sql: `select from webhook_alerts where next_attempt_at < $1::timestamptz - ${UNCLAIMED} and (claimed_until is null or claimed_until < $1)`,
  },
  {
    one: 'organization lacks yesterday’s calendar changes',
    many: 'organizations lack yesterday’s calendar changes',
    role: 'gatehouse_platform',
    sql: `select from organizations o left join calendar_days c on c.organization_id = o.id
           where coalesce(c.entered_through, (o.created_at at time zone 'UTC')::date) < ($1::timestamptz - interval '36 hours')::date`,
  },
]

/** Organizations whose change feed an open transaction holds back. Other databases and what only other organizations write do not. */
const HELD_BACK = `
  with horizon as materialized (select ${horizonOf('null::uuid')} as xid)
  select count(*)::int as count from organizations o
   where exists (select from record_changes c where c.organization_id = o.id and c.xid >= (select xid from horizon)
                    and c.changed_at < $1::timestamptz - ${UNCLAIMED})`

const EXPIRED: typeof QUEUES = [
  {
    one: 'idempotency record is older than two days',
    many: 'idempotency records are older than two days',
    role: 'gatehouse_platform',
    sql: `select from idempotency_records where created_at < $1::timestamptz - interval '2 days'`,
  },
  {
    one: 'session ended more than two days ago',
    many: 'sessions ended more than two days ago',
    role: 'gatehouse_console',
    sql: `select from console.sessions where expires_at < $1::timestamptz - interval '2 days'`,
  },
  {
    one: 'half-hour of calls has not been summed for more than a day',
    many: 'half-hours of calls have not been summed for more than a day',
    role: 'gatehouse_platform',
    sql: `select from audit.roll_ups where through < $1::timestamptz - interval '1 day'`,
  },
]

export async function checkQueues(connection: DatabaseConnection, nowMs: number): Promise<Finding[]> {
  const waiting = await countRows(connection, nowMs, QUEUES)
  const found = [
    ...waiting.map(message => problem('queues', message, NO_WORKER)),
    ...(await checkHeldBack(connection, nowMs)),
  ]
  return found.length > 0 ? found : [ok('queues', 'No work is waiting for a worker.')]
}

async function checkHeldBack(connection: DatabaseConnection, nowMs: number): Promise<Finding[]> {
  const { rows } = await asReader(connection, 'gatehouse_platform', client =>
    client.query<{ count: number }>(HELD_BACK, [new Date(nowMs)]),
  )
  const { count } = onlyRow(rows)
  if (count === 0) return []
  return [
    problem(
      'queues',
      `Copies of ${count === 1 ? 'an organization' : `${count} organizations`} have lacked changes for more than 10 minutes, because a transaction that has written something has not ended.`,
      'Find it and end it, as docs/runbook/gatehouse-change-feed-behind.md says. It may be one that a person opened, or a prepared transaction.',
    ),
  ]
}

/** Checks for rows and files that should have been removed. */
export async function checkLeftovers(
  config: Config,
  connection: DatabaseConnection,
  nowMs: number,
): Promise<Finding[]> {
  const rows = await countRows(connection, nowMs, EXPIRED)
  const files = await oldFiles(config, nowMs)
  const found = [
    ...rows.map(message => warning('leftovers', message, NO_WORKER)),
    ...files.map(path =>
      warning(
        'leftovers',
        `${path} was left by a restore or by a process that was interrupted.`,
        `Delete it: rm -r ${shellWord(path)}`,
      ),
    ),
  ]
  return found.length > 0
    ? found
    : [ok('leftovers', 'Nothing is left that upkeep or an interrupted process should have removed.')]
}

async function countRows(connection: DatabaseConnection, nowMs: number, asked: typeof QUEUES): Promise<string[]> {
  const found: string[] = []
  for (const role of new Set(asked.map(each => each.role))) {
    await asReader(connection, role, async client => {
      for (const { one, many, sql } of asked.filter(each => each.role === role)) {
        const { rows } = await client.query<{ count: number }>(
          `select count(*)::int as count from (${sql} limit 1000) counted`,
          [new Date(nowMs)],
        )
        const count = rows[0]?.count ?? 0
        if (count > 0) found.push(`${count === 1000 ? `1,000 or more ${many}` : counted(count, one, many)}.`)
      }
    })
  }
  return found
}

/** Folders of uploads and unfinished databases that nobody has touched for a day. */
async function oldFiles({ dataDir, files: { place } }: Config, nowMs: number): Promise<string[]> {
  const isHalfMade = (name: string) => HALF_MADE.test(name)
  const places = [
    { folder: tmpdir(), isLeft: (name: string) => name.startsWith(UPLOAD_FOLDER) },
    { folder: dataDir, isLeft: isHalfMade },
    ...(place.kind === 'folder' ? [{ folder: place.path, isLeft: isHalfMade }] : []),
  ]
  const found: string[] = []
  for (const { folder, isLeft } of places) {
    if (!existsSync(folder)) continue
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      if (!isLeft(name)) continue
      const { mtimeMs } = await stat(path)
      if (mtimeMs < nowMs - DAY_MS) found.push(path)
    }
  }
  return found
}
