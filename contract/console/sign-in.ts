/** Signing in and out: the calls of better-auth the console makes, each below `/auth`. Every other one it has is 404. */
import Type, { type TObject } from 'typebox'
import { email, flag, noParameters, parameters, password, text } from '../values.ts'

export const AUTH_PATH = '/auth'

export type SignInCall = {
  readonly method: 'GET' | 'POST'
  readonly summary: string
  readonly body: TObject
  /** Present where the reply tells whether something secret was right: attempts are limited. */
  readonly guesses?: true
}

const anyPassword = password({ description: 'The password.', minLength: 1 })
const newPassword = password({ description: 'The new password: at least 10 characters.', minLength: 10 })
const address = email({ description: 'The address.', example: 'dana@example.com' })
const trustDevice = Type.Optional(
  flag({ description: 'Whether this browser is asked for no code for 30 days.', example: false }),
)

/** By path. A reply that is no success has the shape of every other error; at 400 `details` bears better-auth’s own code, at the path `code`. */
export const SIGN_IN_CALLS: Readonly<Record<string, SignInCall>> = {
  '/sign-in/email': {
    method: 'POST',
    summary: 'Sign in; `{twoFactorRedirect: true}` where a code is needed as well',
    body: parameters({
      email: address,
      password: anyPassword,
      rememberMe: Type.Optional(flag({ description: 'False for a session of this browser’s run.', example: true })),
    }),
    guesses: true,
  },
  '/two-factor/verify-totp': {
    method: 'POST',
    summary: 'The second step of signing in, and the last one of setting it up',
    body: parameters({ code: text(10, { description: 'Six digits.', example: '123456', minLength: 1 }), trustDevice }),
    guesses: true,
  },
  '/two-factor/verify-backup-code': {
    method: 'POST',
    summary: 'The second step by a backup code, which is then used up',
    body: parameters({
      code: text(50, { description: 'The code.', example: 'x7Kq2-9fLmP', minLength: 1 }),
      trustDevice,
    }),
    guesses: true,
  },
  '/sign-out': { method: 'POST', summary: 'Sign out', body: noParameters },
  '/get-session': { method: 'GET', summary: 'The session and its person, or null', body: noParameters },
  '/request-password-reset': {
    method: 'POST',
    summary: 'Ask for a link by e-mail; answered alike whether or not somebody has the address',
    body: parameters({ email: address }),
    guesses: true,
  },
  '/reset-password': {
    method: 'POST',
    summary: 'Set a password by the token of that link; ends every session',
    body: parameters({
      token: text(200, { description: 'What stands behind `#token=`.', example: '5fXk2vZ8mQ1cR7nT', minLength: 1 }),
      newPassword,
    }),
    guesses: true,
  },
  '/change-password': {
    method: 'POST',
    summary: 'Set another password; ends the other sessions where asked to',
    body: parameters({
      currentPassword: anyPassword,
      newPassword,
      revokeOtherSessions: Type.Optional(flag({ description: 'Whether other sessions end.', example: true })),
    }),
    guesses: true,
  },
  '/two-factor/enable': {
    method: 'POST',
    summary: 'Begin to set up codes: `{totpURI, backupCodes}`; complete once verify-totp took one',
    body: parameters({ password: anyPassword }),
    guesses: true,
  },
  '/two-factor/disable': {
    method: 'POST',
    summary: 'Sign in without codes again',
    body: parameters({ password: anyPassword }),
    guesses: true,
  },
  '/two-factor/generate-backup-codes': {
    method: 'POST',
    summary: 'Make new backup codes; the old ones no longer hold',
    body: parameters({ password: anyPassword }),
    guesses: true,
  },
}
