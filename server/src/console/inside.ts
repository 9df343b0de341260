/** How the console implements operations inside an organization: the pipeline has already read who calls, and for which one. */
import type { InputOf, OutputOf } from '#contract/operation.ts'
import type { Context } from '#server/platform/context.ts'

/** What an operation is given beside the organization of its path. */
export type Inside<O> = Omit<InputOf<O>, 'organization_id'>

/** One function for each operation of `Operations`, and no other. */
export type Implementing<Operations> = {
  readonly [Name in keyof Operations]: (
    context: Context,
    input: Inside<Operations[Name]>,
  ) => Promise<OutputOf<Operations[Name]>>
}
