/**
 * Reads: every statement of every organization over a few pipelined connections, each call in a transaction of its own. Organizations take
 * turns, and none has statements on more than its share of the connections, so that the slow statements of one do not hold up the others.
 */

import { FairSemaphore, type SemaphoreLimits } from '#server/base/fair-semaphore.ts'
import { statementPoints, watched } from '#server/base/trace-points.ts'
import { ConnectionLost, OVERLOADED, outOfReach } from './failure.ts'
import { KeptPipeline } from './kept-pipeline.ts'
import { openPipeline } from './pipeline.ts'
import type { DatabaseConnection, Session } from './session.ts'
import type { Statement } from './statement.ts'
import { type Access, checkOrganization, type OrganizationId } from './tenant.ts'
import { type Parameter, toParameters, type Value } from './value.ts'

/** `inAll` statements are sent to PostgreSQL at a time, `perCustomer` of one organization; others wait in this process, by turns. */
export type ReadPoolOptions = Omit<SemaphoreLimits, 'busy'> & {
  connection: DatabaseConnection
  /** How many connections: 2 or more, so that one may be lost or busy. A slow statement holds up those behind it. */
  connections: number
  /** The role whose policies apply: that of the application, or one that may look across organizations. */
  role: string
  statementTimeoutMs: number
  /** Called for every lost connection and every failed attempt to connect. */
  onConnectionError: (error: Error) => void
}

const STOPPED_MS = 5_000
/** More than are ever in flight on one connection. */
const MANY = 1_000_000

/** Opens the pool at once and connects in the background, so that a service may start before its database. */
export function openReadPool(options: ReadPoolOptions): ReadPool {
  return new ReadPool(options)
}

export class ReadPool {
  readonly #kept: KeptPipeline[]
  readonly #semaphore: FairSemaphore

  constructor(options: ReadPoolOptions) {
    const { connection, connections, role, statementTimeoutMs, onConnectionError } = options
    // A transaction is one statement, so its own limit only ends one whose caller stopped in the middle.
    const transactionTimeoutMs = statementTimeoutMs + STOPPED_MS
    const session: Session = { role, readOnly: true, statementTimeoutMs, transactionTimeoutMs }
    const open = () => openPipeline(connection, session)
    this.#kept = Array.from({ length: connections }, () => new KeptPipeline(open, onConnectionError))
    this.#semaphore = new FairSemaphore({ ...options, busy: OVERLOADED })
  }

  for<Organization extends OrganizationId>(organizationId: Organization): Access<Organization> {
    return { organizationId, query: (statement, values) => this.query(organizationId, statement, values) }
  }

  /** Throws Refusal `unavailable` if the database is out of reach or too many calls wait, and otherwise the error from PostgreSQL. */
  async query<Row>(
    organizationId: OrganizationId,
    statement: Statement<Row>,
    values: readonly Value[],
  ): Promise<Row[]> {
    checkOrganization(organizationId)
    const parameters = toParameters(statement, values)
    const run = async () => {
      const release = await this.#semaphore.acquire(organizationId)
      return this.#run(organizationId, statement, parameters).finally(release)
    }
    return (await watched(statementPoints, () => ({ name: statement.name, text: statement.text }), run)) as Row[]
  }

  get load(): { calls: number; limit: number } {
    return this.#semaphore.load
  }

  /** Lets calls in flight finish, then closes the connections. */
  async close(): Promise<void> {
    await this.#semaphore.close()
    await Promise.all(this.#kept.map(one => one.close()))
  }

  /** A read may be repeated, so a lost connection costs its caller one more try and no error. */
  async #run(
    organizationId: OrganizationId,
    statement: Statement<unknown>,
    parameters: Parameter[],
  ): Promise<unknown[]> {
    const first = this.#choose(organizationId) ?? (await this.#reconnected(organizationId, this.#kept))
    try {
      return await first.query(organizationId, statement, parameters)
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
    }
    // Whatever ended this connection may just be ending the others, also those being opened: only its successor began after the loss.
    const second = await this.#reconnected(organizationId, [first])
    try {
      return await second.query(organizationId, statement, parameters)
    } catch (error) {
      throw error instanceof ConnectionLost ? outOfReach(error) : error
    }
  }

  /**
   * The connection on which the fewest statements of others are in flight, and then the fewest of all. An organization spreads over its share
   * of the connections: half of them while it is alone, so that the next one to come finds the other half free.
   */
  #choose(organizationId: OrganizationId): KeptPipeline | undefined {
    const open = this.#kept.filter(({ pipeline }) => pipeline)
    const inFlightOf = ({ pipeline }: KeptPipeline) => pipeline?.inFlightOf(organizationId) ?? 0
    const own = open.filter(kept => inFlightOf(kept) > 0)
    const share = Math.max(1, Math.floor(open.length / (this.#semaphore.holders + 1)))
    const isPlatform = organizationId === null
    let best: KeptPipeline | undefined
    let fewest = Number.POSITIVE_INFINITY
    for (const kept of isPlatform || own.length < share ? open : own) {
      const inFlight = kept.pipeline?.inFlight ?? 0
      const others = isPlatform ? 0 : inFlight - inFlightOf(kept)
      const weight = others * MANY + inFlight
      if (weight < fewest) [best, fewest] = [kept, weight]
    }
    return best
  }

  async #reconnected(organizationId: OrganizationId, candidates: readonly KeptPipeline[]): Promise<KeptPipeline> {
    const hopeful = candidates.map(one => one.hopeful).filter(attempt => attempt !== undefined)
    try {
      return await Promise.any(hopeful)
    } catch (error) {
      const kept = this.#choose(organizationId)
      if (kept) return kept
      throw outOfReach(error)
    }
  }
}
