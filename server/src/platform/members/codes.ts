/** Ensures that a code from an authenticator works only once (RFC 6238, section 5.2). */
import type { WritePool } from '#server/db/write-pool.ts'
import { deleteSession, useCode } from './queries.ts'

/**
 * Whether the person uses the code for the first time. This is checked after the code was found to be right, so if several calls present it at
 * once, the first to be stored wins. `newSession`, which was opened with the code, is ended if the code was used before.
 */
export function takeCode(
  memberWrites: WritePool,
  userId: string,
  code: string,
  newSession: string | undefined,
): Promise<boolean> {
  return memberWrites.transaction(null, async tx => {
    const [first] = await tx.query(useCode, [userId, code])
    if (!first && newSession !== undefined) await tx.query(deleteSession, [newSession])
    return first !== undefined
  })
}
