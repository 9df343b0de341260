/** Accounts with which people sign in. An address is verified by a link that was mailed to it, or by an operator. */
import { newId, uuidv7 } from '#server/base/ids.ts'
import type { Access, OrganizationId } from '#server/db/tenant.ts'
import {
  deleteSessionsOf,
  deleteTwoFactorOf,
  insertPassword,
  insertUser,
  updatePassword,
  verifyUser,
} from './queries.ts'

/** A transaction as gatehouse_console, and the time. */
type Writing = { db: Access<OrganizationId>; now: number }

/**
 * Creates an account; undefined if the address already has one. `confinedTo` is the one organization to which it may belong while its address is
 * not verified, or null.
 */
export async function createAccount(
  { db, now }: Writing,
  account: { email: string; name: string; passwordHash: string; confinedTo: string | null },
): Promise<string | undefined> {
  const { email, name, passwordHash, confinedTo } = account
  const [made] = await db.query(insertUser, [newId('user', now), email, name, confinedTo])
  if (made) await db.query(insertPassword, [uuidv7(now), made.id, passwordHash])
  return made?.id
}

/**
 * Gives an unverified account to the person who proved that the address is theirs. Somebody else may have created it, so everything that could open
 * it before ends: the password, sessions, codes and links. Returns false if the address was verified in the meantime.
 */
export async function takeOverAccount(
  context: Writing,
  userId: string,
  { name, passwordHash }: { name?: string | undefined; passwordHash: string },
): Promise<boolean> {
  const [verified] = await context.db.query(verifyUser, [userId, name ?? null])
  if (!verified) return false
  await storePassword(context, userId, passwordHash)
  await context.db.query(deleteTwoFactorOf, [userId])
  return true
}

/** Sets a new password and ends every session; the database ends open links. */
export async function storePassword({ db, now }: Writing, userId: string, passwordHash: string): Promise<void> {
  const [changed] = await db.query(updatePassword, [userId, passwordHash])
  if (!changed) await db.query(insertPassword, [uuidv7(now), userId, passwordHash])
  await db.query(deleteSessionsOf, [userId])
}

/** Verifies the address after a password was set by a mailed link; two-factor authentication that was set up before no longer counts. */
export async function verifyByMail(db: Access<OrganizationId>, userId: string): Promise<void> {
  const [verified] = await db.query(verifyUser, [userId, null])
  if (verified) await db.query(deleteTwoFactorOf, [userId])
}
