/** The calls that start and end a session: checked like every other call, then passed on to better-auth. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AUTH_PATH, SIGN_IN_CALLS, type SignInCall } from '#contract/console/sign-in.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { objectReader } from '#server/base/read-object.ts'
import { Refusal, tooMany } from '#server/base/refusal.ts'
import { networkOf } from '#server/platform/guess-limit.ts'
import type { AttemptLimit } from '#server/platform/members/attempt-limit.ts'
import { KNOWN_FOR_MS, type KnownDevices } from '#server/platform/members/known-devices.ts'
import { CODES_LOCKED_MS, type SignIn, type SignInReply, type Visit } from '#server/platform/members/sign-in.ts'

/**
 * The limits of attempts in any 15 minutes: for one account from one network, for one account from everywhere, and from one network. Attempts from
 * browsers that have signed in before are counted separately: for one such browser, and for all such browsers of an account. Attempts that succeed
 * count only as `successes` of their account. `codes` is how many wrong codes can be entered as the second step of an account: the library
 * refuses them after ten, but counts a code only once it has been checked, and many may arrive at the same time. `links` is how many links to set a password are
 * mailed to one address, and `asks` how many attempts to set a password by a link one known browser has.
 */
export const ATTEMPT_LIMITS = {
  pair: 10,
  account: 100,
  network: 100,
  device: 10,
  devices: 100,
  successes: 100,
  codes: 15,
  links: 5,
  asks: 10,
}

export const NOT_SIGNED_IN = 'You are not signed in, or your session has ended. Sign in.'
const NO_CODES = 'Two-factor authentication is not set up for this account.'
const NO_ACCOUNT_ADDRESS = 'No account can have this e-mail address. Enter one such as dana@example.com.'

/** What people read instead of the words of better-auth, by its codes. */
const SENTENCES: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: 'The e-mail address or the password is wrong. Check both and try again.',
  INVALID_EMAIL: NO_ACCOUNT_ADDRESS,
  // Everything else in a body was checked before.
  VALIDATION_ERROR: NO_ACCOUNT_ADDRESS,
  INVALID_PASSWORD: 'The password is wrong. Enter your current password.',
  INVALID_CODE: 'The code is wrong or has expired. Enter the one that your app shows now.',
  INVALID_BACKUP_CODE: 'The backup code is wrong or has already been used. Enter another one.',
  INVALID_TWO_FACTOR_COOKIE: 'This sign-in took too long. Begin again with your password.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Begin again with your password.',
  INVALID_TOKEN: 'This link is wrong, has expired or has already been used. Request a new one.',
  UNAUTHORIZED: NOT_SIGNED_IN,
  TOTP_NOT_ENABLED: NO_CODES,
  TWO_FACTOR_NOT_ENABLED: NO_CODES,
  BACKUP_CODES_NOT_ENABLED: NO_CODES,
  TOTP_ALREADY_ENABLED: 'Two-factor authentication is already set up. Turn it off before you set it up again.',
  CODE_USED: 'This code has already been used. Sign in again with the next code.',
}

type SignInServices = {
  signIn: SignIn
  attempts: AttemptLimit
  devices: KnownDevices
  publicOrigin: string | undefined
  resetLinks: ResetLinks
}

/** How links to set a password reach people: by e-mail, or in the log of a developer's own service. Undefined if they cannot be sent. */
export type ResetLinks = () => 'EMAIL' | 'LOG' | undefined

