/** Tells a lost connection from a statement that PostgreSQL refused, and says the former in the words of the contract. */
import pg from 'pg'
import { Refusal } from '#server/base/refusal.ts'

/** The connection went away under a statement; whether the server ran it is not known. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/** A column holds what its JavaScript type cannot: a fault of the statement, not of the connection. */
export class UnreadableValue extends Error {
  override readonly name = 'UnreadableValue'
}

/** What a server says as it ends a connection: shutdown, crash, not yet up, database dropped, or a session over one of its time limits. */
const FAREWELLS = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '25P03', '25P04'])

/**
 * Reads an error that came out of the driver, and of nothing else: what is neither the server's answer nor our reading of a row
 * is the connection.
 */
export function fromDriver(error: Error): Error {
  if (error instanceof UnreadableValue) return error
  if (error instanceof pg.DatabaseError && !FAREWELLS.has(error.code ?? '')) return error
  return new ConnectionLost(error.message, { cause: error })
}

/** The SQLSTATE of an answer of PostgreSQL, or undefined. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** The name of the constraint that refused a row, or undefined. */
export function brokenConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined
}

export function outOfReach(cause: unknown): Refusal {
  const refusal = new Refusal('unavailable', 'The database is out of reach; try again shortly.', {
    retryAfterSeconds: 2,
  })
  refusal.cause = cause
  return refusal
}
