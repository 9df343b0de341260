/** Positions in the changes of an organization, in the form in which callers keep them: opaque text that only its own database understands. */
import { fieldError, Refusal } from '#server/base/refusal.ts'
import { onlyRow } from '#server/db/only-row.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { findHorizon } from './queries.ts'

/** A position: everything up to and including this change has been read. */
type Position = { xid: string; type: string; id: string }

/** The position before the changes of the transaction `xid`. */
export function positionBefore(xid: string): Position {
  return { xid, type: '', id: '' }
}

/** Where a cursor is valid: the database whose transactions it counts, and the organization whose changes it reads, both by their identifiers. */
type Origin = { identity: string; organizationId: string }

/** Where cursors that are given out now are valid, the transaction before which all changes can be read, and the next transaction of the database. */
export async function readHorizon(db: Tenant): Promise<Origin & { horizon: string; next: string }> {
  return { ...onlyRow(await db.query(findHorizon, [db.organizationId])), organizationId: db.organizationId }
}

/** A cursor for callers: a position and where it is valid. */
export function cursorFrom({ identity, organizationId }: Origin, position: Position): string {
  return encoded(`${identity}/${organizationId}`, position)
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
