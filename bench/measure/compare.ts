/** Compares the service with one that does the same work by hand, measured alternately under the same load: a line of a table. */
import { CONNECTIONS, type Length, measureAlternately, openLoad } from './alternate.ts'
import type { Call, Measured } from './load.ts'

/** `whole` is the service; `bare` does the same work by hand. */
export type Sides = { bare: string; whole: string }

export function printHeader({ rounds, seconds }: Length): void {
  print(`${CONNECTIONS} connections, median of ${rounds} rounds of ${seconds} s`)
  print('')
  print('                             calls/s                  p50 / p99 ms')
  print('                              bare   whole   ratio    bare         whole')
}

export async function compare(name: string, sides: Sides, calls: Call[], length: Length): Promise<void> {
  const load = openLoad()
  const servers = { bare: { url: sides.bare }, whole: { url: sides.whole } }
  const { bare, whole } = await measureAlternately(load, servers, calls, length).finally(load.close)
  print(
    `${name.padEnd(26)} ${figure(bare.perSecond)} ${figure(whole.perSecond)}   ×${(whole.perSecond / bare.perSecond).toFixed(2)}` +
      `   ${latency(bare)}  ${latency(whole)}`,
  )
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function figure(value: number): string {
  return Math.round(value).toLocaleString('en-US').padStart(7)
}

function latency({ p50, p99 }: Measured): string {
  return `${String(p50).padStart(4)} / ${String(p99).padEnd(4)}`
}
