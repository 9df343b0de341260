/** The parts of the driver's connection and of its query that its published types leave out. */
import type { Writable } from 'node:stream'
import pg from 'pg'
import type { Field } from './row-reader.ts'
import type { Parameter } from './value.ts'

export type Wire = {
  stream: Writable
  close(message: { type: 'S'; name: string }): void
  parse(message: { name: string; text: string }): void
  bind(message: { portal?: string; statement: string; values: Parameter[] }): void
  describe(message: { type: 'P' | 'S'; name: string }): void
  execute(message: { portal: string; rows: number } | null): void
  sync(): void
}

type Config = { text: string; callback: (error: Error | null, result: { rows: unknown[] }) => void }

/** A query: the driver submits it when its turn has come, and hands it each message of the answer. */
export const WireQuery = pg.Query as unknown as new (
  /** The text alone unless there is a callback, because the driver copies a whole configuration for each query. */
  config: string | Config,
) => {
  submit(wire: Wire): void
  handleRowDescription(message: { fields: Field[] }): void
  handleDataRow(message: { fields: (string | null)[] }): void
  handleCommandComplete(message: { text: string }, wire: Wire): void
  handlePortalSuspended(): void
  handleCopyInResponse(): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

/** Gives a query to a client. The driver's types declare its connection more narrowly than a query may use it. */
export function submit(client: pg.ClientBase, query: InstanceType<typeof WireQuery>): void {
  client.query(query as unknown as pg.Submittable)
}
