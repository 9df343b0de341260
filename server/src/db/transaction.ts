/** One transaction on a connection of the write pool. It begins for an organization and ends when it is committed or rolled back. */
import type pg from 'pg'
import { statementPoints, watched } from '#server/base/trace-points.ts'
import { ConnectionLost, fromDriver, OutOfReach } from './failure.ts'
import { beginForOrganization } from './horizon.ts'
import { type Statement, statement } from './statement.ts'
import { checkName, type Named, type Sent, sendMessage } from './statement-message.ts'
import type { Access, OrganizationId } from './tenant.ts'
import { type Parameter, toParameters, type Value } from './value.ts'

/**
 * The handle for work in a transaction, which is the same as that of a read pool. Statements are sent as they come, behind those that have not been
 * answered yet, and those of one turn of the event loop in one message. A statement whose answer does not matter need not be awaited: if it fails,
 * so does the commit, with its error.
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

const BEGIN = { name: 'begin', text: 'begin' }
const COMMIT = { name: 'commit', text: 'commit' }
const COMMIT_IN_MEMORY = { name: 'commit_in_memory', text: 'set local synchronous_commit = off' }

/**
 * A message takes no more statements once its parameters have this many characters. Statements over many rows take long, so those behind them
 * should not hold back their answers.
 */
const FULL_MESSAGE = 16_384

type Answer = { rows: object[]; tag: string }

export class OpenTransaction<Organization extends OrganizationId> implements Transaction<Organization> {
  readonly organizationId: Organization
  /** The client, in pipeline mode. */
  readonly #client: pg.PoolClient
  /** The messages to send at the end of this turn of the event loop. */
  #unsent: Message[] = []
  #begun: Promise<unknown> = Promise.resolve()
  #lastAnswer: Promise<unknown> = Promise.resolve()
  #over = false
  /** Whether the transaction holds a lock that every writer of the organization waits for. */
  #isContended = false
  #failure: unknown
  #hasBegun = true
  #isAnswered = false
  #isCommitting = false
  #lost: Error | undefined
  readonly #loss = Promise.withResolvers<never>()
  readonly #lose = (error: Error) => {
    this.#lost ??= error
    this.#loss.reject(new OutOfReach(this.#lost))
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
    const late = setTimeout(() => this.#client.connection.stream.destroy(), limitMs)
    const begun = this.#send(BEGIN, [])
    this.#begun = organizationId === null ? begun : this.#send(beginForOrganization, [organizationId])
    begun.catch(() => {})
    // A statement behind these may wait for a lock, which must not look like silence.
    this.#unsent.push({ statements: [], length: 0 })
    const hear = (isAnswered: boolean) => {
      clearTimeout(late)
      this.#isAnswered = isAnswered
    }
    this.#begun.then(
      () => hear(true),
      () => hear(false),
    )
    this.#lastAnswer = this.#begun.catch(error => {
      this.#hasBegun = false
      this.#fail(error)
    })
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
   * False if the transaction could not be begun, such as when an operator canceled that. The statements behind it then ran without an organization
   * and found nothing, so nothing that the work concluded from their answers holds.
   */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /**
   * Commits. `commit` is sent immediately: behind a statement that failed, PostgreSQL turns it into a rollback. Resolves once the changes are on
   * the disk. A contended transaction releases its locks as soon as its commit is in the log, and the flush behind it waits for the disk
   * (decisions/0015). If it `isAlone`, nobody of its organization waits for its locks, and it waits for the disk in one step, as the others do.
   */
  async commit({ isAlone }: { isAlone: boolean }): Promise<void> {
    this.#over = true
    if (this.#lost) throw new OutOfReach(this.#lost)
    if (this.#failure) throw this.#failure
    this.#isCommitting = true
    const releasesEarly = this.#isContended && !isAlone
    if (releasesEarly) this.#send(COMMIT_IN_MEMORY, []).catch(() => {})
    const committed = this.#send(COMMIT, [], cause => {
      return new CommitOutcomeUnknown('The connection was lost while committing', { cause })
    })
    const flushed = releasesEarly ? this.#send(flushLog, []) : undefined
    flushed?.catch(() => {})
    this.#flush()
    const { tag } = await committed.catch(async failure => {
      if (failure instanceof CommitOutcomeUnknown) throw failure
      await this.#lastAnswer
      throw this.#failure ?? failure
    })
    await this.#lastAnswer
    if (this.#failure) throw this.#failure
    if (tag !== 'COMMIT') throw new Error('Nothing was stored, and no statement said why')
    await flushed?.catch(error => {
      throw new CommitOutcomeUnknown('It is committed, but perhaps not on the disk', { cause: error })
    })
  }

  /** Rolls back and never throws: a connection that could not roll back shows that in its transaction status, and is not used again. */
  async rollback(): Promise<void> {
    this.#over = true
    this.#flush()
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
    if (this.#over) throw new Error(`${statement.name} came after the end of its transaction`)
    this.#isContended ||= statement.isContended
    return (await this.#send(statement, toParameters(statement, values))).rows as Row[]
  }

  /** `whenLost` is the error to report if the connection is lost before the answer arrives. */
  #send(
    statement: Named,
    parameters: Parameter[],
    whenLost = (lost: Error): Error => new OutOfReach(lost),
  ): Promise<Answer> {
    checkName(this.#client, statement)
    return new Promise((resolve, reject) => {
      const settle: Sent['settle'] = (error, rows, tag) => {
        if (!error) return resolve({ rows, tag })
        const failure = fromDriver(error)
        reject(failure instanceof ConnectionLost ? whenLost(failure) : failure)
      }
      this.#addToMessage({ statement, parameters, settle })
    })
  }

  #addToMessage(sent: Sent): void {
    if (this.#unsent.length === 0) setImmediate(() => this.#flush())
    let message = this.#unsent.at(-1)
    if (!message || message.length > FULL_MESSAGE) {
      message = { statements: [], length: 0 }
      this.#unsent.push(message)
    }
    message.statements.push(sent)
    for (const parameter of sent.parameters) message.length += parameter?.length ?? 0
  }

  #flush(): void {
    const messages = this.#unsent
    if (messages.length === 0) return
    this.#unsent = []
    const { stream } = this.#client.connection
    stream.cork()
    for (const { statements } of messages) if (statements.length > 0) sendMessage(this.#client, statements)
    stream.uncork()
  }
}

/** Statements to send together, and the length of their parameters in characters. */
type Message = { statements: Sent[]; length: number }
