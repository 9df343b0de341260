/** Signing in and out: the calls of better-auth that the console uses, each a POST below `/auth`. All its other calls are 404. */
import Type, { type TObject } from 'typebox'
import { email, flag, noParameters, parameters, password, text } from '../values.ts'

export const AUTH_PATH = '/auth'

export type SignInCall = {
  readonly summary: string
  readonly body: TObject
  /** True if the reply reveals whether a secret was right, so that attempts are limited. */
  readonly guesses?: true
}

const anyPassword = password({ description: 'The password.', minLength: 1 })
const newPassword = password({ description: 'The new password: at least 10 characters.', minLength: 10 })
const address = email({ description: 'The address.', example: 'dana@example.com' })
const trustDevice = Type.Optional(
  flag({ description: 'Whether this browser can sign in without a code for 30 days.', example: false }),
)

/** The calls by path. A failed call has the shape of every other error; at 400, `details` holds better-auth’s own code at the path `code`. */
export const SIGN_IN_CALLS: Readonly<Record<string, SignInCall>> = {
  '/sign-in/email': {
    summary: 'Sign in; returns `{twoFactorRedirect: true}` if a code is required as well',
    body: parameters({
      email: address,
      password: anyPassword,
      rememberMe: Type.Optional(
        flag({ description: 'False for a session that ends when the browser is closed.', example: true }),
      ),
    }),
    guesses: true,
  },
  '/two-factor/verify-totp': {
    summary: 'Verify a code: the second step of signing in, and the last step of setting up two-factor authentication',
    body: parameters({ code: text(10, { description: 'Six digits.', example: '123456', minLength: 1 }), trustDevice }),
    guesses: true,
  },
  '/two-factor/verify-backup-code': {
    summary: 'Verify a backup code as the second step of signing in; each works once',
    body: parameters({
      code: text(50, { description: 'The code.', example: 'x7Kq2-9fLmP', minLength: 1 }),
      trustDevice,
    }),
    guesses: true,
  },
  '/sign-out': { summary: 'Sign out', body: noParameters },
  '/request-password-reset': {
    summary:
      'Request a link to set a password; returns `{sent_by}`, EMAIL or LOG, whether or not an account has the address, and 501 if the service cannot send e-mail',
    body: parameters({ email: address }),
    guesses: true,
  },
  '/reset-password': {
    summary: 'Set a password with the token of that link; ends every session',
    body: parameters({
      token: text(200, {
        description: 'The text after `#token=` in the link.',
        example: '5fXk2vZ8mQ1cR7nT',
        minLength: 1,
      }),
      newPassword,
    }),
    guesses: true,
  },
  '/change-password': {
    summary: 'Change the password, and optionally end all other sessions',
    body: parameters({
      currentPassword: anyPassword,
      newPassword,
      revokeOtherSessions: Type.Optional(flag({ description: 'Whether to end all other sessions.', example: true })),
    }),
    guesses: true,
  },
  '/two-factor/enable': {
    summary:
      'Start to set up two-factor authentication; returns `{totpURI, backupCodes}`, and takes effect once verify-totp accepts a code',
    body: parameters({ password: anyPassword }),
    guesses: true,
  },
  '/two-factor/disable': {
    summary: 'Turn off two-factor authentication',
    body: parameters({ password: anyPassword }),
    guesses: true,
  },
  '/two-factor/generate-backup-codes': {
    summary: 'Generate new backup codes; the old ones stop working',
    body: parameters({ password: anyPassword }),
    guesses: true,
  },
}
