/** An organization sees its own rows and nothing else, whatever ID, filter or parameter it sends, and whatever fails at the same time. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { idFromUuid } from '#server/base/ids.ts'
import { store } from '../records.ts'
import { repeats } from '../sizes.ts'
import { ALL_READERS, type Organization, type Reply, useWorld } from '../world.ts'
import { addressOf, EXERCISES, OPERATIONS, requestOf } from './exercises.ts'
import { assertAnswers, assertRefused, withoutRequestId } from './promises.ts'
import { type Sample, storeSample } from './sample.ts'

const ORGANIZATIONS = repeats(5, 36)
const CALLS = repeats(600, 4_000)
const TERMINATIONS = 4
const IN_FLIGHT = 200

type Tenant = { organization: Organization; sample: Sample; ids: Set<string>; mark: string }

const world = useWorld({ poolLimits: ALL_READERS })
const tenants: Tenant[] = []
before(async () => {
  for (let number = 0; number < ORGANIZATIONS; number++) {
    const organization = await world.organization()
    const mark = ` ~${number}~`
    const sample = await storeSample(organization, mark)
    tenants.push({ organization, sample, mark, ids: await idsOf(organization.id) })
  }
})

/** Every ID of the organization, read without row-level security. */
async function idsOf(organizationId: string): Promise<Set<string>> {
  const tables = [
    'owners',
    'portfolios',
    'properties',
    'units',
    'residents',
    'leases',
    'leads',
    'work_orders',
    'invoices',
    'payments',
    'messages',
    'webhook_subscriptions',
  ]
  const selects = tables.map(table => `select id from ${table} where organization_id = $1`)
  const rows = await world.sql<{ id: string }>(selects.join(' union all '), [organizationId])
  return new Set([idFromUuid('organization', organizationId), ...rows.map(({ id }) => id)])
}

/** Asserts that a reply contains no ID and no name of another organization; returns whether it contains any of the caller's own. */
async function assertOwn(reply: Reply, tenant: Tenant): Promise<boolean> {
  const { mark } = tenant
  let holdsOwn = false
  for (const [id] of reply.text.matchAll(/\b(?:org|own|port|prop|unit|res|lease|lead|wo|inv|pay|wh)_[0-9a-z]{26}\b/g)) {
    // The call itself may have created it.
    if (!tenant.ids.has(id)) tenant.ids = await idsOf(tenant.organization.id)
    assert.ok(tenant.ids.has(id), `${id} belongs to another organization: ${reply.text.slice(0, 500)}`)
    holdsOwn = true
  }
  for (const [name] of reply.text.matchAll(/ ~\d+~/g)) assert.equal(name, mark)
  return holdsOwn || reply.text.includes(mark)
}

for (const [name] of OPERATIONS) {
  test(`${name} shows an organization all of its own rows and no one else's`, async () => {
    for (const tenant of tenants.slice(0, 3)) {
      const { sample, organization } = tenant
      const reply = await world.call(addressOf(name, sample), requestOf(name, sample, organization.key))
      assertAnswers(reply, name)
      assert.ok(await assertOwn(reply, tenant), 'rows of its own')
    }
  })

  test(`${name} treats another organization's IDs and names as if they did not exist`, async () => {
    const [mine, theirs] = tenants as [Tenant, Tenant]
    const call = (changes: Parameters<typeof addressOf>[2]) =>
      world.call(addressOf(name, mine.sample, changes), requestOf(name, mine.sample, mine.organization.key))
    for (const [place, idIn] of Object.entries(EXERCISES[name].path)) {
      const foreign = await call({ path: { [place]: idIn(theirs.sample) } })
      const unknown = await call({ path: { [place]: idIn(theirs.sample).replace(/.{4}$/, 'zzzz') } })
      assertRefused(foreign, 'not_found')
      assert.equal(withoutRequestId(foreign), withoutRequestId(unknown))
    }
    for (const [subject, idIn] of Object.entries(EXERCISES[name].subjects ?? {})) {
      const foreign = await call({ query: { [subject]: idIn(theirs.sample) } })
      const unknown = await call({ query: { [subject]: idIn(theirs.sample).replace(/.{4}$/, 'zzzz') } })
      assertRefused(foreign, 'not_found')
      assert.equal(withoutRequestId(foreign), withoutRequestId(unknown))
    }
    const foreign = Object.entries(EXERCISES[name].idFilters).map(([filter, idIn]) => [filter, idIn(theirs.sample)])
    if (name === 'listProperties') foreign.push(['owner', theirs.sample.owner.name])
    for (const [filter, value] of foreign) {
      const reply = await call({ query: { [filter as string]: value as string } })
      assertAnswers(reply, name)
      assert.equal(reply.body.pagination.total, 0, `${filter}=${value}`)
    }
  })
}

