/** Streams, imports and V8's helpers give way to calls: their processes and threads have a lower priority, where Linux lets the service set it. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { test } from 'node:test'
import { statement } from '#server/db/statement.ts'
import { createTestDatabase } from '../cluster.ts'
import { connectionString, serve } from '../service/processes.ts'
import { useWorld } from './world.ts'

const findProcess = statement<{ pid: number }>('find_process', 'select pg_backend_pid() as pid')
const skip = process.platform !== 'linux' && 'only Linux gives each thread its own priority'

const world = useWorld({ organizations: 1, unitsEach: 1 })

const organization = () => world.organizations[0] as string
const ordinary = async () => getPriority((await world.admin.query('select pg_backend_pid() as pid')).rows[0].pid)

/** The priority of a session is that of its processes, where Linux schedules by session. */
const isLower = async (pid: number | undefined) => {
  assert.ok(pid)
  const session = readAutogroup(pid)
  if (session !== undefined) assert.match(session, / nice 5\n/)
  return getPriority(pid) > (await ordinary())
}

function readAutogroup(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/autogroup`, 'utf8')
  } catch {
    return undefined
  }
}

test('a snapshot is read at a lower priority than that of calls', { skip }, async () => {
  const snapshot = await world.snapshotPool().open(organization(), new AbortController().signal)
  const [found] = await snapshot.query(findProcess, [])
  assert.equal(await isLower(found?.pid), true)
  await snapshot.end()
})

test('an import writes at a lower priority than that of calls', { skip }, async () => {
  const pid = await processOf({ isBulk: true })
  assert.equal(await isLower(pid), true)
})

test('an ordinary write keeps its priority', { skip }, async () => {
  const pid = await processOf({})
  assert.equal(getPriority(pid), await ordinary())
})

test("V8's helper threads have a lower priority than the event loop", { skip }, async t => {
  const database = await createTestDatabase()
  t.after(() => database.drop())
  await using service = await serve({ DATABASE_URL: connectionString(database.connection) }, ['--role', 'api'])
  const tasks = `/proc/${service.pid}/task`
  const helpers = readdirSync(tasks).filter(
    thread => readFileSync(`${tasks}/${thread}/comm`, 'utf8').trim() === 'V8Worker',
  )
  const usual = getPriority(service.pid)
  assert.ok(helpers.length > 0)
  assert.deepEqual([...new Set(helpers.map(thread => getPriority(Number(thread)) - usual))], [5])
})

/** The server process on which a pool runs a transaction; its connection stays open until the pool is closed. */
async function processOf(options: { isBulk?: boolean }): Promise<number> {
  const [found] = await world.writePool(options).transaction(organization(), db => db.query(findProcess, []))
  return (found as { pid: number }).pid
}
