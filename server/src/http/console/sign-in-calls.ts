/** The calls that make and end a session: checked as every other call is, then handed to whatever signs people in. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AUTH_PATH, SIGN_IN_CALLS, type SignInCall } from '#contract/console/sign-in.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { objectReader } from '#server/base/read-object.ts'
import { Refusal } from '#server/base/refusal.ts'
import { networkOf } from '#server/platform/guess-limit.ts'
import type { AttemptLimit } from '#server/platform/people/attempt-limit.ts'
import type { SignIn, SignInReply, Visit } from '#server/platform/people/sign-in.ts'

/** Attempts in any 15 minutes: of one account from one network, of one account from everywhere, and of one network. */
export const ATTEMPT_LIMITS = { pair: 10, account: 100, network: 100 }

export function serveSignIn(
  app: FastifyInstance,
  { signIn, attempts, publicOrigin }: { signIn: SignIn; attempts: AttemptLimit; publicOrigin: string | undefined },
): void {
  for (const [path, call] of Object.entries(SIGN_IN_CALLS)) {
    const read = objectReader(call.body)
    app.route({
      method: call.method,
      url: `${AUTH_PATH}${path}`,
      config: { isOpen: true },
      onRequest: call.guesses ? [countAttempt(attempts)] : [],
      handler: async (request, reply) => {
        const body = call.method === 'GET' ? {} : read(request.body ?? {})
        if (Object.keys(request.query as object).length > 0) {
          throw new Refusal('invalid_request', 'This call takes no query parameters.')
        }
        const names = call.guesses ? accountNames(request, body) : []
        attempts.take(names)
        const answer = await signIn.call(path, call.method, body, visitOf(request, publicOrigin))
        if (answer.status < 300 && forgives(path, call)) attempts.forgive([networkName(request), ...names])
        return send(reply, answer)
      },
    })
  }
}

/** People who reach the service by https may reach this process by a proxy that nobody named: then PUBLIC_URL says so. */
export function visitOf(request: FastifyRequest, publicOrigin: string | undefined): Visit {
  return {
    cookie: request.headers.cookie,
    isSecure: request.protocol === 'https' || publicOrigin?.startsWith('https:') === true,
    address: request.ip,
    userAgent: request.headers['user-agent'],
  }
}

/** Counts an attempt of the caller's network before the body is read, so that refusing bodies cannot be had without limit. */
export function countAttempt(attempts: AttemptLimit) {
  return async (request: FastifyRequest): Promise<void> => attempts.take([networkName(request)])
}

export function networkName(request: FastifyRequest): string {
  return `network:${networkOf(request.ip)}`
}

/** The account that a body guesses at, if it names one: only a valid body does, so that these names stay short. */
function accountNames(request: FastifyRequest, { email }: Record<string, unknown>): string[] {
  if (typeof email !== 'string') return []
  const account = email.trim().toLowerCase()
  return [`account:${account}`, `pair:${networkOf(request.ip)} ${account}`]
}

/** Asking for a link succeeds always, and proves nothing. */
function forgives(path: string, { guesses }: SignInCall): boolean {
  return guesses === true && path !== '/request-password-reset'
}

function send(reply: FastifyReply, { status, body, setCookies }: SignInReply): FastifyReply {
  if (setCookies.length > 0) reply.header('set-cookie', setCookies)
  if (status < 300) {
    const { token: _, ...shown } = (body ?? {}) as Record<string, unknown>
    // The token is the cookie's alone: no script ever sees it.
    return reply.code(status).send(body === null ? 'null' : withoutSession(shown))
  }
  const { message = 'This could not be done.', code = 'INVALID' } = (body ?? {}) as { message?: string; code?: string }
  const error = codeFor(status)
  throw new Refusal(error, message, error === 'invalid_request' ? { details: [{ path: 'code', message: code }] } : {})
}

function withoutSession(body: Record<string, unknown>): Record<string, unknown> {
  if (typeof body.session !== 'object' || body.session === null) return body
  const { token: _, ...session } = body.session as Record<string, unknown>
  return { ...body, session }
}

function codeFor(status: number): ErrorCode {
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'internal_error' : 'invalid_request'
}
