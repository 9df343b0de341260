/** Positions in the changes of an organization, in the form in which callers keep them: opaque text that only its own database understands. */
import { fieldError, Refusal } from '#server/base/refusal.ts'

/** A position: everything up to and including this change has been read. */
export type Position = { xid: string; type: string; id: string }

/** The position before all changes. */
export const BEGINNING: Position = { xid: '0', type: '', id: '' }

/** A cursor for callers: a position, and the database whose transactions it counts. */
export function cursorFrom(identity: string, { xid, type, id }: Position): string {
  return Buffer.from([identity, xid, type, id].join(' ')).toString('base64url')
}

/**
 * The position that `cursor` stands for in the changes of the database `identity`, whose next transaction is `next`. Throws
 * Refusal(invalid_request) for text that is not a cursor, and Refusal(cursor_expired) for a cursor that belongs to another database or lies in the
 * future of this one.
 */
export function positionIn(cursor: string, { identity, next }: { identity: string; next: string }): Position {
  const [origin = '', xid = '', type = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const isOurs = /^\d{1,20}$/.test(xid) && /^[a-z_]*$/.test(type) && /^[a-z0-9_]*$/.test(id) && rest.length === 0
  if (!isOurs || cursorFrom(origin, { xid, type, id }) !== cursor) {
    throw fieldError('after', 'is not a cursor that this service gave out')
  }
  if (origin !== identity || BigInt(xid) > BigInt(next)) {
    throw new Refusal(
      'cursor_expired',
      'The cursor belongs to a database that has been restored or replaced since. Take a new copy with GET /export, and go on from its cursor.',
    )
  }
  return { xid, type, id }
}
