/**
 * Ends an attempt to sign in during which the password was replaced. Checking a password takes a tenth of a second or more, and whatever replaces it
 * ends only what is open at that moment, so whoever knows the old password could otherwise be signed in afterward.
 */
import type { Access } from '#server/db/tenant.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import { deleteSession, findPassword, lockPassword } from './queries.ts'

export type ReplacedPasswords = {
  /** The hash of the account's password; undefined if there is no such account. */
  hashOf(email: string): Promise<string | undefined>
  /** Whether the account still has the password with that hash. If not, `newSession`, which was opened with it, is ended. */
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
