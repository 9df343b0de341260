/**
 * Reads: every statement of every organization runs over a few pipelined connections, each call in its own transaction. Organizations take turns,
 * and none has statements on more than its share of the connections, so that the slow statements of one do not hold up the others.
 */
import { FairSemaphore, type Load, type SemaphoreLimits } from '#server/base/fair-semaphore.ts'
import { statementPoints, watched } from '#server/base/trace-points.ts'
import { ConnectionLost, OutOfReach, OVERLOADED } from './failure.ts'
import { openPipeline } from './pipeline.ts'
import { ReconnectingPipeline } from './reconnecting-pipeline.ts'
import type { Rows } from './row-bytes.ts'
import type { DatabaseConnection, Session } from './session.ts'
import type { Statement } from './statement.ts'
import { type Access, checkOrganization, type OrganizationId } from './tenant.ts'
import { type Parameter, toParameters, type Value } from './value.ts'

/** At most `inAll` statements are sent to PostgreSQL at a time, and `perCustomer` of one organization. Others wait in this process and take turns. */
export type ReadPoolOptions = Omit<SemaphoreLimits, 'busy'> & {
  connection: DatabaseConnection
  /** How many connections: 2 or more, so that one may be lost or busy. A slow statement holds up the statements behind it. */
  connections: number
  /** The role whose policies apply: that of the application, or one that may look across organizations. */
  role: string
  statementTimeoutMs: number
  /** Called for every lost connection and every failed attempt to connect. */
  onConnectionError: (error: Error) => void
}

const STOPPED_MS = 5_000
/** A number larger than the calls that are ever in flight on one connection. */
const MANY = 1_000_000

export class ReadPool {
  readonly #kept: ReconnectingPipeline[]
  readonly #semaphore: FairSemaphore

  /** Connects in the background, so that a service may start before its database. */
  constructor(options: ReadPoolOptions) {
    const { connection, connections, role, statementTimeoutMs, onConnectionError } = options
    // A transaction is one statement, so its own limit only ends a transaction whose caller stopped in the middle.
    const transactionTimeoutMs = statementTimeoutMs + STOPPED_MS
    const session: Session = { role, readOnly: true, statementTimeoutMs, transactionTimeoutMs }
    const open = () => openPipeline(connection, session)
    this.#kept = Array.from({ length: connections }, () => new ReconnectingPipeline(open, onConnectionError))
    this.#semaphore = new FairSemaphore({ ...options, busy: OVERLOADED })
  }

  for<Organization extends OrganizationId>(organizationId: Organization): Access<Organization> {
    return {
      organizationId,
      query: (statement, values) => this.query(organizationId, statement, values),
      rows: (statement, values) => this.rows(organizationId, statement, values),
    }
  }

  /** Throws Refusal `unavailable` if the database cannot be reached or too many calls are waiting, and otherwise the error from PostgreSQL. */
  async query<Row>(
    organizationId: OrganizationId,
    statement: Statement<Row>,
    values: readonly Value[],
  ): Promise<Row[]> {
    const rows = await this.rows(organizationId, statement, values)
    const objects = rows.objects() as Row[]
    rows.release()
    return objects
  }

  /** Runs a statement as `query` does, and resolves with its rows as they arrived. */
  async rows(organizationId: OrganizationId, statement: Statement<unknown>, values: readonly Value[]): Promise<Rows> {
    checkOrganization(organizationId)
    const parameters = toParameters(statement, values)
    const run = async () => {
      const release = this.#semaphore.tryAcquire(organizationId) ?? (await this.#semaphore.acquire(organizationId))
      try {
        return await this.#run(organizationId, statement, parameters)
      } finally {
        release()
      }
    }
    return watched(statementPoints, () => ({ name: statement.name, text: statement.text }), run)
  }

  /** Why the pool has no connection; undefined while it has one, or has not yet failed to open one. */
  get failure(): Error | undefined {
    return this.#kept.some(one => one.pipeline) ? undefined : this.#kept.find(one => one.failure)?.failure
  }

  get load(): Load {
    return this.#semaphore.load
  }

  /** Opens every connection again; reads in flight are repeated on the new ones. */
  renew(): void {
    for (const one of this.#kept) one.pipeline?.cut()
  }

  /** Lets calls in flight finish, then closes the connections. */
  async close(): Promise<void> {
    await this.#semaphore.close()
    await Promise.all(this.#kept.map(one => one.close()))
  }

  /** Runs the read. A read may be repeated, so if a connection is lost, its caller waits for one more try and sees no error. */
  async #run(organizationId: OrganizationId, statement: Statement<unknown>, parameters: Parameter[]): Promise<Rows> {
    const first = this.#choose(organizationId) ?? (await this.#reconnected(organizationId, this.#kept))
    try {
      return await first.query(organizationId, statement, parameters)
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
    }
    // Whatever ended this connection may be ending the others as well, including those that are being opened. Only its successor certainly began after the loss.
    const second = await this.#reconnected(organizationId, [first])
    try {
      return await second.query(organizationId, statement, parameters)
    } catch (error) {
      throw error instanceof ConnectionLost ? new OutOfReach(error) : error
    }
  }

  /**
   * The connection with the fewest statements of other organizations in flight, and among those the fewest in total. An organization spreads over
   * its share of the connections: half of them while it is alone, so that the next one finds the other half free.
   */
  #choose(organizationId: OrganizationId): ReconnectingPipeline | undefined {
    let open = 0
    let own = 0
    for (const { pipeline } of this.#kept) {
      if (pipeline) open++
      if (pipeline && pipeline.inFlightOf(organizationId) > 0) own++
    }
    const share = Math.max(1, Math.floor(open / (this.#semaphore.holders + 1)))
    const isPlatform = organizationId === null
    const mayUseAny = isPlatform || own < share
    let best: ReconnectingPipeline | undefined
    let fewest = Number.POSITIVE_INFINITY
    for (const kept of this.#kept) {
      const { pipeline } = kept
      if (!pipeline || !(mayUseAny || pipeline.inFlightOf(organizationId) > 0)) continue
      const { inFlight } = pipeline
      const others = isPlatform ? 0 : inFlight - pipeline.inFlightOf(organizationId)
      const weight = others * MANY + inFlight
      if (weight < fewest) [best, fewest] = [kept, weight]
    }
    return best
  }

  async #reconnected(
    organizationId: OrganizationId,
    candidates: readonly ReconnectingPipeline[],
  ): Promise<ReconnectingPipeline> {
    const hopeful = candidates.map(one => one.hopeful).filter(attempt => attempt !== undefined)
    try {
      return await Promise.any(hopeful)
    } catch (error) {
      const kept = this.#choose(organizationId)
      if (kept) return kept
      throw new OutOfReach(error)
    }
  }
}
