/** A connection as the text of DATABASE_URL. */
import type { DatabaseConnection } from '#server/db/session.ts'

export function addressOf(connection: DatabaseConnection): string {
  if (typeof connection === 'string') return connection
  const { host, port, user, database, password } = connection
  const query = new URLSearchParams({ host, port: String(port) })
  return `postgres://${user}${password === undefined ? '' : `:${encodeURIComponent(password)}`}@/${database}?${query}`
}
