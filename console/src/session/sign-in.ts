/** Signing in and out, passwords and two-factor authentication. These calls are better-auth's own, outside the contract. */
import { openCaller } from '#client/call.ts'
import { recordOutcome, withAdvice } from '../kit/unknown-outcome.ts'

const auth = openCaller({ baseUrl: '/console/api/auth' })

/** Makes a change that is refused if it is sent again; if its reply is lost, the member reads what to do instead. */
async function once(path: string, body: Record<string, unknown>, whatToDo: string): Promise<void> {
  await withAdvice(recordOutcome(auth('POST', path, body)), whatToDo)
}

export async function signIn(email: string, password: string): Promise<{ needsCode: boolean }> {
  const answer = await auth<{ twoFactorRedirect?: boolean }>('POST', '/sign-in/email', { email, password })
  return { needsCode: answer.twoFactorRedirect === true }
}

/** Confirms either a code of the authenticator app, which may contain the space that apps display in it, or a backup code, which has letters. */
export async function confirmCode(typed: string): Promise<void> {
  const code = typed.replaceAll(/\s/g, '')
  await auth('POST', `/two-factor/verify-${/^\d+$/.test(code) ? 'totp' : 'backup-code'}`, { code })
}

/** Turns two-factor authentication on by a code of the authenticator app and nothing else, which proves that the app was set up. */
export async function finishTwoFactor(typed: string): Promise<void> {
  await once('/two-factor/verify-totp', { code: typed.replaceAll(/\s/g, '') }, TWO_FACTOR_MAY_BE_ON)
}

const TWO_FACTOR_MAY_BE_ON =
  'Two-factor authentication may be on anyway. Save the key and the backup codes, then close this window to see whether it is.'

export async function signOut(): Promise<void> {
  await auth('POST', '/sign-out', {})
}

/** Requests a link to set a password. Resolves with how it reaches the person: a developer's own service without a mail server logs it. */
export async function requestPasswordReset(email: string): Promise<'EMAIL' | 'LOG'> {
  const answer = await auth<{ sent_by: 'EMAIL' | 'LOG' }>('POST', '/request-password-reset', { email })
  return answer.sent_by
}

export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await once('/reset-password', { token, newPassword }, PASSWORD_MAY_BE_SET)
}

const PASSWORD_MAY_BE_SET =
  'The new password may have been set anyway. Try to sign in with it before you request a new link.'

export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  const body = { currentPassword, newPassword, revokeOtherSessions: true }
  await once('/change-password', body, PASSWORD_MAY_BE_CHANGED)
}

const PASSWORD_MAY_BE_CHANGED =
  'Your password may have been changed anyway. Reload the page. If you have to sign in, try the new password first.'

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
