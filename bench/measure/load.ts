/**
 * A program that puts the load of each job on one server and reports what it measured; it ends with its parent. It waits for every call that it
 * has begun, so that a slow one counts and none keeps the database busy during the turn of the next server.
 */
import { randomUUID } from 'node:crypto'
import { Pool } from 'undici'
import { quantile } from './quantile.ts'

/** A call; one with a body is a POST, unless it names another method, with an Idempotency-Key that is fresh each time. */
export type Call = { path: string; key: string; body?: string; method?: 'POST' | 'PATCH' }
/**
 * Ends after that many seconds, or when each call was made once. If the connections divide the calls, each repeats those of its part; otherwise each
 * makes all of them, beginning at a different one, because they would request the same few records at the same time.
 */
export type Job = { url: string; calls: Call[]; connections: number; seconds: number | 'once'; isDivided?: boolean }
export type Measured = { calls: number; perSecond: number; p50: number; p99: number }

const JSON_BODY = { 'content-type': 'application/json' }

process.on('message', async message => {
  process.send?.(await run(message as Job))
})

/** Goes through the calls again and again. */
async function run({ url, calls, connections, seconds, isDivided = false }: Job): Promise<Measured> {
  const pool = new Pool(url, { connections, headersTimeout: 0, bodyTimeout: 0 })
  const taken: number[] = []
  const began = performance.now()
  const partAt = (index: number) => Math.floor((index / connections) * calls.length)
  const connection = async (_: unknown, index: number) => {
    const own = isDivided ? calls.slice(partAt(index), partAt(index + 1)) : calls
    let next = isDivided ? 0 : partAt(index)
    do {
      const asked = performance.now()
      await answered(pool, own[next++ % own.length]!)
      taken.push(performance.now() - asked)
    } while (seconds === 'once' ? next < own.length : performance.now() - began < seconds * 1000)
  }
  await Promise.all(Array.from({ length: connections }, connection))
  const tookMs = performance.now() - began
  await pool.close()
  const at = (share: number) => Math.round(quantile(taken, share))
  return { calls: taken.length, perSecond: (taken.length / tookMs) * 1000, p50: at(0.5), p99: at(0.99) }
}

async function answered(pool: Pool, { path, key, body, method = 'POST' }: Call): Promise<void> {
  const reply = await pool.request(
    body === undefined
      ? { method: 'GET', path, headers: { 'x-api-key': key } }
      : { method, path, headers: { ...JSON_BODY, 'x-api-key': key, 'idempotency-key': randomUUID() }, body },
  )
  await reply.body.arrayBuffer()
  if (reply.statusCode < 200 || reply.statusCode > 299) throw new Error(`${path} was answered ${reply.statusCode}`)
}
