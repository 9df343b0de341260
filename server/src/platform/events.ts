/** The outbox: what subscribers want to know, stored in the transaction of the change itself, so that neither is ever without the other. */
import type { EventType } from '#contract/events.ts'
import { uuidv7 } from '#server/base/ids.ts'
import { statement } from '#server/db/statement.ts'
import type { Context } from './context.ts'

export const insertEvent = statement<never>(
  'insert_event',
  'insert into events (organization_id, id, type, data, occurred_at) values ($1, $2, $3, $4::jsonb, $5)',
)

/** `data` is the whole resource under its name. Nobody waits for it to be stored: if it cannot be, nor is the change. */
export async function emit({ db, now }: Context, type: EventType, data: Record<string, unknown>): Promise<void> {
  db.query(insertEvent, [db.organizationId, uuidv7(now), type, JSON.stringify(data), new Date(now)])
}
