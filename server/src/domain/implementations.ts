/** What a domain function is that implements an operation of the console: input and output are as the contract states them. */
import type { ConsoleImplementations } from '#contract/console/operation.ts'
import type { ConsoleContract } from '#contract/console.ts'
import type { Context } from '#server/platform/context.ts'

export type ConsoleOperations = ConsoleImplementations<ConsoleContract, Context>
