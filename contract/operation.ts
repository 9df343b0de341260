/**
 * An operation is one value that states everything the service promises about one call. Routes, validation,
 * authorization, serializers, the OpenAPI document, the client and the coverage tests are all made from it.
 */
import type { Static, TObject, TSchema, TString } from 'typebox'
import type { ErrorCode } from './errors.ts'
import type { Scope } from './scopes.ts'
import { noParameters, withLines } from './values.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

type Nothing = typeof noParameters

/** The fields that every operation declares. */
type Declared<Body extends TObject, Output extends TSchema> = {
  readonly method: Method
  /** Below the contract's prefix, parameters in braces: `/properties/{id}`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  /** The schema of the body; absent if the operation takes none. */
  readonly body?: Body
  /**
   * Returns why a body requests something that is not implemented yet (501), or undefined. It is called before the shape of the body is
   * validated. An operation that has this function also lists `not_implemented` among its errors and states the limitation in its description.
   */
  readonly notImplemented?: (body: Readonly<Record<string, unknown>>) => string | undefined
  readonly success: { readonly status: 200 | 201; readonly description: string; readonly schema: Output }
  /** A field of the reply that is never stored: a replay derives it again. */
  readonly secretField?: string
  /** Present if the output may be of any size: it is produced in parts, which are sent as they come. */
  readonly streamed?: true
  /** Present if the body is a file of any bytes, as application/octet-stream, rather than JSON. */
  readonly rawBody?: true
  /** Present if the output is a file, which is sent while it is read. */
  readonly download?: true
}

/** The part of an operation that every contract shares, no matter who may call it. */
export type AnyOperation<
  Path extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TObject = TObject,
  Output extends TSchema = TSchema,
> = Declared<Body, Output> & {
  readonly parameters: { readonly path: Path; readonly query: Query }
  /** The errors of this operation beyond those of every call (401, 403, 429, 5xx) and of every input (400). */
  readonly errors: readonly ErrorCode[]
  /** True if the call takes an Idempotency-Key. */
  readonly idempotent: boolean
}

/** An operation as it is written down: parameters, errors and the Idempotency-Key are left out where there are none. */
export type Declaration<
  Path extends TObject,
  Query extends TObject,
  Body extends TObject,
  Output extends TSchema,
> = Declared<Body, Output> & {
  readonly parameters?: { readonly path?: Path; readonly query?: Query }
  readonly errors?: readonly ErrorCode[]
  readonly idempotent?: boolean
}

/** Completes a declaration with the defaults of what it leaves out. */
export function complete<
  Path extends TObject,
  Query extends TObject,
  Body extends TObject,
  Output extends TSchema,
  More extends object,
>(
  declaration: Declaration<Path, Query, Body, Output> & More,
): AnyOperation<Path, Query, Body, Output> & Omit<More, 'parameters'> {
  const parameters = { path: noParameters, query: noParameters, ...declaration.parameters }
  const body = declaration.body && withLines(declaration.body)
  const whole = { errors: [], idempotent: false, ...declaration, parameters, ...(body && { body }) }
  return whole as unknown as AnyOperation<Path, Query, Body, Output> & Omit<More, 'parameters'>
}

/** An operation of the public API. */
export type Operation<
  Path extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TObject = TObject,
  Output extends TSchema = TSchema,
> = AnyOperation<Path, Query, Body, Output> & Public

type Public = {
  /** The scope a key must have; null if any valid key will do. Required, so that no endpoint forgets authorization. */
  readonly scope: Scope | null
  /** Present if the reply is about the calling key, so that the console has no such operation. */
  readonly keysOnly?: true
}

/** Checks a literal against Operation and keeps its exact type. */
export function operation<
  Output extends TSchema,
  Path extends TObject = Nothing,
  Query extends TObject = Nothing,
  Body extends TObject = Nothing,
>(declaration: Declaration<Path, Query, Body, Output> & Public): Operation<Path, Query, Body, Output> {
  return complete(declaration)
}

/** Checks a literal of an operation whose output is sent in parts: GET only, an object whose long fields are lists. */
export function streamedOperation<
  Output extends TObject,
  Path extends TObject = Nothing,
  Query extends TObject = Nothing,
>(
  declaration: Declaration<Path, Query, Nothing, Output> & Public & { method: 'GET' },
): Operation<Path, Query, Nothing, Output> & { readonly streamed: true } {
  return { ...complete(declaration), streamed: true }
}

declare const valid: unique symbol

/**
 * A value that was validated against its schema, so its fields need no further check. The pipelines produce it from a call, and `readFields`
 * from what the command line, a file or another caller passes.
 */
export type Valid<Value> = Value & { readonly [valid]: true }

/** Checks a literal of an operation whose output is a file that is sent while it is read: GET only. */
export function downloadedOperation<Path extends TObject = Nothing, Query extends TObject = Nothing>(
  declaration: Declaration<Path, Query, Nothing, TString> & Public & { method: 'GET' },
): Operation<Path, Query, Nothing, TString> & { readonly download: true } {
  return { ...complete(declaration), download: true }
}

/** What an implementation receives: path and query parameters and body fields in one flat value. */
export type InputOf<O> =
  O extends AnyOperation<infer Path, infer Query, infer Body, TSchema>
    ? Static<Path> & Static<Query> & Static<Body>
    : never

/**
 * `Input` as an operation receives it: Valid if it contains a body. Parameters of the address need no such proof, because an ID may be any
 * text.
 */
export type Judged<Input, O> =
  O extends AnyOperation<TObject, TObject, infer Body, TSchema>
    ? keyof Static<Body> extends never
      ? Input
      : Valid<Input>
    : never

export type OutputOf<O> = O extends AnyOperation<TObject, TObject, TObject, infer Output> ? Static<Output> : never

/**
 * A piece of a streamed output: some of its fields, in the order in which they are to be sent. A list may be spread over several
 * consecutive parts. Every field is given at least once, and a field that is not a list exactly once.
 */
export type PartOf<O> = Partial<OutputOf<O>>

/**
 * One function for every operation of a contract; a missing one, or a wrong output, does not compile. A streamed operation resolves
 * with its parts as soon as it can no longer be refused, and reads all of them from one snapshot.
 */
export type Implementations<Contract, Context, SnapshotContext = never, Download = never> = {
  readonly [Name in keyof Contract]: Contract[Name] extends { readonly streamed: true }
    ? (context: SnapshotContext, input: InputOf<Contract[Name]>) => Promise<AsyncIterable<PartOf<Contract[Name]>>>
    : Contract[Name] extends { readonly download: true }
      ? (context: SnapshotContext, input: InputOf<Contract[Name]>) => Promise<Download>
      : (context: Context, input: InputOf<Contract[Name]>) => Promise<OutputOf<Contract[Name]>>
}
