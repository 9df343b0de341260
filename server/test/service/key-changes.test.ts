/** A change to a key or its organization takes effect on every process within one second, whether or not the announcement arrives. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { type Plan, SCOPES } from '#contract/scopes.ts'
import { idFromUuid } from '#server/base/ids.ts'
import { clientConfig } from '#server/db/session.ts'
import { authorize } from '#server/platform/api-keys/authorize.ts'
import { revokeKeyNow } from '#server/platform/api-keys/changes.ts'
import { changePlan } from '#server/platform/organizations/changes.ts'
import type { Service } from '#server/start.ts'
import { callService, fetchReply, type Organization, openWorld, type Reply, useWorld, type World } from '../world.ts'
import { connectionString, gatehouse, type Running, serve, until } from './processes.ts'

type Change = {
  title: string
  from: { plan: Plan; hasPartnerAgreement?: boolean }
  make: (org: Organization, keyId: string, world: World) => Promise<unknown>
  /** The part of a reply in which a caller sees the change. */
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
    make: (org, _, world) => change(world, org, { plan: 'STARTER' }),
    seen: status,
    before: 200,
    after: 403,
  },
  {
    title: 'a plan with API access',
    from: { plan: 'STARTER' },
    make: (org, _, world) => change(world, org, { plan: 'GROWTH' }),
    seen: status,
    before: 403,
    after: 200,
  },
  {
    title: 'the quota of a higher tier',
    from: { plan: 'GROWTH' },
    make: (org, _, world) => change(world, org, { plan: 'SCALE' }),
    seen: limit,
    before: '60',
    after: '120',
  },
  {
    title: 'a partner agreement',
    from: { plan: 'STARTER' },
    make: (org, _, world) => change(world, org, { hasPartnerAgreement: true }),
    seen: limit,
    before: '60',
    after: '600',
  },
  {
    title: 'the end of a partner agreement',
    from: { plan: 'STARTER', hasPartnerAgreement: true },
    make: (org, _, world) => change(world, org, { hasPartnerAgreement: false }),
    seen: status,
    before: 200,
    after: 403,
  },
]

/** Issues a key with a large quota, unless the test is about the quota. */
const issueKey = (org: Organization, seen: Change['seen']) =>
  org.issueKey(seen === limit ? {} : { requestsPerMinute: 100_000 })

function change(world: World, org: Organization, to: { plan?: Plan; hasPartnerAgreement?: boolean }): Promise<unknown> {
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
      const { key, keyId } = await issueKey(org, seen)
      const see = () =>
        Promise.all(services.map(async service => seen(await callService(service, '/listings', { key }))))
      assert.deepEqual(await see(), [was, was])
      await make(org, keyId, world)
      await until(async () => (await see()).every(value => value === becomes))
    })
  }
})

describe('not announced', () => {
  let quiet: World
  before(async () => {
    quiet = await openWorld()
    await quiet.sql('drop trigger announce on api_keys')
    await quiet.sql('drop trigger announce on organizations')
  })
  after(() => quiet.close())

  describe('every instance asks again before the key has been cached for a second', () => {
    let services: Service[]
    before(async () => {
      services = [quiet.service, await quiet.another()]
    })
    for (const { title, from, make, seen, before: was, after: becomes } of changes) {
      test(title, async () => {
        const org = await quiet.organization(from)
        const { key, keyId } = await issueKey(org, seen)
        const see = () =>
          Promise.all(services.map(async service => seen(await callService(service, '/listings', { key }))))
        assert.deepEqual(await see(), [was, was])
        await make(org, keyId, quiet)
        assert.deepEqual(await see(), [was, was], 'it must be cached for this test to mean anything')
        quiet.clock.advance(999)
        assert.deepEqual(await see(), [becomes, becomes])
      })
    }

    test('a slow lookup counts from its beginning', async () => {
      const org = await quiet.organization()
      const { key, keyId } = await org.issueKey()
      const status = () => quiet.call('/listings', { key }).then(reply => reply.status)
      const release = await holdKeys(quiet)
      const slow = status()
      await until(async () => (await waitingForKeys(quiet)) === 1)
      quiet.clock.advance(900)
      await release()
      assert.equal(await slow, 200)
      await org.within(context => revokeKeyNow(context, keyId))
      assert.equal(await status(), 401)
    })
  })

  /** How soon by the real clock is measured by `npm run bench -- visibility`. */
  describe('between processes', () => {
    let servers: Running[]
    let settings: Record<string, string>
    before(async () => {
      settings = { DATABASE_URL: connectionString(quiet.database.connection) }
      servers = await Promise.all([serve(settings), serve(settings)])
    })
    after(async () => {
      for (const server of servers) await server[Symbol.asyncDispose]()
    })

    test('without a listener, a revocation, a plan and an agreement take effect in both processes', async () => {
      await Promise.all(
        changes.map(async ({ from, make, seen, before: was, after: becomes }) => {
          const org = await quiet.organization(from)
          const { key, keyId } = await issueKey(org, seen)
          const see = () =>
            Promise.all(servers.map(async ({ url }) => seen(await fetchReply(`${url}/api/v1/listings`, { key }))))
          assert.deepEqual(await see(), [was, was])
          await make(org, keyId, quiet)
          await until(async () => (await see()).every(value => value === becomes))
        }),
      )
    })

    test('changes made on the command line take effect in the running servers', async () => {
      const org = await quiet.organization({ plan: 'GROWTH' })
      const { key, keyId } = await org.issueKey({ requestsPerMinute: 100_000 })
      const see = () =>
        Promise.all(servers.map(async ({ url }) => (await fetchReply(`${url}/api/v1/listings`, { key })).status))
      assert.deepEqual(await see(), [200, 200])
      const update = ['org', 'update', '--org', idFromUuid('organization', org.id), '--plan', 'STARTER', '--json']
      const updated = await gatehouse(update, settings)
      assert.equal(updated.code, 0, updated.stderr)
      assert.equal(JSON.parse(updated.stdout).plan, 'STARTER')
      await until(async () => (await see()).every(status => status === 403))

      const revoked = await gatehouse(['key', 'revoke', keyId, '--json'], settings)
      assert.equal(revoked.code, 0, revoked.stderr)
      assert.equal(JSON.parse(revoked.stdout).key_id, keyId)
      assert.match(JSON.parse(revoked.stdout).revoked_at, /^\d{4}-\d\d-\d\dT.*Z$/)
      await until(async () => (await see()).every(status => status === 401))
    })
  })
})

describe('scope by tier', () => {
  test('a key’s scopes count only if its tier includes them, judged at each call', async () => {
    const org = await world.organization({ plan: 'STARTER' })
    const { key } = await org.issueKey({ scopes: ['properties:read'], requestsPerMinute: 100_000 })
    const properties = () => world.call('/properties', { key })
    const starter = await properties()
    assert.equal(starter.status, 403)
    assert.match(starter.body.message as string, /Core API/)
    await change(world, org, { plan: 'GROWTH' })
    await until(async () => (await properties()).status === 200)
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

/** Holds back every lookup of a key until the function that it resolves with is called. */
async function holdKeys({ database }: World): Promise<() => Promise<void>> {
  const holder = new pg.Client(clientConfig(database.connection))
  await holder.connect()
  await holder.query('begin; lock table api_keys in access exclusive mode')
  return async () => {
    await holder.query('commit')
    await holder.end()
  }
}

async function waitingForKeys({ sql }: World): Promise<number> {
  return (await sql(`select from pg_locks where relation = 'api_keys'::regclass and not granted`)).length
}
