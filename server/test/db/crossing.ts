/** Two transactions that want each other's row, so that PostgreSQL has to fail one of them. */
import type { Transaction } from '#server/db/transaction.ts'
import type { WritePool } from '#server/db/write-pool.ts'

type Lock = (tx: Transaction, row: string) => Promise<unknown>

/**
 * Runs two transactions, each of which locks a row with `lock` and then the row of the other with `lockNext`. Resolves with how often they ran: three
 * times, if the one that PostgreSQL chooses to fail runs once more.
 */
export async function crossTransactions(
  pool: WritePool,
  { organizationId, rows: [one, other], lock, lockNext }: CrossingOptions,
): Promise<number> {
  let runs = 0
  const bothHold = Promise.withResolvers<void>()
  const oneIsStored = Promise.withResolvers<void>()
  const run = async (first: string, second: string) => {
    await pool.transaction(organizationId, async tx => {
      // Otherwise the transaction that was chosen to fail could lock its row again before the other one wakes up, and fail once more.
      if (runs === 2) await oneIsStored.promise
      await lock(tx, first)
      if (++runs === 2) bothHold.resolve()
      await bothHold.promise
      return lockNext(tx, second)
    })
    oneIsStored.resolve()
  }
  await Promise.all([run(one, other), run(other, one)])
  return runs
}

type CrossingOptions = { organizationId: string; rows: [string, string]; lock: Lock; lockNext: Lock }
