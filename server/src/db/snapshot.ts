/** One moment of one organization's data, read by any number of statements: a read-only transaction with its connection. */
import pg from 'pg'
import { asError } from '#server/base/as-error.ts'
import { statementPoints, watched } from '#server/base/trace-points.ts'
import { ConnectionLost, fromDriver, OutOfReach, STALE_PLAN, sqlState } from './failure.ts'
import { PortalQuery } from './portal-query.ts'
import type { Statement } from './statement.ts'
import type { Tenant } from './tenant.ts'
import { type Parameter, toParameters, type Value } from './value.ts'
import { submit } from './wire.ts'

/** A snapshot. It runs one statement at a time; a batch is requested when the previous one has been taken. */
export type Snapshot = Tenant & {
  /** The rows of a statement in their order, a hundred at a time. */
  batches<Row>(statement: Statement<Row>, values: readonly Value[]): AsyncIterable<Row[]>
  /**
   * From now on, `query` keeps the plan of each statement, whatever its values, on its connection. For a statement that is run again and again for a
   * few rows each time, planning took 40% of the processor time of PostgreSQL. Nor does it remember the results of lookups, which hardly ever repeat
   * in such a statement: that took 12% of the rows of a rent roll, and up to 20% of those of an export.
   */
  keepPlans(): Promise<void>
}

/**
 * A few tens of kilobytes of a reply: large enough that the number of batches does not matter, and small enough that other calls are soon next. With
 * 500, calls made during rent rolls took 2.2 times as long at the 95th percentile, and with 100 1.7 times.
 */
const BATCH_SIZE = 100

export class OpenSnapshot implements Snapshot {
  readonly organizationId: string
  readonly #client: pg.PoolClient
  readonly #silenceLimitMs: number
  readonly #onEnd: () => void
  #isOver = false
  #isCut = false
  #keepsPlans = false
  /** Whether a migration has made a plan of this connection unusable, permanently. */
  #isStale = false
  #portals = 0
  #running = Promise.resolve()

  /** A connection on which a statement is not answered within `silenceLimitMs` is cut, because the network may have silently dropped it. */
  constructor(client: pg.PoolClient, organizationId: string, silenceLimitMs: number, onEnd: () => void) {
    this.organizationId = organizationId
    this.#client = client
    this.#silenceLimitMs = silenceLimitMs
    this.#onEnd = onEnd
    client.on('error', this.#ignore)
  }

  /**
   * Begins the transaction. The organization is set locally in it, so the setting is gone before anyone else gets the connection. The network may
   * have silently dropped an idle connection, so one that does not answer within `limitMs` is cut.
   */
  async begin(limitMs: number): Promise<void> {
    const text = `begin isolation level repeatable read read only; select set_config('app.org', ${pg.escapeLiteral(this.organizationId)}, true)`
    await this.#send(() => this.#client.query(text), limitMs)
  }

  async keepPlans(): Promise<void> {
    if (this.#keepsPlans) return
    this.#keepsPlans = true
    await this.#send(() =>
      this.#client.query('set local plan_cache_mode = force_generic_plan; set local enable_memoize = off'),
    )
  }

  async query<Row>(statement: Statement<Row>, values: readonly Value[]): Promise<Row[]> {
    const { name, text } = statement
    const config = { ...(this.#keepsPlans && { name }), text, values: toParameters(statement, values) }
    const ask = () => this.#send(() => rowsOf(this.#client, config))
    const { rows } = await watched(statementPoints, () => ({ name, text }), ask)
    return rows as Row[]
  }

  async *batches<Row>(statement: Statement<Row>, values: readonly Value[]): AsyncGenerator<Row[]> {
    const { text } = statement
    const parameters: Parameter[] = toParameters(statement, values)
    const portal = { name: `portal_${++this.#portals}`, text, parameters, batchSize: BATCH_SIZE }
    for (let isFirst = true, isLast = false; !isLast; isFirst = false) {
      const batch = await this.#send(
        () =>
          new Promise<{ rows: unknown[]; isLast: boolean }>((resolve, reject) => {
            const query = new PortalQuery(portal, isFirst, (error, result) => {
              if (error) reject(error)
              else resolve({ rows: result.rows, isLast: query.isLast })
            })
            submit(this.#client, query)
          }),
      )
      isLast = batch.isLast
      if (batch.rows.length > 0) yield batch.rows as Row[]
    }
  }

  /** Resolves when the statements sent so far are answered, such as one that reads ahead. */
  get settled(): Promise<void> {
    return this.#running
  }

  /** Ends the transaction and gives the connection back; unread rows are dropped. Never throws. */
  async end(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    await this.#running
    if (!this.#isCut) await this.#client.query('rollback').catch(() => {})
    this.#release()
  }

  /** Drops the connection immediately, whatever it is doing; reads in progress fail. */
  cut(): void {
    if (this.#isCut) return
    this.#isCut = true
    this.#client.connection.stream.destroy()
    if (this.#isOver) return
    this.#isOver = true
    this.#release()
  }

  #release(): void {
    this.#client.off('error', this.#ignore)
    // Only PostgreSQL's own confirmation that no transaction is open lets the next caller have the connection.
    this.#client.release(this.#isCut || this.#isStale || this.#client.getTransactionStatus() !== 'I')
    this.#onEnd()
  }

  /** Sends a statement once the previous ones are answered. The driver's own queue is deprecated and will be removed. */
  #send<T>(call: () => Promise<T>, limitMs = this.#silenceLimitMs): Promise<T> {
    const answer = this.#running.then(() => this.#ask(call, limitMs))
    this.#running = answer.then(
      () => {},
      () => {},
    )
    return answer
  }

  async #ask<T>(call: () => Promise<T>, limitMs: number): Promise<T> {
    if (this.#isCut) throw new OutOfReach(new Error('The snapshot was cut'))
    if (this.#isOver) throw new Error('The snapshot is over')
    const late = setTimeout(() => this.cut(), limitMs)
    try {
      return await call()
    } catch (error) {
      const failure = fromDriver(asError(error))
      // The transaction has failed with the statement, so it cannot be prepared again here. The next call has another connection.
      this.#isStale ||= sqlState(failure) === STALE_PLAN
      if (this.#isStale) throw new OutOfReach(failure)
      throw failure instanceof ConnectionLost ? new OutOfReach(failure) : failure
    } finally {
      clearTimeout(late)
    }
  }

  readonly #ignore = () => {}
}

/**
 * Runs a statement with a callback. With the driver's own promise, V8 moved rows that nobody held anymore to the old objects, a sixth of what an export
 * allocates; why was not found. It then collected the whole heap three times a second, with pauses of up to 26 ms and four helper threads, and the calls
 * of other organizations waited for both. With a callback a hundredth grows old, and the whole heap is collected every few seconds.
 */
function rowsOf(client: pg.PoolClient, config: pg.QueryConfig): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(config, (error, result) => (error ? reject(error) : resolve(result)))
  })
}
