/** The connection to Redis for everything that counts there: it answers soon or not at all, and nothing waits for it. */
import { Redis } from 'ioredis'

/** How long a call waits for a Redis that does not answer. */
export const REDIS_BOUND_MS = 200

export type RedisLimits = {
  /** How long a call waits for an answer. */
  boundMs?: number
  connectTimeoutMs?: number
  /** A connection that owes an answer for so long is replaced; without it a vanished host holds the socket for minutes. */
  answerTimeoutMs?: number
}

/** A client that is not connected yet, and reconnects by itself. While Redis is away every command rejects at once. */
export function openRedisClient(
  url: string,
  { connectTimeoutMs = 1_000, answerTimeoutMs = 2_000 }: RedisLimits = {},
): Redis {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    socketTimeout: answerTimeoutMs,
    retryStrategy: attempts => Math.min(50 * attempts, 1_000),
    // A call is decided now or elsewhere: none waits in a queue, and none that may have been counted is sent again.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // Automatic pipelining halved the throughput of the quota script.
    enableAutoPipelining: false,
  })
  // A call made while Redis is away is rejected; without a listener ioredis would print the error as well.
  client.on('error', () => {})
  return client
}

/** `answer`, or a rejection when it takes longer than `boundMs`. */
export function within<T>(boundMs: number, answer: T | Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // After a stall of this process its timers run before its sockets are read. One turn later an answer that has long
    // arrived is known, and Redis is not blamed.
    const late = () => setImmediate(() => reject(new Error(`no answer within ${boundMs} ms`)))
    const timer = setTimeout(late, boundMs)
    Promise.resolve(answer)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}
