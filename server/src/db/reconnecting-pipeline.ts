/** One connection of the read pool that is kept open: a pipeline or, after a loss, the attempt to open the next one. */
import { ConnectionLost } from './failure.ts'
import type { Pipeline } from './pipeline.ts'
import type { Rows } from './row-bytes.ts'
import type { Statement } from './statement.ts'
import type { OrganizationId } from './tenant.ts'
import type { Parameter } from './value.ts'

/** The shortest time between two attempts, so that a server that drops us immediately is not hammered. */
const MIN_BETWEEN_ATTEMPTS_MS = 250
const MAX_BACKOFF_MS = 5_000

export class ReconnectingPipeline {
  readonly #open: () => Promise<Pipeline>
  readonly #onConnectionError: (error: Error) => void
  #pipeline: Pipeline | undefined
  #hopeful: Promise<this> | undefined
  #lastAttemptMs = Number.NEGATIVE_INFINITY
  #failure: Error | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(open: () => Promise<Pipeline>, onConnectionError: (error: Error) => void) {
    this.#open = open
    this.#onConnectionError = onConnectionError
    this.#connect(0)
  }

  get pipeline(): Pipeline | undefined {
    return this.#pipeline
  }

  /** Why the last attempt to connect failed; undefined after one that succeeded. */
  get failure(): Error | undefined {
    return this.#failure
  }

  /** The first attempt after a loss, which is worth waiting for. Later attempts are not, so that an outage is reported without delay. */
  get hopeful(): Promise<this> | undefined {
    return this.#hopeful
  }

  async query(organizationId: OrganizationId, statement: Statement<unknown>, parameters: Parameter[]): Promise<Rows> {
    if (!this.#pipeline) throw new ConnectionLost('The connection to the database was lost')
    return this.#pipeline.query(organizationId, statement, parameters)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#pipeline?.end()
  }

  #connect(failures: number): void {
    const attempt = this.#attempt(failures)
    if (failures === 0) this.#hopeful = attempt
    attempt.catch((error: Error) => {
      this.#hopeful = undefined
      if (this.#closed) return
      this.#failure = error
      this.#onConnectionError(error)
      this.#connect(failures + 1)
    })
  }

  async #attempt(failures: number): Promise<this> {
    await this.#pause(failures)
    this.#lastAttemptMs = performance.now()
    const pipeline = await this.#open()
    if (this.#closed) {
      pipeline.cut()
      throw new Error('The pool was closed')
    }
    this.#pipeline = pipeline
    this.#failure = undefined
    this.#hopeful = undefined
    pipeline.lost.then(error => {
      this.#pipeline = undefined
      if (this.#closed) return
      this.#onConnectionError(error)
      this.#connect(0)
    })
    return this
  }

  async #pause(failures: number): Promise<void> {
    const sinceLastMs = performance.now() - this.#lastAttemptMs
    const backoffMs = failures === 0 ? 0 : Math.min(MAX_BACKOFF_MS, 100 * 2 ** failures) * (0.5 + Math.random() / 2)
    const waitMs = Math.max(backoffMs, MIN_BETWEEN_ATTEMPTS_MS - sinceLastMs)
    if (waitMs <= 0) return
    await new Promise<void>(resolve => {
      this.#timer = setTimeout(resolve, waitMs).unref()
    })
  }
}
