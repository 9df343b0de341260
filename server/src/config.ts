/** The environment as one frozen value; the only reader of process.env. */
import { join, resolve } from 'node:path'
import { isLoopback, readRange } from '#server/base/addresses.ts'
import { isMailAddress } from '#server/base/contact.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { MailServer } from './messaging/smtp.ts'
import type { TwilioAccount } from './messaging/twilio.ts'
import type { FilesPlace } from './platform/files/open-storage.ts'

export type TraceSettings = {
  /** The address of the collector, without `/v1/traces`. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  serviceName: string
}

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
  /** Environment variables that begin like our settings but are not among them. `gatehouse doctor` reports them. */
  readonly unknownSettings?: readonly string[]
}

/** Every setting, with its meaning; a test compares the README's table with this one. */
export const SETTINGS = {
  PORT: 'Port to listen on. Defaults to 8080.',
  HOST: 'Address to listen on. Defaults to 127.0.0.1. Any address other than loopback requires GATEHOUSE_ENV.',
  GATEHOUSE_DATA_DIR: 'Folder of the embedded database and of demo.json. Defaults to .data.',
  GATEHOUSE_ENV: 'development (default) or production.',
  DATABASE_URL: 'PostgreSQL 15 or newer, to use instead of the embedded one.',
  REDIS_URL:
    'Redis or Valkey 6.2 or newer. Quotas and limits on attempts to sign in then hold over all processes together.',
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
    'Memory in MiB at which a process refuses calls with 503; exports, reports and uploads at 80 % of it. Defaults to 75 % of what the machine or container has.',
  IMPORT_SECONDS:
    'The longest one import may take, in seconds: 30 to 55. Defaults to 30. Raise it if a slow machine refuses large files. Until an import ends, anyone else who changes the same leases waits, and so do readers of changes.',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'OpenTelemetry collector, such as http://127.0.0.1:4318, to which traces are sent by OTLP over HTTP. Without it, none are made.',
  OTEL_EXPORTER_OTLP_HEADERS: 'Headers for the collector: name=value[,name=value…].',
  OTEL_SERVICE_NAME: 'Name of the service in traces. Defaults to gatehouse.',
  SMTP_URL: 'Mail server, smtp:// or smtps://user:password@host:port. Without it, e-mail is captured instead of sent.',
  MAIL_FROM:
    'Sender address of e-mail. Required in production with SMTP_URL; otherwise defaults to gatehouse@localhost.',
  TWILIO_ACCOUNT_SID: 'Twilio account that sends text messages. Without it, they are captured instead of sent.',
  TWILIO_AUTH_TOKEN: 'Token of the Twilio account.',
  TWILIO_FROM: 'Sender number of text messages, or a messaging service (MG…).',
  TWILIO_URL: 'Address of Twilio’s API. Defaults to https://api.twilio.com.',
  FILES_DIR:
    'Folder of uploaded photos and documents. Defaults to files in GATEHOUSE_DATA_DIR. Several processes must share it, or use a bucket.',
  FILES_LIMIT_GB: 'What the files of one organization may take in all, in GiB. Defaults to 5.',
  S3_BUCKET: 'Bucket of Amazon S3, or of a store that speaks its language, to keep files in instead of a folder.',
  S3_ENDPOINT: 'Address of the store, such as https://s3.us-east-1.amazonaws.com. Required with S3_BUCKET.',
  S3_REGION: 'Region of the bucket. Defaults to us-east-1.',
  S3_ACCESS_KEY_ID: 'Access key of the bucket.',
  S3_SECRET_ACCESS_KEY: 'Secret of the access key.',
} as const

