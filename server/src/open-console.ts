/** Opens what the console needs, from the settings and the database. */
import type { Logger } from 'pino'
import { isLoopbackHost } from './base/addresses.ts'
import type { Clock } from './base/clock.ts'
import type { Config } from './config.ts'
import { logConnectionErrors } from './connection-errors.ts'
import { Files } from './console/files.ts'
import { consoleImplementations } from './console/implementations.ts'
import { openImports } from './console/imports.ts'
import { openLinks } from './console/mail.ts'
import { deleteLeftUploads } from './console/upload-folders.ts'
import { importPool, importTimeoutMs, type PoolLimits, type Pools } from './database.ts'
import { openFlush } from './db/flush.ts'
import type { DatabaseConnection } from './db/session.ts'
import type { ConsoleServices } from './http/console/services.ts'
import { ATTEMPT_LIMITS } from './http/console/sign-in-calls.ts'
import { mailSender } from './messaging/smtp.ts'
import { oncePerMinute } from './once-per-minute.ts'
import type { OpenedExternalServices } from './open-external-services.ts'
import { openStorage } from './platform/files/open-storage.ts'
import { verifyByMail } from './platform/members/accounts.ts'
import { type AttemptLimit, attemptLimit } from './platform/members/attempt-limit.ts'
import { takeCode } from './platform/members/codes.ts'
import { openKnownDevices } from './platform/members/known-devices.ts'
import { replacedPasswords } from './platform/members/replaced-passwords.ts'
import { sharedAttemptLimit } from './platform/members/shared-attempt-limit.ts'
import { InProcessQuota } from './platform/quota/in-process.ts'
import type { RedisLimits } from './platform/quota/redis-client.ts'
import type { Turns } from './platform/turns.ts'
import { openSignIn } from './sign-in/open-sign-in.ts'
import { hashPassword } from './sign-in/password.ts'
import { openUsersDatabase } from './sign-in/users-database.ts'

type ConsoleOptions = {
  config: Config
  connection: DatabaseConnection
  pools: Pools
  poolLimits?: PoolLimits | undefined
  clock: Clock
  external: OpenedExternalServices
  logger: Logger
  redisLimits?: RedisLimits | undefined
  turns: Turns
  /** The address at which the service listens, once it does. */
  url: () => string | undefined
}

export async function openConsole(
  options: ConsoleOptions,
): Promise<{ console: ConsoleServices; close: () => Promise<void> }> {
  const { config, connection, pools, poolLimits, clock, external, logger } = options
  const throttled = oncePerMinute(logger, clock)
  const database = openUsersDatabase(connection, logConnectionErrors(throttled))
  const { memberReads, memberWrites, writes } = pools
  const members = memberReads.for(null)
  const stopping = new AbortController()
  const links = linksFor(options, stopping.signal)
  const signIn = openSignIn({
    database,
    members,
    rootKeys: external.rootKeys,
    clock,
    sendReset: links.sendReset,
    // The link reached the person by mail, or through the terminal of the person who runs the service.
    onReset: userId => memberWrites.transaction(null, db => verifyByMail(db, userId)),
    passwords: replacedPasswords(members, memberWrites),
    takeCode: (userId, code, newSession) => takeCode(memberWrites, userId, code, newSession),
    onTrouble: message => logger.error({ reason: message }, 'sign-in failed'),
  })
  const { attempts, close: closeAttempts } = await openAttempts(options)
  const now = () => clock.now()
  await deleteLeftUploads()
  const imports = openImports({
    pool: importPool(connection, { transactionTimeoutMs: importTimeoutMs(config), ...poolLimits }),
    now,
    turns: options.turns,
    onFailure: reason => throttled.error({ err: reason }, 'imports are answered with 503'),
    waitMs: poolLimits?.importWaitMs,
  })
  const storage = openStorage(config.files.place)
  const files = new Files({ storage, writes, reads: pools.reads, limitBytes: config.files.limitBytes, now })
  const console: ConsoleServices = {
    signIn,
    attempts,
    devices: openKnownDevices({ rootKeys: external.rootKeys, clock }),
    resetLinks: links.resetLinks,
    // Each process counts a person's calls separately: the limit protects the service, and nobody is billed by it.
    calls: new InProcessQuota({ clock, recentCalls: async () => [] }),
    memberReads,
    memberWrites,
    members,
    publicOrigin: config.publicUrl,
    flush: openFlush(pools.platformWrites),
    implementations: consoleImplementations({
      members,
      membersFor: organizationId => memberReads.for(organizationId),
      memberWrites,
      writes,
      links,
      imports,
      files,
      hashPassword,
      now,
      origin: () => config.publicUrl ?? options.url(),
    }),
  }
  const close = async () => {
    stopping.abort()
    closeAttempts()
    await imports.close()
    await database.pool.end()
  }
  return { console, close }
}

/** Limits attempts over all processes with Redis, or within this process without it. */
async function openAttempts({
  config,
  clock,
  logger,
  redisLimits = {},
}: ConsoleOptions): Promise<{ attempts: AttemptLimit; close: () => void }> {
  const limits = ATTEMPT_LIMITS
  const own = attemptLimit({ clock, limits })
  if (config.redisUrl === undefined) return { attempts: own, close: () => {} }
  const onChange = (reason: string | undefined) => {
    if (reason === undefined)
      logger.info('Redis is available again: attempts to sign in are limited for all processes together')
    else logger.warn({ reason }, 'Redis is unavailable: each process limits attempts to sign in by itself')
  }
  const attempts = await sharedAttemptLimit({ url: config.redisUrl, own, limits, redis: redisLimits, onChange })
  return { attempts, close: attempts.close }
}

/**
 * The links of the console. In production they always begin with PUBLIC_URL: somebody who requests a link for another person could otherwise send
 * that person to a host of their own. A link is shown at the terminal only if nobody but the developer can read it.
 */
function linksFor({ config, logger, url }: ConsoleOptions, stopping: AbortSignal) {
  const { mail, publicUrl, environment, host } = config
  const isDevelopment = environment === 'development'
  return openLinks({
    send: mail && mailSender(mail),
    origin: () => publicUrl ?? (isDevelopment ? url() : undefined),
    show: isDevelopment && isLoopbackHost(host) ? line => logger.warn(line) : undefined,
    onRefused: () => logger.warn('an e-mail with a link to set a password was not accepted; it will be sent again'),
    stopping,
  })
}
