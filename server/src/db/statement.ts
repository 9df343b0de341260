/** A named SQL text, which PostgreSQL prepares once per connection, and which the tests find and EXPLAIN. */

/** What a statement may be named: at most 63 characters, because PostgreSQL silently truncates longer names, and two truncated names could be equal. */
const NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,62}$/

type StatementOptions = {
  /**
   * Whether the statement takes a lock that every writer of its organization needs, so that its transaction releases its locks before it waits for
   * the disk.
   */
  isContended?: boolean
  /**
   * Whether the statement reads one record by its key, so that it never takes long. The lookups that an organization makes in one turn of the event
   * loop share a transaction and are answered together.
   */
  isLookup?: boolean
}

/** Declares a statement whose rows have the shape `Row`. Names are unique in the program; parameters are `$1`, `$2`, … */
export function statement<Row>(name: string, text: string, options: StatementOptions = {}): Statement<Row> {
  return new Statement(name, text, options)
}

/** A statement is a class only so that a test can distinguish it from the other exports of a file. */
export class Statement<Row> {
  protected declare readonly row: Row
  readonly name: string
  readonly text: string
  readonly isContended: boolean
  readonly isLookup: boolean

  constructor(name: string, text: string, { isContended = false, isLookup = false }: StatementOptions = {}) {
    if (!NAME.test(name)) throw new Error(`"${name}" cannot name a statement: it must match ${NAME}`)
    this.name = name
    this.text = text
    this.isContended = isContended
    this.isLookup = isLookup
    Object.freeze(this)
  }
}
