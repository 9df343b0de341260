/** Signs a member in to the console; resolves with the cookies of the session. */
import { CONSOLE_PREFIX } from '#contract/console.ts'

export async function signIn(url: string, { email, password }: { email: string; password: string }): Promise<string> {
  const reply = await fetch(`${url}${CONSOLE_PREFIX}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  })
  if (reply.status !== 200) throw new Error(`Signing in was answered ${reply.status}: ${await reply.text()}`)
  const cookies = reply.headers.getSetCookie().map(cookie => cookie.split(';', 1)[0])
  return cookies.join('; ')
}
