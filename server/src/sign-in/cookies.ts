/** Reads the cookies of the library that a browser sends. */
import type { Visit } from '#server/platform/members/sign-in.ts'
import { cookiePrefix } from './better-auth.ts'

/** Returns the value of a cookie, `TEXT.SIGNATURE` in percent-encoding, and its text. Does not check the signature. */
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
