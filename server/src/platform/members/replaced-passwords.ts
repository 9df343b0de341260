/**
 * Refuses a sign-in during which the password was replaced. Checking a password takes a tenth of a second or more, and replacing it ends only the sessions
 * that are open at that moment, so someone who knows the old password could otherwise be signed in afterward.
 */
import type { Access } from '#server/db/tenant.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import { deleteSession, findPassword, lockPassword } from './queries.ts'

export type ReplacedPasswords = {
  /** Resolves with the hash of the account's password; undefined if there is no such account. */
  hashOf(email: string): Promise<string | undefined>
  /** Resolves with whether the account still has the password with that hash. If it does not, ends `newSession`, which was opened with it. */
  isInForce(email: string, hash: string | undefined, newSession: string | undefined): Promise<boolean>
}

export function replacedPasswords(members: Access<null>, memberWrites: WritePool): ReplacedPasswords {
  return {
    async hashOf(email) {
      const [row] = await members.query(findPassword, [email.toLowerCase()])
      return row?.password
    },
    // The lock waits for a transaction that replaces the password at this moment.
    isInForce: (email, hash, newSession) =>
      memberWrites.transaction(null, async tx => {
        const [row] = await tx.query(lockPassword, [email.toLowerCase()])
        const isSame = row !== undefined && row.password === hash
        if (!isSame && newSession !== undefined) await tx.query(deleteSession, [newSession])
        return isSame
      }),
  }
}
