/** The refusals of an operation, for `assert.rejects`: a field that is not valid, a record that is not found, or a state that forbids it. */
import assert from 'node:assert/strict'
import { Refusal } from '#server/base/refusal.ts'
import type { Context } from '#server/platform/context.ts'
import type { Organization } from './world.ts'

/** A 400 that names exactly these fields. */
export function names(...fields: string[]): (error: unknown) => true {
  return error => {
    assert.ok(error instanceof Refusal, String(error))
    assert.deepEqual([error.code, error.details?.map(({ path }) => path)], ['invalid_request', fields], error.message)
    return true
  }
}

/** A 404, which names what was not found. */
export const misses = { name: 'Refusal', code: 'not_found', message: /^There is no such / }

/** A 409 whose message contains `why`. */
export const conflicts = (why: RegExp) => ({ name: 'Refusal', code: 'conflict', message: why })

/**
 * Runs each function in its own transaction, none before all transactions have begun; at most 8, the number of connections. Resolves with the reasons
 * of those that were refused.
 */
export async function refusedAtOnce(
  org: Organization,
  works: ((context: Context) => Promise<unknown>)[],
): Promise<Error[]> {
  const begun = Promise.withResolvers<void>()
  let waiting = works.length
  const outcomes = await Promise.allSettled(
    works.map(work =>
      org.within(async context => {
        if (--waiting === 0) begun.resolve()
        await begun.promise
        return work(context)
      }),
    ),
  )
  return outcomes.filter(outcome => outcome.status === 'rejected').map(({ reason }) => reason)
}
