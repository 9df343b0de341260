/**
 * Reads the values of single settings. A value that cannot be used is refused with a sentence that names the setting, says what it accepts, and
 * repeats nothing secret.
 */
import { join, resolve } from 'node:path'
import { isLoopbackHost, readRange } from '#server/base/addresses.ts'
import { isMailAddress } from '#server/base/contact.ts'
import { fieldError } from '#server/base/refusal.ts'
import type { MailServer } from './messaging/smtp.ts'
import type { TwilioAccount } from './messaging/twilio.ts'
import type { FilesPlace } from './platform/files/open-storage.ts'
import { readRootKeys } from './platform/root-keys.ts'

export type TraceSettings = {
  /** The address of the collector, without `/v1/traces`. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  serviceName: string
}

/** The text of a setting; undefined if it is absent or blank. */
export type Setting = (name: string) => string | undefined
/** Returns what `read` returns, or undefined if it refuses; the refusal is kept for the message. */
export type Taken = <Value>(read: () => Value) => Value | undefined

export function readMode(setting: Setting): 'development' | 'production' {
  const mode = setting('GATEHOUSE_ENV')
  if (mode === undefined || mode === 'development' || mode === 'production') return mode ?? 'development'
  throw fieldError('GATEHOUSE_ENV', `is ${mode}; it must be development or production`)
}

export function readHost(setting: Setting): string | undefined {
  // For localhost, Fastify would open a second server for ::1, which has none of the limits and replies that ours has.
  const host = setting('HOST')
    ?.replace(/^localhost$/, '127.0.0.1')
    .replace(/^\[(.*)\]$/, '$1')
  if (host === undefined || isLoopbackHost(host) || setting('GATEHOUSE_ENV') !== undefined) return host
  throw fieldError('HOST', `${host} is open to others: set GATEHOUSE_ENV=production (or development) to allow it`)
}

export function readPort(setting: Setting, name: 'PORT' | 'METRICS_PORT'): number | undefined {
  const text = setting(name)
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text) || Number(text) > 65_535) throw fieldError(name, `is ${text}; it must be 0 to 65535`)
  // Each of the processes of one machine needs a port of its own. In containers of their own, PORT is not set for a worker.
  if (name === 'METRICS_PORT' && Number(text) > 0 && Number(setting('PORT')) === Number(text))
    throw fieldError(name, `is ${text}, which is PORT too: set it to a port of its own`)
  return Number(text)
}

/** Reads a URL. It may contain a password, so the message repeats no more than its scheme. */
function readUrl(setting: Setting, name: string, protocols: string[]): string | undefined {
  const text = setting(name)
  if (text === undefined || protocols.some(protocol => text.startsWith(`${protocol}//`))) return text
  const found = /^[a-z]{1,20}:\/\//i.exec(text)?.[0]
  const accepted = protocols.map(protocol => `${protocol}//`).join(' or ')
  throw fieldError(name, `must begin with ${accepted}${found === undefined ? '' : `, and begins with ${found}`}`)
}

/** Reads the root keys, so that one which cannot be used is named together with every other wrong setting. */
export function readKeys(setting: Setting): void {
  const text = setting('GATEHOUSE_ROOT_KEY')
  if (text !== undefined) readRootKeys(text)
}

