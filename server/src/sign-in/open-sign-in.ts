/** Signing people in, by better-auth: requests of ours become its own, and its replies the values of ours. */
import type { Person } from '#server/platform/people/member.ts'
import type { SignIn, Visit } from '#server/platform/people/sign-in.ts'
import { BASE_PATH, type BetterAuth, type BetterAuthOptions, INNER_ORIGIN, openBetterAuth } from './better-auth.ts'

export function openSignIn(options: BetterAuthOptions): SignIn {
  const opened = new Map<boolean, Promise<BetterAuth>>()

  function auth({ isSecure }: Visit): Promise<BetterAuth> {
    const known = opened.get(isSecure)
    if (known) return known
    const opening = openBetterAuth(options, isSecure)
    opened.set(isSecure, opening)
    opening.catch(() => opened.delete(isSecure))
    return opening
  }

  return {
    async personOf(visit) {
      // Nobody without a cookie of ours makes us load the library or ask the database.
      if (!visit.cookie?.includes('gatehouse.session_token=')) return { person: undefined, setCookies: [] }
      const { api } = await auth(visit)
      const { response, headers } = await api.getSession({ headers: headersOf(visit), returnHeaders: true })
      return { person: response ? personFrom(response.user) : undefined, setCookies: headers.getSetCookie() }
    },
    async call(path, method, body, visit) {
      const { handler } = await auth(visit)
      const headers = headersOf(visit)
      headers.set('content-type', 'application/json')
      const reply = await handler(
        new Request(`${INNER_ORIGIN}${BASE_PATH}${path}`, {
          method,
          headers,
          ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
        }),
      )
      const text = await reply.text()
      return {
        status: reply.status,
        body: text === '' ? null : JSON.parse(text),
        setCookies: reply.headers.getSetCookie(),
      }
    },
  }
}

function headersOf({ cookie, address, userAgent }: Visit): Headers {
  return new Headers({
    origin: INNER_ORIGIN,
    'x-gatehouse-address': address,
    ...(cookie !== undefined && { cookie }),
    ...(userAgent !== undefined && { 'user-agent': userAgent }),
  })
}

function personFrom(user: {
  id: string
  email: string
  name: string
  twoFactorEnabled?: boolean | null | undefined
}): Person {
  return { id: user.id, email: user.email, name: user.name, hasTwoFactor: user.twoFactorEnabled === true }
}
