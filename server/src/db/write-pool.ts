/**
 * Writes: each runs in a whole transaction for one organization, on an ordinary pool of connections that each serve one caller at a time.
 * Organizations take turns, and none gets all connections, because its transactions may wait for each other for as long as a transaction may last.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { asError } from '#server/base/as-error.ts'
import { FairSemaphore, type Load, type SemaphoreLimits } from '#server/base/fair-semaphore.ts'
import {
  isOutOfTime,
  isTransient,
  OutOfReach,
  OutOfTime,
  OVERLOADED,
  reasonOf,
  STALE_PLAN,
  sqlState,
} from './failure.ts'
import { giveWay } from './give-way.ts'
import { beginSession, clientConfig, connectTimeoutMs, type DatabaseConnection } from './session.ts'
import { checkOrganization, type OrganizationId } from './tenant.ts'
import { CommitOutcomeUnknown, OpenTransaction, type Transaction } from './transaction.ts'
import { watchClient } from './watch-client.ts'

export type WritePoolOptions = Omit<SemaphoreLimits, 'inAll' | 'busy'> & {
  connection: DatabaseConnection
  connections: number
  /** The role whose policies apply: that of the application, or one that may look across organizations. */
  role: string
  statementTimeoutMs: number
  /** The longest that a transaction may take, in whatever state it is; the contract promises 30 s. */
  transactionTimeoutMs: number
  /** Whether what is written here gives way to calls, and ends if this process or thread goes away. */
  isBulk?: boolean
  /** Called for every connection lost while idle and every failure to get one. */
  onConnectionError: (error: Error) => void
}

const MAX_RETRIES = 3
const END_TIMEOUT_MS = 1_000

/**
 * The connection was lost or silent before the server answered anything, so nothing can be stored, and the transaction may run on another
 * connection.
 */
class NeverBegun extends Error {}

type Work<T, Organization extends OrganizationId> = (tx: Transaction<Organization>) => Promise<T>

export class WritePool {
  readonly #transactionTimeoutMs: number
  readonly #answerTimeoutMs: number
  readonly #onConnectionError: (error: Error) => void
  readonly #pool: pg.Pool
  readonly #semaphore: FairSemaphore
  /** Increases when a plan turns out to be stale, a connection to be dead or the server to be another one; connections that were opened before that are not used again. */
  #generation = 0
  readonly #generationOf = new WeakMap<pg.ClientBase, number>()

  constructor(options: WritePoolOptions) {
    const { connection, connections, role, statementTimeoutMs, transactionTimeoutMs } = options
    this.#transactionTimeoutMs = transactionTimeoutMs
    this.#answerTimeoutMs = connectTimeoutMs(connection)
    this.#onConnectionError = options.onConnectionError
    this.#semaphore = new FairSemaphore({ ...options, inAll: connections, busy: OVERLOADED })
    this.#pool = new pg.Pool({
      ...clientConfig(connection),
      pipeline: true,
      max: connections,
      idleTimeoutMillis: 0,
      onConnect: async client => {
        this.#generationOf.set(client, this.#generation)
        if (options.isBulk) giveWay(client)
        const session = { role, readOnly: false, statementTimeoutMs, transactionTimeoutMs }
        await beginSession(client, session, connectTimeoutMs(connection))
        if (options.isBulk) await watchClient(client, connectTimeoutMs(connection))
      },
    })
    this.#pool.on('error', this.#onConnectionError)
  }

  /**
   * Runs `work` in one transaction and resolves with its result once that is committed. If `work` throws, the transaction is rolled back. After a
   * serialization failure or a deadlock, and on a connection that was lost while it was idle, `work` runs again, up to three times, so it must
   * change nothing except through `tx`. Nothing of the previous run is left then: its locks, including that of an Idempotency-Key, end with it.
   * Throws Refusal `unavailable` if nothing was stored because the database cannot be reached or is busy, or because the time limit was reached.
   */
  async transaction<T, Organization extends OrganizationId>(
    organizationId: Organization,
    work: Work<T, Organization>,
  ): Promise<T> {
    checkOrganization(organizationId)
    const release = await this.#semaphore.acquire(organizationId)
    try {
      for (let retries = 0; ; retries++) {
        try {
          return await this.#attempt(organizationId, work)
        } catch (error) {
          const isWorthAnother = error instanceof NeverBegun || isTransient(error)
          if (retries === MAX_RETRIES || !isWorthAnother) throw error instanceof NeverBegun ? error.cause : error
        }
        await pause(Math.random() * 10 * 2 ** retries)
      }
    } finally {
      release()
    }
  }

  get load(): Load {
    return this.#semaphore.load
  }

  /** Makes every later transaction run on a connection that is opened after this call. */
  renew(): void {
    this.#generation++
  }

  /** Lets the transactions in progress finish. */
  async close(): Promise<void> {
    await this.#semaphore.close()
    if (!this.#pool.ending) await this.#pool.end()
  }

  async #attempt<T, Organization extends OrganizationId>(
    organizationId: Organization,
    work: Work<T, Organization>,
  ): Promise<T> {
    const client = await this.#connect()
    const tx = new OpenTransaction(client, organizationId)
    const { timeUp, stop } = this.#limitTime(client)
    try {
      await tx.begin(this.#answerTimeoutMs)
      const result = await Promise.race([work(tx), tx.loss, timeUp])
      await tx.commit({ isAlone: this.#semaphore.callsOf(organizationId) === 1 })
      return result
    } catch (error) {
      const reason = reasonOf(error, tx)
      // Whatever ended this connection while it was idle, or silenced it, has probably affected the others as well.
      if (sqlState(reason) === STALE_PLAN || tx.isStillborn) this.#retireGeneration(client)
      await tx.rollback()
      const isTimeUp = !tx.isStillborn && (isOutOfTime(reason) || isOutOfTime(tx.failure))
      if (isTimeUp && !(reason instanceof CommitOutcomeUnknown)) throw new OutOfTime(this.#transactionTimeoutMs, reason)
      throw tx.isStillborn
        ? new NeverBegun('The connection was lost before the transaction began', { cause: reason })
        : reason
    } finally {
      stop()
      tx.leave()
      // Only PostgreSQL's own confirmation that no transaction is open lets the next caller have the connection.
      client.release(client.getTransactionStatus() !== 'I')
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      for (;;) {
        const client = await this.#pool.connect()
        if (this.#generationOf.get(client) === this.#generation) return client
        client.release(true)
        // The connection may already be dead, in which case its orderly end is never answered.
        setTimeout(() => client.connection.stream.destroy(), END_TIMEOUT_MS).unref()
      }
    } catch (error) {
      this.#onConnectionError(asError(error))
      throw new OutOfReach(error)
    }
  }

  #retireGeneration(client: pg.ClientBase): void {
    this.#generation = Math.max(this.#generation, (this.#generationOf.get(client) ?? 0) + 1)
  }

  /** Cuts the connection at the limit, because PostgreSQL before 17 has no limit of its own and `work` may wait for something else. */
  #limitTime(client: pg.PoolClient): { timeUp: Promise<never>; stop: () => void } {
    const { promise: timeUp, reject } = Promise.withResolvers<never>()
    timeUp.catch(() => {})
    const timer = setTimeout(() => {
      client.connection.stream.destroy()
      reject(new OutOfTime(this.#transactionTimeoutMs, undefined))
    }, this.#transactionTimeoutMs)
    return { timeUp, stop: () => clearTimeout(timer) }
  }
}