/** The value without the quotes around it, which a shell would remove, and a file of settings may not; undefined if it has none. */
export function withoutQuotes(text: string): string | undefined {
  return /^(["'])(.*)\1$/s.exec(text)?.[2]
}

/** Reads the address of a database. The drivers mistake a # or / in a password for the end of the host, and would complain about a wrong host. */
export function readDatabaseUrl(setting: Setting, name: string, protocols: string[]): string | undefined {
  const text = readUrl(setting, name, protocols)
  if (text === undefined) return undefined
  if (SEVERAL_HOSTS.test(text)) {
    throw fieldError(
      name,
      'names several hosts: name one address that always leads to the primary, such as that of HAProxy',
    )
  }
  const mode = /[?&]sslmode=([^&]*)/.exec(text)?.[1]
  if (mode !== undefined && !SSL_MODES.includes(mode)) {
    throw fieldError(name, `has an unknown sslmode: use ${SSL_MODES.join(', ')}`)
  }
  // PostgreSQL's own form for a Unix socket, `postgres://user@/name?host=/folder`, has no host.
  const url = URL.parse(text.replace('@/', '@socket/'))
  if (url && !url.hash && !(url.username === '' && url.pathname.includes('@'))) return text
  throw fieldError(
    name,
    'is not a valid URL: percent-encode characters such as #, / and @ in the password, as %23, %2F and %40',
  )
}

/** The modes of libpq, and one of the driver. It would take any other one, such as a misspelled `disable`, for verify-full. */
const SSL_MODES = ['verify-full', 'verify-ca', 'require', 'prefer', 'allow', 'disable', 'no-verify']

/** A list of hosts, as libpq accepts it, before the path or in the parameter `host`. The drivers would look for one host of that name. */
const SEVERAL_HOSTS = /^[a-z]+:\/\/(?:[^/?#]*@)?[^/?#@]*,[^/?#@]*(?:[/?#]|$)|[?&]host=[^&]*(?:,|%2c)/i

/** Reads the address of a web server. */
function readWebAddress(setting: Setting, name: string, example: string): string | undefined {
  const text = readUrl(setting, name, ['https:', 'http:'])
  if (text === undefined || URL.canParse(text)) return text
  throw fieldError(name, `must look like ${example}`)
}

export function readOrigin(setting: Setting): string | undefined {
  const text = setting('PUBLIC_URL')
  if (text === undefined) return undefined
  const url = URL.parse(text)
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username
  if (!isOrigin) {
    const found = text.includes('@') ? '' : `, and is ${text}`
    throw fieldError('PUBLIC_URL', `must be an address without a path, such as https://gatehouse.example.com${found}`)
  }
  return url.origin
}

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

export function readDelays(setting: Setting): number[] | undefined {
  return setting('WEBHOOK_RETRY_SCHEDULE')
    ?.split(',')
    .map(delay => {
      const [, digits, unit] = /^(\d{1,6})([smhd])$/.exec(delay.trim()) ?? []
      if (digits !== undefined && unit !== undefined) return Number(digits) * UNITS[unit]!
      throw fieldError(
        'WEBHOOK_RETRY_SCHEDULE',
        `holds ${delay.trim() || 'nothing'}, which is not a delay such as 0s, 5m or 2h`,
      )
    })
}

export function readRanges(setting: Setting, name: 'TRUST_PROXY' | 'WEBHOOK_ALLOWED_CIDRS'): string[] {
  const ranges = (setting(name) ?? '').split(',').flatMap(range => range.trim() || [])
  const wrong = ranges.find(range => readRange(range) === undefined)
  if (wrong === undefined) return ranges
  throw fieldError(name, `holds ${wrong}, which is not an address range such as 10.0.0.0/8`)
}

export function readSeconds(setting: Setting, name: 'DRAIN_SECONDS' | 'IMPORT_SECONDS', least: number, most: number) {
  const text = setting(name)
  if (text === undefined) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(seconds >= least && seconds <= most)) throw fieldError(name, `is ${text}; it must be ${least} to ${most}`)
  return seconds
}

export function readMemoryLimit(setting: Setting): number | undefined {
  const text = setting('MEMORY_LIMIT_MB')
  if (text === undefined) return undefined
  if (!/^[1-9]\d{2,6}$/.test(text)) throw fieldError('MEMORY_LIMIT_MB', `is ${text}; it must be 100 to 9999999`)
  return Number(text) * 1024 ** 2
}

export function readMail(setting: Setting, taken: Taken): MailServer | undefined {
  const server = taken(() => readMailServer(setting))
  const from = taken(() => readSender(setting))
  return server && from !== undefined ? { ...server, from } : undefined
}

function readMailServer(setting: Setting): Omit<MailServer, 'from'> | undefined {
  const text = readUrl(setting, 'SMTP_URL', ['smtp:', 'smtps:'])
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (!url?.hostname) throw fieldError('SMTP_URL', 'must look like smtp://user:password@mail.example.com:587')
  // The query is not passed on, because the options that the mail library accepts there include logging the whole conversation, including the
  // password.
  if (url.search) throw fieldError('SMTP_URL', 'must not have a question mark and options')
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? undefined : Number(url.port),
    isSecure: url.protocol === 'smtps:',
    user: decoded('SMTP_URL', url.username),
    password: decoded('SMTP_URL', url.password),
  }
}

function readSender(setting: Setting): string | undefined {
  if (setting('SMTP_URL') === undefined) return undefined
  const from = setting('MAIL_FROM') ?? (setting('GATEHOUSE_ENV') === 'production' ? undefined : 'gatehouse@localhost')
  if (from === undefined)
    throw fieldError('MAIL_FROM', 'must be set to the address that e-mail comes from, because SMTP_URL is set')
  if (!isMailAddress(from)) throw fieldError('MAIL_FROM', `is ${from}; it must be one address and nothing else`)
  return from
}

export function readTwilio(setting: Setting, taken: Taken): TwilioAccount | undefined {
  const url = taken(() => readWebAddress(setting, 'TWILIO_URL', 'https://api.twilio.com')) ?? 'https://api.twilio.com'
  const names = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const
  const account = taken(() => readAllOf(setting, names, 'text messages need'))
  if (!account) return undefined
  const [accountSid, authToken, from] = account
  return { url, accountSid, authToken, from }
}

export function readTraces(setting: Setting, taken: Taken): TraceSettings | undefined {
  const name = 'OTEL_EXPORTER_OTLP_ENDPOINT'
  const endpoint = taken(() => readWebAddress(setting, name, 'http://127.0.0.1:4318'))
  const headers = taken(() => readHeaders(setting))
  if (endpoint === undefined || !headers) return undefined
  return { endpoint, headers, serviceName: setting('OTEL_SERVICE_NAME') ?? 'gatehouse' }
}

function readHeaders(setting: Setting): Record<string, string> {
  const name = 'OTEL_EXPORTER_OTLP_HEADERS'
  const pairs = (setting(name) ?? '').split(',').filter(pair => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map(pair => {
      const [, header, value] = /^\s*([\w-]+)=(.*)$/.exec(pair) ?? []
      if (header === undefined || value === undefined) {
        throw fieldError(name, 'must be name=value, several separated by commas')
      }
      return [header, decoded(name, value.trim())]
    }),
  )
}

export function readFiles(setting: Setting, taken: Taken, dataDir: string): { place: FilesPlace; limitBytes: number } {
  const limitBytes = taken(() => readFilesLimit(setting)) ?? 0
  const [endpoint, bucket] = [
    taken(() => readWebAddress(setting, 'S3_ENDPOINT', 'https://s3.us-east-1.amazonaws.com')),
    taken(() => readBucketName(setting)),
  ]
  const names = ['S3_BUCKET', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const store = taken(() => readAllOf(setting, names, 'a bucket needs'))
  if (!store || endpoint === undefined || bucket === undefined) {
    return { place: { kind: 'folder', path: resolve(setting('FILES_DIR') ?? join(dataDir, 'files')) }, limitBytes }
  }
  const [, , accessKeyId, secretAccessKey] = store
  const region = setting('S3_REGION') ?? 'us-east-1'
  return { place: { kind: 'bucket', bucket, endpoint, accessKeyId, secretAccessKey, region }, limitBytes }
}

function readFilesLimit(setting: Setting): number {
  const text = setting('FILES_LIMIT_GB') ?? '5'
  const gigabytes = Number(text)
  if (gigabytes > 0 && gigabytes <= 1_000_000) return Math.round(gigabytes * 1024 ** 3)
  throw fieldError('FILES_LIMIT_GB', `is ${text}; it must be a number above 0, and 1000000 at most`)
}

function readBucketName(setting: Setting): string | undefined {
  const name = setting('S3_BUCKET')
  if (name === undefined || /^[a-z0-9][a-z0-9.-]{1,62}$/.test(name)) return name
  throw fieldError(
    'S3_BUCKET',
    `is ${name}; a bucket is named with 2 to 63 lowercase letters, digits, dots and hyphens`,
  )
}

/** The text of settings that must be set either together or not at all. */
function readAllOf<const Names extends readonly string[]>(setting: Setting, names: Names, need: string) {
  const missing = names.filter(name => setting(name) === undefined)
  if (missing.length === names.length) return undefined
  if (missing.length === 0) return names.map(setting) as { [Index in keyof Names]: string }
  throw fieldError(missing.join(' and '), `must be set too: ${need} all of ${names.join(', ')}`)
}

function decoded(name: string, text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw fieldError(name, 'has a % that does not begin a code; write %25 for the sign itself')
  }
}
