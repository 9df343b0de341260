/** Names and external ids that are taken: found out before or by the database, and said in a sentence. */
import { Refusal } from '#server/base/refusal.ts'
import { brokenConstraint } from '#server/db/failure.ts'
import { statement } from '#server/db/statement.ts'
import type { Context } from '#server/platform/context.ts'

export const lockName = statement<never>(
  'lock_name',
  `select pg_advisory_xact_lock(hashtextextended($1::uuid::text || ' ' || $2::text || ' ' || lower($3::text), 0))`,
)

/** Nobody else may take the name, in any case, before this transaction is over. `noun` keeps names of different things apart. */
export async function holdName({ db }: Context, noun: string, name: string): Promise<void> {
  await db.query(lockName, [db.organizationId, noun, name])
}

/** Waits for `work`, and turns a unique constraint it breaks into its sentence of `sentences`. */
export async function refusingTaken<T>(work: Promise<T>, sentences: Readonly<Record<string, string>>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const sentence = sentences[brokenConstraint(error) ?? '']
    throw sentence === undefined ? error : new Refusal('conflict', sentence)
  }
}

/** `noun` reads on from "Another": `owner`. */
export function externalIdTaken(noun: string, externalId: string | null | undefined): string {
  return `Another ${noun} has the external id ${externalId} already; give this one another, or change that one first.`
}
