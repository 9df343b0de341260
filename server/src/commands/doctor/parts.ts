/** The doctor's checks of everything except PostgreSQL: Redis, the mail server, Twilio and root keys. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Redis } from 'ioredis'
import { asError } from '../../base/as-error.ts'
import { typed } from '../../base/typed-command.ts'
import type { Config } from '../../config.ts'
import { FEW_READERS, openPools } from '../../database.ts'
import type { DatabaseConnection } from '../../db/session.ts'
import { checkMailServer } from '../../messaging/smtp.ts'
import { checkTwilioAccount } from '../../messaging/twilio.ts'
import { openRedisClient, whyUnavailable, within } from '../../platform/quota/redis-client.ts'
import { makeRootKey, type RootKeys, readRootKeys, rootKeyFileIn } from '../../platform/root-keys.ts'
import { countUnread } from '../../sign-in/secrets.ts'
import { compareRootKeys } from '../../webhooks/check-root-keys.ts'
import { asReader } from './database.ts'
import { type Finding, ok, problem, skipped, warning } from './finding.ts'

const LIMIT_MS = 5_000
const OLDEST_REDIS = 6.2
/** How many members' two-factor secrets are decrypted. */
const SAMPLE = 5
/**
 * A small version of what quotas do with Redis: a script that writes. A replica, a full server and a limited user answer INFO, but refuse
 * this.
 */
const WRITE_AND_REMOVE = `redis.call('set', KEYS[1], 1, 'px', 1000) return redis.call('del', KEYS[1])`
const REDIS_KEY = 'gatehouse:quota:doctor'

const REDIS_ACTION =
  'Start Redis, correct REDIS_URL (address, user and password), or have Redis accept this machine (bind, protected-mode).'
const REDIS_LOGIN = 'Correct the user and password in REDIS_URL.'
/** Explains errors of Redis and its client, which are clear only to those who know the protocol, and says what to do. */
const REDIS_REASONS: readonly [form: RegExp, said: string, action: string][] = [
  [/^NOAUTH/, 'it requires a password', REDIS_LOGIN],
  [/^WRONGPASS/, 'it does not accept the user and password', REDIS_LOGIN],
  [/^READONLY/, 'it is a replica, which accepts no writes', 'Set REDIS_URL to the primary.'],
  [
    /^OOM/,
    'OOM command not allowed when used memory is above maxmemory',
    'Raise maxmemory of Redis, or use a Redis of its own.',
  ],
  [/DB index is out of range/, 'it has no database of this number', 'Correct the number at the end of REDIS_URL.'],
  [/RESP type/, 'what answers there is not Redis', 'Correct the host and port in REDIS_URL.'],
]

export async function checkRedis({ redisUrl }: Config): Promise<Finding[]> {
  if (redisUrl === undefined) {
    return [
      skipped(
        'redis',
        'REDIS_URL is not set: each process counts quotas for itself, which is enough for a single process.',
      ),
    ]
  }
  const client = openRedisClient(redisUrl, { connectTimeoutMs: LIMIT_MS })
  try {
    await within(LIMIT_MS, client.connect())
    // Without this, a database number that Redis does not have goes unnoticed: the client continues with the first database.
    await within(LIMIT_MS, client.select(client.options.db ?? 0))
    const version = /redis_version:(\S+)/.exec(await within(LIMIT_MS, client.info('server')))?.[1] ?? ''
    if (Number.parseFloat(version) < OLDEST_REDIS) {
      return [problem('redis', `Redis is ${version}, which is too old.`, 'Upgrade to Redis 6.2 or newer, or Valkey.')]
    }
    await within(LIMIT_MS, client.eval(WRITE_AND_REMOVE, 1, REDIS_KEY))
    return [(await whyNotCounting(client)) ?? ok('redis', `Redis ${version} answers and accepts writes.`)]
  } catch (error) {
    const raw = reason(whyUnavailable(client, error))
    const [, said, action] = REDIS_REASONS.find(([form]) => form.test(raw)) ?? [undefined, raw, REDIS_ACTION]
    const message = `Redis cannot be used: ${said}.`
    const advice = `${aboutTls(redisUrl, raw)}${action} Until then each process counts quotas for itself.`
    return [problem('redis', message, aboutCertificate(raw) ?? advice)]
  } finally {
    client.disconnect()
  }
}

