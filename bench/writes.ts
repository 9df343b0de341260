/**
 * What a safe write costs: POST /work-orders with a fresh Idempotency-Key each time, against a bare handler that does the same inserts by
 * hand (see writes/bare.ts), in turns under the same load. One organization's writers wait for one another, since its numbers have no
 * gaps; so it is measured for one and for several. Options: --organizations 16 --rounds 3 --seconds 4.
 */
import assert from 'node:assert/strict'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { startService } from '#server/start.ts'
import { compare, print, printHeader, type Sides } from './turns/compare.ts'
import { asOwner } from './turns/database.ts'
import type { Call } from './turns/load.ts'
import { serveBare } from './writes/bare.ts'
import { openGround } from './writes/ground.ts'

const { values } = parseArgs({
  options: {
    organizations: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
  },
})
const length = { rounds: Number(values.rounds), seconds: Number(values.seconds) }

const ground = await openGround(Number(values.organizations))
const bare = await serveBare(ground)
const service = await startService({
  config: { ...readConfig({}), port: 0 },
  connection: ground.connection,
  logger: pino({ level: 'silent' }),
  role: 'api',
})
const sides: Sides = { bare: bare.url, whole: service.url as string }
const callsOf = ground.organizations.map(({ calls }) => calls)

printHeader(length)
try {
  await expectSameReplies(callsOf[0]?.[0] as Call)
  await compare('1 organization', sides, callsOf[0] as Call[], length)
  await compare(`${callsOf.length} organizations`, sides, callsOf.flat(), length)
  await expectEverythingStored()
} finally {
  await service.stop()
  await bare.close()
  await ground.close()
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

/** Each work order has its event, its idempotency record and its audit line, whichever side made it. */
async function expectEverythingStored(): Promise<void> {
  const [stored] = await asOwner(ground.connection, async owner => {
    const counts = ['work_orders', 'events', 'idempotency_records', 'audit.calls'].map(
      table => `(select count(*)::int from ${table}) as "${table}"`,
    )
    return (await owner.query<Record<string, number>>(`select ${counts.join(', ')}`)).rows
  })
  assert.equal(new Set(Object.values(stored as object)).size, 1, JSON.stringify(stored))
  print('')
  print(`${stored?.work_orders} work orders stored, each with its event, record and line.`)
}