export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const setting = (name: keyof typeof SETTINGS) => environment[name]?.trim() || undefined
  const mode = setting('GATEHOUSE_ENV')
  if (mode !== undefined && mode !== 'development' && mode !== 'production') {
    throw new Refusal('invalid_request', `GATEHOUSE_ENV is ${mode}; it must be development or production.`)
  }
  const host = setting('HOST') ?? '127.0.0.1'
  if (mode === undefined && host !== 'localhost' && !isLoopback(host)) {
    throw new Refusal(
      'invalid_request',
      `HOST ${host} is open to others: state GATEHOUSE_ENV=production (or development) to allow it.`,
    )
  }
  return Object.freeze({
    port: readPort(setting('PORT') ?? '8080'),
    host,
    dataDir: resolve(setting('GATEHOUSE_DATA_DIR') ?? '.data'),
    environment: mode ?? 'development',
    databaseUrl: readUrl('DATABASE_URL', setting('DATABASE_URL'), ['postgres:', 'postgresql:']),
    redisUrl: readUrl('REDIS_URL', setting('REDIS_URL'), ['redis:', 'rediss:']),
    publicUrl: readOrigin(setting('PUBLIC_URL')),
    trustProxy: readRanges('TRUST_PROXY', setting('TRUST_PROXY')),
    webhookAllowedCidrs: readRanges('WEBHOOK_ALLOWED_CIDRS', setting('WEBHOOK_ALLOWED_CIDRS')),
    metricsToken: setting('METRICS_TOKEN'),
    rootKey: setting('GATEHOUSE_ROOT_KEY'),
    webhookRetrySchedule: readDelays(setting('WEBHOOK_RETRY_SCHEDULE')),
    mail: readMail(setting, mode),
    twilio: readTwilio(setting),
    metricsPort: readMetricsPort(setting('METRICS_PORT')),
    drainSeconds: readSeconds(setting, 'DRAIN_SECONDS', 0, 60),
    memoryLimitBytes: readMemoryLimit(setting('MEMORY_LIMIT_MB')),
    importSeconds: readSeconds(setting, 'IMPORT_SECONDS', 30, 55),
    traces: readTraces(setting),
    files: readFiles(setting, resolve(setting('GATEHOUSE_DATA_DIR') ?? '.data')),
    unknownSettings: Object.keys(environment).filter(name => LIKE_OURS.test(name) && !(name in SETTINGS)),
  })
}

/** Names that only a misspelled setting could have. */
const LIKE_OURS = /^(?:GATEHOUSE_(?!TEST_|LOOKS_FOR_NODE)|WEBHOOK_(?:RETRY|ALLOWED)|TWILIO_|METRICS_TOK)/

type Setting = (name: keyof typeof SETTINGS) => string | undefined

function readMail(setting: Setting, mode: string | undefined): MailServer | undefined {
  const text = readUrl('SMTP_URL', setting('SMTP_URL'), ['smtp:', 'smtps:'])
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (!url?.hostname) throw unreadable('SMTP_URL', 'must be such as smtp://user:password@mail.example.com:587')
  // The query is not passed on, because the options that the mail library accepts there include logging the whole conversation, including the
  // password.
  if (url.search) throw unreadable('SMTP_URL', 'takes nothing after a question mark')
  const from = setting('MAIL_FROM') ?? (mode === 'production' ? undefined : 'gatehouse@localhost')
  if (from === undefined) throw unreadable('MAIL_FROM', 'must say which address e-mail comes from, as SMTP_URL is set')
  if (!isMailAddress(from)) throw unreadable('MAIL_FROM', `is ${from}; it must be one address and nothing else`)
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? undefined : Number(url.port),
    isSecure: url.protocol === 'smtps:',
    user: decoded(url.username),
    password: decoded(url.password),
    from,
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw unreadable('SMTP_URL', 'has a % in its user or password that begins no code; write %25 for the sign itself')
  }
}

function readTwilio(setting: Setting): TwilioAccount | undefined {
  const names = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const
  const [accountSid, authToken, from] = names.map(setting)
  const url = readUrl('TWILIO_URL', setting('TWILIO_URL'), ['https:', 'http:']) ?? 'https://api.twilio.com'
  if (!URL.canParse(url)) throw unreadable('TWILIO_URL', 'must be such as https://api.twilio.com')
  if (accountSid && authToken && from) return { url, accountSid, authToken, from }
  const missing = names.filter(name => setting(name) === undefined)
  if (missing.length === names.length) return undefined
  throw new Refusal(
    'invalid_request',
    `${missing.join(' and ')} must be set too: text messages need all of ${names.join(', ')}.`,
  )
}

function readMetricsPort(text: string | undefined): number | undefined {
  return text === undefined ? undefined : readPort(text, 'METRICS_PORT')
}

function readSeconds(setting: Setting, name: 'DRAIN_SECONDS' | 'IMPORT_SECONDS', least: number, most: number) {
  const text = setting(name)
  if (text === undefined) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(seconds >= least && seconds <= most)) throw unreadable(name, `is ${text}; it must be ${least} to ${most}`)
  return seconds
}

function readMemoryLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{3,7}$/.test(text)) throw unreadable('MEMORY_LIMIT_MB', `is ${text}; it must be 100 to 9999999`)
  return Number(text) * 1024 ** 2
}

