/** Keeps what fails again and again, such as everything that needs a database that is down, from filling the log and the disk below it. */
import type { Logger } from 'pino'
import { asError } from './base/as-error.ts'
import type { Clock } from './base/clock.ts'
import { isOutOfResources, sqlState } from './db/failure.ts'

const MINUTE_MS = 60_000

type About = { err?: unknown; [name: string]: unknown }

/**
 * `logger`, except that a warning or an error about the same failure, with the same details, is logged once per minute. The next line says how many
 * were left out as `repeated`. While a database was down, a worker with 24 connections logged 17 lines per second, each with its stack.
 */
export function oncePerMinute(logger: Logger, clock: Clock): Logger {
  const logged = new Map<string, { at: number; repeated: number }>()
  const now = () => clock.elapsedMs?.() ?? clock.now()

  /** What to log about a failure, or undefined if it was logged less than a minute ago. */
  function toLog({ err, ...about }: About, what: string): About | undefined {
    const key = JSON.stringify([what, about, reasonOf(err)])
    const at = now()
    const before = logged.get(key)
    if (before && at - before.at < MINUTE_MS) {
      before.repeated++
      return undefined
    }
    for (const [old, entry] of logged) if (at - entry.at >= MINUTE_MS) logged.delete(old)
    logged.set(key, { at, repeated: 0 })
    return { ...about, ...(err !== undefined && { err }), ...(before?.repeated && { repeated: before.repeated }) }
  }

  const through = (level: 'warn' | 'error') => (about: About | string, what?: string) => {
    if (typeof about === 'string') return logger[level](about)
    const kept = toLog(about, what ?? '')
    if (kept) logger[level](kept, what)
  }
  return Object.assign(Object.create(logger), { warn: through('warn'), error: through('error') })
}

/** What is the same in errors of one reason: a message about a full disk names the file that had no room, which is another one each time. */
function reasonOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (isOutOfResources(error)) return sqlState(error)
  const { code, syscall } = asError(error.cause ?? error)
  return syscall === undefined ? error.message : `${code} ${syscall}`
}
