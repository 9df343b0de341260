/** Operations of the console: like those of the API, but called by a signed-in person, whose role decides what they may do. */
import Type, { type TObject, type TProperties, type TSchema, type TString } from 'typebox'
import {
  type AnyOperation,
  complete,
  type Declaration,
  type InputOf,
  type Judged,
  type OutputOf,
} from '../operation.ts'
import type { Role } from '../roles.ts'
import type { Scope } from '../scopes.ts'
import { idInput, type noParameters } from '../values.ts'

export type ConsoleOperation<
  Path extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TObject = TObject,
  Output extends TSchema = TSchema,
> = AnyOperation<Path, Query, Body, Output> & {
  /**
   * The role needed in the organization of the path; null if any signed-in person may call it, outside an organization; PUBLIC if
   * there is no session yet, and the body proves who is calling. Required, so that no endpoint forgets authorization.
   */
  readonly role: Role | null | 'PUBLIC'
  /** A scope the organization's plan must include, for operations that only matter to users of the API. */
  readonly planScope?: Scope
}

type Nothing = typeof noParameters

type InOrganization<Path extends TObject> = TObject<
  { organization_id: TString } & (Path extends TObject<infer Fields> ? Fields : TProperties)
>

/** The path below which an organization's operations are. */
export const ORGANIZATION_PATH = '/organizations/{organization_id}'

const organization_id = idInput({ description: 'The organization.', example: 'org_01kh3zr6mvf2q8d5x1b7n4s0ce' })

/** Checks the literal of an operation outside any organization, and keeps its exact type. */
export function userOperation<
  Output extends TSchema,
  Path extends TObject = Nothing,
  Query extends TObject = Nothing,
  Body extends TObject = Nothing,
>(
  declaration: Declaration<Path, Query, Body, Output> & { readonly role: null | 'PUBLIC' },
): ConsoleOperation<Path, Query, Body, Output> {
  return complete(declaration)
}

/** Checks the literal of an operation inside an organization, and keeps its exact type; `path` is below ORGANIZATION_PATH. */
export function organizationOperation<
  Output extends TSchema,
  Path extends TObject = Nothing,
  Query extends TObject = Nothing,
  Body extends TObject = Nothing,
>(
  declaration: Declaration<Path, Query, Body, Output> & { readonly role: Role; readonly planScope?: Scope },
): ConsoleOperation<InOrganization<Path>, Query, Body, Output> {
  const operation = complete(declaration)
  const { path, query } = operation.parameters
  return {
    ...operation,
    path: `${ORGANIZATION_PATH}${operation.path}`,
    parameters: {
      path: Type.Object(
        { organization_id, ...path.properties },
        { additionalProperties: false },
      ) as InOrganization<Path>,
      query,
    },
  }
}

/** Checks the literal of an operation that streams a file from inside an organization, by GET only. */
export function downloadOperation<Path extends TObject = Nothing, Query extends TObject = Nothing>(
  declaration: Declaration<Path, Query, Nothing, TString> & { readonly role: Role; readonly method: 'GET' },
): ConsoleOperation<InOrganization<Path>, Query, Nothing, TString> & { readonly download: true } {
  return { ...organizationOperation(declaration), download: true }
}

/**
 * The input of an implementation. The organization is not part of it, because the path already states which organization the
 * call is for.
 */
export type MemberInputOf<O> = Omit<InputOf<O>, 'organization_id'>

/** One function for each operation inside an organization; a missing one, or a wrong output, does not compile. */
export type ConsoleImplementations<Contract, Context> = {
  readonly [Name in keyof Contract]: (
    context: Context,
    input: Judged<MemberInputOf<Contract[Name]>, Contract[Name]>,
  ) => Promise<OutputOf<Contract[Name]>>
}
