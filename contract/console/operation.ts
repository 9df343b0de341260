/** Operations of the console: like those of the API, but called by a signed-in person, whose role decides. */
import Type, { type TObject, type TProperties, type TSchema, type TString } from 'typebox'
import type { AnyOperation, InputOf, Judged, OutputOf } from '../operation.ts'
import type { Role } from '../roles.ts'
import type { Scope } from '../scopes.ts'
import { idInput } from '../values.ts'

export type ConsoleOperation<
  Path extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TObject = TObject,
  Output extends TSchema = TSchema,
> = AnyOperation<Path, Query, Body, Output> & {
  /**
   * The role needed in the organization of the path; null where any signed-in person will do, outside an organization; PUBLIC where
   * there is no session yet, and what is sent proves who asks. Required, so that no endpoint forgets authorization.
   */
  readonly role: Role | null | 'PUBLIC'
  /** A scope the organization's plan must include, where what is done is of use to the API alone. */
  readonly planScope?: Scope
}

type InOrganization<Path extends TObject> = TObject<
  { organization_id: TString } & (Path extends TObject<infer Fields> ? Fields : TProperties)
>

/** Where an organization's operations are. */
export const ORGANIZATION_PATH = '/organizations/{organization_id}'

const organization_id = idInput({ description: 'The organization.', example: 'org_01kh3zr6mvf2q8d5x1b7n4s0ce' })

/** Checks a literal of an operation outside any organization, and keeps its exact type. */
export function personOperation<
  Path extends TObject,
  Query extends TObject,
  Output extends TSchema,
  Body extends TObject = TObject<Record<never, never>>,
>(
  definition: ConsoleOperation<Path, Query, Body, Output> & { readonly role: null | 'PUBLIC' },
): ConsoleOperation<Path, Query, Body, Output> {
  return definition
}

/** The same inside an organization: `path` is below ORGANIZATION_PATH. */
export function organizationOperation<
  Path extends TObject,
  Query extends TObject,
  Output extends TSchema,
  Body extends TObject = TObject<Record<never, never>>,
>(
  definition: AnyOperation<Path, Query, Body, Output> & { readonly role: Role; readonly planScope?: Scope },
): ConsoleOperation<InOrganization<Path>, Query, Body, Output> {
  const { path, query } = definition.parameters
  return {
    ...definition,
    path: `${ORGANIZATION_PATH}${definition.path}`,
    parameters: {
      path: Type.Object(
        { organization_id, ...path.properties },
        { additionalProperties: false },
      ) as InOrganization<Path>,
      query,
    },
  }
}

/** The same for a file, sent as it is read: GET only. */
export function downloadOperation<Path extends TObject, Query extends TObject>(
  definition: AnyOperation<Path, Query, TObject<Record<never, never>>, TString> & {
    readonly role: Role
    readonly method: 'GET'
  },
): ConsoleOperation<InOrganization<Path>, Query, TObject<Record<never, never>>, TString> & { readonly download: true } {
  return { ...organizationOperation(definition), download: true }
}

/** What an implementation is given: the organization of the path is who the call is for, not a part of its input. */
export type MemberInputOf<O> = Omit<InputOf<O>, 'organization_id'>

/** One function for each operation within an organization; a missing one, or a wrong output, does not compile. */
export type ConsoleImplementations<Contract, Context> = {
  readonly [Name in keyof Contract]: (
    context: Context,
    input: Judged<MemberInputOf<Contract[Name]>, Contract[Name]>,
  ) => Promise<OutputOf<Contract[Name]>>
}
