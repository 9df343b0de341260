/** A program: told a job, it loads one server with it and answers what it measured. */
import autocannon from 'autocannon'

export type Job = { url: string; paths: string[]; keys: string[]; connections: number; seconds: number }
export type Measured = { perSecond: number; p50: number; p99: number }

process.once('message', async message => {
  process.send?.(await run(message as Job))
  process.disconnect()
})

/** Goes through the paths and the keys again and again; a key may make 100,000 calls a minute, so a few are not enough. */
async function run({ url, paths, keys, connections, seconds }: Job): Promise<Measured> {
  const requests = Array.from({ length: Math.max(paths.length, keys.length) }, (_, index) => ({
    path: paths[index % paths.length] as string,
    headers: { 'x-api-key': keys[index % keys.length] as string },
  }))
  // Each connection begins elsewhere, or all would ask for the same few at the same time.
  let begun = 0
  const setupClient = (client: autocannon.Client) => {
    const start = Math.floor((begun++ / connections) * requests.length)
    client.setRequests([...requests.slice(start), ...requests.slice(0, start)])
  }
  const result = await autocannon({ url, connections, duration: seconds, requests, setupClient })
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0) throw new Error(`${failed} calls of ${url}${paths[0]} were not answered with success`)
  return { perSecond: result['2xx'] / result.duration, p50: result.latency.p50, p99: result.latency.p99 }
}
