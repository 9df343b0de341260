/**
 * The one place where a statement meets its organization.
 *
 * Both are sent in one implicit transaction: the organization is set locally in it, the statement runs under that organization, and `Sync` ends the
 * transaction, whether it succeeded or not. So the setting cannot reach the next statement, even after an error. A session-level setting could: if
 * setting it fails, the next statement runs as the previous organization.
 */
import { ConnectionLost, fromDriver } from './failure.ts'
import { queryMessage } from './query-message.ts'
import { Columns, type DataRow, type Rows } from './row-bytes.ts'
import type { Field } from './row-reader.ts'
import { type Statement, statement } from './statement.ts'
import type { OrganizationId } from './tenant.ts'
import type { Parameter } from './value.ts'
import { type Wire, WireQuery } from './wire.ts'

/** Sets the organization until the transaction ends. The impossible condition avoids a row that nobody reads. */
export const setOrganization = statement<never>(
  'set_organization',
  `select where set_config('app.org', $1::uuid::text, true) is null`,
)

export type Settle<Answer> = (error: Error | null, answer: Answer) => void

/**
 * Makes PostgreSQL prepare a statement under its name, in place of an older preparation if there is one, and describe its columns. They stay the
 * same as long as the preparation does: any change to them makes the statement fail until it is prepared again.
 */
export class PrepareQuery extends WireQuery {
  readonly #statement: Statement<unknown>
  readonly #settle: Settle<Columns>
  #columns = new Columns([])

  constructor(statement: Statement<unknown>, settle: Settle<Columns>) {
    super(statement.text)
    this.#statement = statement
    this.#settle = settle
  }

  override submit(wire: Wire): void {
    const { name } = this.#statement
    // Closing a statement that does not exist is not an error.
    wire.close({ type: 'S', name })
    wire.parse(this.#statement)
    wire.describe({ type: 'S', name })
    wire.sync()
  }

  override handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#columns = new Columns(fields)
  }

  override handleError(error: Error): void {
    this.#settle(error, this.#columns)
  }

  override handleReadyForQuery(): void {
    this.#settle(null, this.#columns)
  }
}

/**
 * A prepared statement with its parameters, and its rows as they arrive. `settle` is called once: with the rows, with an error, or with undefined if the
 * call did not run and has to be made again.
 */
export type Call = {
  statement: Statement<unknown>
  parameters: Parameter[]
  rows: Rows
  settle: Settle<Rows | undefined>
}

/**
 * Runs prepared statements in one transaction, as one organization or as none. Everything given has already been checked: an error thrown halfway would
 * leave an unfinished message on a connection that others share.
 */
export class TenantQuery extends WireQuery {
  readonly #organizationId: OrganizationId
  readonly #calls: readonly Call[]
  /** Which of the calls is being answered; -1 while the organization is set. */
  #current: number

  constructor(organizationId: OrganizationId, calls: readonly Call[]) {
    super('')
    this.#organizationId = organizationId
    this.#calls = calls
    this.#current = organizationId === null ? 0 : -1
  }

  override submit({ stream }: Wire): void {
    if (!stream.writable) return
    const bound = this.#calls.map(({ statement, parameters }) => ({ name: statement.name, parameters }))
    if (this.#organizationId !== null) {
      bound.unshift({ name: setOrganization.name, parameters: [this.#organizationId] })
    }
    stream.write(queryMessage(bound))
  }

  override handleDataRow(row: DataRow): void {
    this.#calls[this.#current]?.rows.add(row)
  }

  override handleCommandComplete(): void {
    this.#current++
  }

  /** PostgreSQL skips the calls behind one that fails, and so do we, unless the connection was lost. */
  override handleError(error: Error): void {
    const failed = Math.max(0, this.#current)
    this.#settle(failed)
    const isLost = fromDriver(error) instanceof ConnectionLost
    for (const [index, { settle, rows }] of this.#calls.slice(failed).entries()) {
      if (index === 0 || isLost) settle(error, rows)
      else settle(null, undefined)
    }
  }

  override handleReadyForQuery(): void {
    this.#settle(this.#calls.length)
  }

  /** Settles the first `count` calls with their rows. */
  #settle(count: number): void {
    for (const { settle, rows } of this.#calls.slice(0, count)) settle(null, rows)
  }
}
