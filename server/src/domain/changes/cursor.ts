/** Positions in the changes of an organization, in the form in which callers keep them: opaque text that only its own database understands. */
import { crc32 } from 'node:zlib'
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

/**
 * A cursor for callers: a position, where it is valid, and a checksum, so that no altered cursor is read as another position. The checksum extends the
 * ID. No other ID lies between both, so release 0.1.0, which knows no checksums, reads the cursor as the same position, and both versions may run side by side.
 */
export function cursorFrom(origin: Origin, { xid, type, id }: Position): string {
  const place = placeOf(origin)
  return encoded([place, xid, type, `${id}_${checksumOf([place, xid, type, id])}`])
}

function placeOf({ identity, organizationId }: Origin): string {
  return `${identity}/${organizationId}`
}

type Parts = [place: string, xid: string, type: string, id: string]

function encoded(parts: Parts): string {
  return Buffer.from(parts.join(' ')).toString('base64url')
}

function checksumOf(parts: Parts): string {
  return crc32(parts.join(' ')).toString(16).padStart(8, '0')
}

/** An ID and its checksum, which a cursor of release 0.1.0 does not have. */
const LAST_PART = /^((?:[a-z]+_[0-9a-z]{26})?)(?:_([0-9a-f]{8}))?$/

/**
 * The position that `cursor` stands for in the changes of `current`, whose next transaction is `next`. Throws Refusal(invalid_request) for text that
 * is not a cursor, and Refusal(cursor_expired) for a cursor that belongs to another database or organization, or lies in the future of this database.
 * A cursor of another organization must not pass: the caller would begin in the middle of this one, and miss everything before.
 */
export function positionIn(cursor: string, current: Origin & { next: string }): Position {
  const parts = Buffer.from(cursor, 'base64url').toString().split(' ') as Parts
  const [place, xid = '', type = '', last = ''] = parts
  const [, id = '', checksum] = LAST_PART.exec(last) ?? []
  const isForm = parts.length === 4 && /^\d{1,20}$/.test(xid) && /^[a-z_]*$/.test(type) && (type === '') === (id === '')
  if (!isForm || !LAST_PART.test(last) || encoded(parts) !== cursor) throw notACursor()
  if (place !== placeOf(current)) throw expired()
  if (checksum !== undefined && checksum !== checksumOf([place, xid, type, id])) throw notACursor()
  if (BigInt(xid) > BigInt(current.next)) throw expired()
  return { xid, type, id }
}

function notACursor(): Refusal {
  return fieldError(
    'after',
    'is not a cursor of this service. Use the next_cursor of the page before, or the cursor of an export',
  )
}

function expired(): Refusal {
  return new Refusal(
    'cursor_expired',
    'The cursor belongs to another organization, or to a database that has been restored or replaced since. Take a new copy with GET /export, and continue from its cursor.',
  )
}
