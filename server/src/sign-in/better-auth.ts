/** The configuration of better-auth: e-mail and password, a second step by TOTP, sessions in PostgreSQL, and nothing else. */
import { hash } from 'node:crypto'
import { asError } from '#server/base/as-error.ts'
import type { Clock } from '#server/base/clock.ts'
import { newId, uuidv7 } from '#server/base/ids.ts'
import { CODES_LOCKED_AFTER, CODES_LOCKED_MS } from '#server/platform/members/sign-in.ts'
import type { RootKeys } from '#server/platform/root-keys.ts'
import { secretsOf } from './secrets.ts'
import type { UsersDatabase } from './users-database.ts'

/** An origin that never leaves the process: addresses that people open are built by the code that sends them. */
export const INNER_ORIGIN = 'http://gatehouse.invalid'
export const BASE_PATH = '/console/api/auth'

export const PASSWORD_LENGTH = { min: 10, max: 128 }
/** How long a session lasts, and the age at which the library renews it. */
export const SESSION_SECONDS = 7 * 86_400
export const RENEWED_AFTER_SECONDS = 86_400
const RESET_SECONDS = 3_600

export type BetterAuthOptions = {
  database: UsersDatabase
  rootKeys: RootKeys
  clock: Clock
  sendReset: (user: { email: string; name: string }, token: string) => Promise<void>
  /** Called after a password was set by `request`, through a link that reached the person. */
  onReset: (user: { id: string; email: string }, request: Request | undefined) => Promise<void>
  /** Receives the library's messages about its own failures; they never contain a secret. */
  onTrouble: (message: string) => void
}

export type BetterAuth = Awaited<ReturnType<typeof openBetterAuth>>

/** What the names of cookies begin with. The browser accepts `__Host-` only from this very host, by https. */
export const cookiePrefix = (isSecure: boolean) => (isSecure ? '__Host-gatehouse' : 'gatehouse')

/**
 * Opens the library. `isSecure` is for visitors who come by https: the cookie is then Secure, and its name begins with `__Host-`, so that no other
 * host can have set it. Importing the library takes 0.3 s and 8 MB, so that waits until somebody signs in.
 */
export async function openBetterAuth(options: BetterAuthOptions, isSecure: boolean) {
  const [{ betterAuth }, { twoFactor }] = await Promise.all([import('better-auth'), import('better-auth/plugins')])
  const { database, rootKeys, clock } = options
  return betterAuth({
    appName: 'Gatehouse',
    baseURL: INNER_ORIGIN,
    basePath: BASE_PATH,
    secrets: secretsOf(rootKeys),
    database: database.pool,
    telemetry: { enabled: false },
    // Errors are thrown to us, because the library would write them to the console unchanged and answer a 500 without a reason.
    onAPIError: { throw: true },
    logger: {
      level: 'error',
      log: (_level, message) => options.onTrouble(message),
    },
    // Attempts are limited where every call arrives, by account as well as by address.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: cookiePrefix(isSecure),
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: ['x-gatehouse-address'] },
      database: {
        generateId: ({ model }) => (model === 'user' ? newId('user', clock.now()) : uuidv7(clock.now())),
      },
    },
    emailAndPassword: passwordsFor(options),
    ...TABLES,
    plugins: [twoFactor({ issuer: 'Gatehouse', schema: TWO_FACTOR_TABLES, accountLockout: ACCOUNT_LOCKOUT })],
  })
}

function passwordsFor({ onReset, sendReset, onTrouble }: BetterAuthOptions) {
  return {
    enabled: true,
    disableSignUp: true,
    minPasswordLength: PASSWORD_LENGTH.min,
    maxPasswordLength: PASSWORD_LENGTH.max,
    resetPasswordTokenExpiresIn: RESET_SECONDS,
    revokeSessionsOnPasswordReset: true,
    onPasswordReset: ({ user }: { user: { id: string; email: string } }, request?: Request) => onReset(user, request),
    // This is not awaited, because the time a reply takes would reveal whether the address has an account.
    sendResetPassword: async ({ user, token }: { user: { email: string; name: string }; token: string }) => {
      sendReset(user, token).catch(error =>
        onTrouble(`A link to set a password was not sent: ${asError(error).message}`),
      )
    },
  }
}

const RESET = 'reset-password:'
const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' }

/** Our names of the library's tables and columns. */
const TABLES = {
  user: { modelName: 'users', fields: { emailVerified: 'email_verified', ...TIMES } },
  session: {
    modelName: 'sessions',
    expiresIn: SESSION_SECONDS,
    updateAge: RENEWED_AFTER_SECONDS,
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      ...TIMES,
    },
  },
  account: {
    modelName: 'accounts',
    fields: {
      userId: 'user_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      ...TIMES,
    },
  },
  verification: {
    modelName: 'verifications',
    // The identifier of a link to a new password keeps its prefix, so that the database can end older links.
    storeIdentifier: { default: 'hashed', overrides: { [RESET]: { hash: hashOfReset } } },
    fields: { expiresAt: 'expires_at', ...TIMES },
  },
} as const

const TWO_FACTOR_TABLES = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: {
    modelName: 'two_factors',
    fields: {
      userId: 'user_id',
      backupCodes: 'backup_codes',
      failedVerificationCount: 'failed_verification_count',
      lockedUntil: 'locked_until',
    },
  },
}

const ACCOUNT_LOCKOUT = {
  enabled: true,
  maxFailedAttempts: CODES_LOCKED_AFTER,
  durationSeconds: CODES_LOCKED_MS / 1_000,
}

async function hashOfReset(identifier: string): Promise<string> {
  return `${RESET}${hash('sha256', identifier, 'base64url')}`
}
