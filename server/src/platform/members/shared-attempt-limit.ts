/** Counts attempts for all processes together, in Redis; while Redis is unavailable, each process counts for itself. */
import { hash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { asError } from '#server/base/as-error.ts'
import { openRedisClient, REDIS_BOUND_MS, type RedisLimits, whyUnavailable, within } from '../quota/redis-client.ts'
import {
  ATTEMPT_SPAN_MS,
  type AttemptLimit,
  type AttemptLimits,
  limitOf,
  type OwnAttemptLimit,
  tooManyAttempts,
} from './attempt-limit.ts'

/**
 * Counts an attempt. KEYS are lists of the instants of attempts, oldest first. ARGV: the span in milliseconds, then the limit of each list. Counts
 * the attempt in all lists and replies 0, or counts it in none and replies how many milliseconds to wait.
 */
const TAKE_SCRIPT = `
local span, time = tonumber(ARGV[1]), redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for index, key in ipairs(KEYS) do
  local limit, oldest = tonumber(ARGV[index + 1]), redis.call('LINDEX', key, 0)
  while oldest and now - oldest >= span do
    redis.call('LPOP', key)
    oldest = redis.call('LINDEX', key, 0)
  end
  if redis.call('LLEN', key) >= limit then
    return math.max(1, math.min(span, redis.call('LINDEX', key, -limit) + span - now))
  end
end
for _, key in ipairs(KEYS) do
  redis.call('RPUSH', key, now)
  redis.call('PEXPIRE', key, span)
end
return 0
`

type ScriptedRedis = Redis & {
  takeAttempt(keyCount: number, ...keysAndArguments: (string | number)[]): Promise<number>
}

type SharedAttemptLimit = AttemptLimit & { close(): void }

/**
 * Opens the limit. An attempt must pass the count of this process and then the shared one, so that whatever Redis does, no process lets more
 * through than the limit. Since sign-ins are few, each of them tries Redis again, and a silent Redis costs it `REDIS_BOUND_MS`. `onChange` is
 * called with the reason when Redis becomes unavailable, and without one when it is back.
 */
export async function sharedAttemptLimit(options: {
  url: string
  own: OwnAttemptLimit
  limits: AttemptLimits
  redis?: RedisLimits
  onChange: (reason: string | undefined) => void
}): Promise<SharedAttemptLimit> {
  const { url, own, limits, redis = {}, onChange } = options
  const client = openRedisClient(url, redis) as ScriptedRedis
  client.defineCommand('takeAttempt', { lua: TAKE_SCRIPT })
  await client.connect().catch(() => {})
  const contact = new Contact(client, redis.boundMs ?? REDIS_BOUND_MS, onChange)

  return {
    async take(names) {
      if (names.length === 0) return
      own.take(names)
      const bounds = names.map(name => limitOf(limits, name))
      const keys = names.map(keyOf)
      const waitMs = await contact.ask(() => client.takeAttempt(keys.length, ...keys, ATTEMPT_SPAN_MS, ...bounds))
      if (!waitMs) return
      own.forgive(names)
      throw tooManyAttempts(waitMs)
    },
    async forgive(names) {
      own.forgive(names)
      if (contact.isAway || names.length === 0) return
      await contact.ask(() => Promise.all(names.map(name => client.rpop(keyOf(name)))))
    },
    close: () => client.disconnect(),
  }
}

/** Sends questions to Redis and remembers whether it answers. */
class Contact {
  readonly #client: Redis
  readonly #boundMs: number
  readonly #onChange: (reason: string | undefined) => void
  isAway = false

  constructor(client: Redis, boundMs: number, onChange: (reason: string | undefined) => void) {
    this.#client = client
    this.#boundMs = boundMs
    this.#onChange = onChange
  }

  /** Returns undefined if Redis does not answer in time. */
  async ask<T>(question: () => Promise<T>): Promise<T | undefined> {
    try {
      const answer = await within(this.#boundMs, question())
      if (this.isAway) this.#onChange(undefined)
      this.isAway = false
      return answer
    } catch (error) {
      // Only the message is passed on: an error of Redis carries the command with its arguments, which may include the password.
      if (!this.isAway) this.#onChange(asError(whyUnavailable(this.#client, error)).message)
      this.isAway = true
      return undefined
    }
  }
}

/**
 * A Redis key that has the same length however long the address is, and does not reveal it. The braces put all keys on one shard of a cluster,
 * because the script needs them together.
 */
function keyOf(name: string): string {
  return `gatehouse:{attempts}:${hash('sha256', name, 'base64url')}`
}
