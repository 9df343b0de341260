/**
 * The only way in which the service calls URLs given by callers. A host name is looked up once and each of its addresses is checked; the connection
 * is made to a checked address, never to the name. It uses no proxies, redirects or cookies, and one time limit for the whole call.
 */
import { createSecureContext, type SecureContext } from 'node:tls'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/base/clock.ts'
import { Refusal } from '#server/base/refusal.ts'
import { startTimeLimit } from '#server/base/time-limit.ts'
import type { TargetPolicy } from '#server/platform/targets/policy.ts'
import type { ResolveName } from '#server/platform/targets/resolve-name.ts'
import { readTarget, type Target } from '#server/platform/targets/target.ts'
import { Connection } from './connection.ts'
import { dial } from './dial.ts'
import { type Answer, exchange } from './exchange.ts'
import { type Failure, SendFailure, timeOut } from './failures.ts'
import { KeptConnections } from './kept-connections.ts'
import { Pins } from './pins.ts'
import { readRetryAfter } from './retry-after.ts'

/** The result of calling a target: its response, with any status, or a failure with a code and a sentence for an administrator. */
export type Sent = { latencyMs: number } & (
  | { status: number; excerpt: string; retryAfterMs: number | undefined }
  | { failure: Failure; message: string }
)

type Message = { headers: Record<string, string>; body: string }

export type SenderOptions = {
  policy: TargetPolicy
  resolveName: ResolveName
  clock: Clock
  limitMs?: number
  /** Certificate authorities to trust instead of those of Node; PEM. */
  authorities?: string[]
}

export const SEND_LIMIT_MS = 15_000
/** How many addresses of a host name are tried in one call. */
const MAX_ADDRESSES = 4
/** How many parsed URLs are cached: parsing one takes as long as signing a message. */
const MAX_TARGETS = 1_000

/** Sends webhooks. It loads undici for its first connection, because that takes 85 ms of processor time and 20 MB, and many processes send none. */
export class Sender {
  readonly #policy: TargetPolicy
  readonly #clock: Clock
  readonly #limitMs: number
  readonly #secureContext: SecureContext
  readonly #pins: Pins
  readonly #kept = new KeptConnections()
  /** Targets by URL. */
  readonly #targets = new LRUCache<string, Target>({ max: MAX_TARGETS })

  constructor(options: SenderOptions) {
    const { policy, resolveName, clock, limitMs = SEND_LIMIT_MS, authorities } = options
    this.#policy = policy
    this.#clock = clock
    this.#limitMs = limitMs
    this.#secureContext = createSecureContext(authorities && { ca: authorities })
    this.#pins = new Pins({ policy, resolveName, clock, limitMs })
  }

  /** POSTs to `url`. Never rejects for anything that the receiver does. */
  async send(url: string, message: Message): Promise<Sent> {
    const startedAt = performance.now()
    const latencyMs = () => performance.now() - startedAt
    const limit = startTimeLimit(this.#limitMs)
    try {
      const { status, excerpt, retryAfter } = await this.#call(this.#targetOf(url), message, limit.signal)
      return { latencyMs: latencyMs(), status, excerpt, retryAfterMs: readRetryAfter(retryAfter, this.#clock.now()) }
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error
      return { latencyMs: latencyMs(), failure: error.failure, message: error.message }
    } finally {
      limit.end()
    }
  }

  /** Closes the connections that are kept for another call. Running calls end by themselves. */
  close(): void {
    this.#kept.close()
  }

  #targetOf(url: string): Target {
    const known = this.#targets.get(url)
    if (known) return known
    const target = targetAt(url, this.#policy)
    this.#targets.set(url, target)
    return target
  }

  async #call(target: Target, message: Message, signal: AbortSignal): Promise<Answer> {
    const addresses = await this.#checkedAddresses(target, signal)
    const connection = this.#kept.take(target.origin, addresses)
    if (connection) {
      try {
        return await this.#post(connection, target, message, signal)
      } catch (error) {
        // The receiver closed the connection while it was kept, which either side may do at any time.
        if (!isReset(error) || connection.answerBytes() > 0) throw error
      }
    }
    return this.#post(await this.#connect(target, addresses, signal), target, message, signal)
  }

  #checkedAddresses(target: Target, signal: AbortSignal): readonly string[] | Promise<readonly string[]> {
    const addresses = this.#pins.addressesOf(target, signal)
    if (!(addresses instanceof Promise)) return addresses
    return addresses.catch(error => {
      if (signal.aborted) throw timeOut(this.#limitMs, 'looking up the host name')
      this.#kept.drop(target.origin)
      throw error
    })
  }

  async #connect(target: Target, addresses: readonly string[], signal: AbortSignal): Promise<Connection> {
    const limitMs = this.#limitMs
    const undici = await import('undici')
    const tried = addresses.slice(0, MAX_ADDRESSES)
    for (const [index, address] of tried.entries()) {
      const isLast = index === tried.length - 1
      // The time for an address that does not answer is limited, so that the next addresses can be tried.
      const limit = startTimeLimit(isLast ? limitMs : limitMs / MAX_ADDRESSES)
      try {
        const either = AbortSignal.any([signal, limit.signal])
        const options = { policy: this.#policy, secureContext: this.#secureContext, signal: either, limitMs }
        return new Connection(undici, target, address, await dial(target, address, options))
      } catch (error) {
        if (isLast || signal.aborted) throw error
        this.#pins.demote(target, address)
      } finally {
        limit.end()
      }
    }
    throw new Error('A name without addresses was refused before')
  }

  async #post(connection: Connection, { path }: Target, message: Message, signal: AbortSignal): Promise<Answer> {
    const answer = await exchange(connection, { path, ...message }, signal, this.#limitMs)
    if (answer.isWhole) this.#kept.keep(connection)
    return answer
  }
}

function targetAt(url: string, policy: TargetPolicy): Target {
  try {
    return readTarget(url, policy)
  } catch (error) {
    if (error instanceof Refusal) throw new SendFailure('INVALID_TARGET', error.message)
    throw error
  }
}

function isReset(error: unknown): boolean {
  return error instanceof SendFailure && error.failure === 'RESET'
}
