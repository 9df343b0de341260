/** Lets one process at a time do upkeep that deletes many rows, so that two processes never wait for each other's rows in opposite orders. */
import { statement } from './statement.ts'
import type { Transaction } from './transaction.ts'

export const tryUpkeepTurn = statement<{ is_free: boolean }>(
  'try_upkeep_turn',
  `select pg_try_advisory_xact_lock(hashtextextended('gatehouse.upkeep ' || $1::text, 0)) as is_free`,
)

/** Resolves with false immediately if another transaction has the turn; whatever that one leaves undone waits for the next round. */
export async function takeUpkeepTurn(tx: Transaction<null>, task: string): Promise<boolean> {
  const [turn] = await tx.query(tryUpkeepTurn, [task])
  return turn?.is_free === true
}
