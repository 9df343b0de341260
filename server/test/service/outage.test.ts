/** Every call while the database is unreachable: 503 with Retry-After in the shape of errors, never a 500, and the process survives. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { AUTH_PATH, SIGN_IN_CALLS } from '#contract/console/sign-in.ts'
import { v1 } from '#contract/v1.ts'
import { keysOf } from '#server/base/keys-of.ts'
import { Refusal } from '#server/base/refusal.ts'
import { Files } from '#server/console/files.ts'
import { CommitOutcomeUnknown } from '#server/db/transaction.ts'
import type { Upload } from '#server/http/console/uploads.ts'
import { openStorage } from '#server/platform/files/open-storage.ts'
import type { Member } from '#server/platform/members/member.ts'
import { openUsersDatabase } from '#server/sign-in/users-database.ts'
import { type MemberVisitor, signedIn } from '../console/visitor.ts'
import {
  CONSOLE_OPERATIONS,
  type ConsoleRequest,
  type ConsoleSample,
  consoleRequest,
  storeConsoleSample,
} from '../contract/console-exercises.ts'
import { addressOf, EXERCISES } from '../contract/exercises.ts'
import { ALL_READERS, fetchReply, type Organization, openWorld, type Reply, type World } from '../world.ts'
import { beginOutage } from './outage.ts'
import { until } from './processes.ts'

let world: World
let org: Organization
let sample: ConsoleSample
let owner: MemberVisitor
before(async () => {
  world = await openWorld({ poolLimits: ALL_READERS })
  org = await world.organization({ plan: 'ENTERPRISE' })
  sample = await storeConsoleSample(world, org)
  owner = await signedIn(world, org, 'OWNER')
})
after(() => world.close())

/** The bodies of the sign-in calls, which are validated before anybody is looked up. */
const SIGN_IN_BODIES: Record<string, Record<string, unknown>> = {
  '/sign-in/email': { email: 'dana@example.com', password: 'correct horse battery' },
  '/request-password-reset': { email: 'dana@example.com' },
  '/reset-password': { token: 'x'.repeat(24), newPassword: 'correct horse battery' },
  '/change-password': { currentPassword: 'correct horse battery', newPassword: 'battery horse correct' },
  '/two-factor/enable': { password: 'correct horse battery' },
  '/two-factor/disable': { password: 'correct horse battery' },
  '/two-factor/generate-backup-codes': { password: 'correct horse battery' },
}

/** The calls in flight: few enough for every pool, so that none is refused for another reason. */
const IN_FLIGHT = 6

test('a sign-in query whose connection is lost fails, and the process continues', async () => {
  const lost: Error[] = []
  const { pool } = openUsersDatabase(world.database.connection, error => void lost.push(error))
  const sleeping = assert.rejects(pool.query('select pg_sleep(600)'))
  await endQuery('select pg_sleep(600)')
  await sleeping
  assert.deepEqual((await pool.query('select 1 as one')).rows, [{ one: 1 }])
  await pool.end()
})

test('a session whose lookup loses its connection twice is answered 503, and the next call finds it', async () => {
  await world.sql('begin; lock console.sessions in access exclusive mode')
  let isAnswered = false
  const asked = owner.call('/me').finally(() => {
    isAnswered = true
  })
  // A read is repeated once, and a connection that is ending can be found for a moment.
  await until(async () => {
    await endQueries('%console.sessions s%')
    return isAnswered
  })
  const reply = await asked.finally(() => world.sql('rollback'))
  assert.ok(isUnavailable(reply), `${reply.status} ${reply.text}`)
  assert.equal((await owner.call('/me')).status, 200)
})

