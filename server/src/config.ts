/** The environment as one frozen value; the only reader of process.env. */
import { resolve } from 'node:path'
import { Refusal } from '#server/base/refusal.ts'
import type { MailServer } from './messaging/smtp.ts'
import type { TwilioAccount } from './messaging/twilio.ts'
import type { FilesPlace } from './platform/files/open-storage.ts'
import {
  readDatabaseUrl,
  readDelays,
  readFiles,
  readHost,
  readKeys,
  readMail,
  readMemoryLimit,
  readMode,
  readOrigin,
  readPort,
  readRanges,
  readSeconds,
  readTraces,
  readTwilio,
  type Setting,
  type Taken,
  type TraceSettings,
  withoutQuotes,
} from './setting-values.ts'

export type Config = {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly environment: 'development' | 'production'
  /** PostgreSQL 15 or newer; absent for the embedded one in the data folder. */
  readonly databaseUrl: string | undefined
  readonly redisUrl: string | undefined
  /** The origin at which people reach the console; undefined if links are made only for this machine. */
  readonly publicUrl: string | undefined
  /** CIDRs of proxies whose X-Forwarded-For is trusted. */
  readonly trustProxy: string[]
  /** CIDRs that webhooks may reach although they are not the public internet. */
  readonly webhookAllowedCidrs: string[]
  readonly metricsToken: string | undefined
  /** `id:key[,id:key…]`; undefined for the data folder's own. */
  readonly rootKey: string | undefined
  /** The delay before each attempt of a webhook delivery, in milliseconds; undefined for the default ones. */
  readonly webhookRetrySchedule: readonly number[] | undefined
  /** Absent if e-mail is captured. */
  readonly mail: MailServer | undefined
  /** Absent if text messages are captured. */
  readonly twilio: TwilioAccount | undefined
  /** The port on which a worker, which serves nothing else, serves its metrics and health; undefined if it serves none. */
  readonly metricsPort?: number | undefined
  /** How long calls are still accepted after the signal to stop, while `/readyz` sends the next ones elsewhere. */
  readonly drainSeconds?: number | undefined
  /** The most resident memory, in bytes; undefined for a share of the machine's memory. */
  readonly memoryLimitBytes?: number | undefined
  /** How long one import, which is one transaction, may take; undefined for the default time. */
  readonly importSeconds?: number | undefined
  /** Absent if no traces are sent. */
  readonly traces?: TraceSettings | undefined
  /** Where uploaded files are stored, and what one organization may have in total. */
  readonly files: { readonly place: FilesPlace; readonly limitBytes: number }
  /** Environment variables that begin like our settings but are not among them. Every command says so. */
  readonly unknownSettings?: readonly string[]
  /** Variables that are not ours, and that weaken how Node or the driver of PostgreSQL secures connections. */
  readonly weakening?: readonly Weakening[]
}

/** A variable, the part of its value that weakens something, and what follows from it. */
type Weakening = {
  readonly name: string
  readonly value: string
  readonly trusts: 'any server' | 'any debugger'
}