function readTraces(setting: Setting): TraceSettings | undefined {
  const endpoint = readUrl('OTEL_EXPORTER_OTLP_ENDPOINT', setting('OTEL_EXPORTER_OTLP_ENDPOINT'), ['http:', 'https:'])
  if (endpoint === undefined) return undefined
  if (!URL.canParse(endpoint)) throw unreadable('OTEL_EXPORTER_OTLP_ENDPOINT', 'must be such as http://127.0.0.1:4318')
  const pairs = (setting('OTEL_EXPORTER_OTLP_HEADERS') ?? '').split(',').filter(pair => pair.trim() !== '')
  const headers = pairs.map(pair => {
    const [, name, value] = /^\s*([\w-]+)=(.*)$/.exec(pair) ?? []
    if (name === undefined || value === undefined) {
      throw unreadable('OTEL_EXPORTER_OTLP_HEADERS', 'must be name=value, several separated by commas')
    }
    return [name, decodeURIComponent(value.trim())] as const
  })
  return { endpoint, headers: Object.fromEntries(headers), serviceName: setting('OTEL_SERVICE_NAME') ?? 'gatehouse' }
}

function readFiles(setting: Setting, dataDir: string): Config['files'] {
  const gigabytes = Number(setting('FILES_LIMIT_GB') ?? '5')
  if (!(gigabytes > 0 && gigabytes <= 1_000_000)) throw unreadable('FILES_LIMIT_GB', 'must be a number above 0')
  const limitBytes = Math.round(gigabytes * 1024 ** 3)
  const names = ['S3_BUCKET', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const [bucket, endpoint, accessKeyId, secretAccessKey] = names.map(setting)
  const missing = names.filter(name => setting(name) === undefined)
  if (missing.length === names.length) {
    return { place: { kind: 'folder', path: resolve(setting('FILES_DIR') ?? join(dataDir, 'files')) }, limitBytes }
  }
  if (!bucket || !endpoint || !accessKeyId || !secretAccessKey) {
    throw new Refusal(
      'invalid_request',
      `${missing.join(' and ')} must be set too: a bucket needs all of ${names.join(', ')}.`,
    )
  }
  readUrl('S3_ENDPOINT', endpoint, ['https:', 'http:'])
  if (!/^[a-z0-9][a-z0-9.-]{1,62}$/.test(bucket)) throw unreadable('S3_BUCKET', 'is not the name of a bucket')
  const region = setting('S3_REGION') ?? 'us-east-1'
  return { place: { kind: 'bucket', bucket, endpoint, accessKeyId, secretAccessKey, region }, limitBytes }
}

function unreadable(name: keyof typeof SETTINGS, message: string): Refusal {
  return new Refusal('invalid_request', `${name} ${message}.`)
}

function readPort(text: string, name = 'PORT'): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new Refusal('invalid_request', `${name} is ${text}; it must be 0 to 65535.`)
  return port
}

/** Reads a URL. It may contain a password, so the message never repeats it. */
function readUrl(name: string, text: string | undefined, protocols: string[]): string | undefined {
  if (text === undefined) return undefined
  // URL.canParse is not used, because it rejects PostgreSQL's own form for a Unix socket, `postgres://user@/name?host=/folder`.
  if (!protocols.some(protocol => text.startsWith(`${protocol}//`))) {
    throw new Refusal(
      'invalid_request',
      `${name} must begin with ${protocols.map(protocol => `${protocol}//`).join(' or ')}.`,
    )
  }
  return text
}

function readOrigin(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username
  if (!isOrigin)
    throw unreadable('PUBLIC_URL', 'must be an address without a path, such as https://gatehouse.example.com')
  return url.origin
}

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function readDelays(text: string | undefined): number[] | undefined {
  return text?.split(',').map(delay => {
    const [, digits, unit] = /^(\d{1,6})([smhd])$/.exec(delay.trim()) ?? []
    if (digits !== undefined && unit !== undefined) return Number(digits) * (UNITS[unit] as number)
    throw new Refusal(
      'invalid_request',
      `WEBHOOK_RETRY_SCHEDULE holds ${delay.trim() || 'nothing'}, which is no delay such as 0s, 5m or 2h.`,
    )
  })
}

function readRanges(name: keyof typeof SETTINGS, text = ''): string[] {
  const ranges = text.split(',').flatMap(range => range.trim() || [])
  const wrong = ranges.find(range => readRange(range) === undefined)
  if (wrong !== undefined)
    throw new Refusal('invalid_request', `${name} holds ${wrong}, which is no address range such as 10.0.0.0/8.`)
  return ranges
}
