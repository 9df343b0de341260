/**
 * What the pipeline costs: each read of the API against the same read by a bare handler, as one would write it by hand (see
 * reads/bare.ts), in turns under the same load. Options: --units 10000 --rounds 3 --seconds 4.
 */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { startService } from '#server/start.ts'
import { serveBare } from './reads/bare.ts'
import { openGround } from './reads/ground.ts'
import type { Job, Measured } from './reads/load.ts'

const CONNECTIONS = 32
const WARM_UP_SECONDS = 1

const { values } = parseArgs({
  options: {
    units: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
  },
})
const [units, rounds, seconds] = [values.units, values.rounds, values.seconds].map(Number) as [number, number, number]

const ground = await openGround(units)
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
}

print(`${CONNECTIONS} connections, median of ${rounds} rounds of ${seconds} s`)
print('')
print('                   calls/s                  p50 / p99 ms')
print('                    bare   whole   ratio    bare         whole')
try {
  for (const [name, paths] of Object.entries(READS)) {
    await expectSameReplies(paths[0] as string)
    const { bare, whole } = await compare(paths)
    print(
      `${name.padEnd(16)} ${figure(bare.perSecond)} ${figure(whole.perSecond)}   ×${(whole.perSecond / bare.perSecond).toFixed(2)}` +
        `   ${latency(bare)}  ${latency(whole)}`,
    )
  }
} finally {
  await service.stop()
  await bare.close()
  await ground.close()
}

/** In turns, so that a busy moment of the machine falls on both alike. */
async function compare(paths: string[]): Promise<{ bare: Measured; whole: Measured }> {
  const measured = { bare: [] as Measured[], whole: [] as Measured[] }
  const run = (url: string, duration: number) =>
    load({ url, paths, keys: ground.keys, connections: CONNECTIONS, seconds: duration })
  for (const url of Object.values(sides)) await run(url, WARM_UP_SECONDS)
  for (let round = 0; round < rounds; round++) {
    measured.bare.push(await run(sides.bare, seconds))
    measured.whole.push(await run(sides.whole, seconds))
  }
  return { bare: medians(measured.bare), whole: medians(measured.whole) }
}

/** From a process of its own, so that making the load does not take the time of answering it. */
function load(job: Job): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const child = fork(`${import.meta.dirname}/reads/load.ts`)
    child.once('message', answer => resolve(answer as Measured))
    child.once('exit', status => reject(new Error(`The load ended with status ${status}`)))
    child.send(job)
  })
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

function medians(measured: Measured[]): Measured {
  const of = (name: keyof Measured) =>
    measured.map(each => each[name]).sort((a, b) => a - b)[measured.length >> 1] as number
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99') }
}

function figure(value: number): string {
  return Math.round(value).toLocaleString('en-US').padStart(7)
}

function latency({ p50, p99 }: Measured): string {
  return `${String(p50).padStart(4)} / ${String(p99).padEnd(4)}`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