/** Every setting, with its meaning; a test compares the README's table with this one. */
export const SETTINGS = {
  PORT: 'Port to listen on. Defaults to 8080.',
  HOST: 'Address to listen on. Defaults to 127.0.0.1, which localhost also means. Any address other than loopback requires GATEHOUSE_ENV.',
  GATEHOUSE_DATA_DIR: 'Folder of the embedded database and of demo.json. Defaults to .data.',
  GATEHOUSE_ENV: 'development (default) or production.',
  DATABASE_URL: 'PostgreSQL 15 or newer, to use instead of the embedded one.',
  REDIS_URL:
    'Redis or Valkey 6.2 or newer, not a cluster of several shards. Quotas and limits on attempts to sign in then apply to all processes together.',
  PUBLIC_URL:
    'Public address of the service, such as https://gatehouse.example.com. Links in e-mails begin with it, the OpenAPI document states it, and cookies are Secure if it is https. Without it, production sends no links.',
  TRUST_PROXY:
    'Comma-separated CIDRs of proxies whose X-Forwarded-For is trusted, so that limits count callers and not the proxy.',
  GATEHOUSE_ROOT_KEY:
    'Root keys from which webhook secrets, mailed invitations and the secret of the console’s sign-in are derived: id:key[,id:key…], each key 32 bytes in base64, the current one first. Required in production; otherwise the data folder has one.',
  WEBHOOK_RETRY_SCHEDULE:
    'Comma-separated delays before each attempt of a delivery. Defaults to 0s,5s,5m,30m,2h,5h,10h,14h,20h,24h.',
  WEBHOOK_ALLOWED_CIDRS:
    'Comma-separated CIDRs that webhooks may reach although they are not public. The metadata address of a cloud must be listed by itself.',
  METRICS_TOKEN:
    'Bearer token for /metrics. Without it, nobody can read metrics in production, and only loopback can in development.',
  METRICS_PORT:
    'Port on which a worker serves /metrics, /healthz and /readyz. Without it, a worker does not listen. Other processes serve them on PORT.',
  DRAIN_SECONDS:
    'After SIGTERM, how long calls are still taken while /readyz answers 503, so that a proxy sends the next ones elsewhere: 0 to 60. Defaults to 0.',
  MEMORY_LIMIT_MB:
    'Memory in MiB at which a process refuses calls with 503; exports, reports and uploads at 80% of it. Defaults to 75% of what the machine or container has.',
  IMPORT_SECONDS:
    'The longest the transaction of one import may take, in seconds: 30 to 55. Defaults to 30. Raise it if a slow machine refuses large files. Until an import ends, anyone else who changes the same leases waits, and so do readers of changes.',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'OpenTelemetry collector, such as http://127.0.0.1:4318, to which traces are sent by OTLP over HTTP. Without it, no traces are sent.',
  OTEL_EXPORTER_OTLP_HEADERS: 'Headers for the collector: name=value[,name=value…].',
  OTEL_SERVICE_NAME: 'Name of the service in traces. Defaults to gatehouse.',
  SMTP_URL:
    'Mail server, smtp:// or smtps://user:password@host:port. A password is sent only by TLS, or within this machine. Without a mail server, e-mail is captured instead of sent.',
  MAIL_FROM:
    'Sender address of e-mail. Required in production with SMTP_URL; otherwise defaults to gatehouse@localhost.',
  TWILIO_ACCOUNT_SID: 'Twilio account that sends text messages. Without it, they are captured instead of sent.',
  TWILIO_AUTH_TOKEN: 'Token of the Twilio account.',
  TWILIO_FROM: 'Sender number of text messages, or a messaging service (MG…).',
  TWILIO_URL: 'Address of Twilio’s API. Defaults to https://api.twilio.com.',
  FILES_DIR:
    'Folder of uploaded photos and documents. Defaults to files in GATEHOUSE_DATA_DIR. Several processes must share it, or use a bucket.',
  FILES_LIMIT_GB: 'What the files of one organization may take up in total, in GiB. Defaults to 5.',
  S3_BUCKET: 'Bucket in Amazon S3, or in a store with the same API, in which to keep files instead of a folder.',
  S3_ENDPOINT: 'Address of the store, such as https://s3.us-east-1.amazonaws.com. Required with S3_BUCKET.',
  S3_REGION: 'Region of the bucket. Defaults to us-east-1.',
  S3_ACCESS_KEY_ID: 'Access key of the bucket.',
  S3_SECRET_ACCESS_KEY: 'Secret of the access key.',
} as const

/** A setting whose value cannot be used, and a sentence that says why without repeating anything secret. */
export type WrongSetting = { name: string; message: string }

/** The settings of `environment`. Throws Refusal `invalid_request` that names every setting whose value cannot be used. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const { config, wrong } = readSettings(environment)
  refuseWrong(wrong)
  return config
}

export function refuseWrong(wrong: readonly WrongSetting[]): void {
  if (wrong.length === 0) return
  const messages = wrong.map(({ message }) => message)
  const several = [`${wrong.length} settings cannot be used:`, ...messages].join('\n  ')
  throw new Refusal('invalid_request', wrong.length === 1 ? messages.join() : several)
}

/** The text of a variable without blanks and quotes around it. */
function bare(text = ''): string {
  return (withoutQuotes(text.trim()) ?? text).trim()
}

function quotedSettings(environment: NodeJS.ProcessEnv): WrongSetting[] {
  return Object.keys(SETTINGS)
    .filter(name => withoutQuotes(environment[name]?.trim() ?? '') !== undefined)
    .map(name => ({ name, message: `${name} has quotes around its value, which are a part of it here. Remove them.` }))
}

/**
 * The settings of `environment`, and those that are wrong. A wrong setting is treated as if it were not set, and an unknown GATEHOUSE_ENV as if it
 * were production.
 */
