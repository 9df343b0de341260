/** A named SQL text: what PostgreSQL prepares once per connection, and what the tests find and EXPLAIN. */

/** PostgreSQL cuts a longer name in silence, and two cut names may meet. */
const NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,62}$/

/** Declares a statement whose rows have the shape `Row`. Names are unique in the program; parameters are `$1`, `$2`, … */
export function statement<Row>(name: string, text: string): Statement<Row> {
  return new Statement(name, text)
}

/** A class only so that a test can tell a statement from the other exports of a file. */
export class Statement<Row> {
  protected declare readonly row: Row
  readonly name: string
  readonly text: string

  constructor(name: string, text: string) {
    if (!NAME.test(name)) throw new Error(`"${name}" cannot name a statement: it must match ${NAME}`)
    this.name = name
    this.text = text
    Object.freeze(this)
  }
}
