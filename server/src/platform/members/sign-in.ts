/** What the console asks of whatever signs people in: who a cookie is, and the calls that make and end a session. */
import type { Person } from './member.ts'

/** What it is told of a request. */
export type Visit = {
  cookie: string | undefined
  /** Whether it came by https. */
  isSecure: boolean
  address: string
  userAgent: string | undefined
}

export type SignInReply = { status: number; body: unknown; setCookies: readonly string[] }

export type SignIn = {
  /** The person whose session the cookie opens, and the cookie renewed where it was due. */
  personOf(visit: Visit): Promise<{ person: Person | undefined; setCookies: readonly string[] }>
  /** Calls what is at `path` below /auth, with a body that was checked. */
  call(path: string, method: string, body: unknown, visit: Visit): Promise<SignInReply>
}