/** Serves the calls. Returns their paths and methods. */
export function serveSignIn(app: FastifyInstance, services: SignInServices): { path: string; method: string }[] {
  const { signIn, attempts, devices, publicOrigin } = services
  for (const [path, call] of Object.entries(SIGN_IN_CALLS)) {
    const read = objectReader(call.body)
    app.route({
      method: 'POST',
      url: `${AUTH_PATH}${path}`,
      config: { isOpen: true },
      onRequest: call.guesses ? [async request => attempts.take([sourceOf(request, path, services)])] : [],
      handler: async (request, reply) => {
        const body = read(request.body === undefined ? {} : request.body)
        if (Object.keys(request.query as object).length > 0) {
          throw new Refusal('invalid_request', 'This call takes no query parameters.')
        }
        const visit = visitOf(request, publicOrigin)
        const device = deviceCookie(visit)
        const account = call.guesses ? await accountOf(body, visit, reply, signIn) : undefined
        const names = call.guesses && !BY_LINK.has(path) ? await namesOf(request, path, account, services) : []
        const successes = account !== undefined && forgives(path, call) ? [`successes:${account}`] : []
        await refuseIfFull(successes, attempts)
        await attempts.take(names)
        const answer =
          path === REQUEST_LINK ? await requestLink(body, visit, services) : await signIn.call(path, body, visit)
        if (answer.status < 300 && forgives(path, call)) {
          await attempts.forgive([sourceOf(request, path, services), ...names])
          await tryTake(successes, attempts)
        }
        const known = knownBy(path, answer, device.value, devices).map(device.line)
        return send(reply, { ...answer, setCookies: [...answer.setCookies, ...known] })
      },
    })
  }
  return Object.keys(SIGN_IN_CALLS).map(path => ({ path: `${AUTH_PATH}${path}`, method: 'POST' }))
}

/** The origin of an attempt, counted before its body is read: a browser that has signed in before, or else a network. */
function sourceOf(request: FastifyRequest, path: string, { devices, publicOrigin }: SignInServices): string {
  const known = devices.find(deviceCookie(visitOf(request, publicOrigin)).value)
  return known ? `${BY_LINK.has(path) ? 'asks' : 'device'}:${known.id}` : networkName(request)
}

/**
 * The address of the account that an attempt is for: the one that the body names, or else the one that is signed in. Otherwise, whoever has stolen a
 * session could guess its password from any number of networks. Only a valid body names an address, so that these names stay short.
 */
async function accountOf(
  { email }: Record<string, unknown>,
  visit: Visit,
  reply: FastifyReply,
  signIn: SignIn,
): Promise<string | undefined> {
  if (typeof email === 'string') return email.trim().toLowerCase()
  const { user, setCookies } = await signIn.userOf(visit)
  if (setCookies.length > 0) reply.header('set-cookie', setCookies)
  return user?.email
}

const REQUEST_LINK = '/request-password-reset'

/**
 * The calls by which a person who has forgotten their password gets another one. Neither tries a password, so they are counted apart from those that
 * do: wrong passwords, whether their own or a stranger's, must not keep the person from the remedy.
 */
const BY_LINK: ReadonlySet<string> = new Set([REQUEST_LINK, '/reset-password'])

/**
 * Requests a link. The reply is the same whether or not an account has the address and a link was sent, and says how a link would reach the person,
 * who would otherwise wait for an e-mail that nobody sends.
 */
async function requestLink(
  body: Record<string, unknown>,
  visit: Visit,
  { signIn, attempts, resetLinks }: SignInServices,
): Promise<SignInReply> {
  const sent_by = resetLinks()
  if (sent_by === undefined) {
    const remedy = 'Ask the operator of the service to set a new password for you.'
    throw new Refusal('not_implemented', `This service cannot send e-mail. ${remedy}`)
  }
  // A stranger could otherwise flood a mailbox, and end each link before it is opened, because a newer one does.
  if (await tryTake([`links:${String(body.email).toLowerCase()}`], attempts)) {
    const answer = await signIn.call(REQUEST_LINK, body, visit)
    if (answer.status >= 300) return answer
  }
  return { status: 200, body: { sent_by }, setCookies: [] }
}

