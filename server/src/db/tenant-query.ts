/**
 * The one place where a statement meets its organization.
 *
 * Both are sent in one implicit transaction: the organization is set locally in it, the statement runs under that organization, and `Sync` ends the
 * transaction, whether it succeeded or not. So the setting cannot reach the next statement, even after an error. A session-level setting could: if
 * setting it fails, the next statement runs as the previous organization.
 */
import pg from 'pg'
import { type Field, type ReadRow, rowReader } from './row-reader.ts'
import { type Statement, statement } from './statement.ts'
import type { OrganizationId } from './tenant.ts'
import type { Parameter } from './value.ts'

/** Sets the organization until the transaction ends. The impossible condition avoids a row that nobody reads. */
export const setOrganization = statement<never>(
  'setOrganization',
  `select where set_config('app.org', $1::uuid::text, true) is null`,
)

export type Settle<Answer> = (error: Error | null, answer: Answer) => void

/** The parts of the driver used here that its published types leave out. */
type Wire = {
  close(message: { type: 'S'; name: string }): void
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: Parameter[] }): void
  describe(message: { type: 'S'; name: string }): void
  execute(message: null): void
  sync(): void
}
type WireQuery = {
  submit(wire: Wire): void
  handleRowDescription(message: { fields: Field[] }): void
  handleDataRow(message: { fields: (string | null)[] }): void
  handleCommandComplete(): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}
/** The driver's query, constructed from the text alone, because the driver copies a whole configuration for each query. */
const WireQuery = pg.Query as unknown as new (text: string) => WireQuery

/**
 * Makes PostgreSQL prepare a statement under its name, in place of an older preparation if there is one, and describe its columns. They stay the
 * same as long as the preparation does: any change to them makes the statement fail until it is prepared again.
 */
export class PrepareQuery extends WireQuery {
  readonly #statement: Statement<unknown>
  readonly #settle: Settle<ReadRow>
  #readRow: ReadRow = rowReader([])

  constructor(statement: Statement<unknown>, settle: Settle<ReadRow>) {
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
    this.#readRow = rowReader(fields)
  }

  override handleError(error: Error): void {
    this.#settle(error, this.#readRow)
  }

  override handleReadyForQuery(): void {
    this.#settle(null, this.#readRow)
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
  readonly #readRow: ReadRow
  readonly #settle: Settle<object[]>
  readonly #rows: object[] = []
  #unreadable: Error | undefined

  constructor(
    organizationId: OrganizationId,
    { name, text }: Statement<unknown>,
    parameters: Parameter[],
    readRow: ReadRow,
    settle: Settle<object[]>,
  ) {
    super(text)
    this.#organizationId = organizationId
    this.#name = name
    this.#parameters = parameters
    this.#readRow = readRow
    this.#settle = settle
  }

  override submit(wire: Wire): void {
    if (this.#organizationId !== null) {
      wire.bind({ statement: setOrganization.name, values: [this.#organizationId] })
      wire.execute(null)
    }
    wire.bind({ statement: this.#name, values: this.#parameters })
    wire.execute(null)
    wire.sync()
  }

  override handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#unreadable) return
    try {
      this.#rows.push(this.#readRow(fields))
    } catch (error) {
      this.#unreadable = error as Error
    }
  }

  /** Ignored, because two statements complete here and only the end of both counts. */
  override handleCommandComplete(): void {}

  override handleError(error: Error): void {
    this.#settle(error, [])
  }

  override handleReadyForQuery(): void {
    this.#settle(this.#unreadable ?? null, this.#rows)
  }
}