export function readSettings(environment: NodeJS.ProcessEnv): { config: Config; wrong: readonly WrongSetting[] } {
  const setting: Setting = name => bare(environment[name]) || undefined
  const wrong = quotedSettings(environment)
  const taken: Taken = read => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      wrong.push({ name: error.details?.[0]?.path ?? /^\w+/.exec(error.message)?.[0] ?? '', message: error.message })
      return undefined
    }
  }
  taken(() => readKeys(setting))
  const dataDir = resolve(setting('GATEHOUSE_DATA_DIR') ?? '.data')
  const config = Object.freeze({
    port: taken(() => readPort(setting, 'PORT')) ?? 8080,
    host: taken(() => readHost(setting)) ?? '127.0.0.1',
    dataDir,
    environment: taken(() => readMode(setting)) ?? 'production',
    databaseUrl: taken(() => readDatabaseUrl(setting, 'DATABASE_URL', ['postgres:', 'postgresql:'])),
    redisUrl: taken(() => readDatabaseUrl(setting, 'REDIS_URL', ['redis:', 'rediss:'])),
    publicUrl: taken(() => readOrigin(setting)),
    trustProxy: taken(() => readRanges(setting, 'TRUST_PROXY')) ?? [],
    webhookAllowedCidrs: taken(() => readRanges(setting, 'WEBHOOK_ALLOWED_CIDRS')) ?? [],
    metricsToken: setting('METRICS_TOKEN'),
    rootKey: setting('GATEHOUSE_ROOT_KEY'),
    webhookRetrySchedule: taken(() => readDelays(setting)),
    mail: readMail(setting, taken),
    twilio: readTwilio(setting, taken),
    metricsPort: taken(() => readPort(setting, 'METRICS_PORT')),
    drainSeconds: taken(() => readSeconds(setting, 'DRAIN_SECONDS', 0, 60)),
    memoryLimitBytes: taken(() => readMemoryLimit(setting)),
    importSeconds: taken(() => readSeconds(setting, 'IMPORT_SECONDS', 30, 55)),
    traces: readTraces(setting, taken),
    files: readFiles(setting, taken, dataDir),
    unknownSettings: Object.keys(environment).filter(name => !(name in SETTINGS) && isLikeOurs(name)),
    weakening: findWeakening(environment),
  })
  return { config, wrong }
}

const WEAKENING: readonly [name: string, form: RegExp, trusts: Weakening['trusts']][] = [
  ['NODE_TLS_REJECT_UNAUTHORIZED', /^0$/, 'any server'],
  ['DATABASE_URL', /\bsslmode=no-verify\b/, 'any server'],
  ['PGSSLMODE', /^no-verify$/, 'any server'],
  ['NODE_OPTIONS', /--inspect(?!-(?:port|publish))\S*/, 'any debugger'],
]

function findWeakening(environment: NodeJS.ProcessEnv): Weakening[] {
  return WEAKENING.flatMap(([name, form, trusts]) => {
    const [value] = form.exec(environment[name] ?? '') ?? []
    return value === undefined ? [] : [{ name, value, trusts }]
  })
}

/** A sentence about a variable that is not a setting and was most likely meant to be one. */
export function describeUnknown(name: string): string {
  const given = name.toUpperCase()
  const letters = given.replace(/^GATEHOUSE_|_/g, '')
  const meant = Object.keys(SETTINGS).find(
    ours =>
      areAlmostEqual(name, ours) || letters === ours.replace(/^GATEHOUSE_|_/g, '') || given === `GATEHOUSE_${ours}`,
  )
  return `${name} is not a setting, so it has no effect.${meant === undefined ? '' : ` Did you mean ${meant}?`}`
}

/** Whether a name is likely a misspelled setting: it begins like one of ours, or differs from one in one letter. */
function isLikeOurs(name: string): boolean {
  return BEGINS_LIKE_OURS.test(name) || LONG_NAMES.some(ours => areAlmostEqual(name, ours))
}

const BEGINS_LIKE_OURS =
  /^(?:GATEHOUSE_(?!TEST_|LOOKS_FOR_NODE|STARTED_AS)|WEBHOOK_(?:RETRY|ALLOWED)|TWILIO_|METRICS_TOK|TRUST(?:ED)?_PROX|FILES_LIMIT_|MEMORY_LIMIT_)/

/** Only long names are compared, because many programs have settings that resemble PORT or HOST. */
const LONG_NAMES = Object.keys(SETTINGS).filter(name => name.length >= 8)

/** Whether the names differ at most in case and by one letter that is added, missing or wrong, or by two neighboring letters in the wrong order. */
function areAlmostEqual(name: string, ours: string): boolean {
  const given = name.toUpperCase()
  let from = 0
  while (from < given.length && given[from] === ours[from]) from++
  const rests = (skipped: number, of: number) => given.slice(from + skipped) === ours.slice(from + of)
  const areSwapped = given[from] === ours[from + 1] && given[from + 1] === ours[from] && rests(2, 2)
  return rests(1, 0) || rests(0, 1) || rests(1, 1) || areSwapped
}
