/** The environment as one frozen value; the only reader of process.env. */
import { resolve } from 'node:path'
import { isLoopback, readRange } from '#server/base/addresses.ts'
import { Refusal } from '#server/base/refusal.ts'

export type Config = {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly environment: 'development' | 'production'
  /** PostgreSQL 15 or newer; absent for the embedded one in the data folder. */
  readonly databaseUrl: string | undefined
  readonly redisUrl: string | undefined
  /** CIDRs of proxies whose X-Forwarded-For is believed. */
  readonly trustProxy: string[]
  readonly metricsToken: string | undefined
}

/** Every setting, with what it means: the README's table is checked against this one. */
export const SETTINGS = {
  PORT: 'Port to listen on; 8080.',
  HOST: 'Address to listen on; 127.0.0.1. Any other than loopback needs GATEHOUSE_ENV stated.',
  GATEHOUSE_DATA_DIR: 'Folder of the embedded database and of demo.json; .data.',
  GATEHOUSE_ENV: 'development (default) or production.',
  DATABASE_URL: 'A PostgreSQL, 15 or newer, instead of the embedded one.',
  REDIS_URL: 'Redis or Valkey, 6.2 or newer: quotas then hold over all processes together.',
  TRUST_PROXY: 'Comma-separated CIDRs of proxies whose X-Forwarded-For is believed.',
  METRICS_TOKEN: 'Bearer token for /metrics; without it only loopback may read them.',
} as const

export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
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
    trustProxy: readRanges(setting('TRUST_PROXY') ?? ''),
    metricsToken: setting('METRICS_TOKEN'),
  })
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new Refusal('invalid_request', `PORT is ${text}; it must be 0 to 65535.`)
  return port
}

/** A URL may hold a password, so it is never repeated in the message. */
function readUrl(name: string, text: string | undefined, protocols: string[]): string | undefined {
  if (text === undefined) return undefined
  // Not URL.canParse: PostgreSQL's own form for a Unix socket, `postgres://user@/name?host=/folder`, is none to it.
  if (!protocols.some(protocol => text.startsWith(`${protocol}//`))) {
    throw new Refusal(
      'invalid_request',
      `${name} must begin with ${protocols.map(protocol => `${protocol}//`).join(' or ')}.`,
    )
  }
  return text
}

function readRanges(text: string): string[] {
  const ranges = text.split(',').flatMap(range => range.trim() || [])
  const wrong = ranges.find(range => readRange(range) === undefined)
  if (wrong !== undefined)
    throw new Refusal('invalid_request', `TRUST_PROXY holds ${wrong}, which is no address range such as 10.0.0.0/8.`)
  return ranges
}
