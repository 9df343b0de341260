/**
 * A statement that is read in batches: it has its own portal in an open transaction, with one `Execute` per batch. The plan is that of the whole
 * statement run at once, whereas `declare cursor` would plan for the first tenth of the rows.
 */
import pg from 'pg'
import type { Parameter } from './value.ts'

type Settle = (error: Error | null, result: { rows: unknown[] }) => void

/** The parts of the driver used here that its published types leave out. */
type Wire = {
  parse(message: { name: string; text: string }): void
  bind(message: { portal: string; statement: string; values: Parameter[] }): void
  describe(message: { type: 'P'; name: string }): void
  execute(message: { portal: string; rows: number }): void
  sync(): void
}
type WireQuery = {
  submit(wire: Wire): void
  handleCommandComplete(message: object, wire: Wire): void
  handlePortalSuspended(): void
}
const WireQuery = pg.Query as unknown as new (config: { text: string; callback: Settle }) => WireQuery

type Portal = { name: string; text: string; parameters: Parameter[]; batchSize: number }

export class PortalQuery extends WireQuery {
  readonly #portal: Portal
  readonly #isFirst: boolean
  #isLast = false

  constructor(portal: Portal, isFirst: boolean, settle: Settle) {
    super({ text: portal.text, callback: settle })
    this.#portal = portal
    this.#isFirst = isFirst
  }

  /** Whether the portal has no rows after this batch; known once the batch has arrived. */
  get isLast(): boolean {
    return this.#isLast
  }

  /** `Sync` leaves the portal open, because the transaction is explicit, and restarts the clock of the statement's time limit. */
  override submit(wire: Wire): void {
    const { name, text, parameters, batchSize } = this.#portal
    if (this.#isFirst) {
      wire.parse({ name: '', text })
      wire.bind({ portal: name, statement: '', values: parameters })
    }
    wire.describe({ type: 'P', name })
    wire.execute({ portal: name, rows: batchSize })
    wire.sync()
  }

  override handleCommandComplete(message: object, wire: Wire): void {
    this.#isLast = true
    super.handleCommandComplete(message, wire)
  }

  /** Overrides the driver, which would continue with the next batch by itself. */
  override handlePortalSuspended(): void {}
}
