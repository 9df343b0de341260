/**
 * A program that calls one URL at a steady rate from the first message to the second, and reports how long the replies took, and how much
 * processor time the service's event loop and all of PostgreSQL took in the meantime. Unlike the elapsed time, the processor time is the same on a busy
 * machine.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { quantile } from './quantile.ts'

export type SteadyCalls = {
  url: string
  key: string
  perSecond: number
  service: number
  postmaster: number | undefined
}
/** The number of calls, how long their replies took, and the processor time spent during a call at the 95th percentile, all but `count` in milliseconds. */
export type SteadyFigures = {
  count: number
  p50: number
  p95: number
  p99: number
  slowest: number
  eventLoop: number
  postgres: number
}

const NS_PER_MS = 1_000_000
const agent = new Agent({ keepAlive: true })
const taken: { ms: number; eventLoop: number; postgres: number }[] = []
let unanswered = 0

// A program in a session of its own does not get the signals of the terminal.
process.once('disconnect', () => process.exit())
process.once('message', message => {
  const { perSecond, ...call } = message as SteadyCalls
  const calling = setInterval(() => void makeCall(call), 1_000 / perSecond)
  process.once('message', async () => {
    clearInterval(calling)
    while (unanswered > 0) await new Promise(resolve => setTimeout(resolve, 10))
    process.send?.({
      count: taken.length,
      p50: at(0.5, 'ms'),
      p95: at(0.95, 'ms'),
      p99: at(0.99, 'ms'),
      slowest: at(1, 'ms'),
      eventLoop: at(0.95, 'eventLoop'),
      postgres: at(0.95, 'postgres'),
    } satisfies SteadyFigures)
    process.disconnect()
    agent.destroy()
  })
})

function at(share: number, figure: 'ms' | 'eventLoop' | 'postgres'): number {
  return quantile(
    taken.map(each => each[figure]),
    share,
  )
}

/** A call is made whether or not the last one was answered, because a caller that waits would hide how long others would have waited. */
function makeCall({ url, key, service, postmaster }: Omit<SteadyCalls, 'perSecond'>): void {
  const backends = postmaster === undefined ? [] : childrenOf(postmaster)
  const worked = () => ({ eventLoop: spent(service), postgres: backends.reduce((sum, pid) => sum + spent(pid), 0) })
  const before = worked()
  const began = performance.now()
  unanswered++
  get(url, { agent, headers: { 'x-api-key': key } }, reply => {
    if (reply.statusCode !== 200) throw new Error(`${url} was answered ${reply.statusCode}`)
    reply.resume().once('end', () => {
      unanswered--
      const ms = performance.now() - began
      const after = worked()
      taken.push({ ms, eventLoop: after.eventLoop - before.eventLoop, postgres: after.postgres - before.postgres })
    })
  }).once('error', error => {
    throw error
  })
}

/** The processor time of a process's main thread so far; 0 where Linux does not report it. */
function spent(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / NS_PER_MS
  } catch {
    return 0
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return readdirSync('/proc').flatMap(name => (parentOf(name) === pid ? Number(name) : []))
  }
}

function parentOf(name: string): number | undefined {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
