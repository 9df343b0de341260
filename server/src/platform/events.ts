/** The outbox: what subscribers want to know, stored in the transaction of the change itself, so that neither is ever without the other. */
import type { EventType } from '#contract/events.ts'
import { uuidv7 } from '#server/base/ids.ts'
import { statement } from '#server/db/statement.ts'
import type { Context } from './context.ts'

/** `$2` are the events as a list of JSON. */
export const insertEvents = statement<never>(
  'insert_events',
  `insert into events (organization_id, id, type, data, occurred_at)
   select $1, t.id, $3, t.data, $4 from jsonb_to_recordset($2::jsonb) as t (id uuid, data jsonb)`,
)

/** `data` is the whole resource under its name. */
export async function emit(context: Context, type: EventType, data: Record<string, unknown>): Promise<void> {
  await emitAll(context, type, [data])
}

/** Emits one event for each of `all`, in their order. Nobody waits for them to be stored: if they cannot be, nor is the change. */
export async function emitAll(
  { db, now }: Context,
  type: EventType,
  all: readonly Record<string, unknown>[],
): Promise<void> {
  if (all.length === 0) return
  const events = all.map(data => ({ id: uuidv7(now), data }))
  db.query(insertEvents, [db.organizationId, JSON.stringify(events), type, new Date(now)])
}
