/** The processor time that a server and its PostgreSQL have taken, as Linux counts it; other systems do not report it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** Processor time, in milliseconds. */
export type Spent = { service: number; postgres: number }
export type Clock = () => Spent | undefined

/** Linux counts in hundredths of a second, whatever the machine. */
const TICK_MS = 10

/**
 * The process that all processes of the owner's PostgreSQL descend from; undefined if there is no /proc or PostgreSQL runs on another machine.
 */
export async function findPostmaster(owner: pg.Client): Promise<number | undefined> {
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
  return readTimes(rows[0]!.pid)?.parent
}

/** A process that has ended in the meantime counts among the children of the postmaster, which waited for it. */
export function clockOf(service: number | undefined, postmaster: number | undefined): Clock {
  return () => {
    const server = service && readTimes(service)
    const root = postmaster && readTimes(postmaster)
    if (!server || !root) return undefined
    const running = readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? (readTimes(Number(name)) ?? []) : []))
    const children = running.filter(({ parent }) => parent === postmaster).reduce((sum, { exact }) => sum + exact, 0)
    return { service: server.own, postgres: root.own + root.ended + children }
  }
}

/** Processor time in milliseconds: that of the process, of its first thread, and of its children that have ended. */
type Times = { parent: number; own: number; exact: number; ended: number }

/** See proc_pid_stat(5); the name of the program is in parentheses and may contain anything. */
function readTimes(pid: number): Times | undefined {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return undefined
  try {
    const text = readFileSync(file, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const field = (place: number) => Number(fields[place])
    // The times in user mode and in the kernel, of the process itself and of the children it has waited for.
    const own = (field(11) + field(12)) * TICK_MS
    return { parent: field(1), own, exact: exactMs(pid) ?? own, ended: (field(13) + field(14)) * TICK_MS }
  } catch {
    // The process has ended in the meantime.
    return undefined
  }
}

/** The processor time of the first thread of a process, which is the only one of PostgreSQL's; most kernels count it in nanoseconds. */
export function exactMs(pid: number): number | undefined {
  const file = `/proc/${pid}/schedstat`
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : undefined
}
