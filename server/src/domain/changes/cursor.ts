/** Positions in the changes of an organization, in the form in which callers keep them: opaque text that only its own database understands. */
import { fieldError, Refusal } from '#server/base/refusal.ts'

/** A position: everything up to and including this change has been read. */
export type Position = { xid: string; type: string; id: string }

/** The position before all changes. */
export const BEGINNING: Position = { xid: '0', type: '', id: '' }

/** Where a cursor is valid: the database whose transactions it counts, and the organization whose changes it counts off, both by their identifiers. */
export type Origin = { database: string; organizationId: string }

/** A cursor for callers: a position and where it is valid. */
export function cursorFrom({ database, organizationId }: Origin, position: Position): string {
  return encoded(`${database}/${organizationId}`, position)
}

function encoded(origin: string, { xid, type, id }: Position): string {
  return Buffer.from([origin, xid, type, id].join(' ')).toString('base64url')
}

/**
 * The position that `cursor` stands for in the changes of `current`, whose next transaction is `next`. Throws Refusal(invalid_request) for text that
 * is not a cursor, and Refusal(cursor_expired) for a cursor that belongs to another database or organization, or lies in the future of this database.
 * A cursor of another organization must not pass: the caller would begin in the middle of this one, and miss everything before.
 */
export function positionIn(cursor: string, current: Origin & { next: string }): Position {
  const [origin = '', xid = '', type = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const isOurs = /^\d{1,20}$/.test(xid) && /^[a-z_]*$/.test(type) && /^[a-z0-9_]*$/.test(id) && rest.length === 0
  const position = { xid, type, id }
  if (!isOurs || encoded(origin, position) !== cursor) {
    throw fieldError('after', 'is not a cursor that this service gave out')
  }
  if (cursorFrom(current, position) !== cursor || BigInt(xid) > BigInt(current.next)) {
    throw new Refusal(
      'cursor_expired',
      'The cursor belongs to another organization, or to a database that has been restored or replaced since. Take a new copy with GET /export, and continue from its cursor.',
    )
  }
  return position
}
