/** A program that calls one address at a steady rate from the first message to the second, and reports how long the replies took. */
import { Agent, get } from 'node:http'

export type Asking = { url: string; key: string; perSecond: number }
export type Asked = { count: number; p50: number; p95: number; p99: number; slowest: number }

const agent = new Agent({ keepAlive: true })
const taken: number[] = []
let unanswered = 0

process.once('message', message => {
  const { url, key, perSecond } = message as Asking
  const asking = setInterval(() => ask(url, key), 1_000 / perSecond)
  process.once('message', async () => {
    clearInterval(asking)
    while (unanswered > 0) await new Promise(resolve => setTimeout(resolve, 10))
    taken.sort((one, other) => one - other)
    const at = (share: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] as number
    process.send?.({ count: taken.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), slowest: at(1) } satisfies Asked)
    process.disconnect()
    agent.destroy()
  })
})

/** A call is made whether or not the last one was answered, because a caller that waits would hide how long others would have waited. */
function ask(url: string, key: string): void {
  const began = performance.now()
  unanswered++
  get(url, { agent, headers: { 'x-api-key': key } }, reply => {
    if (reply.statusCode !== 200) throw new Error(`${url} was answered ${reply.statusCode}`)
    reply.resume().once('end', () => {
      unanswered--
      taken.push(performance.now() - began)
    })
  }).once('error', error => {
    throw error
  })
}
