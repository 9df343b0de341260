/**
 * A statement that is read in batches: it has its own portal in an open transaction, with one `Execute` per batch. The plan is that of the whole
 * statement run at once, whereas `declare cursor` would plan for the first tenth of the rows.
 */
import type { Parameter } from './value.ts'
import { type Wire, WireQuery } from './wire.ts'

type Settle = (error: Error | null, result: { rows: unknown[] }) => void

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

  override handleCommandComplete(message: { text: string }, wire: Wire): void {
    this.#isLast = true
    super.handleCommandComplete(message, wire)
  }

  /** Overrides the driver, which would continue with the next batch by itself. */
  override handlePortalSuspended(): void {}
}
