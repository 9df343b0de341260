/** Gauges of what is waiting: calls for a connection of each pool, and work in the queues of the database. */
import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '#server/base/clock.ts'
import { startTimeLimit, unlessAborted } from '#server/base/time-limit.ts'
import { statement } from '#server/db/statement.ts'
import type { Pools } from '../database.ts'
import { WAITING } from '../webhooks/queries.ts'

/** How long an answer is reused: several Prometheus servers may ask every process. */
const ASKED_EVERY_MS = 10_000
const MAX_COUNTED = 10_000
/** How long a scrape waits for the figures of the database, unless an option says otherwise. By default, Prometheus waits 10 s for a scrape. */
const WAIT_MS = 5_000

type Queue = { queue: string; due: number; oldest_seconds: number }

/**
 * Work that was due at `$1`, counted up to `$2` rows of each queue; runs as gatehouse_platform. The oldest delivery is the first one of a subscription
 * that no worker has claimed: while a worker is busy with the first one, those behind it wait for its receiver and not for a worker. Each
 * subscription is found with one probe (`WAITING`), and so is each channel of an organization when the oldest message is looked for.
 */
export const listQueues = statement<Queue>(
  'list_queues',
  `with recursive ${WAITING},
   sending as (
     (select m.channel, m.organization_id, m.next_attempt_at from messages m where m.next_attempt_at is not null
       order by m.channel, m.organization_id, m.next_attempt_at limit 1)
     union all
     select next.channel, next.organization_id, next.next_attempt_at
       from sending s
       cross join lateral (
         select m.channel, m.organization_id, m.next_attempt_at from messages m
          where m.next_attempt_at is not null and (m.channel, m.organization_id) > (s.channel, s.organization_id)
          order by m.channel, m.organization_id, m.next_attempt_at limit 1
       ) next
   )
   select 'deliveries' as queue,
          (select count(*)::int from (select from webhook_deliveries where due_at <= $1 limit $2::int) d) as due,
          coalesce((
            select extract(epoch from $1::timestamptz - min(first.due_at))
              from (select w.organization_id, w.subscription_id from waiting w limit $2::int) w
             cross join lateral (
               select d.due_at, d.claimed_until
                 from webhook_deliveries d
                where d.organization_id = w.organization_id and d.subscription_id = w.subscription_id and d.due_at <= $1
                order by d.due_at, d.id
                limit 1
             ) first
             where first.claimed_until is null or first.claimed_until <= $1
          ), 0)::float8 as oldest_seconds
   union all
   select 'messages',
          (select count(*)::int from (select from messages where next_attempt_at <= $1 limit $2::int) m),
          coalesce((
            select extract(epoch from $1::timestamptz - min(first.next_attempt_at))
              from (select s.next_attempt_at from sending s limit $2::int) first
             where first.next_attempt_at <= $1
          ), 0)::float8`,
)

/** E-mails of the service itself to members that were due at `$1`, counted in the same way; runs as gatehouse_console. An invitation that has expired is never sent. */
export const listMailQueues = statement<Queue>(
  'list_mail_queues',
  `select 'invitations' as queue, count(*)::int as due, coalesce(extract(epoch from $1::timestamptz - min(next_attempt_at)), 0)::float8 as oldest_seconds
     from (select next_attempt_at from console.invitations where next_attempt_at <= $1 and expires_at > $1 order by next_attempt_at, id limit $2::int) i
   union all
   select 'alerts', count(*)::int, coalesce(extract(epoch from $1::timestamptz - min(next_attempt_at)), 0)::float8
     from (select next_attempt_at from webhook_alerts where next_attempt_at <= $1 order by next_attempt_at limit $2::int) a`,
)

type Writer = { xid: string; seconds: number | null }

/**
 * Every transaction that has written and has not ended. The change feed shows what ended before the oldest of them. How long one has lasted is
 * visible only to its own login and to a superuser, and not to the unprivileged roles of the service. A prepared transaction of another database counts as
 * well, because no list of processes distinguishes it from one of this database.
 */
export const listWriters = statement<Writer>(
  'list_writers',
  `select a.backend_xid::text as xid, extract(epoch from clock_timestamp() - a.xact_start)::float8 as seconds from pg_stat_activity a
    where a.datname = current_database() and a.backend_xid is not null and a.pid <> pg_backend_pid()
   union all
   select p.transaction::text, extract(epoch from clock_timestamp() - p.prepared)::float8 from pg_prepared_xacts p`,
)

/**
 * How long ago the calendar's changes of the day should have been recorded, for the organization that has waited longest (a day begins at 12:00 UTC
 * at the latest). An organization of which no worker has recorded a day waits since the day on which it was created.
 */
export const findCalendarLag = statement<{ seconds: number }>(
  'find_calendar_lag',
  `select greatest(0, coalesce((
            select extract(epoch from $1::timestamptz - (min(coalesce(c.entered_through, (o.created_at at time zone 'UTC')::date)) + 1) - interval '12 hours')
              from organizations o left join calendar_days c on c.organization_id = o.id
          ), 0))::float8 as seconds`,
)

