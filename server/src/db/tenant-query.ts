/**
 * The one place where a statement meets its organization.
 *
 * Both are sent in one implicit transaction: the organization is set locally in it, the statement runs under that organization, and `Sync` ends the
 * transaction, whether it succeeded or not. So the setting cannot reach the next statement, even after an error. A session-level setting could: if
 * setting it fails, the next statement runs as the previous organization.
 */
import { queryMessage } from './query-message.ts'
import { Columns, type DataRow, Rows } from './row-bytes.ts'
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
 * Runs a prepared statement as one organization, or as none. Everything given has already been checked: an error thrown halfway would leave an
 * unfinished message on a connection that others share.
 */
export class TenantQuery extends WireQuery {
  readonly #organizationId: OrganizationId
  readonly #name: string
  readonly #parameters: Parameter[]
  readonly #rows: Rows
  readonly #settle: Settle<Rows>

  constructor(
    organizationId: OrganizationId,
    { name, text }: Statement<unknown>,
    parameters: Parameter[],
    columns: Columns,
    settle: Settle<Rows>,
  ) {
    super(text)
    this.#organizationId = organizationId
    this.#name = name
    this.#parameters = parameters
    this.#rows = new Rows(columns)
    this.#settle = settle
  }

  override submit({ stream }: Wire): void {
    const own = { name: this.#name, parameters: this.#parameters }
    const first = { name: setOrganization.name, parameters: [this.#organizationId] }
    if (stream.writable) stream.write(queryMessage(this.#organizationId === null ? [own] : [first, own]))
  }

  override handleDataRow(row: DataRow): void {
    this.#rows.add(row)
  }

  /** Ignored, because two statements complete here and only the end of both counts. */
  override handleCommandComplete(): void {}

  override handleError(error: Error): void {
    this.#settle(error, this.#rows)
  }

  override handleReadyForQuery(): void {
    this.#settle(null, this.#rows)
  }
}
