/** A COPY whose data is already in memory: statement, data and end are sent as one message, without waiting until the server asks for the data. */
import type pg from 'pg'
import { serialize } from 'pg-protocol'
import { submit, type Wire, WireQuery } from './wire.ts'

type Settle = (error: Error | null) => void

/** Resolves when the data is stored. If the statement or the data is refused, the server ignores what follows it and rejects the whole. */
export function copyIn(client: pg.Client, statement: string, data: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error: Error | null) => (error ? reject(error) : resolve())
    submit(client, new CopyQuery(statement, data, settle))
  })
}

class CopyQuery extends WireQuery {
  readonly #message: Buffer

  constructor(text: string, data: string, callback: Settle) {
    super({ text, callback })
    this.#message = Buffer.concat([serialize.query(text), serialize.copyData(Buffer.from(data)), serialize.copyDone()])
  }

  override submit({ stream }: Wire): void {
    if (stream.writable) stream.write(this.#message)
  }

  /** Overrides the driver, which would refuse to send data. */
  override handleCopyInResponse(): void {}
}
