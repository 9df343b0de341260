/**
 * Long reads: a whole transaction, so that everything they read is from one point in time, on separate connections, so that no other call waits
 * behind them. Few run at once, and fewer for one customer.
 */
import pg from 'pg'
import { asError } from '#server/base/as-error.ts'
import { FairSemaphore, type Load, type SemaphoreLimits } from '#server/base/fair-semaphore.ts'
import { OutOfReach } from './failure.ts'
import { giveWay } from './give-way.ts'
import {
  beginSession,
  clientConfig,
  connectTimeoutMs,
  type DatabaseConnection,
  SILENCE_MARGIN_MS,
  timed,
} from './session.ts'
import { OpenSnapshot } from './snapshot.ts'
import { checkOrganization } from './tenant.ts'
import { watchClient } from './watch-client.ts'

export type SnapshotPoolOptions = Omit<SemaphoreLimits, 'inAll' | 'busy'> & {
  connection: DatabaseConnection
  /** How many snapshots may be open at once, each on a separate connection. */
  connections: number
  /** The longest that one statement may take until its next batch. */
  statementTimeoutMs: number
  /** The longest that a snapshot may stay open, however far its reader has come. */
  lifetimeMs: number
  /** Called for every connection lost while idle and every failure to get one. */
  onConnectionError: (error: Error) => void
}

/**
 * For plans of thousands of small lookups: each looks up another record, so nothing is gained by remembering results. PostgreSQL expects few different
 * values of a column without statistics, and remembering cost a rent roll 69 instead of 64 µs per unit.
 */
const SETTINGS = `set enable_memoize = 'off'`
const IDLE_TIMEOUT_MS = 60_000
/** A connection does not stay with a server from which the address of the database has moved on. */
const MAX_LIFETIME_SECONDS = 60
const BUSY = { message: 'Too many large reports are being read at once. Try again.', retryAfterSeconds: 5 }

export class SnapshotPool {
  readonly #options: SnapshotPoolOptions
  readonly #semaphore: FairSemaphore
  readonly #pool: pg.Pool

  constructor(options: SnapshotPoolOptions) {
    const { connection, connections } = options
    this.#options = options
    this.#semaphore = new FairSemaphore({ ...options, inAll: connections, busy: BUSY })
    this.#pool = new pg.Pool({
      ...clientConfig(connection),
      max: connections,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
      onConnect: client => this.#prepare(client),
    })
    this.#pool.on('error', options.onConnectionError)
  }

  get load(): Load {
    return this.#semaphore.load
  }

  /**
   * Opens a snapshot for its reader, and the caller ends it. It counts toward the limit of `customerId`, which for a sandbox is the live
   * organization. When `signal` is aborted, the snapshot is cut, whatever it is doing. Throws Refusal `unavailable` if no slot became free or the
   * database cannot be reached.
   */
  async open(organizationId: string, signal: AbortSignal, customerId = organizationId): Promise<OpenSnapshot> {
    // An organization is required, because everything that is read here belongs to one.
    checkOrganization(String(organizationId))
    const release = await this.#semaphore.acquire(customerId, signal)
    const client = await this.#connect().catch(error => {
      release()
      throw error
    })
    const cut = () => snapshot.cut()
    const timer = setTimeout(cut, this.#options.lifetimeMs)
    const silenceMs = this.#options.statementTimeoutMs + SILENCE_MARGIN_MS
    const snapshot = new OpenSnapshot(client, organizationId, silenceMs, () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', cut)
      release()
    })
    signal.addEventListener('abort', cut)
    if (signal.aborted) cut()
    try {
      await snapshot.begin(connectTimeoutMs(this.#options.connection))
      return snapshot
    } catch (error) {
      await snapshot.end()
      throw error
    }
  }

  /** Lets readers finish the snapshots that are open, then closes the connections. */
  async close(): Promise<void> {
    await this.#semaphore.close()
    if (!this.#pool.ending) await this.#pool.end()
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      this.#options.onConnectionError(asError(error))
      throw new OutOfReach(error)
    }
  }

  async #prepare(client: pg.ClientBase): Promise<void> {
    const { connection, statementTimeoutMs, lifetimeMs } = this.#options
    const session = { role: 'gatehouse_app', readOnly: true, statementTimeoutMs, transactionTimeoutMs: lifetimeMs }
    const timeoutMs = connectTimeoutMs(connection)
    giveWay(client)
    await beginSession(client, session, timeoutMs)
    await client.query(timed(SETTINGS, timeoutMs))
    await watchClient(client, timeoutMs)
  }
}