/**
 * What to try first if only one side may use TLS: a port for TLS ends a connection that begins without it, and Redis waits in silence for the rest of
 * what it takes for a command, until the client or this check gives up. It ends with a space, and is empty where TLS is not the likely reason.
 */
function aboutTls(redisUrl: string, said: string): string {
  const [mode, other] = redisUrl.startsWith('rediss:') ? ['does not use TLS', 'redis'] : ['accepts only TLS', 'rediss']
  return /ECONNRESET|EPIPE|ETIMEDOUT|Redis closed the connection|no answer|answer in TLS/.test(said)
    ? `If this port ${mode}, begin REDIS_URL with ${other}://. `
    : ''
}

/** Why a Redis that accepts writes does not count every call: the service asks the node of REDIS_URL only, and counts must stay. */
async function whyNotCounting(client: Redis): Promise<Finding | undefined> {
  if (/cluster_enabled:1/.test(await within(LIMIT_MS, client.info('cluster')))) {
    const cluster = String(await within(LIMIT_MS, client.call('CLUSTER', 'INFO')))
    if (!/cluster_slots_assigned:16384\b[\s\S]*cluster_size:1\b/.test(cluster)) {
      return problem(
        'redis',
        'Redis is a node of a cluster and does not hold all of its keys, so that quotas of the other keys cannot be counted there.',
        'Use a Redis without cluster mode, or a cluster of one shard. Until then each process counts many quotas for itself.',
      )
    }
  }
  const memory = await within(LIMIT_MS, client.info('memory'))
  const [, policy] = /maxmemory:[1-9][\s\S]*maxmemory_policy:(\S+)/.exec(memory) ?? []
  if (policy === undefined || policy === 'noeviction') return undefined
  return warning(
    'redis',
    `Redis removes keys when its memory is full (maxmemory-policy ${policy}), and with them counts of calls.`,
    'Set maxmemory-policy noeviction.',
  )
}

const MAIL_ACTION =
  'Start the server, or correct SMTP_URL: smtps:// is for a port on which TLS begins at once, usually 465, and smtp:// for every other.'
const MAIL_ACTIONS: readonly [form: RegExp, action: string][] = [
  [
    /refuses the sender/,
    'Set MAIL_FROM to an address from which this server lets the login of SMTP_URL send, or have the server accept e-mail of this sender, login and machine.',
  ],
  [/^Invalid login/, 'Correct the user and password in SMTP_URL, or let that login send from this machine.'],
  [
    /does not begin TLS/,
    `Have the server offer STARTTLS with a valid certificate, or use its port for TLS with smtps://.`,
  ],
  [
    /^it refuses the connection/,
    'Have the server accept this machine, or name in SMTP_URL the server through which it may send.',
  ],
]

export async function checkMail({ mail }: Config): Promise<Finding[]> {
  if (!mail) return [skipped('mail', 'SMTP_URL is not set: e-mail is captured instead of sent.')]
  try {
    await within(2 * LIMIT_MS, checkMailServer(mail))
    return [ok('mail', `The mail server ${mail.host} accepts the connection and ${mail.from} as the sender.`)]
  } catch (error) {
    const said = reason(error)
    const action = MAIL_ACTIONS.find(([form]) => form.test(said))?.[1]
    const message = `The mail server ${mail.host} does not accept e-mail: ${said}.`
    return [problem('mail', message, aboutCertificate(said) ?? action ?? MAIL_ACTION)]
  }
}

export async function checkTwilio({ twilio }: Config): Promise<Finding[]> {
  if (!twilio) return [skipped('sms', 'Twilio is not set up: text messages are captured instead of sent.')]
  const action = 'Correct TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN, or let this machine reach TWILIO_URL.'
  try {
    const status = await checkTwilioAccount(twilio, AbortSignal.timeout(LIMIT_MS))
    return status === 200
      ? [ok('sms', 'Twilio accepts the account.')]
      : [problem('sms', `Twilio answers ${status}.`, action)]
  } catch (error) {
    return [problem('sms', `Twilio cannot be reached: ${reason(error)}.`, action)]
  }
}

