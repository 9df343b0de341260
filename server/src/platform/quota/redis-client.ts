/** The connection to Redis for everything that counts there: Redis answers quickly or not at all, and nothing waits for it beyond a bound. */
import { Redis } from 'ioredis'
import { asError } from '#server/base/as-error.ts'

/** How long a call waits for a Redis that does not answer. */
export const REDIS_BOUND_MS = 200

export type RedisLimits = {
  /** How long a call waits for an answer. */
  boundMs?: number
  connectTimeoutMs?: number
  /** A connection that has owed an answer for this long is replaced. Otherwise a host that vanished would hold the socket for minutes. */
  answerTimeoutMs?: number
}

/** Why the connection of each client failed last. */
const failures = new WeakMap<Redis, Error>()

/** A client that is not yet connected and reconnects by itself. While Redis is unavailable, every command rejects immediately. */
export function openRedisClient(
  url: string,
  { connectTimeoutMs = 1_000, answerTimeoutMs = 2_000 }: RedisLimits = {},
): Redis {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    socketTimeout: answerTimeoutMs,
    retryStrategy: attempts => Math.min(50 * attempts, 1_000),
    // A call is decided now or elsewhere: no command waits in a queue, and no command that may have been counted is sent again.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // Automatic pipelining halved the throughput of the quota script.
    enableAutoPipelining: false,
  })
  // A call made while Redis is unavailable is rejected; without a listener, ioredis would also print the error.
  client.on('error', error => failures.set(client, error))
  client.on('ready', () => failures.delete(client))
  return client
}

/** Messages of ioredis for a command without a connection. If Redis is killed, the connection ends without an error, before the next attempt to connect fails. */
const WITHOUT_CONNECTION = /^(?:Stream isn't writeable|Connection is closed)/

/** Why Redis cannot be used. A command that fails without a connection says only that there is none, so the last failure of the connection is returned. */
export function whyUnavailable(client: Redis, error: unknown): unknown {
  const failure = failures.get(client)
  if (failure) return failure
  return WITHOUT_CONNECTION.test(asError(error).message) ? new Error('Redis closed the connection') : error
}

/** Resolves with `answer`, or rejects if that takes longer than `boundMs`. */
export function within<T>(boundMs: number, answer: T | Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // After this process has stalled, its timers run before its sockets are read. One turn later, an answer that arrived long ago is known, and
    // Redis is not blamed.
    const late = () => setImmediate(() => reject(new Error(`no answer within ${boundMs} ms`)))
    const timer = setTimeout(late, boundMs)
    Promise.resolve(answer)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}
