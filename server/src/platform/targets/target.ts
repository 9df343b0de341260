/** A webhook's URL, parsed once, so that the URL that is checked is the one that is called. */
import { isIP } from 'node:net'
import { Refusal } from '#server/base/refusal.ts'
import { isOneLine } from '#server/base/text.ts'
import type { TargetPolicy } from './policy.ts'

export type Target = {
  readonly isTls: boolean
  /** A name in ASCII and lower case without the dot at its end, or an address without brackets. */
  readonly host: string
  readonly isAddress: boolean
  readonly port: number
  /** Scheme, host and port, always with the port. Connections are kept by this key. */
  readonly origin: string
  /** The path with the query, without the fragment. */
  readonly path: string
}

const MAX_URL_LENGTH = 2_048
const MAX_PORT = 65_535

/** RFC 1123, plus the underscores that people do use. */
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/
const MAX_NAME_LENGTH = 253

/** Throws a Refusal that names `target_url`. Whether the address may be called is not checked here. */
export function readTarget(text: string, policy: TargetPolicy): Target {
  const schemes = policy.isProduction ? 'https://' : 'https:// or http://'
  if (text.length > MAX_URL_LENGTH) throw fieldError(`must be at most ${MAX_URL_LENGTH} characters long`)
  // URL would silently drop these characters or turn them into something else, and pages would show the text after some of them turned around.
  if (/[\s\\]/.test(text) || !isOneLine(text))
    throw fieldError('must not contain white space, control characters or backslashes')
  const [, scheme = '', authority = ''] = /^([a-z]+):\/\/([^/?#]+)/i.exec(text) ?? []
  if (!isAccepted(scheme, policy)) throw fieldError(`must begin with ${schemes} and name a host`)
  if (authority.includes('@')) throw fieldError('must not contain a user name or password')
  const [, named] = /:(\d+)$/.exec(authority) ?? []
  if (named !== undefined && (Number(named) < 1 || Number(named) > MAX_PORT))
    throw fieldError(`must name a port from 1 to ${MAX_PORT}, or none`)
  const url = parse(text)
  if (!url) throw fieldError('is not an address such as https://example.com/path')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  const isAddress = isIP(host) !== 0
  if (!isAddress && !isName(host)) throw fieldError('names a host that cannot exist')
  const isTls = url.protocol === 'https:'
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port)
  const origin = `${url.protocol}//${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  return { isTls, host, isAddress, port, origin, path: url.pathname + url.search }
}

export function fieldError(message: string): Refusal {
  return new Refusal('invalid_request', `target_url ${message}.`, { details: [{ path: 'target_url', message }] })
}

function isAccepted(scheme: string, { isProduction }: TargetPolicy): boolean {
  return /^https$/i.test(scheme) || (!isProduction && /^http$/i.test(scheme))
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

function isName(host: string): boolean {
  return host.length <= MAX_NAME_LENGTH && host.split('.').every(label => LABEL.test(label))
}
