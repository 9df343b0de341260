/** Signing people in through better-auth: our requests become its requests, and its replies become our values. */
import { hash } from 'node:crypto'
import type { Platform } from '#server/db/tenant.ts'
import type { User } from '#server/platform/members/member.ts'
import { findChallenged } from '#server/platform/members/queries.ts'
import type { ReplacedPasswords } from '#server/platform/members/replaced-passwords.ts'
import type { SignIn, SignInReply, Visit } from '#server/platform/members/sign-in.ts'
import { BASE_PATH, type BetterAuth, type BetterAuthOptions, INNER_ORIGIN, openBetterAuth } from './better-auth.ts'
import { readSignedCookie } from './cookies.ts'
import { openCurrentSession } from './current-session.ts'

type SignInOptions = Omit<BetterAuthOptions, 'onReset'> & {
  /** Called after a password was set through a link that reached the person. */
  onReset: (userId: string) => Promise<void>
  /** Reads sessions as gatehouse_console. */
  members: Platform
  /** Whether the person uses this code for the first time. If not, `newSession`, which the library has opened with the code, is ended. */
  takeCode: (userId: string, code: string, newSession: string | undefined) => Promise<boolean>
  passwords: ReplacedPasswords
}

const BY_PASSWORD = '/sign-in/email'

export function openSignIn(options: SignInOptions): SignIn {
  const { onReset, resetFor } = notingResets(options)
  const auth = openedOnce({ ...options, onReset })
  const currentUser = openCurrentSession(options.members, options.rootKeys)
  return {
    async userOf(visit) {
      // A caller without a cookie of ours does not make us load the library or query the database.
      if (!visit.cookie?.includes('gatehouse.session_token=')) return { user: undefined, setCookies: [] }
      const current = await currentUser(visit)
      if (current) return { user: current, setCookies: [] }
      const { api } = await auth(visit)
      const { response, headers } = await options.database.run(() =>
        api.getSession({ headers: headersOf(visit), returnHeaders: true }),
      )
      return {
        user: response ? userFrom(response.user, response.session.id) : undefined,
        setCookies: headers.getSetCookie(),
      }
    },
    challenged: visit => challenged(options.members, visit),
    async call(path, body, visit) {
      const { handler } = await auth(visit)
      const before = path === BY_PASSWORD ? await options.passwords.hashOf((body as ByPassword).email) : undefined
      const request = requestOf(path, body, visit)
      const reply = await options.database.run(() => handler(request))
      const text = await reply.text()
      const answer = {
        status: reply.status,
        body: text === '' ? null : JSON.parse(text),
        setCookies: reply.headers.getSetCookie(),
        resetFor: resetFor(request),
      }
      if (path === BY_PASSWORD && answer.status === 200)
        return ofPasswordInForce(answer, (body as ByPassword).email, before, options)
      const isVerified = path === '/two-factor/verify-totp' && answer.status === 200
      return isVerified ? ofFirstUse(answer, (body as { code: string }).code, options) : answer
    },
  }
}

async function challenged(members: Platform, visit: Visit): Promise<string | undefined> {
  const { text: challenge } = readSignedCookie(visit, 'two_factor') ?? {}
  if (challenge === undefined) return undefined
  const [row] = await members.query(findChallenged, [hash('sha256', challenge, 'base64url')])
  return row?.user_id
}

function requestOf(path: string, body: unknown, visit: Visit): Request {
  const headers = headersOf(visit)
  headers.set('content-type', 'application/json')
  return new Request(`${INNER_ORIGIN}${BASE_PATH}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Remembers whose password a request has set, until its reply is sent. */
function notingResets(options: SignInOptions) {
  const emails = new WeakMap<Request, string>()
  const onReset: BetterAuthOptions['onReset'] = async ({ id, email }, request) => {
    await options.onReset(id)
    if (request) emails.set(request, email)
  }
  return { onReset, resetFor: (request: Request) => emails.get(request) }
}

/** Opens the library when it is first needed, and again if that failed. */
function openedOnce(options: BetterAuthOptions): (visit: Visit) => Promise<BetterAuth> {
  const opened = new Map<boolean, Promise<BetterAuth>>()
  return ({ isSecure }) => {
    const known = opened.get(isSecure)
    if (known) return known
    const opening = openBetterAuth(options, isSecure)
    opened.set(isSecure, opening)
    opening.catch(() => opened.delete(isSecure))
    return opening
  }
}

/** Refuses a code that is used again before its cookie has been sent, because the library accepts a code as often as it is presented. */
async function ofFirstUse(answer: SignInReply, code: string, { takeCode }: SignInOptions): Promise<SignInReply> {
  const { user, token } = answer.body as { user: { id: string }; token: string }
  const opensSession = answer.setCookies.some(line => /session_token=[^;]/.test(line))
  if (await takeCode(user.id, code, opensSession ? token : undefined)) return answer
  return { status: 401, body: { code: 'CODE_USED' }, setCookies: [] }
}

type ByPassword = { email: string }

/** Refuses a password that was replaced while it was checked, before a cookie is sent. A second step that was begun with it is never sent, and expires. */
async function ofPasswordInForce(
  answer: SignInReply,
  email: string,
  before: string | undefined,
  { passwords }: SignInOptions,
): Promise<SignInReply> {
  const { token } = answer.body as { token?: string }
  if (await passwords.isInForce(email, before, token)) return answer
  return { status: 401, body: { code: 'INVALID_EMAIL_OR_PASSWORD' }, setCookies: [] }
}

function headersOf({ cookie, address, userAgent }: Visit): Headers {
  return new Headers({
    origin: INNER_ORIGIN,
    'x-gatehouse-address': address,
    ...(cookie !== undefined && { cookie }),
    ...(userAgent !== undefined && { 'user-agent': userAgent }),
  })
}

function userFrom(
  user: {
    id: string
    email: string
    name: string
    emailVerified: boolean
    twoFactorEnabled?: boolean | null | undefined
  },
  sessionId: string,
): User {
  const { id, email, name, emailVerified, twoFactorEnabled } = user
  return { id, email, name, hasTwoFactor: twoFactorEnabled === true, hasVerifiedEmail: emailVerified, sessionId }
}
