/** What the console needs from the library that signs people in: whose session a cookie belongs to, and the calls that start and end a session. */
import type { User } from './member.ts'

/** After how many wrong codes in a row, over all sign-ins of a person, no code is accepted for a while, and for how long. */
export const CODES_LOCKED_AFTER = 10
export const CODES_LOCKED_MS = 15 * 60_000

/** The parts of a request that signing in needs. */
export type Visit = {
  cookie: string | undefined
  /** Whether the request came by https. */
  isSecure: boolean
  address: string
  userAgent: string | undefined
}

export type SignInReply = {
  status: number
  body: unknown
  setCookies: readonly string[]
  /** The e-mail address of the person who has set a password by a link, which the body does not name. */
  resetFor?: string | undefined
}

export type SignIn = {
  /** The person whose session the cookie belongs to, and the renewed cookie if it was due for renewal. */
  userOf(visit: Visit): Promise<{ user: User | undefined; setCookies: readonly string[] }>
  /** Resolves with the ID of the person who has entered a password in this browser and has to enter a code next; undefined if there is none. */
  challenged(visit: Visit): Promise<string | undefined>
  /** Makes the call at `path` below /auth, a POST with a body that has been validated. */
  call(path: string, body: unknown, visit: Visit): Promise<SignInReply>
}
