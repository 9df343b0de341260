/**
 * What the pipeline costs: each read of the API against the same read by a bare handler, as one would write it by hand (see
 * reads/bare.ts), in turns under the same load. Options: --units 10000 --orders 300000 --rounds 3 --seconds 4 --only NAME.
 */
import assert from 'node:assert/strict'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { startService } from '#server/start.ts'
import { serveBare } from './reads/bare.ts'
import { type LongList, openGround } from './reads/ground.ts'
import { compare, print, printHeader } from './turns/compare.ts'
import type { Call } from './turns/load.ts'

const { values } = parseArgs({
  options: {
    units: { type: 'string', default: '10000' },
    orders: { type: 'string', default: '300000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
  },
})
const length = { rounds: Number(values.rounds), seconds: Number(values.seconds) }

const ground = await openGround(Number(values.units), Number(values.orders))
print(`Seeded ${ground.made} in ${ground.seconds.toFixed(1)} s.`)
const bare = await serveBare(ground)
const service = await startService({
  config: { ...readConfig({}), port: 0 },
  connection: ground.connection,
  logger: pino({ level: 'silent' }),
  role: 'api',
})
const sides = { bare: bare.url, whole: service.url as string }

const READS: Record<string, string[]> = {
  listings: ['/api/v1/listings'],
  properties: ['/api/v1/properties'],
  'property detail': ground.propertyIds.map(id => `/api/v1/properties/${id}`),
  residents: ground.propertyIds.map(id => `/api/v1/residents?property_id=${id}`),
  ...pagesOf('work_orders', '/api/v1/work-orders', 'COMPLETED'),
  ...pagesOf('invoices', '/api/v1/invoices', 'OPEN'),
  ...pagesOf('payments', '/api/v1/payments', 'PAID'),
}

printHeader(length)
try {
  for (const [name, paths] of Object.entries(READS)) {
    if (!name.startsWith(values.only)) continue
    await expectSameReplies(paths[0] as string)
    await compare(name, sides, callsOf(paths), length)
  }
} finally {
  await service.stop()
  await bare.close()
  await ground.close()
}

/** A long list as it is mostly read: its first page, that of one status, and one far down. */
function pagesOf(list: LongList, path: string, status: string): Record<string, string[]> {
  const name = list.replaceAll('_', ' ')
  const half = Math.floor(ground.rows[list] / 2)
  return {
    [name]: [path],
    [`${name} ${status}`]: [`${path}?status=${status}`],
    [`${name} from ${half.toLocaleString('en-US')}`]: [`${path}?offset=${half}`],
  }
}

/** Goes through paths and keys side by side: a key may make 100,000 calls a minute, so a few are not enough. */
function callsOf(paths: string[]): Call[] {
  const { keys } = ground
  return Array.from({ length: Math.max(paths.length, keys.length) }, (_, index) => ({
    path: paths[index % paths.length] as string,
    key: keys[index % keys.length] as string,
  }))
}

async function expectSameReplies(path: string): Promise<void> {
  const headers = { 'x-api-key': ground.keys[0] as string }
  const replies = await Promise.all(Object.values(sides).map(url => fetch(url + path, { headers })))
  assert.deepEqual(
    replies.map(reply => reply.status),
    [200, 200],
  )
  const [one, other] = await Promise.all(replies.map(reply => reply.json()))
  assert.deepEqual(one, other)
}
