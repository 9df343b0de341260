/** One transaction on a connection of the write pool. It begins for an organization and ends when it is committed or rolled back. */
import pg from 'pg'
import { statementPoints, watched } from '#server/base/trace-points.ts'
import { corkForTheTurn } from './cork.ts'
import { ConnectionLost, fromDriver, outOfReach } from './failure.ts'
import { type Statement, statement } from './statement.ts'
import type { Access, OrganizationId } from './tenant.ts'
import { toParameters, type Value } from './value.ts'

/**
 * The handle for work in a transaction, which is the same as that of a read pool. Statements are sent as they come, behind those that have not been
 * answered yet. A statement whose answer does not matter need not be awaited: if it fails, so does the commit, with its error.
 */
export type Transaction<Organization extends OrganizationId = string> = Access<Organization>

/** The commit was not confirmed. Either all changes are stored or none, and the service cannot know which. */
export class CommitOutcomeUnknown extends Error {
  override readonly name = 'CommitOutcomeUnknown'
}

/**
 * PostgreSQL's log is one sequence, so when the commit of this statement is on the disk (and on the standbys that `synchronous_commit` requires),
 * so is every commit that anybody has seen before. A transaction that writes nothing to the log waits for nothing, so this one writes a message
 * there that nobody reads.
 */
export const flushLog = statement<never>('flush_log', `select from pg_logical_emit_message(true, 'gatehouse', '')`)

export class OpenTransaction<Organization extends OrganizationId> implements Transaction<Organization> {
  readonly organizationId: Organization
  /** The client, in pipeline mode. */
  readonly #client: pg.PoolClient
  #begun: Promise<unknown> = Promise.resolve()
  #lastAnswer: Promise<unknown> = Promise.resolve()
  #over = false
  /** Whether the transaction holds a lock that every writer of the organization waits for. */
  #isContended = false
  #failure: unknown
  #isAnswered = false
  #isCommitting = false
  #lost: Error | undefined
  readonly #loss = Promise.withResolvers<never>()
  readonly #lose = (error: Error) => {
    this.#lost ??= error
    this.#loss.reject(outOfReach(this.#lost))
  }

  constructor(client: pg.PoolClient, organizationId: Organization) {
    this.organizationId = organizationId
    this.#client = client
    this.#loss.promise.catch(() => {})
    client.on('error', this.#lose)
  }

  /**
   * Begins the transaction. The setting is local to it, so it is gone before anyone else gets the connection. Statements do not wait for it: if it
   * fails, so do they, and since no organization was set, they saw and wrote no row. Without an organization nothing would hold them back, so they
   * do wait. The network may have silently dropped an idle connection, so one that does not answer within `limitMs` is cut.
   */
  async begin(limitMs: number): Promise<void> {
    const { organizationId } = this
    const set = organizationId === null ? '' : `select set_config('app.org', ${pg.escapeLiteral(organizationId)}, true)`
    const late = setTimeout(() => this.#client.connection.stream.destroy(), limitMs)
    this.#begun = this.#send(`begin; ${set}`)
    const hear = (isAnswered: boolean) => {
      clearTimeout(late)
      this.#isAnswered = isAnswered
    }
    this.#begun.then(
      () => hear(true),
      () => hear(false),
    )
    this.#lastAnswer = this.#begun.catch(error => this.#fail(error))
    if (organizationId === null) await this.#begun
  }

  query<Row>(statement: Statement<Row>, values: readonly Value[]): Promise<Row[]> {
    const point = () => ({ name: statement.name, text: statement.text })
    const answer = watched(statementPoints, point, () => this.#run(statement, values))
    this.#lastAnswer = answer.catch(error => this.#fail(error))
    return answer
  }

  /** Rejects as soon as the connection is lost, even while no statement runs. */
  get loss(): Promise<never> {
    return this.#loss.promise
  }

  /** Whether the connection was lost before the server answered anything, so that nothing of this transaction can be stored. */
  get isStillborn(): boolean {
    return this.#lost !== undefined && !this.#isAnswered && !this.#isCommitting
  }

  /** The error of the first statement that failed, if any did. */
  get failure(): unknown {
    return this.#failure
  }

  /**
   * Commits. `commit` is sent immediately: behind a statement that failed, PostgreSQL turns it into a rollback. Resolves once the changes are on
   * the disk. A contended transaction releases its locks as soon as its commit is in the log, and the flush behind it waits for the disk
   * (decisions/0015).
   */
  async commit(): Promise<void> {
    this.#over = true
    if (this.#lost) throw outOfReach(this.#lost)
    if (this.#failure) throw this.#failure
    this.#isCommitting = true
    corkForTheTurn(this.#client.connection.stream)
    const committed = this.#client.query(this.#isContended ? 'set local synchronous_commit = off; commit' : 'commit')
    const flushed = this.#isContended ? this.#client.query({ name: flushLog.name, text: flushLog.text }) : undefined
    flushed?.catch(() => {})
    const result = await committed.catch(async error => {
      const failure = fromDriver(error)
      if (failure instanceof ConnectionLost) {
        throw new CommitOutcomeUnknown('The connection was lost while committing', { cause: failure })
      }
      await this.#lastAnswer
      throw this.#failure ?? failure
    })
    await this.#lastAnswer
    if (this.#failure) throw this.#failure
    if ([result].flat().at(-1)?.command !== 'COMMIT') throw new Error('Nothing was stored, and no statement said why')
    await flushed?.catch(error => {
      throw new CommitOutcomeUnknown('It is committed, but perhaps not on the disk', { cause: fromDriver(error) })
    })
  }

  /** Rolls back and never throws: a connection that could not roll back shows that in its transaction status, and is not used again. */
  async rollback(): Promise<void> {
    this.#over = true
    if (!this.#lost) await this.#client.query('rollback').catch(() => {})
  }

  /** Stops watching the connection. */
  leave(): void {
    this.#client.off('error', this.#lose)
  }

  #fail(error: unknown): void {
    this.#failure ??= error
  }

  async #run<Row>(statement: Statement<Row>, values: readonly Value[]): Promise<Row[]> {
    const { name, text } = statement
    if (this.#over) throw new Error(`${name} came after the end of its transaction`)
    this.#isContended ||= statement.isContended
    const [answer] = await Promise.all([
      this.#send({ name, text, values: toParameters(statement, values) }),
      this.#begun,
    ])
    return answer.rows as Row[]
  }

  async #send(query: string | pg.QueryConfig): Promise<pg.QueryResult> {
    corkForTheTurn(this.#client.connection.stream)
    try {
      return await this.#client.query(query)
    } catch (error) {
      const failure = fromDriver(error as Error)
      throw failure instanceof ConnectionLost ? outOfReach(failure) : failure
    }
  }
}
