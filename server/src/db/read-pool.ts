/** Reads: every statement of every organization over a few pipelined connections, each call in a transaction of its own. */

import { statementPoints, watched } from '#server/base/trace-points.ts'
import { CallLimit } from './call-limit.ts'
import { ConnectionLost, outOfReach } from './failure.ts'
import { KeptPipeline } from './kept-pipeline.ts'
import { openPipeline, type Pipeline } from './pipeline.ts'
import type { DatabaseConnection, Session } from './session.ts'
import type { Statement } from './statement.ts'
import { type Access, checkOrganization, type OrganizationId } from './tenant.ts'
import { type Parameter, toParameters, type Value } from './value.ts'

export type ReadPoolOptions = {
  connection: DatabaseConnection
  /** How many connections: 2 or more, so that one may be lost or busy. A slow statement holds up those behind it. */
  connections: number
  /** The role whose policies apply: that of the application, or one that may look across organizations. */
  role: string
  statementTimeoutMs: number
  /** How many calls may be unanswered at once; those beyond are refused as `unavailable`. */
  maxWaiting: number
  /** Called for every lost connection and every failed attempt to connect. */
  onConnectionError: (error: Error) => void
}

/** Opens the pool at once and connects in the background, so that a service may start before its database. */
export function openReadPool(options: ReadPoolOptions): ReadPool {
  return new ReadPool(options)
}

export class ReadPool {
  readonly #kept: KeptPipeline[]
  readonly #limit: CallLimit

  constructor({ connection, connections, role, statementTimeoutMs, maxWaiting, onConnectionError }: ReadPoolOptions) {
    const session: Session = { role, readOnly: true, statementTimeoutMs, transactionTimeoutMs: 0 }
    const open = () => openPipeline(connection, session)
    this.#kept = Array.from({ length: connections }, () => new KeptPipeline(open, onConnectionError))
    this.#limit = new CallLimit(maxWaiting)
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
    const run = () => this.#limit.run(() => this.#run(organizationId, statement, parameters))
    return (await watched(statementPoints, () => ({ name: statement.name, text: statement.text }), run)) as Row[]
  }

  get load(): { calls: number; limit: number } {
    return this.#limit.load
  }

  /** Lets calls in flight finish, then closes the connections. */
  async close(): Promise<void> {
    await this.#limit.close()
    await Promise.all(this.#kept.map(one => one.close()))
  }

  /** A read may be repeated, so a lost connection costs its caller one more try and no error. */
  async #run(
    organizationId: OrganizationId,
    statement: Statement<unknown>,
    parameters: Parameter[],
  ): Promise<unknown[]> {
    const first = this.#leastLoaded() ?? (await this.#reconnected())
    try {
      return await first.query(organizationId, statement, parameters)
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
    }
    // Retries on a new connection, because whatever ended one may just be ending the others.
    const second = await this.#reconnected()
    try {
      return await second.query(organizationId, statement, parameters)
    } catch (error) {
      throw error instanceof ConnectionLost ? outOfReach(error) : error
    }
  }

  #leastLoaded(): Pipeline | undefined {
    let least: Pipeline | undefined
    for (const { pipeline } of this.#kept) {
      if (pipeline && (!least || pipeline.inFlight < least.inFlight)) least = pipeline
    }
    return least
  }

  async #reconnected(): Promise<Pipeline> {
    const hopeful = this.#kept.map(one => one.hopeful).filter(attempt => attempt !== undefined)
    try {
      return await Promise.any(hopeful)
    } catch (error) {
      const pipeline = this.#leastLoaded()
      if (pipeline) return pipeline
      throw outOfReach(error)
    }
  }
}
