/**
 * The cost of a safe write: POST /work-orders with a fresh Idempotency-Key each time, against a bare handler that does the same inserts by hand
 * (see writes/bare.ts), in one organization, whose writers share the counter of its numbers, and over several. All four take turns. Each caller has
 * keys of its own, so that over as many organizations as there are callers, each has an organization of its own. Callers that went through all
 * organizations, one after the other, gathered in a few of them, as buses do: whoever found another caller there waited for its turn. Options:
 * --organizations 32 --rounds 3 --seconds 4.
 */
import assert from 'node:assert/strict'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { startService } from '#server/start.ts'
import { type Aim, printAims } from './measure/aims.ts'
import { CONNECTIONS, type Medians, measureAlternately, openLoad } from './measure/alternate.ts'
import { asOwner } from './measure/database.ts'
import type { Call } from './measure/load.ts'
import { print } from './measure/print.ts'
import { clockOf, findPostmaster } from './measure/processor.ts'
import { serveBare } from './writes/bare.ts'
import { openSetup } from './writes/setup.ts'

const { values } = parseArgs({
  options: {
    organizations: { type: 'string', default: '32' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
  },
})
const organizations = Number(values.organizations)
const length = { rounds: Number(values.rounds), seconds: Number(values.seconds) }

const MIN_OF_BARE = 0.9
const MIN_OF_MANY = 0.8

const setup = await openSetup(organizations)
const bare = await serveBare(setup)
const service = await startService({
  config: { ...readConfig({}), port: 0 },
  connection: setup.connection,
  logger: pino({ level: 'silent' }),
  role: 'api',
})
const sides = { bare: bare.url, whole: service.url! }
const one = setup.organizations[0]!.calls
const all = setup.organizations.flatMap(({ calls }) => calls)
const load = openLoad()

try {
  const before = await counts()
  await expectSameReplies(one[0] as Call)
  // Both sides run in this process.
  const spent = clockOf(process.pid, await asOwner(setup.connection, findPostmaster))
  const ofOne = { calls: one, isDivided: true, spent }
  const ofAll = { calls: all, isDivided: true, spent }
  const called = {
    bareOne: { url: sides.bare, ...ofOne },
    wholeOne: { url: sides.whole, ...ofOne },
    bareAll: { url: sides.bare, ...ofAll },
    wholeAll: { url: sides.whole, ...ofAll },
  }
  report(await measureAlternately(load, called, length))
  await expectEverythingStored(before)
} finally {
  await load.close()
  await service.stop()
  await bare.close()
  await setup.close()
}

function report(measured: Record<'bareOne' | 'wholeOne' | 'bareAll' | 'wholeAll', Medians>): void {
  const { bareOne, wholeOne, bareAll, wholeAll } = measured
  print(
    `${CONNECTIONS} connections, median of ${length.rounds} rounds of ${length.seconds} s; processor time per call, in ms`,
  )
  print('')
  print('                              calls/s   p50 / p99 ms   service   PostgreSQL')
  print(lineOf('bare, 1 organization', bareOne))
  print(lineOf('whole, 1 organization', wholeOne))
  print(lineOf(`bare, ${organizations} organizations`, bareAll))
  print(lineOf(`whole, ${organizations} organizations`, wholeAll))
  print('')
  const ratio = (above: Medians, below: Medians) => above.perSecond / below.perSecond
  printAims([
    aimOf('Writes per second in 1 organization, compared with a bare handler', ratio(wholeOne, bareOne), MIN_OF_BARE),
    aimOf(
      `Writes per second over ${organizations} organizations, compared with a bare handler`,
      ratio(wholeAll, bareAll),
      MIN_OF_BARE,
    ),
    aimOf(
      `Writes per second in 1 organization, compared with ${organizations}`,
      ratio(wholeOne, wholeAll),
      MIN_OF_MANY,
    ),
  ])
}

function lineOf(name: string, { perSecond, p50, p99, perCall }: Medians): string {
  const [service, postgres] = [perCall?.service, perCall?.postgres].map(ms => ms?.toFixed(2) ?? '–') as [string, string]
  const latency = `${p50} / ${p99}`
  return `${name.padEnd(29)} ${perSecond.toFixed(0).padStart(7)}   ${latency.padStart(12)}   ${service.padStart(7)}   ${postgres.padStart(10)}`
}

function aimOf(what: string, ratio: number, least: number): Aim {
  return { what, aim: `at least ×${least}`, measured: `×${ratio.toFixed(2)}`, isMet: ratio >= least }
}

async function expectSameReplies({ path, key, body = '' }: Call): Promise<void> {
  const replies = await Promise.all(
    Object.values(sides).map(async (url, side) => {
      const headers = { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': `same-reply-${side}` }
      const reply = await fetch(url + path, { method: 'POST', headers, body })
      const { work_order_id, number, created_at, updated_at, ...rest } = (await reply.json()) as Record<string, unknown>
      return { status: reply.status, rest }
    }),
  )
  assert.equal(replies[0]?.status, 201)
  assert.deepEqual(replies[0], replies[1])
}

/**
 * Checks that each work order created here has its event, its idempotency record and its audit line, whichever side created it, and that the
 * numbers have no gaps.
 */
async function expectEverythingStored(before: Record<string, number>): Promise<void> {
  const after = await counts()
  const made = Object.entries(after).map(([table, count]) => count - (before[table] ?? 0))
  assert.equal(new Set(made).size, 1, JSON.stringify({ before, after }))
  const gaps = await asOwner(setup.connection, owner =>
    owner.query('select organization_id from work_orders group by 1 having max(number) <> count(*)'),
  )
  assert.deepEqual(gaps.rows, [])
  print('')
  print(`${made[0]} work orders stored, each with its event, record and line, and no gap in their numbers.`)
}

function counts(): Promise<Record<string, number>> {
  return asOwner(setup.connection, async owner => {
    const columns = ['work_orders', 'events', 'idempotency_records', 'audit.calls'].map(
      table => `(select count(*)::int from ${table}) as "${table}"`,
    )
    return (await owner.query(`select ${columns.join(', ')}`)).rows[0]
  })
}
