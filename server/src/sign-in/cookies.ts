/** The cookies of the library, as a browser sends them. */
import type { Visit } from '#server/platform/members/sign-in.ts'
import { cookiePrefix } from './better-auth.ts'

/** What a cookie's value, `TEXT.SIGNATURE` in percent-encoding, begins with up to the dot, and the value itself. Nothing about it is checked. */
export function readSignedCookie(
  { cookie, isSecure }: Visit,
  name: string,
): { text: string; value: string } | undefined {
  const start = `${cookiePrefix(isSecure)}.${name}=`
  const value = cookie
    ?.split(/; */)
    .find(pair => pair.startsWith(start))
    ?.slice(start.length)
  const [text] = value?.split('.', 1) ?? []
  return value === undefined || !text ? undefined : { text, value }
}
