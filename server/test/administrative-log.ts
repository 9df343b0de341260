/** What an operation leaves in the administrative log. */
import assert from 'node:assert/strict'
import type { Organization, World } from './world.ts'

type Logged = { action: string; before: unknown; after: unknown }

/** The lines of the administrative log about one record, oldest first; every line names the actor. */
export async function logOf(world: World, { id }: Organization, subject: string): Promise<Logged[]> {
  const lines = await world.sql<Logged & { actor: string }>(
    'select actor, action, before, after from administrative_log where organization_id = $1 and subject = $2 order by id',
    [id, subject],
  )
  return lines.map(({ actor, ...line }) => {
    assert.equal(actor, 'test')
    return line
  })
}