/** Whether the keys exist and match a sample of what was derived from them. Unlike a start, it creates no key. */
export async function checkRootKeys(config: Config, connection: DatabaseConnection, nowMs: number): Promise<Finding[]> {
  const file = rootKeyFileIn(config.dataDir)
  let text = config.rootKey
  let rootKeys: RootKeys
  try {
    if (text === undefined && existsSync(file)) text = (await readFile(file, 'utf8')).trim()
    rootKeys = readRootKeys(text ?? makeRootKey('none'), config.rootKey === undefined ? file : undefined)
  } catch (error) {
    if (config.rootKey !== undefined)
      return [skipped('root keys', 'Not checked, because GATEHOUSE_ROOT_KEY is not valid.')]
    const action = `Put ${file} back from where you keep a copy. Delete it only if no secret was ever derived from it: the next start makes another key.`
    return [problem('root keys', `The root key cannot be read: ${reason(error)}.`, action)]
  }
  const { wrong, compared } = await compareSecrets(connection, rootKeys, nowMs)
  const members = await compareTwoFactor(connection, rootKeys)
  const found = [...wrong.map(message => problem('root keys', message, KEY_LOST)), ...members.found]
  if (found.length > 0) return found
  if (text === undefined) return [skipped('root keys', 'There is no root key yet, and no secret that needs one.')]
  return compared + members.compared > 0
    ? [ok('root keys', 'The root keys match a sample of what was derived from them.')]
    : [skipped('root keys', 'Not compared: no webhook has a secret, and no member uses two-factor authentication.')]
}

const KEY_LOST = 'Put the lost key back from where you keep it; production does not start without it.'

async function compareSecrets(connection: DatabaseConnection, rootKeys: RootKeys, nowMs: number) {
  const pools = openPools(connection, () => {}, FEW_READERS)
  try {
    const { platformReads, reads } = pools
    return await compareRootKeys({ platformReads, reads, rootKeys, nowMs })
  } finally {
    await pools.close()
  }
}

/** The newest secrets of members are compared, because those that a key of long ago encrypted could be read only with that key. */
async function compareTwoFactor(connection: DatabaseConnection, rootKeys: RootKeys) {
  const { rows } = await asReader(connection, 'gatehouse_console', client =>
    client.query<{ secret: string }>('select secret from console.two_factors order by id desc limit $1', [SAMPLE]),
  )
  const unread = await countUnread(
    rootKeys,
    rows.map(({ secret }) => secret),
  )
  const found =
    unread === 0
      ? []
      : [
          problem(
            'root keys',
            `The root keys do not decrypt the two-factor authentication of members (${unread} of ${rows.length} looked at), who can therefore not sign in.`,
            `Put the lost key back from where you keep it. If it is lost, ${typed('user set-password --without-codes')} lets a member sign in and set it up again.`,
          ),
        ]
  return { found, compared: rows.length }
}

/** What to do if the reason is that a certificate is not accepted; undefined for any other reason. */
export function aboutCertificate(said: string): string | undefined {
  if (!/certificate|altnames/.test(said)) return undefined
  return 'Renew the certificate of the server, or use a host name that is in it. If an authority of your own signed it, set NODE_EXTRA_CA_CERTS to the file with the certificate of that authority, here and for the service.'
}

/** An error in words, on one line. Errors of these libraries contain host names and codes, never passwords. */
export function reason(error: unknown): string {
  const { message, code } = asError(error)
  const said = (message || code || 'no reason was given').trim()
  if (said.startsWith('Error upgrading connection with STARTTLS')) {
    return 'it does not begin TLS, without which no password is sent'
  }
  const [, greeting] = /^Invalid greeting\. response=(.*?): /.exec(said) ?? []
  if (greeting !== undefined) return `it refuses the connection: ${greeting}`
  const [, ofTls] = /^[0-9A-F]+:error:[0-9A-F]+:SSL routines:[^:]*:([^:]+):/.exec(said) ?? []
  if (ofTls === 'wrong version number') return 'it does not answer in TLS'
  // After the semicolon is what Node advises programmers.
  return (ofTls ? `TLS failed, ${ofTls}` : said.replace(/; if the root CA.*/s, '').replace(/\s*\n\s*/g, ' ')).replace(
    /\.$/,
    '',
  )
}
