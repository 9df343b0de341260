/**
 * Finds the person behind a session cookie with one statement. The library takes 3 ms of processor time for that, more than the rest of most calls.
 * The library is asked only about sessions that were not found here: it alone renews and ends them, and decides that a cookie is worth nothing.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Platform } from '#server/db/tenant.ts'
import type { User } from '#server/platform/members/member.ts'
import { findCurrentSession } from '#server/platform/members/queries.ts'
import type { Visit } from '#server/platform/members/sign-in.ts'
import type { RootKeys } from '#server/platform/root-keys.ts'
import { RENEWED_AFTER_SECONDS, SESSION_SECONDS } from './better-auth.ts'
import { readSignedCookie } from './cookies.ts'
import { secretsOf } from './secrets.ts'

/** How much longer a session lasts than one that is due for renewal. */
const NOT_DUE_SECONDS = SESSION_SECONDS - RENEWED_AFTER_SECONDS

/** Returns a function that resolves with the person whose session the cookie names, or undefined if the library has to look at it. */
export function openCurrentSession(members: Platform, rootKeys: RootKeys): (visit: Visit) => Promise<User | undefined> {
  const [secret] = secretsOf(rootKeys)
  if (!secret) throw new Error('There is no root key to sign cookies with.')
  return async visit => {
    const token = signedToken(visit, secret.value)
    const [row] = token === undefined ? [] : await members.query(findCurrentSession, [token, NOT_DUE_SECONDS])
    return (
      row && {
        id: row.id,
        email: row.email,
        name: row.name,
        hasTwoFactor: row.two_factor_enabled,
        hasVerifiedEmail: row.email_verified,
        sessionId: row.session_id,
      }
    )
  }
}

/** The token in the cookie, if it is followed by our signature: `TOKEN.SIGNATURE`, the HMAC-SHA-256 of the token in percent-encoded base64. */
function signedToken(visit: Visit, secret: string): string | undefined {
  const { text: token, value } = readSignedCookie(visit, 'session_token') ?? {}
  if (token === undefined || value === undefined) return undefined
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  const given = Buffer.from(value)
  const wanted = Buffer.from(`${token}.${encodeURIComponent(signature)}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? token : undefined
}
