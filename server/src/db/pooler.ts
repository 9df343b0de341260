/** Refuses a pooler that gives a connection another server session for each transaction. */
import type pg from 'pg'
import { Refusal } from '#server/base/refusal.ts'
import { onlyRow } from './only-row.ts'
import { onOwnConnection } from './own-connection.ts'
import type { DatabaseConnection } from './session.ts'

const SILENCE_MS = 10_000
/** How often to look. Once would be enough if nobody else used the pooler, because it hands out the session that was returned last. */
const LOOKS = 3

/**
 * Throws a Refusal if two connections share a server session, or if a connection changes its session. Roles, time limits and locks belong to a session
 * (session.ts), so a connection that moves to another session gets those of somebody else. On PgBouncer in transaction mode, statements were refused
 * because of the role of another connection and canceled by its time limit, and the lock of a migration outlived the migration.
 */
export async function refuseTransactionPooling(connection: DatabaseConnection): Promise<void> {
  const silent = { silenceMs: SILENCE_MS }
  await onOwnConnection(connection, silent, first =>
    onOwnConnection(connection, silent, async second => {
      for (let look = 0; look < LOOKS; look++) if (await isShared(first, second)) throw transactionPooling()
    }),
  )
}

async function isShared(first: pg.Client, second: pg.Client): Promise<boolean> {
  const before = await sessionOf(first)
  await second.query('begin')
  if ((await sessionOf(second)) === before) return true
  const after = await sessionOf(first)
  await second.query('rollback')
  return after !== before
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return onlyRow(rows).pid
}

function transactionPooling(): Refusal {
  return new Refusal(
    'conflict',
    'DATABASE_URL leads to a pooler that switches sessions between transactions, which would mix up roles and locks. Use session pooling (PgBouncer: pool_mode = session), or connect to PostgreSQL directly.',
  )
}
