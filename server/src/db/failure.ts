/** Distinguishes a lost connection from a statement that PostgreSQL refused, and turns the former into an error of the contract. */
import pg from 'pg'
import { Refusal } from '#server/base/refusal.ts'

/** The connection was lost during a statement, and it is not known whether the server ran it. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/** A column has a value that its JavaScript type cannot represent: a fault of the statement, not of the connection. */
export class UnreadableValue extends Error {
  override readonly name = 'UnreadableValue'
}

/**
 * The codes that a server sends when it ends a connection: shutdown, crash, not yet started, database dropped, or a session over one of its time
 * limits.
 */
const SESSION_ENDED = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '25P03', '25P04'])

/**
 * Interprets an error that came out of the driver. Whatever is neither the server's answer nor our reading of a row is a fault of the connection.
 */
export function fromDriver(error: Error): Error {
  if (error instanceof UnreadableValue) return error
  if (error instanceof pg.DatabaseError && !SESSION_ENDED.has(error.code ?? '')) {
    return isAboutText(error) ? unstorableText() : withoutValues(error)
  }
  return new ConnectionLost(error.message, { cause: error })
}

/** The refusal of text that reached an operation by another way than a body; in a body, the field would have been refused by its name. */
export function unstorableText(): Refusal {
  return new Refusal('invalid_request', 'Text must be well-formed Unicode without the NUL character.')
}

const UNTRANSLATABLE_CHARACTER = '22P05'
const INVALID_TEXT_REPRESENTATION = '22P02'

/**
 * Whether the error is about text. JSON.stringify writes NUL and halves of surrogate pairs as escapes, which PostgreSQL's JSON cannot turn into
 * text; everything else it writes is valid JSON.
 */
function isAboutText({ code, routine }: pg.DatabaseError): boolean {
  return (
    code === UNTRANSLATABLE_CHARACTER || (code === INVALID_TEXT_REPRESENTATION && routine?.startsWith('json_') === true)
  )
}

/**
 * Removes values that PostgreSQL's error repeats: rows, keys, and the text around a fault. Errors are logged, and text that people wrote must not
 * be. The code and the names of tables and constraints are kept.
 */
export function withoutValues<Failure>(error: Failure): Failure {
  if (!(error instanceof pg.DatabaseError)) return error
  for (const field of ['detail', 'where', 'hint', 'internalQuery'] as const) delete error[field]
  if (QUOTES_VALUES.test(error.code ?? '')) {
    const { message } = error
    error.message = message.replace(FROM_A_QUOTE_ON, '"…"')
    if (error.stack !== undefined) error.stack = error.stack.replace(message, () => error.message)
  }
  return error
}

/** Codes whose message may contain a value: a data exception quotes the value it could not accept, and an exception raised by a function may do so. */
const QUOTES_VALUES = /^(22|P0)/

/** A server writes in the language that lc_messages names, with its own marks (« » or » «), and a value may contain such marks as well. */
const FROM_A_QUOTE_ON = /["«»„“”‘’‹›「」『』].*/s

/** The SQLSTATE of an error from PostgreSQL, or undefined. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/**
 * Whether PostgreSQL lacked the time, disk, memory or connections for a statement, which may succeed later: canceled by statement_timeout or by an
 * operator (57014), insufficient resources (class 53), a disk that failed (58030), or a standby that is not the primary yet (25006).
 */
export function isOutOfResources(error: unknown): boolean {
  return /^(57014|53\w{3}|58030|25006)$/.test(sqlState(error) ?? '')
}

/** "cached plan must not change result type": a migration retyped what a prepared statement returns. */
export const STALE_PLAN = '0A000'
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const TRANSIENT: ReadonlySet<string | undefined> = new Set([STALE_PLAN, SERIALIZATION_FAILURE, DEADLOCK])
/** The SQLSTATE that PostgreSQL returns for every statement after the one that failed. */
const ABORTED = '25P02'

/** Whether a transaction that failed with this error can be expected to succeed when it runs again. */
export function isTransient(error: unknown): boolean {
  return TRANSIENT.has(sqlState(error))
}

/**
 * The error to report for a transaction: `failure` is that of the statement that failed first, `thrown` is what the work threw because of it. An
 * error that only follows from the first one explains nothing. If the first one is transient, or the transaction did not begin, whatever the work
 * concluded from the answers does not hold.
 */
export function reasonOf(thrown: unknown, { failure, hasBegun }: { failure: unknown; hasBegun: boolean }): unknown {
  if (failure === undefined) return thrown
  return !hasBegun || isTransient(failure) || sqlState(thrown) === ABORTED ? failure : thrown
}

/** The name of the constraint that refused a row, or undefined. */
export function brokenConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined
}

/** The refusal of a call when too many calls wait for a connection. */
export const OVERLOADED = { message: 'The service is overloaded. Try again shortly.', retryAfterSeconds: 1 }

/** The refusal of work that took longer than its transaction may last. Nothing of it is stored. */
export class OutOfTime extends Refusal {
  /** What happened, without what that left: a command may have stored other transactions before. */
  readonly reason: string

  constructor(limitMs: number, cause: unknown) {
    const reason = `This took longer than the ${limitMs / 1_000} s that a transaction may last.`
    super('unavailable', `${reason} Nothing was stored. Try again.`, { retryAfterSeconds: 2 })
    this.reason = reason
    this.cause = cause
  }
}

/** The codes with which PostgreSQL ends a session whose transaction lasts too long or waits for us for too long. */
const OUT_OF_TIME: ReadonlySet<string | undefined> = new Set(['25P03', '25P04'])

/** Whether an error, or what caused it, is that the time of a transaction was up. */
export function isOutOfTime(error: unknown): boolean {
  if (error instanceof OutOfTime || OUT_OF_TIME.has(sqlState(error))) return true
  return error instanceof Error && error.cause !== undefined && isOutOfTime(error.cause)
}

/** The refusal of work whose connection failed or was lost before it was committed. */
export class OutOfReach extends Refusal {
  constructor(cause: unknown) {
    super('unavailable', 'The database cannot be reached. Try again shortly.', { retryAfterSeconds: 2 })
    this.cause = cause
  }
}
