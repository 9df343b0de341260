/** Whether a call is allowed is decided when it runs: neither a slow body nor waiting for a twin or for the database keeps a key, a session or a role alive. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import type { Plan } from '#contract/scopes.ts'
import { revokeKeyNow } from '#server/platform/api-keys/changes.ts'
import { tryLock } from '#server/platform/idempotency/records.ts'
import { changeRole, removeMember } from '#server/platform/members/changes.ts'
import { changePlan } from '#server/platform/organizations/changes.ts'
import { signedIn } from '../console/visitor.ts'
import { storeSample } from '../contract/sample.ts'
import { openSampleApi } from '../contract/sample-api.ts'
import { openBystanders } from '../db/bystanders.ts'
import { fixture } from '../import/read-all.ts'
import { fetchReply, type Organization, prepare, type Reply, useWorld } from '../world.ts'
import { untilAdmitted } from './admitted.ts'
import { until } from './processes.ts'

const world = useWorld({ own: true })
const bystanders = prepare(async () => openBystanders(world))
after(() => bystanders.end())

/** Sends a call except for the last byte of its body, runs `change` once the head has been read, sends that byte, and returns the status of the reply. */
async function statusAfter(path: string, headers: string[], body: object | string, change: () => Promise<unknown>) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const { hostname, port, host, origin } = new URL(world.service.url as string)
  const socket = connect(Number(port), hostname)
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${origin}`,
    'Connection: close',
    `Content-Type: application/${typeof body === 'string' ? 'octet-stream' : 'json'}`,
    `Content-Length: ${text.length}`,
    // The service asks for the body once it has the head.
    'Expect: 100-continue',
    ...headers,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${text.slice(0, -1)}`)
  const [first] = await once(socket, 'data')
  assert.match(String(first), /^HTTP\/1\.1 100 /)
  await change()
  world.clock.advance(1_000)
  let reply = ''
  socket.on('data', piece => {
    reply += piece
  })
  socket.write(text.slice(-1))
  await once(socket, 'close')
  return Number(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1])
}

test('a key that is revoked while its call arrives stores nothing, and the call is recorded with the reason', async () => {
  const organization = await world.organization()
  const { key, keyId } = await organization.issueKey()
  const subscription = { event: 'payment.received', target_url: 'http://127.0.0.1:9/later' }
  const call = (change: () => Promise<unknown>) =>
    statusAfter('/api/v1/webhooks', [`X-Api-Key: ${key}`], subscription, change)
  assert.equal(await call(async () => {}), 201)
  assert.equal(await call(() => organization.within(context => revokeKeyNow(context, keyId))), 401)
  const stored = await world.sql('select from webhook_subscriptions where organization_id = $1', [organization.id])
  assert.equal(stored.length, 1)
  const lines = await world.sql<{ status: number; reason: string | null }>(
    'select status, reason from audit.calls where organization_id = $1 order by occurred_at, id',
    [organization.id],
  )
  assert.deepEqual(lines, [
    { status: 201, reason: null },
    { status: 401, reason: 'revoked' },
  ])
})

for (const ending of ['is answered', 'fails']) {
  test(`a key that is revoked while its call waits for a twin that ${ending} gets neither the reply nor the turn`, async () => {
    const organization = await world.organization()
    const { key, keyId } = await organization.issueKey()
    const call = (name: string) => {
      const body = JSON.stringify({ event: 'payment.received', target_url: 'http://127.0.0.1:9/twin' })
      return world.call('/webhooks', { key, method: 'POST', body, headers: { 'idempotency-key': name } })
    }
    assert.equal((await call('first-0001')).status, 201)
    const record = 'organization_id, key_family, method, path'
    const [place] = await world.sql<Record<string, string>>(
      `select ${record} from idempotency_records where organization_id = $1`,
      [organization.id],
    )
    let waiting: Promise<Reply> | undefined
    await world.pools.writes.transaction(organization.id, async tx => {
      const lock = ['gatehouse.idempotency', ...Object.values(place as object), 'second-0001']
      await tx.query(tryLock, [JSON.stringify(lock)])
      waiting = call('second-0001')
      await untilAdmitted(world.service.url as string, key, 2)
      await organization.within(context => revokeKeyNow(context, keyId))
      world.clock.advance(1_000)
      if (ending === 'is answered') {
        const rest = 'body_sha256, status, reply, created_at'
        await world.sql(
          `insert into idempotency_records (${record}, key, ${rest})
           select ${record}, 'second-0001', ${rest} from idempotency_records where organization_id = $1`,
          [organization.id],
        )
      }
    })
    assert.equal((await waiting)?.status, 401)
    const stored = await world.sql('select from webhook_subscriptions where organization_id = $1', [organization.id])
    assert.equal(stored.length, 1)
  })
}

/** The status of a call that reads `table`, if `change` is made while it waits for the database. */
async function statusOfWaiting(
  call: () => Promise<Reply>,
  change: () => Promise<unknown>,
  { table = 'leads', passMs = 1_000 } = {},
): Promise<number> {
  const unlock = await bystanders.begin(`lock table ${table} in access exclusive mode`, [])
  let isAnswered = false
  const reply = call().finally(() => {
    isAnswered = true
  })
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => isAnswered || (await world.sql(waiting)).length > 0)
  await change()
  world.clock.advance(passMs)
  await unlock()
  return (await reply).status
}

