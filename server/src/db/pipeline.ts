/** One pipelined connection: many calls in flight, answered in order, each in its own transaction and under its own organization. */
import pg from 'pg'
import { corkForTheTurn } from './cork.ts'
import { ConnectionLost, fromDriver, STALE_PLAN, sqlState } from './failure.ts'
import { endConnection } from './own-connection.ts'
import { type Columns, Rows, readRowsAsBytes } from './row-bytes.ts'
import {
  beginSession,
  clientConfig,
  connectTimeoutMs,
  type DatabaseConnection,
  type Session,
  SILENCE_MARGIN_MS,
} from './session.ts'
import type { Statement } from './statement.ts'
import type { OrganizationId } from './tenant.ts'
import { type Call, PrepareQuery, type Settle, setOrganization, TenantQuery } from './tenant-query.ts'
import type { Parameter } from './value.ts'
import { submit, type WireQuery } from './wire.ts'

/** Connects, and resolves when the connection is ready to serve. */
export async function openPipeline(connection: DatabaseConnection, session: Session): Promise<Pipeline> {
  const client = new pg.Client({ ...clientConfig(connection), pipeline: true })
  readRowsAsBytes(client)
  const pipeline = new Pipeline(client, session.statementTimeoutMs + SILENCE_MARGIN_MS)
  try {
    await client.connect()
    await beginSession(client, session, connectTimeoutMs(connection))
    await pipeline.prepare(setOrganization).done
    return pipeline
  } catch (error) {
    pipeline.cut()
    throw error
  }
}

export class Pipeline {
  /** Resolves with the reason, once, when the connection can no longer serve. */
  readonly lost: Promise<Error>
  readonly #reportLoss: (error: Error) => void
  readonly #client: pg.Client
  readonly #prepared = new Map<string, Preparation>()
  readonly #watch: NodeJS.Timeout
  #inFlight = 0
  readonly #inFlightOf = new Map<OrganizationId, number>()
  /** The lookups of this turn of the event loop, by organization. */
  readonly #lookups = new Map<OrganizationId, Call[]>()
  #silentSeconds = 0

  constructor(client: pg.Client, silenceLimitMs: number) {
    this.#client = client
    // Counted in ticks of the timer rather than by the clock: if this process itself was stalled, an answer may be waiting to be read.
    this.#watch = setInterval(() => {
      this.#silentSeconds = this.#inFlight === 0 ? 0 : this.#silentSeconds + 1
      if (this.#silentSeconds * 1000 > silenceLimitMs) this.#lose(new Error('The database stopped answering'))
    }, 1000).unref()
    const { promise, resolve } = Promise.withResolvers<Error>()
    this.lost = promise
    this.#reportLoss = resolve
    client.on('error', error => this.#lose(error))
    client.on('end', () => this.#lose(new Error('The connection to the database ended')))
  }

  /** Calls not yet answered. */
  get inFlight(): number {
    return this.#inFlight
  }

  /** The calls of one organization that are not yet answered. */
  inFlightOf(organizationId: OrganizationId): number {
    return this.#inFlightOf.get(organizationId) ?? 0
  }

  async query(organizationId: OrganizationId, statement: Statement<unknown>, parameters: Parameter[]): Promise<Rows> {
    this.#count(organizationId, 1)
    try {
      let rows: Rows | undefined
      while (!rows) rows = await this.#attempt(organizationId, statement, parameters)
      return rows
    } finally {
      this.#count(organizationId, -1)
    }
  }

  /** Undefined if the call did not run, because another one failed or because its statement was prepared again. */
  async #attempt(
    organizationId: OrganizationId,
    statement: Statement<unknown>,
    parameters: Parameter[],
  ): Promise<Rows | undefined> {
    const preparation = this.prepare(statement)
    const columns = preparation.columns ?? (await preparation.done)
    try {
      return await this.#run(organizationId, statement, parameters, columns)
    } catch (error) {
      if (sqlState(error) !== STALE_PLAN) throw error
    }
    // Preparing the statement again solves this without disturbing others in flight; of those that failed together, only the first does so.
    if (this.#prepared.get(statement.name) === preparation) this.#prepared.delete(statement.name)
    return this.#run(organizationId, statement, parameters, await this.prepare(statement).done)
  }

  #count(organizationId: OrganizationId, change: 1 | -1): void {
    this.#inFlight += change
    const own = this.inFlightOf(organizationId) + change
    if (own > 0) this.#inFlightOf.set(organizationId, own)
    else this.#inFlightOf.delete(organizationId)
  }