test('two organizations may have the same ID, and each sees its own record', async () => {
  const [one, other] = [await world.organization(), await world.organization()]
  const { property } = await storeSample(one, ' ~1~')
  await store(other, { properties: [{ ...property, name: 'The other', owner_id: null, portfolio_id: null }] })
  for (const [organization, name] of [
    [one, property.name],
    [other, 'The other'],
  ] as const) {
    const reply = await world.call(`/properties/${property.id}`, { key: organization.key })
    assert.equal(reply.body.name, name)
  }
})

test('each of thousands of concurrent calls, with failures among them, returns its own organization’s rows or a clean 503', async () => {
  const counts = { answered: 0, refused: 0, unavailable: 0 }
  const disturbance = disturb()
  let next = 0
  const worker = async () => {
    while (next < CALLS || disturbance.counts.terminated < TERMINATIONS) counts[await callOnce(next++)]++
  }
  try {
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
  } finally {
    await disturbance.stop()
  }
  const { canceled, terminated } = disturbance.counts
  assert.ok(canceled > 0 && terminated >= TERMINATIONS, `${canceled} canceled, ${terminated} terminated`)
  assert.ok(counts.answered > next / 2, JSON.stringify(counts))
  assert.ok(counts.refused > next / 10, JSON.stringify(counts))
  const calm = await world.call(addressOf('listProperties', tenants[0]!.sample), { key: tenants[0]!.organization.key })
  assertAnswers(calm, 'listProperties')
})

const REPEATABLE = OPERATIONS.filter(([name]) => !EXERCISES[name].isLimited)

async function callOnce(number: number): Promise<'answered' | 'refused' | 'unavailable'> {
  const tenant = tenants[(number * 7) % tenants.length] as Tenant
  const [name] = REPEATABLE[number % REPEATABLE.length]!
  const isBad = number % 5 === 3
  const address = addressOf(name, tenant.sample, isBad ? { query: { nonsense: String(number) } } : {})
  const reply = await world.call(address, requestOf(name, tenant.sample, tenant.organization.key))
  const holdsOwn = await assertOwn(reply, tenant)
  if (reply.status === 503) {
    assertRefused(reply, 'unavailable')
    assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/)
    return 'unavailable'
  }
  if (isBad) {
    assertRefused(reply, 'invalid_request')
    assert.ok(reply.text.includes('nonsense'))
    return 'refused'
  }
  // An organization can run only one export at a time.
  if (name === 'exportRecords' && reply.status === 409) return 'refused'
  assertAnswers(reply, name)
  assert.ok(holdsOwn, `${name} holds rows of its own`)
  return 'answered'
}

/** Cancels statements and ends connections of the service until `stop` is called. */
function disturb() {
  const counts = { canceled: 0, terminated: 0 }
  const others = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and usename = current_user`
  let stopped = false
  const work = async () => {
    for (let turn = 1; !stopped; turn++) {
      const canceled = await world.sql<{ done: boolean }>(
        `select pg_cancel_backend(pid) as done ${others} and state = 'active'`,
      )
      counts.canceled += canceled.length
      if (turn % 20 === 0) {
        const one = await world.sql(`select pg_terminate_backend(pid) ${others} order by random() limit 1`)
        counts.terminated += one.length
      }
      await new Promise(resolve => setTimeout(resolve, 5))
    }
  }
  const working = work()
  const stop = () => {
    stopped = true
    return working
  }
  return { counts, stop }
}
