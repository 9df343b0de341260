/**
 * The one place where a statement meets its organization.
 *
 * Both travel in one implicit transaction: the organization is set local to it, the statement runs under it, and `Sync` ends it,
 * whether it succeeded or not. So the setting cannot reach the next statement, also after an error. A session-level setting could:
 * when setting it fails, the next statement runs as the previous organization.
 */
import pg from 'pg'
import { type Statement, statement } from './statement.ts'
import type { OrganizationId } from './tenant.ts'
import type { Parameter } from './value.ts'

/** Sets the organization until the transaction ends; the impossible condition spares a row nobody reads. */
export const setOrganization = statement<never>(
  'setOrganization',
  `select where set_config('app.org', $1::uuid::text, true) is null`,
)

export type Settle = (error: Error | null, result: { rows: unknown[] }) => void

/** The parts of the driver used here that its published types leave out. */
type Wire = {
  close(message: { type: 'S'; name: string }): void
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: Parameter[] }): void
  describe(message: { type: 'P' }): void
  execute(message: null): void
  sync(): void
}
type WireQuery = { submit(wire: Wire): void; handleCommandComplete(): void }
const WireQuery = pg.Query as unknown as new (config: { name: string; text: string; callback: Settle }) => WireQuery

/** Makes PostgreSQL prepare a statement under its name, in place of an older preparation if there is one. */
export class PrepareQuery extends WireQuery {
  readonly #statement: Statement<unknown>

  constructor(statement: Statement<unknown>, settle: Settle) {
    super({ name: statement.name, text: statement.text, callback: settle })
    this.#statement = statement
  }

  override submit(wire: Wire): void {
    // Closing what does not exist is no error.
    wire.close({ type: 'S', name: this.#statement.name })
    wire.parse(this.#statement)
    wire.sync()
  }
}

/**
 * Runs a prepared statement as one organization, or as none. Everything given is already checked: a throw half-way through
 * would leave an unfinished message on a connection that others share.
 */
export class TenantQuery extends WireQuery {
  readonly #organizationId: OrganizationId
  readonly #statement: Statement<unknown>
  readonly #parameters: Parameter[]

  constructor(organizationId: OrganizationId, statement: Statement<unknown>, parameters: Parameter[], settle: Settle) {
    super({ name: statement.name, text: statement.text, callback: settle })
    this.#organizationId = organizationId
    this.#statement = statement
    this.#parameters = parameters
  }

  override submit(wire: Wire): void {
    if (this.#organizationId !== null) {
      wire.bind({ statement: setOrganization.name, values: [this.#organizationId] })
      wire.execute(null)
    }
    wire.bind({ statement: this.#statement.name, values: this.#parameters })
    wire.describe({ type: 'P' })
    wire.execute(null)
    wire.sync()
  }

  /** The driver would take the completion of the first step for that of the statement, and start a second result. */
  override handleCommandComplete(): void {}
}