/** Counts an attempt, and returns whether it is allowed. An attempt that is not allowed does not count. */
async function tryTake(names: readonly string[], attempts: AttemptLimit): Promise<boolean> {
  try {
    await attempts.take(names)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/**
 * Refuses an attempt if too many succeeded before. Each one checks a password, which is slow on purpose, and opens a session. Nothing is counted yet,
 * so that strangers who guess cannot use up what the person may do.
 */
async function refuseIfFull(names: readonly string[], attempts: AttemptLimit): Promise<void> {
  await attempts.take(names)
  await attempts.forgive(names)
}

/** Returns what else an attempt counts for, once its account is known. A code of the second step also counts for the person who has to enter it. */
async function namesOf(
  request: FastifyRequest,
  path: string,
  account: string | undefined,
  services: SignInServices,
): Promise<string[]> {
  const { signIn, publicOrigin } = services
  const userId = BY_CODE.has(path) ? await signIn.challenged(visitOf(request, publicOrigin)) : undefined
  return [...targetsOf(request, account, services), ...(userId === undefined ? [] : [`codes:${userId}`])]
}

function targetsOf(
  request: FastifyRequest,
  account: string | undefined,
  { devices, publicOrigin }: SignInServices,
): string[] {
  const { value } = deviceCookie(visitOf(request, publicOrigin))
  const known = devices.find(value, account)
  if (known) return [`devices:${known.account}`]
  if (account === undefined) return []
  const names = [`account:${account}`, `pair:${networkOf(request.ip)} ${account}`]
  // A browser that is known for one person gets no separate limit for guessing the password of another.
  return devices.find(value) ? [networkName(request), ...names] : names
}

/** The new value of the cookie that identifies a browser, if a call has signed a person in or set a password by a link. */
function knownBy(path: string, answer: SignInReply, value: string | undefined, devices: KnownDevices): string[] {
  const email = signedInBy(path, answer)
  if (email !== undefined) return [devices.remember(value, email)]
  return answer.resetFor === undefined ? [] : [devices.remember(value, answer.resetFor, { isRenewed: true })]
}

/** The e-mail address of the person whom a call has signed in, once every step of signing in is done. */
function signedInBy(path: string, { status, body }: SignInReply): string | undefined {
  if (status >= 300 || !SIGNS_IN.has(path)) return undefined
  return (body as { user?: { email: string } } | null)?.user?.email
}

const BY_CODE = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code'])
const SIGNS_IN = new Set(['/sign-in/email', ...BY_CODE])

/** The cookie that identifies a browser, as read from the call and as set by the reply. */
function deviceCookie({ cookie = '', isSecure }: Visit) {
  const name = `${isSecure ? '__Host-' : ''}gatehouse.known_device`
  const found = cookie.split(/;\s*/).find(pair => pair.startsWith(`${name}=`))
  return {
    value: found?.slice(name.length + 1),
    line: (value: string) =>
      `${name}=${value}; Max-Age=${KNOWN_FOR_MS / 1_000}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  }
}

/**
 * The parts of a request that signing in needs. People may use https to reach a proxy that is not in TRUST_PROXY and forwards to this process by http;
 * PUBLIC_URL then shows that they do.
 */
export function visitOf(request: FastifyRequest, publicOrigin: string | undefined): Visit {
  return {
    cookie: request.headers.cookie,
    isSecure: request.protocol === 'https' || publicOrigin?.startsWith('https:') === true,
    address: request.ip,
    userAgent: request.headers['user-agent'],
  }
}

/** Counts an attempt of the caller's network before the body is read, so that even refused bodies are limited. */
export function countAttempt(attempts: AttemptLimit) {
  return async (request: FastifyRequest): Promise<void> => attempts.take([networkName(request)])
}

export function networkName(request: FastifyRequest): string {
  return `network:${networkOf(request.ip)}`
}

/** Whether a successful call uncounts its attempt. A request for a link always succeeds, so it proves nothing. */
function forgives(path: string, { guesses }: SignInCall): boolean {
  return guesses === true && path !== REQUEST_LINK
}

function send(reply: FastifyReply, { status, body, setCookies }: SignInReply): FastifyReply {
  if (setCookies.length > 0) reply.header('set-cookie', setCookies)
  if (status < 300) {
    const { token: _, ...shown } = (body ?? {}) as Record<string, unknown>
    // The token is only in the cookie: no script ever sees it.
    return reply.code(status).send(shown)
  }
  // The library limits codes itself. The wait is never longer than this.
  if (status === 429) throw tooMany('Too many wrong codes.', CODES_LOCKED_MS)
  const { code = 'INVALID' } = (body ?? {}) as { code?: string }
  const error = codeFor(status)
  const details = [{ path: 'code', message: code }]
  throw new Refusal(
    error,
    SENTENCES[code] ?? 'This could not be done. Reload the page and try again.',
    error === 'invalid_request' ? { details } : {},
  )
}

function codeFor(status: number): ErrorCode {
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  return status >= 500 ? 'internal_error' : 'invalid_request'
}
