/** The domain's operations of the console as tests call them: the input is read by its schema, as the pipeline of the console does. */
import type { MemberInputOf } from '#contract/console/operation.ts'
import { type ConsoleContract, consoleContract } from '#contract/console.ts'
import type { AnyOperation, OutputOf } from '#contract/operation.ts'
import { readFields } from '#server/base/read-object.ts'
import { consoleOperations } from '#server/domain/console.ts'
import type { Context } from '#server/platform/context.ts'

type Calls = {
  readonly [Name in keyof typeof consoleOperations]: (
    context: Context,
    input: MemberInputOf<ConsoleContract[Name]>,
  ) => Promise<OutputOf<ConsoleContract[Name]>>
}
type Operation = (context: Context, input: object) => Promise<unknown>

export const calls = Object.fromEntries(
  Object.entries(consoleOperations).map(([name, operation]) => {
    const contract: AnyOperation = consoleContract[name as keyof Calls]
    return [name, async (context: Context, input: object) => (operation as Operation)(context, read(contract, input))]
  }),
) as unknown as Calls

function read({ parameters, body }: AnyOperation, input: object): object {
  const isInPath = ([field]: [string, unknown]) => Object.hasOwn(parameters.path.properties, field)
  const fields = Object.entries(input)
  return {
    ...readFields(body ?? parameters.query, Object.fromEntries(fields.filter(field => !isInPath(field)))),
    ...Object.fromEntries(fields.filter(isInPath)),
  }
}
