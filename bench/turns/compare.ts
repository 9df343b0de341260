/** Two servers under the same load in turns, so that a busy moment of the machine falls on both alike; medians of the rounds. */
import { fork } from 'node:child_process'
import type { Call, Job, Measured } from './load.ts'

export const CONNECTIONS = 32
const WARM_UP_SECONDS = 1

/** `whole` is the service; `bare` does the same work by hand. */
export type Sides = { bare: string; whole: string }
export type Length = { rounds: number; seconds: number }

export function printHeader({ rounds, seconds }: Length): void {
  print(`${CONNECTIONS} connections, median of ${rounds} rounds of ${seconds} s`)
  print('')
  print('                             calls/s                  p50 / p99 ms')
  print('                              bare   whole   ratio    bare         whole')
}

export async function compare(name: string, sides: Sides, calls: Call[], { rounds, seconds }: Length): Promise<void> {
  const measured = { bare: [] as Measured[], whole: [] as Measured[] }
  const run = (url: string, duration: number) => load({ url, calls, connections: CONNECTIONS, seconds: duration })
  for (const url of Object.values(sides)) await run(url, WARM_UP_SECONDS)
  for (let round = 0; round < rounds; round++) {
    measured.bare.push(await run(sides.bare, seconds))
    measured.whole.push(await run(sides.whole, seconds))
  }
  const [bare, whole] = [medians(measured.bare), medians(measured.whole)]
  print(
    `${name.padEnd(26)} ${figure(bare.perSecond)} ${figure(whole.perSecond)}   ×${(whole.perSecond / bare.perSecond).toFixed(2)}` +
      `   ${latency(bare)}  ${latency(whole)}`,
  )
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** From a process of its own, so that making the load does not take the time of answering it. */
function load(job: Job): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const child = fork(`${import.meta.dirname}/load.ts`)
    child.once('message', answer => resolve(answer as Measured))
    child.once('exit', status => reject(new Error(`The load ended with status ${status}`)))
    child.send(job)
  })
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
