/** How many deadlocks PostgreSQL itself has counted, and which statements are waiting for a lock. */
import { until } from '../service/processes.ts'
import type { World } from '../world.ts'

/**
 * The number of deadlocks that PostgreSQL has found in the world's database. A connection may not report what it counted until it ends,
 * so this ends all connections first; a test calls it last.
 */
export async function deadlocksOf(world: World, more: { end(): Promise<void> }[] = []): Promise<number> {
  await world.service.stop()
  await world.pools.close()
  for (const client of more.splice(0)) await client.end()
  await until(async () => {
    const [others] = await world.sql<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    return others?.count === 0
  })
  const [row] = await world.sql<{ deadlocks: number }>(
    'select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()',
  )
  return row?.deadlocks as number
}

/** Resolves once `count` statements that match `text` wait for a lock. */
export function untilWaiting(world: World, text: string, count = 1): Promise<void> {
  return until(async () => {
    const rows = await world.sql(
      `select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like $1 and pid <> pg_backend_pid()`,
      [`%${text}%`],
    )
    return rows.length >= count
  })
}
