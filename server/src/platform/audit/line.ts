/** One line of the audit log, and its form in COPY's text format. */

export type AuditLine = {
  organizationId: string
  /** The request's uuid. */
  id: string
  /** When the call was admitted, in milliseconds since the epoch. */
  occurredAt: number
  keyId: string
  method: string
  /** The route's template; null if no route matched. */
  route: string | null
  path: string
  status: number
  /** The scope the operation requires. */
  scope: string | null
  /** Null if a proxy named no address. */
  callerIp: string | null
  userAgent: string | null
  latencyMs: number
  error: string | null
  /** Why a call with a known key was answered 401, or the fields that a 400 names. */
  reason: string | null
  replayed: boolean
}

export const AUDIT_COLUMNS =
  'organization_id, id, occurred_at, key_id, method, route, path, status, scope, caller_ip, user_agent, latency_ms, error, reason, replayed'

/** The statement that stores one line. */
export const INSERT_LINE = `insert into audit.calls (${AUDIT_COLUMNS}) values (${AUDIT_COLUMNS.split(',')
  .map((_, index) => `$${index + 1}`)
  .join(', ')})`

/** The longest path and user agent that are kept. */
const MAX_TEXT = 1024

/** The values of a line in the order of AUDIT_COLUMNS. */
export function auditValues(line: AuditLine): (string | null)[] {
  return [
    line.organizationId,
    line.id,
    new Date(line.occurredAt).toISOString(),
    line.keyId,
    line.method,
    line.route,
    storable(line.path),
    String(line.status),
    line.scope,
    line.callerIp,
    line.userAgent === null ? null : storable(line.userAgent),
    line.latencyMs.toFixed(3),
    line.error,
    line.reason,
    line.replayed ? 't' : 'f',
  ]
}

/** A line of COPY text: tab-separated, `\N` for null. */
export function copyText(values: (string | null)[]): string {
  return `${values.map(value => (value === null ? '\\N' : escaped(value))).join('\t')}\n`
}

/**
 * Makes text storable. Callers write user agents and paths: one NUL or broken character would fail the whole batch that it is in, and a key that
 * was put there by mistake must not be stored.
 */
function storable(text: string): string {
  return withoutSecrets(text.slice(0, MAX_TEXT)).toWellFormed().replaceAll('\0', '\uFFFD')
}

/** Keys, webhook secrets, and users with passwords before a host. */
const SECRETS = /(pm_(?:live|test)_)\w+|(whsec_)[\w+/=-]+|(?<=:\/\/)[^/?#@\s]+(?=@)/gi
/** A part of each secret, encoded or not: most texts have none of these. */
const MAY_HOLD_SECRET = /pm_|whsec_|[:%]/i
/** How many layers of encoding are searched for a key. Nobody encodes a key more often than that by mistake. */
const MAX_ENCODINGS = 10

/** The text as it is, unless it holds a secret; in that case the decoded text, with a mask in place of the secret. */
function withoutSecrets(text: string): string {
  if (!MAY_HOLD_SECRET.test(text)) return text
  let decoded = text
  for (let round = 0; round < MAX_ENCODINGS && decoded.includes('%'); round++) {
    decoded = decoded.replaceAll(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  }
  const masked = decoded.replaceAll(SECRETS, (_, key = '', secret = '') => `${key}${secret}…`)
  return masked === decoded ? text : masked
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escaped(value: string): string {
  return /[\\\t\n\r]/.test(value) ? value.replaceAll(/[\\\t\n\r]/g, character => ESCAPES[character]!) : value
}
