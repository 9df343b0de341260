/** A program: for each job it is told, it loads one server with it and answers what it measured; it ends with its parent. */
import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'

/** A call; one with a body is a POST with an Idempotency-Key that is fresh each time. */
export type Call = { path: string; key: string; body?: string }
export type Job = { url: string; calls: Call[]; connections: number; seconds: number }
export type Measured = { calls: number; perSecond: number; p50: number; p99: number }

process.on('message', async message => {
  process.send?.(await run(message as Job))
})

/** Goes through the calls again and again. */
async function run({ url, calls, connections, seconds }: Job): Promise<Measured> {
  const requests = calls.map(requestOf)
  // Each connection begins elsewhere, or all would ask for the same few at the same time.
  let begun = 0
  const setupClient = (client: autocannon.Client) => {
    const start = Math.floor((begun++ / connections) * requests.length)
    client.setRequests([...requests.slice(start), ...requests.slice(0, start)])
  }
  const result = await autocannon({ url, connections, duration: seconds, requests, setupClient })
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0) throw new Error(`${failed} calls of ${url}${calls[0]?.path} were not answered with success`)
  const { '2xx': answered, duration, latency } = result
  return { calls: answered, perSecond: answered / duration, p50: latency.p50, p99: latency.p99 }
}

function requestOf({ path, key, body }: Call): autocannon.Request {
  if (body === undefined) return { path, headers: { 'x-api-key': key } }
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const withFreshKey = (request: autocannon.Request) => ({
    ...request,
    headers: { ...headers, 'idempotency-key': randomUUID() },
  })
  return { method: 'POST', path, body, headers, setupRequest: withFreshKey }
}
