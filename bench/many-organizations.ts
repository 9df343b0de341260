/**
 * Measures what thousands of small organizations cost while nobody calls: the processor time per minute of a service that is also a worker, and of
 * its PostgreSQL; and the same for the first hour of a new day, in which the calendar's changes are recorded for every organization. Options:
 * --organizations 5000 --units 20 --seconds 60.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { DAY_MS } from '#server/base/instants.ts'
import { readConfig } from '#server/config.ts'
import { startService } from '#server/start.ts'
import { copyOrganization } from '../server/test/copy-organization.ts'
import { addSeeded, asOwner, openDatabase, settle } from './measure/database.ts'
import { print } from './measure/print.ts'
import { clockOf, findPostmaster, type Spent } from './measure/processor.ts'

const { values } = parseArgs({
  options: {
    organizations: { type: 'string', default: '5000' },
    units: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '60' },
  },
})
const [organizations, units, seconds] = [values.organizations, values.units, values.seconds].map(Number) as [
  number,
  number,
  number,
]

const database = await openDatabase()
const { connection, session } = database
const organization = await addSeeded(session, 'Small', { units, months: 3, seed: 'small' })
await asOwner(connection, async owner => {
  await copyOrganization(owner, organization.id, organizations - 1)
  await settle(owner)
})
const postmaster = await asOwner(connection, findPostmaster)
const spent = clockOf(process.pid, postmaster)
let aheadMs = 0
const service = await startService({
  config: { ...readConfig({ GATEHOUSE_ROOT_KEY: `bench:${Buffer.alloc(32).toString('base64')}` }), port: 0 },
  connection,
  logger: pino({ level: 'warn' }),
  role: 'all',
  clock: { now: () => Date.now() + aheadMs },
})
try {
  print(`${organizations} organizations of ${units} units`)
  print('processor time          service   PostgreSQL')
  await calendarDone()
  await measured('idle, per minute', 60 / seconds, () => pause(seconds * 1_000))
  aheadMs = DAY_MS
  await measured('a new day, in all', 1, calendarDone)
  print(`resident memory: ${(process.memoryUsage.rss() / 1024 ** 2).toFixed(0)} MiB`)
} finally {
  await service.stop()
  await database.close()
}

async function measured(name: string, factor: number, work: () => Promise<unknown>): Promise<void> {
  const before = spent()
  await work()
  const after = spent()
  if (!before || !after) return print(`${name}: unknown on this system`)
  const figure = (of: keyof Spent) => `${(((after[of] - before[of]) * factor) / 1_000).toFixed(2)} s`.padStart(10)
  print(`${name.padEnd(20)} ${figure('service')} ${figure('postgres')}`)
}

/** Waits until the calendar's changes of today are recorded for every organization. */
async function calendarDone(): Promise<void> {
  const now = new Date(Date.now() + aheadMs)
  await asOwner(connection, async owner => {
    for (;;) {
      const { rows } = await owner.query<{ count: number }>(
        `select count(*)::int as count from calendar_days c join organizations o on o.id = c.organization_id
          where c.entered_through < ($1::timestamptz at time zone o.time_zone)::date`,
        [now],
      )
      if (rows[0]?.count === 0) return
      await pause(500)
    }
  })
}
