/** A caller who leaves, or is cut off, before the body of their call is complete. */
import { Refusal } from '#server/base/refusal.ts'

/** Rejects once `gone` is aborted: with the refusal that it names, or with what `incomplete` makes. */
export function rejectWhenAborted(gone: AbortSignal, incomplete: () => Refusal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const leave = () => reject(gone.reason instanceof Refusal ? gone.reason : incomplete())
  if (gone.aborted) leave()
  else gone.addEventListener('abort', leave, { once: true })
  return promise
}
