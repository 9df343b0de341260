/** Replies whose rows nobody has looked at, so that nobody can have changed them: they become JSON without becoming objects. */
import type { Rows } from './row-bytes.ts'
import type { ItemSchema } from './row-json.ts'

/** Writes the rows by the schema of the reply; undefined if they do not determine a reply of this schema. */
type Write = (schema: ItemSchema) => string | undefined

const unread = new WeakMap<object, { rows: Rows; write: Write }>()

export function keepUnread(reply: object, rows: Rows, write: Write): void {
  unread.set(reply, { rows, write })
}

/** Releases the rows of a reply that was looked at or written. */
export function forget(reply: object): void {
  unread.get(reply)?.rows.release()
  unread.delete(reply)
}

/** The JSON of an unread reply by its schema; undefined for anything else. */
export function unreadJson(value: unknown, schema: ItemSchema): string | undefined {
  const kept = typeof value === 'object' && value !== null ? unread.get(value) : undefined
  const json = kept?.write(schema)
  if (json !== undefined) forget(value as object)
  return json
}
