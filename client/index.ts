/** The package `@gatehouse/client`: a client of a Gatehouse service, the verification of webhooks, and a copy that stays up to date. */
import { type Connection, openCaller } from './call.ts'
import { sleep } from './retry.ts'
import { type RecordType, type SyncOptions, type SyncResult, sync } from './sync.ts'
import { v1Client } from './v1.ts'

export type ClientOptions = {
  /** The address of the service, such as `https://pm.example.com`. */
  baseUrl: string
  /** `pm_live_…` or `pm_test_…`. Keep it on your servers. */
  apiKey: string
  /** How often a call is repeated after a failure that may be temporary; defaults to 4. 0 turns retries off. */
  retries?: number
  /** How long the service may be silent before and during a response, in milliseconds; defaults to 60,000. */
  timeoutMs?: number
} & Pick<Connection, 'fetch' | 'sleep' | 'random' | 'now'>

/** A method for every operation of version 1, `each…` for every list, and `sync`. */
export type Client = ReturnType<typeof v1Client> & {
  /**
   * Brings a copy up to date and resolves once nothing is new. `store` applies each batch and stores its checkpoint, both in one transaction; `load`
   * returns that checkpoint. Run it again whenever something may have changed, one run at a time.
   */
  sync<Type extends RecordType>(options: SyncOptions<Type>): Promise<SyncResult>
}

/** Makes no call. Throws a TypeError if the address is not one, or there is no key. */
export function createClient({ baseUrl, apiKey, retries = 4, timeoutMs = 60_000, ...injected }: ClientOptions): Client {
  if (!isBase(baseUrl)) {
    throw new TypeError(
      'baseUrl must be an address such as https://pm.example.com, without /api/v1, a password, a query or a fragment',
    )
  }
  // A key that was read from a file often ends with a line break.
  const key = String(apiKey ?? '').trim()
  if (key === '') throw new TypeError('apiKey is empty')
  const operations = v1Client(
    openCaller({
      ...injected,
      baseUrl: `${baseUrl.replace(/\/+$/, '')}/api/v1`,
      headers: { 'x-api-key': key },
      retries,
      timeoutMs,
    }),
  )
  return { ...operations, sync: options => sync(operations, options, injected.sleep ?? sleep) }
}

/**
 * Whether paths, which begin with `/api/v1`, can be added to `text`. A `fetch` refuses an address with a user name as if the service could not be
 * reached.
 */
function isBase(text: string): boolean {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === '' && !/[?#]|\/api\/v1\/*$/.test(text)
}

export type { CallOptions } from './call.ts'
export type { ErrorCode } from './error-codes.ts'
export { ApiError, type ErrorDetail, type NoResponse } from './errors.ts'
export type { Batch, RecordChange, RecordType, SyncOptions, SyncResult } from './sync.ts'
export type * from './v1.ts'
export { verifyWebhook, WebhookError, type WebhookEvent, type WebhookHeaders, type WebhookRequest } from './webhooks.ts'
