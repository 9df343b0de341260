/** The types of domain functions that implement operations of the console, with input and output as the contract states them. */
import type { ConsoleImplementations } from '#contract/console/operation.ts'
import type { ConsoleContract } from '#contract/console.ts'
import type { Context } from '#server/platform/context.ts'

export type ConsoleOperations = ConsoleImplementations<ConsoleContract, Context>
