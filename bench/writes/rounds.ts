/**
 * Runs loads of writes alternately, so that a busy moment of the machine affects all of them equally: medians of the calls per second and of the cost
 * of a call.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { CONNECTIONS, openLoad } from '../measure/alternate.ts'
import type { Call } from '../measure/load.ts'

const WARM_UP_SECONDS = 1
/** The unit in which /proc counts processor time on every Linux. */
const TICKS_PER_SECOND = 100

export type Load = { name: string; url: string; calls: Call[] }
/** Calls per second; processor time of a call, in milliseconds: in this process, which serves both sides, and in PostgreSQL. */
export type Result = { perSecond: number; p50: number; p99: number; serviceMs: number; postgresMs: number }
export type Length = { rounds: number; seconds: number; postmaster: number }

/** The results in the order of `loads`. */
export async function measureAlternately(
  loads: readonly Load[],
  { rounds, seconds, postmaster }: Length,
): Promise<Result[]> {
  const results = loads.map((): Result[] => [])
  const maker = openLoad()
  const load = ({ url, calls }: Load, seconds: number) => maker.run({ url, calls, connections: CONNECTIONS, seconds })
  for (const each of loads) await load(each, WARM_UP_SECONDS)
  for (let round = 0; round < rounds; round++) {
    for (const [index, each] of loads.entries()) {
      const service = process.cpuUsage()
      const postgres = postgresMs(postmaster)
      const measured = await load(each, seconds)
      const calls = measured.perSecond * seconds
      const { user, system } = process.cpuUsage(service)
      const cost = {
        serviceMs: (user + system) / 1_000 / calls,
        postgresMs: (postgresMs(postmaster) - postgres) / calls,
      }
      results[index]?.push({ ...measured, ...cost })
    }
  }
  maker.close()
  return results.map(medians)
}

/** The postmaster of the server that `client` is connected to, which started all its other processes. */
export async function postmasterOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return statusOf(String(rows[0]?.pid))?.parent ?? 0
}

/** The processor time of the postmaster and of all processes it has started; 0 if there is no /proc. */
function postgresMs(postmaster: number): number {
  let ticks = 0
  for (const pid of pids()) {
    const status = statusOf(pid)
    if (Number(pid) === postmaster) ticks += (status?.ticks ?? 0) + (status?.ticksOfEnded ?? 0)
    else if (status?.parent === postmaster) ticks += status.ticks
  }
  return (ticks * 1_000) / TICKS_PER_SECOND
}

function pids(): string[] {
  try {
    return readdirSync('/proc').filter(name => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** Undefined once it has ended. */
function statusOf(pid: string): { parent: number; ticks: number; ticksOfEnded: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const numbers = stat
      .slice(stat.lastIndexOf(')') + 4)
      .split(' ')
      .map(Number)
    const at = (field: number) => numbers[field - 4] ?? 0
    return { parent: at(4), ticks: at(14) + at(15), ticksOfEnded: at(16) + at(17) }
  } catch {
    return undefined
  }
}

function medians(results: Result[]): Result {
  const of = (name: keyof Result) =>
    results.map(each => each[name]).sort((a, b) => a - b)[results.length >> 1] as number
  const names: (keyof Result)[] = ['perSecond', 'p50', 'p99', 'serviceMs', 'postgresMs']
  return Object.fromEntries(names.map(name => [name, of(name)])) as Result
}
