/** A program that reads rows from a snapshot for a while, and prints how many megabytes grew old in V8's heap, although no row was kept. */
import { getHeapSpaceStatistics } from 'node:v8'
import type { DatabaseConnection } from '#server/db/session.ts'
import { SnapshotPool } from '#server/db/snapshot-pool.ts'
import { statement } from '#server/db/statement.ts'

const READS = 2_000
const WAIT_MS = 120_000
const listTexts = statement(
  'list_texts',
  `select number as id, md5(number::text) as text, md5(number::text) as other, now() as at, number::text as label, true as is_so
     from generate_series(1, 50) as number`,
)

const [connection, organizationId] = process.argv.slice(2) as [string, string]
const limits = { connections: 1, perCustomer: 1, reserved: 0, maxWaiting: 1, maxWaitingPerCustomer: 1, waitMs: WAIT_MS }
const pool = new SnapshotPool({
  ...limits,
  connection: JSON.parse(connection) as DatabaseConnection,
  statementTimeoutMs: WAIT_MS,
  lifetimeMs: WAIT_MS,
  onConnectionError: () => {},
})
const snapshot = await pool.open(organizationId, new AbortController().signal)
await snapshot.keepPlans()
let grown = 0
for (let read = 1, before = oldMegabytes(); read <= READS; read++) {
  await snapshot.query(listTexts, [])
  const now = oldMegabytes()
  grown += Math.max(0, now - before)
  before = now
}
await snapshot.end()
await pool.close()
process.stdout.write(`${grown}\n`)

/** The memory in use for old objects, including those that are garbage. */
function oldMegabytes(): number {
  const old = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')
  return (old?.space_used_size ?? 0) / 1e6
}
