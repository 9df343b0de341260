/** The feed of changes, as a test reads it right after a write. */
import assert from 'node:assert/strict'
import { until } from './service/processes.ts'
import type { Organization, Reply, World } from './world.ts'

/**
 * Reads `/changes` with `query`, such as `types=lease`, once every transaction that has begun by now is over: one of another test may hold the
 * feed back for a moment, even in another database (decisions/0017).
 */
export async function changesOf(
  world: World,
  { key }: Pick<Organization, 'key'>,
  query: string | URLSearchParams = '',
): Promise<Reply['body']> {
  const [begun] = await world.sql<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as next')
  await until(async () => {
    const [running] = await world.sql<{ is_over: boolean }>(
      'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8 as is_over',
      [begun?.next],
    )
    return running?.is_over === true
  })
  const { status, text, body } = await world.call(`/changes?${query}`, { key })
  assert.equal(status, 200, text)
  return body
}
