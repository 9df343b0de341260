/** Makes a world's database unreachable and reachable again. */
import pg from 'pg'
import { clientConfig } from '#server/db/session.ts'
import { closeOnceEnded } from '../shared.ts'
import type { World } from '../world.ts'

/** Refuses new connections and ends all others except that of the world's own owner, until the function that it resolves with is called. */
export async function beginOutage(world: World): Promise<() => Promise<void>> {
  const [owner] = await world.sql('select pg_backend_pid() as pid, current_database() as database')
  const neighbor = new pg.Client({ ...clientConfig(world.database.connection), database: 'postgres' })
  await neighbor.connect()
  // A test that fails during the outage does not end it, and an open connection would keep the process alive.
  closeOnceEnded(() => neighbor.end())
  const allow = (whether: boolean) =>
    neighbor.query(`alter database ${pg.escapeIdentifier(owner?.database)} allow_connections ${whether}`)
  await allow(false)
  await neighbor.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and pid <> $2',
    [owner?.database, owner?.pid],
  )
  let isOver = false
  return async () => {
    if (isOver) return
    isOver = true
    await allow(true)
    await neighbor.end()
  }
}
