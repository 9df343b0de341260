/** What is changed about a key or its organization is in force within one second on every process, announced or not. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { SCOPES } from '#contract/scopes.ts'
import { idFromUuid } from '#server/base/ids.ts'
import { authorize } from '#server/platform/api-keys/authorize.ts'
import { revokeKeyNow } from '#server/platform/api-keys/operations.ts'
import { changePlan } from '#server/platform/organizations/operations.ts'
import type { Service } from '#server/start.ts'
import { callService, type Organization, openWorld, type Reply, useWorld, type World } from '../world.ts'
import { connectionString, gatehouse, type Running, serve, until } from './processes.ts'

type Change = {
  title: string
  from: { plan: string; hasPartnerAgreement?: boolean }
  make: (org: Organization, keyId: string) => Promise<unknown>
  /** What a caller sees of it. */
  seen: (reply: Reply) => unknown
  before: unknown
  after: unknown
}

const world = useWorld({ own: true })
const status = (reply: Reply) => reply.status
const limit = (reply: Reply) => reply.headers.get('x-ratelimit-limit')

const changes: Change[] = [
  {
    title: 'a revocation',
    from: { plan: 'PRO' },
    make: (org, keyId) => org.within(context => revokeKeyNow(context, keyId)),
    seen: status,
    before: 200,
    after: 401,
  },
  {
    title: 'a plan without API access',
    from: { plan: 'GROWTH' },
    make: org => change(org, { plan: 'STARTER' }),
    seen: status,
    before: 200,
    after: 403,
  },
  {
    title: 'a plan with API access',
    from: { plan: 'STARTER' },
    make: org => change(org, { plan: 'GROWTH' }),
    seen: status,
    before: 403,
    after: 200,
  },
  {
    title: 'the quota of a higher tier',
    from: { plan: 'GROWTH' },
    make: org => change(org, { plan: 'SCALE' }),
    seen: limit,
    before: '60',
    after: '120',
  },
  {
    title: 'a partner agreement',
    from: { plan: 'STARTER' },
    make: org => change(org, { hasPartnerAgreement: true }),
    seen: limit,
    before: '60',
    after: '600',
  },
  {
    title: 'the end of a partner agreement',
    from: { plan: 'STARTER', hasPartnerAgreement: true },
    make: org => change(org, { hasPartnerAgreement: false }),
    seen: status,
    before: 200,
    after: 403,
  },
]

function change(org: Organization, to: { plan?: string; hasPartnerAgreement?: boolean }): Promise<unknown> {
  return world.pools.platformWrites.transaction(null, db =>
    changePlan({ db, actor: 'test', now: world.clock.now() }, org.id, to),
  )
}

describe('announced: with the clock standing still, every instance that cached the key forgets it', () => {
  let services: Service[]
  before(async () => {
    services = [world.service, await world.another()]
    await until(async () => (await listeners(world)).length === 2)
  })
  for (const { title, from, make, seen, before: was, after: becomes } of changes) {
    test(title, async () => {
      const org = await world.organization(from)
      const { key, keyId } = await org.issueKey()
      const see = () =>
        Promise.all(services.map(async service => seen(await callService(service, '/listings', { key }))))
      assert.deepEqual(await see(), [was, was])
      await make(org, keyId)
      await until(async () => (await see()).every(value => value === becomes), 1_000)
    })
  }
})

describe('not announced: every instance asks again before the key has been cached for a second', () => {
  let quiet: World
  let services: Service[]
  before(async () => {
    quiet = await openWorld()
    services = [quiet.service, await quiet.another()]
    await quiet.sql('drop trigger announce on api_keys')
    await quiet.sql('drop trigger announce on organizations')
  })
  after(() => quiet.close())

  test('a revocation', async () => {
    const org = await quiet.organization()
    const { key, keyId } = await org.issueKey()
    const see = () =>
      Promise.all(services.map(async service => (await callService(service, '/listings', { key })).status))
    assert.deepEqual(await see(), [200, 200])
    await org.within(context => revokeKeyNow(context, keyId))
    assert.deepEqual(await see(), [200, 200], 'it must be cached for this test to mean anything')
    quiet.clock.advance(999)
    assert.deepEqual(await see(), [401, 401])
  })
})

