/** Names and external IDs that another record already has. They are refused with a sentence, whether the check or the database detects them. */
import { Refusal } from '#server/base/refusal.ts'
import { brokenConstraint } from '#server/db/failure.ts'
import { statement } from '#server/db/statement.ts'
import type { Context } from '#server/platform/context.ts'

export const lockName = statement<never>(
  'lock_name',
  `select pg_advisory_xact_lock(hashtextextended($1::uuid::text || ' ' || $2::text || ' ' || lower(normalize($3::text, nfc)), 0))`,
)

/** Reserves a name, regardless of case and of the form of its letters with marks, until this transaction ends. `noun` keeps the names of different nouns apart. */
export async function reserveName({ db }: Context, noun: string, name: string): Promise<void> {
  await db.query(lockName, [db.organizationId, noun, name])
}

/** Awaits `work`. If it breaks a unique constraint, throws a conflict with the sentence for that constraint. */
export async function refusingTaken<T>(work: Promise<T>, sentences: Readonly<Record<string, string>>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const sentence = sentences[brokenConstraint(error) ?? '']
    throw sentence === undefined ? error : new Refusal('conflict', sentence)
  }
}

/** The sentence for a name that another record has; `noun` is singular, such as `owner`, and `id` is that record, if it is known. */
export function nameTaken(noun: string, name: string, id?: string): string {
  return `Another ${noun} is already named ${name}${id === undefined ? '' : `: ${id}`}. Use a different name.`
}

/** The sentence for the external ID of an invoice or a payment, which are stored in batches and keep their external IDs. */
export function batchExternalIdTaken(noun: 'invoice' | 'payment'): string {
  return `Another ${noun} already has this external ID. Use a different one.`
}

/** The sentence for an external ID that another record has; `noun` is singular, such as `owner`. */
export function externalIdTaken(noun: string, externalId: string | null | undefined): string {
  return `Another ${noun} already has the external ID ${externalId}. Use a different one, or change that ${noun} first.`
}