for (const path of ['/leads', '/changes?types=leads', '/export?types=leads']) {
  test(`GET ${path} is not answered if its key is revoked, or its plan changes, while it waits for the database`, async () => {
    const organization = await world.organization({ plan: 'PRO' })
    await storeSample(organization)
    const { key, keyId } = await organization.issueKey()
    const read = () => world.call(path, { key })
    assert.equal(await statusOfWaiting(read, async () => {}), 200)
    assert.equal(await statusOfWaiting(read, () => changeTo(organization, 'STARTER')), 403)
    await changeTo(organization, 'PRO')
    world.clock.advance(1_000)
    assert.equal(await statusOfWaiting(read, () => organization.within(context => revokeKeyNow(context, keyId))), 401)
  })
}

const changeTo = ({ id }: Organization, plan: Plan) =>
  world.pools.platformWrites.transaction(null, db =>
    changePlan({ db, actor: 'operator', now: world.clock.now() }, id, { plan }),
  )

test('a key that is revoked while the secret of a replayed reply is derived does not get it', async () => {
  const organization = await world.organization()
  const { key, keyId } = await organization.issueKey()
  const body = JSON.stringify({ event: 'payment.received', target_url: 'http://127.0.0.1:9/replayed' })
  const call = () =>
    world.call('/webhooks', { key, method: 'POST', body, headers: { 'idempotency-key': 'replayed-1' } })
  assert.equal((await call()).status, 201)
  const revoke = () => organization.within(context => revokeKeyNow(context, keyId))
  const table = 'webhook_subscriptions'
  assert.equal(await statusOfWaiting(call, async () => {}, { table }), 201)
  assert.equal(await statusOfWaiting(call, revoke, { table }), 401)
})

test('no key is answered more than a second after it was looked up, even by a process that no announcement of its revocation reaches', async () => {
  const deaf = await openSampleApi(world)
  try {
    for (const [passMs, status] of [
      [299, 200],
      [300, 401],
    ] as const) {
      const organization = await world.organization()
      const { key, keyId } = await organization.issueKey()
      const read = () => fetchReply(`${deaf.url}/api/v1/leads`, { key })
      assert.equal((await read()).status, 200)
      await organization.within(context => revokeKeyNow(context, keyId))
      world.clock.advance(700)
      assert.equal(await statusOfWaiting(read, async () => {}, { passMs }), status)
    }
  } finally {
    await deaf.close()
  }
})

test('a member who is removed or signed out while a page waits for the database does not see it', async () => {
  const organization = await world.organization({ plan: 'PRO' })
  await storeSample(organization)
  for (const [status, change] of [
    [200, async () => {}],
    [404, (userId: string) => within(organization, context => removeMember(context, userId))],
    [401, (userId: string) => world.sql('delete from console.sessions where user_id = $1', [userId])],
  ] as const) {
    const { call, userId, inside } = await signedIn(world, organization, 'VIEWER')
    assert.equal(
      await statusOfWaiting(
        () => call(inside('/leads')),
        () => change(userId),
      ),
      status,
    )
  }
})

/** The status of an administrator's call, if `change` is made while its body arrives. */
async function statusFor(
  organization: Organization,
  path: string,
  body: object | string,
  change: (userId: string) => Promise<unknown>,
): Promise<number> {
  const { cookies, userId, inside } = await signedIn(world, organization, 'ADMIN')
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return statusAfter(`/console/api${inside(path)}`, [`Cookie: ${cookie}`], body, () => change(userId))
}

const within = ({ id }: Organization, work: (context: Parameters<typeof removeMember>[0]) => Promise<unknown>) =>
  world.pools.memberWrites.transaction(id, db => work({ db, actor: 'operator', now: world.clock.now() }))

test('a member who is demoted, removed or signed out while a call arrives creates no key', async () => {
  const organization = await world.organization({ plan: 'PRO' })
  const statusOf = (change: (userId: string) => Promise<unknown>) =>
    statusFor(organization, '/keys', { name: 'A key', scopes: ['properties:read'] }, change)
  assert.equal(await statusOf(async () => {}), 201)
  assert.equal(await statusOf(userId => within(organization, context => changeRole(context, userId, 'VIEWER'))), 403)
  assert.equal(await statusOf(userId => within(organization, context => removeMember(context, userId))), 404)
  assert.equal(await statusOf(userId => world.sql('delete from console.sessions where user_id = $1', [userId])), 401)
  const keys = await world.sql(`select from api_keys where organization_id = $1 and name = 'A key'`, [organization.id])
  assert.equal(keys.length, 1)
})

test('a member who is removed while a file arrives neither imports nor stores it', async () => {
  const organization = await world.organization({ plan: 'PRO' })
  const content = readFileSync(fixture('appfolio-flat.csv'), 'base64')
  const removed = (path: string, body: object | string) =>
    statusFor(organization, path, body, userId => within(organization, context => removeMember(context, userId)))
  assert.equal(await removed('/imports', { file_name: 'roll.csv', content }), 404)
  assert.deepEqual(await world.sql('select from properties where organization_id = $1', [organization.id]), [])
  const { workOrder } = await storeSample(organization)
  assert.equal(
    await removed(`/files?record_id=${workOrder.work_order_id}&name=a.pdf`, `%PDF-1.7\n${'x'.repeat(100)}`),
    404,
  )
  assert.deepEqual(
    await world.sql('select from files where organization_id = $1 and deleted_at is null', [organization.id]),
    [],
  )
})
