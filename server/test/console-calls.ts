/** The console’s operations as tests call them: with plain input, of which the body is read along its schema as the pipeline reads it. */
import type { TObject } from 'typebox'
import type { ConsoleOperation, MemberInputOf } from '#contract/console/operation.ts'
import { type ConsoleContract, consoleContract } from '#contract/console.ts'
import type { OutputOf } from '#contract/operation.ts'
import { readFields } from '#server/base/read-object.ts'
import { consoleOperations } from '#server/domain/console.ts'
import type { Context } from '#server/platform/context.ts'

type Names = keyof typeof consoleOperations
type Call<Name extends Names> = (
  context: Context,
  input: MemberInputOf<ConsoleContract[Name]>,
) => Promise<OutputOf<ConsoleContract[Name]>>

export const consoleCalls = Object.fromEntries(
  Object.entries(consoleOperations).map(([name, run]) => [name, callOf(consoleContract[name as Names], run as Run)]),
) as unknown as { readonly [Name in Names]: Call<Name> }

type Input = Record<string, unknown>
type Run = (context: Context, input: Input) => Promise<unknown>

function callOf({ parameters, body }: ConsoleOperation, run: Run): Run {
  return async (context, input) => run(context, body ? { ...input, ...readBody(parameters.path, body, input) } : input)
}

/** Whatever is no parameter of the path belongs to the body. */
function readBody(path: TObject, body: TObject, input: Input): Input {
  return readFields(body, Object.fromEntries(Object.entries(input).filter(([name]) => !(name in path.properties))))
}
