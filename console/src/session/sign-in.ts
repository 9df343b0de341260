/** Signing in and out, passwords and two-factor authentication. These calls are better-auth's own, outside the contract. */
import { openCaller } from '#client/call.ts'

const auth = openCaller({ baseUrl: '/console/api/auth' })

export async function signIn(email: string, password: string): Promise<{ needsCode: boolean }> {
  const answer = await auth<{ twoFactorRedirect?: boolean }>('POST', '/sign-in/email', { email, password })
  return { needsCode: answer.twoFactorRedirect === true }
}

/** Confirms either a code of the authenticator app, which may contain the space that apps display in it, or a backup code, which has letters. */
export async function confirmCode(typed: string): Promise<void> {
  const code = typed.replaceAll(/\s/g, '')
  if (/^\d+$/.test(code)) return confirmAppCode(code)
  await auth('POST', '/two-factor/verify-backup-code', { code })
}

/** Confirms a code of the authenticator app and nothing else, which proves that the app was set up. */
export async function confirmAppCode(typed: string): Promise<void> {
  await auth('POST', '/two-factor/verify-totp', { code: typed.replaceAll(/\s/g, '') })
}

export async function signOut(): Promise<void> {
  await auth('POST', '/sign-out', {})
}

/** Requests a link to set a password. Resolves with how it reaches the person: a developer's own service without a mail server logs it. */
export async function requestPasswordReset(email: string): Promise<'EMAIL' | 'LOG'> {
  const answer = await auth<{ sent_by: 'EMAIL' | 'LOG' }>('POST', '/request-password-reset', { email })
  return answer.sent_by
}

export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await auth('POST', '/reset-password', { token, newPassword })
}

export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  await auth('POST', '/change-password', { currentPassword, newPassword, revokeOtherSessions: true })
}

export type TwoFactorSecret = { totpURI: string; backupCodes: string[] }

export async function beginTwoFactor(password: string): Promise<TwoFactorSecret> {
  return auth<TwoFactorSecret>('POST', '/two-factor/enable', { password })
}

export async function endTwoFactor(password: string): Promise<void> {
  await auth('POST', '/two-factor/disable', { password })
}

/**
 * The page to open after signing in: always a page of this console, whatever the URL says. `//elsewhere`, other schemes and backslashes all resolve
 * to another origin, and the API is not a page.
 */
export function pageToReturnTo(wanted: string | undefined, origin: string): string {
  const home = '/console/'
  if (wanted === undefined) return home
  const url = URL.canParse(wanted, origin) ? new URL(wanted, origin) : undefined
  if (url?.origin !== origin || !url.pathname.startsWith(home) || url.pathname.startsWith('/console/api/')) return home
  return `${url.pathname}${url.search}`
}