export function watchLoad(registry: Registry, pools: Pools, clock: Clock, waitMs = WAIT_MS): void {
  const registers = [registry]
  new Gauge({
    name: 'gatehouse_pool_calls',
    help: 'Calls that are running on a pool of connections or waiting for it.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { calls }] of loads()) this.set({ pool }, calls)
    },
  })
  new Gauge({
    name: 'gatehouse_pool_limit',
    help: 'How many calls may run on a pool or wait for it before more are refused with 503.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { limit }] of loads()) this.set({ pool }, limit)
    },
  })
  new Gauge({
    name: 'gatehouse_pool_wait_seconds',
    help: 'How long the call that has waited longest has been waiting for a pool; after 5 seconds it is refused with 503.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { waitMs }] of loads()) this.set({ pool }, waitMs / 1_000)
    },
  })
  watchQueues(registry, pools, clock, waitMs)

  function loads() {
    return Object.entries(pools).flatMap(([name, pool]) =>
      typeof pool === 'object' ? [[name, pool.load] as const] : [],
    )
  }
}

function watchQueues(registry: Registry, { platformReads, memberReads }: Pools, clock: Clock, waitMs: number): void {
  const registers = [registry]
  const oldest = watchAges()
  const ask = shared(
    async () => {
      const nowMs = clock.now()
      const now = new Date(nowMs)
      const [queues, mail, writers, [calendar]] = await Promise.all([
        platformReads.query(null, listQueues, [now, MAX_COUNTED]),
        memberReads.query(null, listMailQueues, [now, MAX_COUNTED]),
        platformReads.query(null, listWriters, []),
        platformReads.query(null, findCalendarLag, [now]),
      ])
      const lags = { transaction: oldest(writers, nowMs), calendar: calendar?.seconds ?? 0 }
      return { queues: [...queues, ...mail], lags }
    },
    { clock, waitMs },
  )
  for (const { show, ...words } of QUEUE_GAUGES) {
    new Gauge({
      ...words,
      registers,
      async collect() {
        // Without the database, or while it is silent, there is no figure, but other metrics are still served.
        const found = await ask().catch(() => undefined)
        if (found) show(this, found)
        else this.reset()
      },
    })
  }
}

const QUEUE_GAUGES: { name: string; help: string; labelNames: string[]; show: (gauge: Gauge, found: Found) => void }[] =
  [
    {
      name: 'gatehouse_queue_due',
      help: `Work that is due in a queue, at most ${MAX_COUNTED}.`,
      labelNames: ['queue'],
      show(gauge, { queues }) {
        for (const { queue, due } of queues) gauge.set({ queue }, due)
      },
    },
    {
      name: 'gatehouse_queue_oldest_seconds',
      help: 'How long the oldest work of a queue has been due; of deliveries, only what no worker is busy with.',
      labelNames: ['queue'],
      show(gauge, { queues }) {
        for (const { queue, oldest_seconds: seconds } of queues) gauge.set({ queue }, seconds)
      },
    },
    {
      name: 'gatehouse_change_feed_lag_seconds',
      help: 'How far the change feed is behind, by its cause.',
      labelNames: ['cause'],
      show(gauge, { lags }) {
        for (const [cause, seconds] of Object.entries(lags)) gauge.set({ cause }, seconds)
      },
    },
  ]

type Found = { queues: Queue[]; lags: { transaction: number; calendar: number } }

/**
 * Returns a function that returns the age of the oldest transaction, in seconds. If its beginning is hidden, it is as old as the time since it was first
 * seen.
 */
function watchAges(): (writers: readonly Writer[], nowMs: number) => number {
  let seen = new Map<string, number>()
  return (writers, nowMs) => {
    seen = new Map(
      writers.map(({ xid, seconds }) => [xid, Math.min(seen.get(xid) ?? nowMs, nowMs - (seconds ?? 0) * 1_000)]),
    )
    return Math.max(0, ...[...seen.values()].map(since => (nowMs - since) / 1_000))
  }
}

/**
 * Asks at most once per interval, and never before the last question is answered, and gives everybody who asks in the meantime the same answer. Rejects
 * if there is none after `waitMs`. A clock that was set back does not keep the old one.
 */
function shared<T>(ask: () => Promise<T>, { clock, waitMs }: { clock: Clock; waitMs: number }): () => Promise<T> {
  let asked: { at: number; answer: Promise<T> } | undefined
  let isAsking = false
  return () => {
    const now = clock.now()
    if (!asked || (!isAsking && Math.abs(now - asked.at) >= ASKED_EVERY_MS)) {
      isAsking = true
      const answer = ask().finally(() => {
        isAsking = false
      })
      asked = { at: now, answer }
    }
    const { signal, end } = startTimeLimit(waitMs)
    return unlessAborted(signal, asked.answer).finally(end)
  }
}
