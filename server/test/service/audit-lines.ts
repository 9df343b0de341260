/** The audit log as the tests read it: as the owner of the database, to whom no policy applies. */
import { uuidFromId } from '#server/base/ids.ts'
import type { World } from '../world.ts'
import type { Answered } from './load.ts'

export type Line = {
  organization_id: string
  key_id: string
  method: string
  route: string | null
  path: string
  status: number
  scope: string | null
  caller_ip: string | null
  user_agent: string | null
  occurred_at: string
  latency_ms: number
  error: string | null
  reason: string | null
  replayed: boolean
}

/** The lines of one request: one, or none if the caller is not known. */
export async function linesOf(world: World, requestId: string): Promise<Line[]> {
  return world.sql<Line>(
    `select organization_id, key_id, method, route, path, status, scope, host(caller_ip) as caller_ip, user_agent, occurred_at,
            latency_ms, error, reason, replayed
       from audit.calls where id = $1`,
    [uuidFromId('request', requestId)],
  )
}

/** The calls of `answered` that are missing from the log, are in it twice, or have another status there. */
export async function findMisrecorded(world: Pick<World, 'sql'>, answered: readonly Answered[]): Promise<unknown[]> {
  return world.sql(
    `select answered.id, answered.status, logged.statuses
       from unnest($1::uuid[], $2::int[]) as answered (id, status)
       left join (select id, array_agg(status) as statuses from audit.calls group by id) logged using (id)
      where logged.statuses is distinct from array[answered.status]`,
    [answered.map(({ requestId }) => uuidFromId('request', requestId)), answered.map(({ status }) => status)],
  )
}

/** Makes every commit of audit lines take `milliseconds` longer, so that a reply that does not wait for it is noticed. */
export async function slowDownCommits(world: World, milliseconds: number): Promise<void> {
  await world.sql(`
    create function audit.wait() returns trigger language plpgsql as $$
    begin
      perform pg_sleep(${milliseconds} / 1000.0);
      return null;
    end $$`)
  await world.sql('create trigger wait after insert on audit.calls for each statement execute function audit.wait()')
}
