/** Tables in the state they have after a vacuum: their pages are all-visible, so that what an index holds is read from the index alone. */
import { until } from './service/processes.ts'
import type { World } from './world.ts'

/** Vacuums and analyzes all tables. While another transaction runs, a vacuum cannot mark pages with newly stored rows, so it is repeated until `tables` are. */
export function vacuum(world: World, tables: readonly string[]): Promise<void> {
  return until(async () => {
    await world.sql('vacuum analyze')
    const unsure = await world.sql('select from pg_class where relname = any ($1) and relallvisible < relpages', [
      tables,
    ])
    return unsure.length === 0
  })
}
