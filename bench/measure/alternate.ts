/** Measures servers alternately, so that a busy moment of the machine affects all of them equally; reports the medians of the rounds. */
import type { Job, Measured } from './load.ts'
import type { Clock, Spent } from './processor.ts'
import { openProgram, type Program } from './program.ts'
import { median } from './quantile.ts'

export const CONNECTIONS = 32
const MAX_WARM_UP_SECONDS = 1

export type Length = { rounds: number; seconds: number }

export type Load = Program<Job, Measured>

/** A server. `spent` returns the processor time that it and its database have taken so far. */
export type Server = { url: string; spent?: Clock | undefined }

/** `perCall` is processor time in milliseconds, of all rounds together. */
export type Medians = Measured & { perCall: Spent | undefined }

export async function measureAlternately<Side extends string>(
  load: Load,
  called: Record<Side, Server & Pick<Job, 'calls' | 'isDivided'>>,
  { rounds, seconds }: Length,
): Promise<Record<Side, Medians>> {
  const entries = Object.entries(called) as [Side, (typeof called)[Side]][]
  const sides = entries.map(([side, { url, calls, isDivided = false, spent = () => undefined }]) => {
    const run = (duration: number) => load.ask({ url, calls, isDivided, connections: CONNECTIONS, seconds: duration })
    return { side, run, spent, measured: [] as Measured[], total: undefined as Spent | undefined }
  })
  for (const { run } of sides) await run(Math.min(seconds / 2, MAX_WARM_UP_SECONDS))
  for (let round = 0; round < rounds; round++) {
    for (const each of sides) {
      const before = each.spent()
      each.measured.push(await each.run(seconds))
      each.total = added(each.total, before, each.spent())
    }
  }
  return Object.fromEntries(
    sides.map(({ side, measured, total }) => [side, { ...medians(measured), perCall: perCall(total, measured) }]),
  ) as Record<Side, Medians>
}

/** Makes the load in a separate process, so that it does not take processor time from the servers in this one. */
export function openLoad(): Load {
  return openProgram(`${import.meta.dirname}/load.ts`)
}

function added(total: Spent | undefined, before: Spent | undefined, after: Spent | undefined): Spent | undefined {
  if (!before || !after) return undefined
  return {
    service: (total?.service ?? 0) + after.service - before.service,
    postgres: (total?.postgres ?? 0) + after.postgres - before.postgres,
  }
}

function perCall(total: Spent | undefined, measured: Measured[]): Spent | undefined {
  const calls = measured.reduce((sum, each) => sum + each.calls, 0)
  return total && { service: total.service / calls, postgres: total.postgres / calls }
}

function medians(measured: Measured[]): Measured {
  const of = (name: keyof Measured) => median(measured.map(each => each[name]))
  return { calls: of('calls'), perSecond: of('perSecond'), p50: of('p50'), p99: of('p99') }
}
