/**
 * The one way in which the service calls addresses that strangers name. A name is looked up once and each of its addresses checked; the
 * connection is made to a checked address, never to the name. No proxies, no redirects, no cookies; one limit on the whole call.
 */
import { createSecureContext } from 'node:tls'
import type { Clock } from '#server/base/clock.ts'
import { Refusal } from '#server/base/refusal.ts'
import { startTimeLimit } from '#server/base/time-limit.ts'
import type { TargetPolicy } from '#server/platform/targets/policy.ts'
import type { ResolveName } from '#server/platform/targets/resolve-name.ts'
import { readTarget, type Target } from '#server/platform/targets/target.ts'
import { type Connection, openConnection } from './connection.ts'
import { dial } from './dial.ts'
import { type Answer, exchange } from './exchange.ts'
import { type Failure, SendFailure, timeOut } from './failures.ts'
import { openKeptConnections } from './kept-connections.ts'
import { openPins } from './pins.ts'
import { readRetryAfter } from './retry-after.ts'

/** What calling a target came to: its answer, of any status, or a failure in a word and a sentence for an administrator. */
export type Sent = { latencyMs: number } & (
  | { status: number; excerpt: string; retryAfterMs: number | undefined }
  | { failure: Failure; message: string }
)

export type Message = { headers: Record<string, string>; body: string }

export type Sender = {
  /** POSTs to `url`. Never rejects for anything that the receiver does. */
  send(url: string, message: Message): Promise<Sent>
  /** Closes what waits for another call; calls under way end by themselves. */
  close(): void
}

export type SenderOptions = {
  policy: TargetPolicy
  resolveName: ResolveName
  clock: Clock
  limitMs?: number
  /** Instead of those that Node trusts; PEM. */
  authorities?: string[]
}

export const SEND_LIMIT_MS = 15_000
/** How many addresses of a name are tried in one call. */
const MAX_ADDRESSES = 4
/** How many URLs are remembered as read: reading one takes as long as signing a message. */
const MAX_TARGETS = 1_000

export async function openSender(options: SenderOptions): Promise<Sender> {
  const { policy, resolveName, clock, limitMs = SEND_LIMIT_MS, authorities } = options
  // Here and not above: it takes 0.1 to 0.2 s, which every command would wait for.
  const undici = await import('undici')
  const secureContext = createSecureContext(authorities && { ca: authorities })
  const pins = openPins({ policy, resolveName, clock, limitMs })
  const kept = openKeptConnections()
  /** As they were read, by URL. */
  const targets = new Map<string, Target>()

  return {
    async send(url, message) {
      const startedAt = performance.now()
      const latencyMs = () => performance.now() - startedAt
      const limit = startTimeLimit(limitMs)
      try {
        const { status, excerpt, retryAfter } = await call(targetOf(url), message, limit.signal)
        return { latencyMs: latencyMs(), status, excerpt, retryAfterMs: readRetryAfter(retryAfter, clock.now()) }
      } catch (error) {
        if (!(error instanceof SendFailure)) throw error
        return { latencyMs: latencyMs(), failure: error.failure, message: error.message }
      } finally {
        limit.end()
      }
    },
    close: () => kept.close(),
  }

  function targetOf(url: string): Target {
    const known = targets.get(url)
    if (known) return known
    const target = targetAt(url, policy)
    if (targets.size === MAX_TARGETS) targets.clear()
    targets.set(url, target)
    return target
  }

  async function call(target: Target, message: Message, signal: AbortSignal): Promise<Answer> {
    const addresses = await checkedAddresses(target, signal)
    const connection = kept.take(target.origin, addresses)
    if (connection) {
      try {
        return await post(connection, target, message, signal)
      } catch (error) {
        // The receiver closed it while it was kept, which both may do at any time.
        if (!isReset(error) || connection.answerBytes() > 0) throw error
      }
    }
    return post(await connect(target, addresses, signal), target, message, signal)
  }

  function checkedAddresses(target: Target, signal: AbortSignal): readonly string[] | Promise<readonly string[]> {
    const addresses = pins.addressesOf(target, signal)
    if (!(addresses instanceof Promise)) return addresses
    return addresses.catch(error => {
      if (signal.aborted) throw timeOut(limitMs, 'looking up the host name')
      kept.drop(target.origin)
      throw error
    })
  }

  async function connect(target: Target, addresses: readonly string[], signal: AbortSignal): Promise<Connection> {
    const tried = addresses.slice(0, MAX_ADDRESSES)
    for (const [index, address] of tried.entries()) {
      const isLast = index === tried.length - 1
      // One that is silent leaves time for those behind it.
      const limit = startTimeLimit(isLast ? limitMs : limitMs / MAX_ADDRESSES)
      try {
        const either = AbortSignal.any([signal, limit.signal])
        const socket = await dial(target, address, { policy, secureContext, signal: either, limitMs })
        return openConnection(undici, target, address, socket)
      } catch (error) {
        if (isLast || signal.aborted) throw error
        pins.demote(target, address)
      } finally {
        limit.end()
      }
    }
    throw new Error('A name without addresses was refused before')
  }

  async function post(
    connection: Connection,
    { path }: Target,
    message: Message,
    signal: AbortSignal,
  ): Promise<Answer> {
    const answer = await exchange(connection, { path, ...message }, signal, limitMs)
    if (answer.isWhole) kept.keep(connection)
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
