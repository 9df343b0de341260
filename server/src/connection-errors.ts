/** The log line about a connection to PostgreSQL that failed. */
import type { Logger } from 'pino'
import { explain, isRefused } from './db/explain.ts'

/** Logs each error of a connection: with PostgreSQL's reason and what to do if it refused the connection, and otherwise as a connection that was lost. */
export function logConnectionErrors(logger: Logger): (error: Error) => void {
  return error => {
    const refused = isRefused(error) ? explain(error) : undefined
    logger.warn({ err: error }, refused ? `${refused.message} ${refused.action}` : 'database connection lost')
  }
}