describe('between processes, by the real clock', () => {
  let servers: Running[]
  let settings: Record<string, string>
  before(async () => {
    settings = { DATABASE_URL: connectionString(world.database.connection) }
    servers = await Promise.all([serve(settings), serve(settings)])
  })
  after(async () => {
    for (const server of servers) await server[Symbol.asyncDispose]()
  })

  test('with nobody listening, a revocation, a plan and an agreement are in force within a second on both', async () => {
    const [revoked, downgraded, partner] = await Promise.all([
      withKey({ plan: 'PRO' }),
      withKey({ plan: 'GROWTH' }),
      withKey({ plan: 'STARTER' }),
    ])
    const watches = servers.flatMap(({ url }) => [
      watch(url, revoked.key, 401),
      watch(url, downgraded.key, 403),
      watch(url, partner.key, 200),
    ])
    // Every key is in every cache, and called all the time.
    await pause(50)
    await world.sql('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [await listeners(world)])
    await Promise.all([
      revoked.org.within(context => revokeKeyNow(context, revoked.keyId)),
      change(downgraded.org, { plan: 'STARTER' }),
      change(partner.org, { hasPartnerAgreement: true }),
    ])
    const committedAt = performance.now()
    for (const changedAt of await Promise.all(watches)) {
      assert.ok(
        changedAt - committedAt < 1_000,
        `a call ${changedAt - committedAt} ms later was still answered as before`,
      )
    }
  })

  test('what the command line does bites in the servers that run', async () => {
    const { org, key, keyId } = await withKey({ plan: 'GROWTH' })
    const watches = () => servers.map(({ url }) => watch(url, key, 403))
    const downgrade = watches()
    const update = ['org', 'update', '--org', idFromUuid('organization', org.id), '--plan', 'STARTER', '--json']
    const updated = await gatehouse(update, settings)
    const updatedAt = performance.now()
    assert.equal(updated.code, 0, updated.stderr)
    assert.equal(JSON.parse(updated.stdout).plan, 'STARTER')
    for (const changedAt of await Promise.all(downgrade)) assert.ok(changedAt - updatedAt < 1_000)

    const revocation = servers.map(({ url }) => watch(url, key, 401))
    const revoked = await gatehouse(['key', 'revoke', keyId, '--json'], settings)
    const revokedAt = performance.now()
    assert.equal(revoked.code, 0, revoked.stderr)
    assert.equal(JSON.parse(revoked.stdout).key_id, keyId)
    assert.match(JSON.parse(revoked.stdout).revoked_at, /^\d{4}-\d\d-\d\dT.*Z$/)
    for (const changedAt of await Promise.all(revocation)) assert.ok(changedAt - revokedAt < 1_000)
  })

  async function withKey(fields: { plan: string }): Promise<{ org: Organization; key: string; keyId: string }> {
    const org = await world.organization(fields)
    return { org, ...(await org.issueKey({ requestsPerMinute: 100_000 })) }
  }

  /** Calls again and again until the answer is `status`; when the last call with another answer began. */
  async function watch(url: string, key: string, expected: number): Promise<number> {
    const deadline = performance.now() + 10_000
    for (let last = performance.now(); ; ) {
      const beganAt = performance.now()
      const reply = await fetch(`${url}/api/v1/listings`, { headers: { 'x-api-key': key } })
      await reply.arrayBuffer()
      if (reply.status === expected) return last
      if (beganAt > deadline) throw new Error(`still ${reply.status}, not ${expected}`)
      last = beganAt
      await pause(10)
    }
  }
})

describe('scope by tier', () => {
  test('a key’s scopes count only where its tier includes them, judged at each call', async () => {
    const org = await world.organization({ plan: 'STARTER' })
    const { key } = await org.issueKey({ scopes: ['properties:read'] })
    const properties = () => world.call('/properties', { key })
    const starter = await properties()
    assert.equal(starter.status, 403)
    assert.match(starter.body.message as string, /Core API/)
    await change(org, { plan: 'GROWTH' })
    await until(async () => (await properties()).status === 200, 1_000)
  })

  test('a scope of a higher tier is refused with the name of that tier', () => {
    const caller = { plan: 'GROWTH', hasPartnerAgreement: false, scopes: SCOPES } as const
    for (const scope of ['properties:read', 'accounting:read', 'maintenance:read'] as const) authorize(caller, scope)
    for (const scope of ['maintenance:write', 'comms:write', 'webhooks:manage'] as const) {
      assert.throws(() => authorize(caller, scope), /Automation API/)
      authorize({ ...caller, plan: 'PRO' }, scope)
      authorize({ ...caller, hasPartnerAgreement: true }, scope)
    }
  })

  test('a scope the key lacks is named', async () => {
    const org = await world.organization({ plan: 'ENTERPRISE' })
    const { key } = await org.issueKey({ scopes: ['webhooks:manage'] })
    const reply = await world.call('/properties', { key })
    assert.equal(reply.status, 403)
    assert.match(reply.body.message as string, /properties:read/)
  })
})

/** The backends that listen for announcements. */
async function listeners({ sql }: World): Promise<number[]> {
  const rows = await sql(
    `select pid from pg_stat_activity where datname = current_database() and query = 'listen gatehouse_keys'`,
  )
  return rows.map(({ pid }) => pid)
}