test('while the database cannot be reached and it is unknown whether a file was stored, its bytes stay, so no record refers to missing bytes', async () => {
  const { writes, reads } = world.pools
  let transactions = 0
  const transaction: typeof writes.transaction = async (organizationId, work) => {
    if (++transactions > 2) throw new Refusal('unavailable', 'The database cannot be reached.')
    const made = await writes.transaction(organizationId, work)
    if (transactions === 2) throw new CommitOutcomeUnknown('The connection was lost while committing')
    return made
  }
  const storage = openStorage(world.config.files.place)
  const files = new Files({
    storage,
    writes: { transaction } as typeof writes,
    reads,
    limitBytes: 1_000_000,
    now: world.clock.now,
  })
  const bytes = Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(2_000, 7)])
  const upload: Upload = {
    path: {},
    query: {},
    input: { record_id: sample.sample.occupied.id, name: 'leak.jpg' },
    body: Readable.from([bytes]),
    length: bytes.length,
    gone: new AbortController().signal,
    decideAgain: async () => {},
  }
  const member = { organizationId: org.id, actor: 'test' } as Member
  await assert.rejects(files.uploadFile(member, upload), CommitOutcomeUnknown)
  const rows = await world.sql<{ storage_key: string; is_kept: boolean }>(
    `select storage_key, stored_at is not null and deleted_at is null as is_kept from files where name = 'leak.jpg'`,
  )
  assert.deepEqual(
    rows.map(({ is_kept }) => is_kept),
    [true],
  )
  const kept = await (await storage.get(rows[0]?.storage_key as string))?.toArray()
  assert.ok(Buffer.concat(kept as Buffer[]).equals(bytes))
})

test('while the database cannot be reached, every operation that needs it answers 503 with Retry-After', async () => {
  const requests: [string, () => Promise<Reply>][] = []
  for (const name of keysOf(v1)) {
    const { method } = v1[name]
    const body = EXERCISES[name].body?.(sample.sample)
    const options = { key: org.key, method, ...(body !== undefined && { body: JSON.stringify(body) }) }
    requests.push([name, () => world.call(addressOf(name, sample.sample), options)])
  }
  for (const [name] of CONSOLE_OPERATIONS) {
    const request: ConsoleRequest = await consoleRequest(name, sample)
    const { path, method, body } = request
    requests.push([
      `console ${name}`,
      () => owner.call(path, { method, ...(body !== undefined && { body: body as object }) }),
    ])
  }
  for (const path of Object.keys(SIGN_IN_CALLS)) {
    // Nobody has begun to sign in. The missing cookie shows that without the database.
    if (path.startsWith('/two-factor/verify-')) continue
    const body = SIGN_IN_BODIES[path] ?? {}
    requests.push([`${AUTH_PATH}${path}`, () => owner.call(`${AUTH_PATH}${path}`, { body })])
  }
  requests.push(['/readyz', () => fetchReply(`${world.service.url}/readyz`)])

  // This call loads the sign-in library before the outage.
  assert.equal((await owner.call('/me')).status, 200)
  const endOutage = await beginOutage(world)
  try {
    const others: string[] = []
    const inTurn = async () => {
      for (let next = requests.pop(); next; next = requests.pop()) {
        const [name, request] = next
        const reply = await request()
        if (!isUnavailable(reply)) others.push(`${name}: ${reply.status} ${reply.text}`)
      }
    }
    await Promise.all(Array.from({ length: IN_FLIGHT }, inTurn))
    assert.deepEqual(others, [])
    assert.equal((await fetch(`${world.service.url}/healthz`)).status, 200)
  } finally {
    await endOutage()
  }
  await until(async () => (await owner.call('/me')).status === 200)
})

function isUnavailable({ status, body, headers }: Reply): boolean {
  const isInShape = body.error === 'unavailable' && body.request_id === headers.get('x-request-id')
  return status === 503 && isInShape && /^[1-9]\d*$/.test(headers.get('retry-after') ?? '')
}

/** Ends the connection that runs a statement like this one, once there is one. */
async function endQuery(text: string): Promise<void> {
  await until(async () => (await endQueries(text)) > 0)
}

/** Ends the connections that run such a query now, and resolves with how many there were. */
async function endQueries(text: string): Promise<number> {
  // Within a transaction, the list of connections stays as it was when it was first read.
  await world.sql('select pg_stat_clear_snapshot()')
  const ended = await world.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and query like $1`,
    [text],
  )
  return ended.length
}
