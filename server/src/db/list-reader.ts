/** Reads a whole list through the function that lists one page of it, so that filters, order and fields are those of the pages. */
import type { Snapshot } from './snapshot.ts'
import type { Statement } from './statement.ts'
import type { Tenant } from './tenant.ts'
import type { Value } from './value.ts'

/**
 * Stands in for the database of that function. Each call of the function gets the next rows, from one statement and one snapshot, until none are
 * left.
 */
export class ListReader implements Tenant {
  readonly organizationId: string
  readonly #db: Snapshot
  #batches: AsyncIterator<unknown[]> | undefined

  constructor(db: Snapshot) {
    this.#db = db
    this.organizationId = db.organizationId
  }

  query<Row>(statement: Statement<Row>, values: readonly Value[]): Promise<Row[]> {
    return this.#db.query(statement, values)
  }

  /** The next rows; `statement` and `values` are those of the first call. */
  async next<Row>(statement: Statement<Row>, values: readonly Value[]): Promise<Row[]> {
    this.#batches ??= this.#db.batches(statement, values)[Symbol.asyncIterator]()
    const { done, value } = await this.#batches.next()
    return done ? [] : (value as Row[])
  }
}
