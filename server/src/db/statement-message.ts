/**
 * Statements of one transaction that are sent to PostgreSQL in one message. One `Sync` ends it, so all of them are answered in one piece, and those
 * after one that fails are skipped. A write takes a third less of this process's time than if the driver sends each statement, describes its columns
 * again, and synchronizes after it.
 */
import type { Writable } from 'node:stream'
import type pg from 'pg'
import { asError } from '#server/base/as-error.ts'
import { queryMessage } from './query-message.ts'
import { type Field, type ReadRow, rowReader } from './row-reader.ts'
import type { Statement } from './statement.ts'
import type { Parameter } from './value.ts'
import { submit, type Wire, WireQuery } from './wire.ts'

/** A statement to prepare: one that is declared, or one that controls the transaction. */
export type Named = Pick<Statement<unknown>, 'name' | 'text'>

/** A statement of a message. `settle` is called once: with its rows and its command tag, or with the error that kept it from running. */
export type Sent = {
  statement: Named
  parameters: Parameter[]
  settle: (error: Error | null, rows: object[], tag: string) => void
}

/** A statement that a connection has prepared: its text, and the reader of its rows, which stays right as long as the preparation is valid. */
type Prepared = { text: string; readRow: ReadRow }
const preparedOn = new WeakMap<pg.ClientBase, Map<string, Prepared>>()

/** Throws if the connection has prepared another text under the name of this statement. */
export function checkName(client: pg.ClientBase, { name, text }: Named): void {
  const known = preparedOn.get(client)?.get(name)
  if (known && known.text !== text) throw new Error(`Two statements are named ${name}`)
}

/**
 * Sends the statements behind everything that was sent on this connection before. Everything has been checked: an error thrown halfway would leave an
 * unfinished message on the connection.
 */
export function sendMessage(client: pg.ClientBase, statements: readonly Sent[]): void {
  const prepared = preparedOn.get(client) ?? new Map<string, Prepared>()
  preparedOn.set(client, prepared)
  submit(client, new StatementMessage(statements, prepared))
}

class StatementMessage extends WireQuery {
  readonly #statements: readonly Sent[]
  readonly #prepared: Map<string, Prepared>
  /** What this message prepares. It counts as prepared once the server has run it, so that nothing depends on a preparation that failed. */
  readonly #preparing = new Map<string, Prepared>()
  readonly #answers: { rows: object[]; tag: string; unreadable: Error | null }[] = []
  #rows: object[] = []
  #unreadable: Error | null = null

  constructor(statements: readonly Sent[], prepared: Map<string, Prepared>) {
    super('')
    this.#statements = statements
    this.#prepared = prepared
  }

  override submit(wire: Wire): void {
    if (this.#isPrepared) this.#write(wire.stream)
    else this.#prepareAndWrite(wire)
  }

  override handleRowDescription({ fields }: { fields: Field[] }): void {
    const preparing = this.#preparing.get(this.#current.name)
    if (preparing) preparing.readRow = rowReader(fields)
  }

  override handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#unreadable) return
    try {
      const { name } = this.#current
      this.#rows.push((this.#preparing.get(name) ?? this.#prepared.get(name)!).readRow(fields))
    } catch (error) {
      this.#unreadable = asError(error)
    }
  }

  override handleCommandComplete({ text }: { text: string }): void {
    const { name } = this.#current
    const preparing = this.#preparing.get(name)
    if (preparing) this.#prepared.set(name, preparing)
    this.#answers.push({ rows: this.#rows, tag: text, unreadable: this.#unreadable })
    this.#rows = []
    this.#unreadable = null
  }

  override handleError(error: Error): void {
    this.#settle(error)
  }

  override handleReadyForQuery(): void {
    this.#settle(null)
  }

  get #isPrepared(): boolean {
    return this.#statements.every(({ statement }) => this.#prepared.has(statement.name))
  }

  /** Sends everything in one piece. Written by the driver, part by part, the last message of a write takes 6 µs instead of 3. */
  #write(stream: Writable): void {
    const bound = this.#statements.map(({ statement, parameters }) => ({ name: statement.name, parameters }))
    if (stream.writable) stream.write(queryMessage(bound))
  }

  #prepareAndWrite(wire: Wire): void {
    for (const { statement, parameters } of this.#statements) {
      this.#prepare(wire, statement)
      wire.bind({ statement: statement.name, values: parameters })
      wire.execute(null)
    }
    wire.sync()
  }

  /** The statement whose answer comes next. */
  get #current(): Named {
    return (this.#statements[this.#answers.length] as Sent).statement
  }

  /** Closing a statement that does not exist is not an error. */
  #prepare(wire: Wire, { name, text }: Named): void {
    if (this.#prepared.has(name) || this.#preparing.has(name)) return
    wire.close({ type: 'S', name })
    wire.parse({ name, text })
    wire.describe({ type: 'S', name })
    this.#preparing.set(name, { text, readRow: () => ({}) })
  }

  /** Only the end of the whole message shows that the connection is free again, so nothing is settled before that unless something failed. */
  #settle(error: Error | null): void {
    for (const [index, { settle }] of this.#statements.entries()) {
      const answer = this.#answers[index]
      if (answer) settle(answer.unreadable, answer.rows, answer.tag)
      else settle(error, [], '')
    }
  }
}