  /**
   * Waits for the server's confirmation before the name is used: a statement sent behind a preparation that then fails (a lock held by a migration
   * is enough) would hide the reason and leave the driver and the server in different states.
   */
  prepare(statement: Statement<unknown>): Preparation {
    const known = this.#prepared.get(statement.name)
    if (known) {
      if (known.text !== statement.text) throw new Error(`Two statements are named ${statement.name}`)
      return known
    }
    const done = this.#send<Columns>(settle => new PrepareQuery(statement, settle))
    const preparation: Preparation = { text: statement.text, done }
    this.#prepared.set(statement.name, preparation)
    done.then(
      columns => {
        preparation.columns = columns
      },
      () => {
        if (this.#prepared.get(statement.name) === preparation) this.#prepared.delete(statement.name)
      },
    )
    return preparation
  }

  /** Closes the connection in an orderly way; call it when nothing is in flight. */
  end(): Promise<void> {
    return endConnection(this.#client)
  }

  /** Drops the connection immediately; everything in flight fails as lost. */
  cut(): void {
    clearInterval(this.#watch)
    this.#client.connection.stream.destroy()
  }

  #lose(error: Error): void {
    this.cut()
    this.#reportLoss(error)
  }

  #run(
    organizationId: OrganizationId,
    statement: Statement<unknown>,
    parameters: Parameter[],
    columns: Columns,
  ): Promise<Rows | undefined> {
    return this.#settled<Rows | undefined>(settle => {
      const call = { statement, parameters, rows: new Rows(columns), settle }
      if (statement.isLookup) return this.#gather(organizationId, call)
      corkForTheTurn(this.#client.connection.stream)
      submit(this.#client, new TenantQuery(organizationId, [call]))
    })
  }

  /**
   * Sends the lookups of one organization together at the end of this turn of the event loop. Eight that share a message and a transaction take
   * PostgreSQL two thirds of the time that eight of their own take, and the driver half. Other statements do not share one: they would be answered only
   * with the slowest of them, and time out together.
   */
  #gather(organizationId: OrganizationId, call: Call): void {
    const gathered = this.#lookups.get(organizationId)
    if (gathered) return void gathered.push(call)
    this.#lookups.set(organizationId, [call])
    if (this.#lookups.size === 1) setImmediate(() => this.#sendLookups())
  }

  #sendLookups(): void {
    const { stream } = this.#client.connection
    stream.cork()
    for (const [organizationId, gathered] of this.#lookups) {
      const calls = gathered.filter(call => this.#isStillPrepared(call))
      if (calls.length > 0) submit(this.#client, new TenantQuery(organizationId, calls))
    }
    this.#lookups.clear()
    stream.uncork()
  }

  /** Whether rows will have the columns that the call expects. If not, it is made again. */
  #isStillPrepared({ statement, rows, settle }: Call): boolean {
    const isPrepared = this.#prepared.get(statement.name)?.columns === rows.columns
    if (!isPrepared) settle(null, undefined)
    return isPrepared
  }

  #send<Answer>(query: (settle: Settle<Answer>) => InstanceType<typeof WireQuery>): Promise<Answer> {
    corkForTheTurn(this.#client.connection.stream)
    return this.#settled(settle => submit(this.#client, query(settle)))
  }

  #settled<Answer>(begin: (settle: Settle<Answer>) => void): Promise<Answer> {
    return new Promise((resolve, reject) => {
      begin((error, answer) => {
        this.#silentSeconds = 0
        if (!error) return resolve(answer)
        const failure = fromDriver(error)
        // A server that announces its end is lost, even if the socket is not closed yet.
        if (failure instanceof ConnectionLost) this.#lose(failure)
        reject(failure)
      })
    })
  }
}

/** `columns` is set once the preparation is done, so that a statement in use does not wait for it. */
type Preparation = { text: string; done: Promise<Columns>; columns?: Columns }
