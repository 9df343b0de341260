/** One transaction on a connection of the write pool: begun for an organization, over once committed or rolled back. */
import pg from 'pg'
import { ConnectionLost, fromDriver, outOfReach } from './failure.ts'
import type { Statement } from './statement.ts'
import type { Access, OrganizationId } from './tenant.ts'
import { toParameters, type Value } from './value.ts'

/** What work in a transaction is given: the same handle a read pool gives. */
export type Transaction<Organization extends OrganizationId = string> = Access<Organization>

/** The connection went away during commit: the changes are stored whole or not at all, and nobody here knows which. */
export class CommitOutcomeUnknown extends Error {
  override readonly name = 'CommitOutcomeUnknown'
}

export class OpenTransaction<Organization extends OrganizationId> implements Transaction<Organization> {
  readonly organizationId: Organization
  readonly #client: pg.ClientBase
  #lastStatement: Promise<unknown> = Promise.resolve()
  #over = false
  #lost: Error | undefined
  readonly #lose = (error: Error) => {
    this.#lost = error
  }

  constructor(client: pg.ClientBase, organizationId: Organization) {
    this.organizationId = organizationId
    this.#client = client
    client.on('error', this.#lose)
  }

  /** The setting is local to the transaction: it is gone before anyone else gets the connection. */
  async begin(): Promise<void> {
    const { organizationId } = this
    const set = organizationId === null ? '' : `select set_config('app.org', ${pg.escapeLiteral(organizationId)}, true)`
    await this.#send(() => this.#client.query(`begin; ${set}`))
  }

  async query<Row>(statement: Statement<Row>, values: readonly Value[]): Promise<Row[]> {
    if (this.#over) throw new Error(`${statement.name} came after the end of its transaction`)
    const { name, text } = statement
    const parameters = toParameters(statement, values)
    const answer = this.#lastStatement.then(() =>
      this.#send(() => this.#client.query({ name, text, values: parameters })),
    )
    this.#lastStatement = answer.catch(() => {})
    return (await answer).rows as Row[]
  }

  async commit(): Promise<void> {
    await this.#finish()
    if (this.#lost) throw outOfReach(this.#lost)
    const result = await this.#client.query('commit').catch(error => {
      const failure = fromDriver(error)
      if (!(failure instanceof ConnectionLost)) throw failure
      throw new CommitOutcomeUnknown('The connection was lost while committing', { cause: failure })
    })
    // PostgreSQL answers the commit of a failed transaction with a rollback, and no error.
    if (result.command !== 'COMMIT') throw new Error('Nothing was stored: an error of a statement was swallowed')
  }

  /** Never throws: a connection that could not roll back shows it in its transaction status, and is not used again. */
  async rollback(): Promise<void> {
    await this.#finish()
    if (!this.#lost) await this.#client.query('rollback').catch(() => {})
  }

  /** Lets go of the connection. */
  leave(): void {
    this.#client.off('error', this.#lose)
  }

  /** Takes no more statements and waits for those taken: none may reach the next user of the connection. */
  async #finish(): Promise<void> {
    this.#over = true
    await this.#lastStatement
  }

  async #send<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (error) {
      const failure = fromDriver(error as Error)
      throw failure instanceof ConnectionLost ? outOfReach(failure) : failure
    }
  }
}
