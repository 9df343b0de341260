/** Every operation of version 1 keeps the promises common to all of them: keys, scopes, plans, IDs, parameters and shapes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Plan, SCOPES, type Scope } from '#contract/scopes.ts'
import { MAX_URI_LENGTH } from '#contract/values.ts'
import { makeSecret } from '#server/platform/api-keys/secret.ts'
import { changePlan } from '#server/platform/organizations/changes.ts'
import { prepare, type Reply, useOrganization, useWorld } from '../world.ts'
import { addressOf, EXERCISES, fieldsOf, LISTS, OPERATIONS, type OperationName, requestOf } from './exercises.ts'
import { casesOf, type ParameterSchema, shareOf } from './parameter-cases.ts'
import { assertAnswers, assertNames, assertRateHeaders, assertRefused, withoutRequestId } from './promises.ts'
import { storeSample } from './sample.ts'

const world = useWorld({ role: 'all', own: true })
const org = useOrganization(world)
const sample = prepare(() => storeSample(org))
const stranger = useOrganization(world)
const theirs = prepare(() => storeSample(stranger))

/** IDs of nothing in the organization, derived from one of its own IDs and an ID of another organization. */
const strangeIds = (own: string, foreign: string) => [
  foreign,
  own.replace(/.{4}$/, 'zzzz'),
  own.toUpperCase(),
  `${own} `,
  `${own}\0`,
  '\0',
  'nonsense',
  'x'.repeat(7_000),
  `a/${own}`,
  "' or ''='",
  '物件🏠',
  '..',
  '%',
]

test('every operation has an exercise', () => {
  assert.deepEqual(
    Object.keys(EXERCISES),
    OPERATIONS.map(([name]) => name),
  )
  for (const [name, { body, parameters }] of OPERATIONS) {
    assert.equal('body' in EXERCISES[name], body !== undefined, name)
    assert.deepEqual(Object.keys(EXERCISES[name].path), Object.keys(parameters.path.properties))
  }
})

/** The scope of each operation: specification §5, and the operations that go beyond it. */
const SCOPE_OF: Record<string, Scope | null> = {
  'GET /listings': null,
  'GET /properties': 'properties:read',
  'GET /properties/{id}': 'properties:read',
  'GET /residents': 'properties:read',
  'GET /residents/{id}': 'properties:read',
  'GET /rent-roll': 'accounting:read',
  'GET /invoices': 'accounting:read',
  'GET /invoices/{id}': 'accounting:read',
  'GET /payments': 'accounting:read',
  'GET /payments/{id}': 'accounting:read',
  'GET /work-orders': 'maintenance:read',
  'GET /work-orders/{id}': 'maintenance:read',
  'POST /work-orders': 'maintenance:write',
  'PATCH /work-orders/{id}': 'maintenance:write',
  'POST /messages': 'comms:write',
  'GET /messages/{id}': 'comms:write',
  'GET /webhooks': 'webhooks:manage',
  'POST /webhooks': 'webhooks:manage',
  'GET /webhooks/{id}': 'webhooks:manage',
  'DELETE /webhooks/{id}': 'webhooks:manage',
  'POST /webhooks/{id}/test': 'webhooks:manage',
  'POST /webhooks/{id}/rotate-secret': 'webhooks:manage',
  'POST /webhooks/{id}/enable': 'webhooks:manage',
  'GET /webhooks/{id}/deliveries': 'webhooks:manage',
  'GET /webhooks/{id}/deliveries/{delivery_id}': 'webhooks:manage',
  'POST /webhooks/{id}/deliveries/{delivery_id}/redeliver': 'webhooks:manage',
  'POST /webhooks/{id}/recover': 'webhooks:manage',
  'GET /webhooks/{id}/recoveries': 'webhooks:manage',
  'GET /events': null,
  'GET /events/{id}': null,
  'GET /organization': null,
  'GET /units': 'properties:read',
  'GET /units/{id}': 'properties:read',
  'GET /leases': 'properties:read',
  'GET /leases/{id}': 'properties:read',
  'GET /leases/{id}/ledger': 'accounting:read',
  'GET /leads': 'properties:read',
  'GET /leads/{id}': 'properties:read',
  'GET /owners': 'properties:read',
  'GET /owners/{id}': 'properties:read',
  'GET /portfolios': 'properties:read',
  'GET /portfolios/{id}': 'properties:read',
  'GET /changes': null,
  'GET /export': null,
}

test('every operation requires the scope in the specification, and every list has its page sizes', () => {
  for (const [name, { method, path, scope, parameters }] of OPERATIONS) {
    assert.equal(scope, SCOPE_OF[`${method} ${path}`], name)
    const { limit, offset } = fieldsOf(parameters.query) as Record<string, ParameterSchema & { default?: number }>
    assert.equal(
      offset !== undefined,
      LISTS.some(([list]) => list === name),
    )
    if (!limit || !offset) continue
    assert.deepEqual([limit.minimum, limit.maximum, limit.default], [1, 100, 20])
    assert.deepEqual([offset.minimum, offset.default], [0, 0])
  }
})

for (const [name, operation] of OPERATIONS) {
  const ask = (changes: Parameters<typeof addressOf>[2] = {}, key = org.key) =>
    world.call(addressOf(name, sample, changes), requestOf(name, sample, key))

  test(`${name} answers in the shape of its schema`, async () => {
    assertAnswers(await ask(), name)
  })

  test(`${name} without a valid key is 401, always in the same words`, async () => {
    const expiring = await org.issueKey({ expiresAt: new Date(world.clock.now() + 1).toISOString() })
    const elsewhere = await org.issueKey({ allowedCidrs: ['203.0.113.0/24'] })
    world.clock.advance(1_000)
    const unknown = makeSecret(false)
    const miscounted = `${unknown.slice(0, -1)}${unknown.endsWith('0') ? '1' : '0'}`
    const bodies = new Set<string>()
    for (const key of [undefined, '', 'secret', `${unknown}0`, miscounted, unknown, expiring.key, elsewhere.key]) {
      const reply = await world.call(addressOf(name, sample), requestOf(name, sample, key))
      assertRefused(reply, 'unauthorized')
      assert.equal(reply.headers.get('ratelimit'), null)
      bodies.add(withoutRequestId(reply))
    }
    assert.equal(bodies.size, 1)
  })

  test(`${name} requires its scope and no other`, async () => {
    const { scope } = operation
    const { key } = await org.issueKey({ scopes: SCOPES.filter(other => other !== scope) })
    const reply = await ask({}, key)
    if (scope === null) return assertAnswers(reply, name)
    assertRefused(reply, 'forbidden')
    assertRateHeaders(reply)
    assert.ok(String(reply.body.message).includes(scope))
    assertAnswers(await ask({}, (await org.issueKey({ scopes: [scope] })).key), name)
  })

  for (const [place, idIn] of Object.entries(EXERCISES[name].path)) {
    test(`${name} with a ${place} that is not of the organization is 404, always in the same words`, async () => {
      assertAnswers(await world.call(addressOf(name, theirs), requestOf(name, theirs, stranger.key)), name)
      const encoded = strangeIds(idIn(sample), idIn(theirs)).map(encodeURIComponent)
      const bodies = new Set<string>()
      for (const value of [...encoded.filter(text => text !== '..'), '%zz', '%', '%ff%fe', `${idIn(sample)}%`, '%2F']) {
        const reply = await ask({ path: { [place]: value } })
        assertRefused(reply, 'not_found')
        assertRateHeaders(reply)
        bodies.add(withoutRequestId(reply))
      }
      assert.equal(bodies.size, 1, [...bodies].join())
    })
  }

  const { subjects = {} } = EXERCISES[name]
  for (const [subject, idIn] of Object.entries(subjects)) {
    test(`${name} with a ${subject} that is not of the organization is 404, always in the same words`, async () => {
      assertAnswers(await world.call(addressOf(name, theirs), requestOf(name, theirs, stranger.key)), name)
      const bodies = new Set<string>()
      for (const value of strangeIds(idIn(sample), idIn(theirs))) {
        const reply = await ask({ query: { [subject]: value } })
        assertRefused(reply, 'not_found')
        assertRateHeaders(reply)
        bodies.add(withoutRequestId(reply))
      }
      assert.equal(bodies.size, 1, [...bodies].join())
    })
  }

  for (const [filter, idIn] of Object.entries(EXERCISES[name].idFilters)) {
    test(`${name} with a ${filter} that is not of the organization is an empty list`, async () => {
      const found = await ask({ query: { [filter]: idIn(sample) } })
      assert.ok(found.body.pagination.total > 0)
      for (const value of strangeIds(idIn(sample), idIn(theirs))) {
        const reply = await ask({ query: { [filter]: value } })
        assertAnswers(reply, name)
        assert.deepEqual(reply.body, { data: [], pagination: { total: 0, limit: 20, offset: 0, hasMore: false } })
      }
    })

    test(`${name} accepts a ${filter} as long as the address allows`, async () => {
      const empty = `/api/v1${addressOf(name, sample, { query: { [filter]: '' } })}`
      const [before, behind] = empty.split(`${filter}=`) as [string, string]
      const padded = (length: number) => `${before}${filter}=${'x'.repeat(length - empty.length)}${behind}`
      assertAnswers(await world.call(padded(MAX_URI_LENGTH), { key: org.key }), name)
      assertRefused(await world.call(padded(MAX_URI_LENGTH + 1), { key: org.key }), 'uri_too_long')
    })
  }

  for (const [parameter, schema] of Object.entries(fieldsOf(operation.parameters.query))) {
    const { good, bad } = EXERCISES[name].cases?.[parameter] ?? casesOf(schema as ParameterSchema)

    test(`${name} accepts ${parameter} within its bounds and names it beyond them`, async () => {
      for (const value of shareOf(good)) {
        const reply = await ask({ query: { [parameter]: value } })
        if (parameter in subjects) assertRefused(reply, 'not_found')
        else assertAnswers(reply, name)
      }
      for (const value of shareOf(bad)) assertNames(await ask({ query: { [parameter]: value } }), parameter)
    })

    test(`${name} refuses ${parameter} when it is empty or repeated`, async () => {
      assertNames(await ask({ query: { [parameter]: '' } }), parameter)
      const value = good[0] ?? 'x'
      const once = addressOf(name, sample, { query: { [parameter]: value } })
      assertNames(await world.call(`${once}&${parameter}=${value}`, { key: org.key }), parameter)
    })
  }

  test(`${name} refuses unknown parameters and lists the known ones`, async () => {
    const known = Object.keys(fieldsOf(operation.parameters.query))
    for (const unknown of ['limt', 'LIMIT', 'limit[]', '__proto__', 'constructor', 'organization_id', 'a\0b', '%']) {
      const reply = await ask({ query: { [unknown]: '1' } })
      assertNames(reply, unknown)
      for (const parameter of known) assert.ok(reply.body.details[0]?.message.includes(parameter))
    }
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`a${index}`, '1']))
    const reply = await ask({ query: many })
    assertRefused(reply, 'invalid_request')
    assert.ok(reply.text.length < MAX_URI_LENGTH * 2, `a reply of ${reply.text.length} to a small question`)
  })
}

for (const [name] of LISTS) {
  test(`${name} has sample rows, so that all its fields are seen`, async () => {
    const reply = await world.call(addressOf(name, sample), { key: org.key })
    assert.ok(reply.body.data.length > 0)
  })
}

const READS: Scope[] = ['properties:read', 'accounting:read', 'maintenance:read']
const PLANS_INCLUDE: [plan: Plan, partner: boolean, scopes: readonly Scope[] | 'no access'][] = [
  ['STARTER', false, 'no access'],
  ['STARTER', true, SCOPES],
  ['GROWTH', false, READS],
  ['GROWTH', true, SCOPES],
  ['PRO', false, SCOPES],
  ['SCALE', false, SCOPES],
  ['ENTERPRISE', false, SCOPES],
]

for (const [plan, hasPartnerAgreement, included] of PLANS_INCLUDE) {
  test(`on ${plan}${hasPartnerAgreement ? ' with a partner agreement' : ''} a key may call what its tier includes`, async () => {
    // The sample has subscriptions, which are created on a plan that includes them.
    const organization = await world.organization()
    const owned = await storeSample(organization)
    await world.pools.platformWrites.transaction(null, db =>
      changePlan({ db, actor: 'test', now: world.clock.now() }, organization.id, { plan, hasPartnerAgreement }),
    )
    for (const [name, { scope }] of OPERATIONS) {
      const reply = await world.call(addressOf(name, owned), requestOf(name, owned, organization.key))
      if (included !== 'no access' && (scope === null || included.includes(scope))) assertAnswers(reply, name)
      else assertPlanRefused(reply, name, included === 'no access' ? null : scope)
    }
  })
}

/** Asserts that the plan has no API access, or that it lacks `scope`. */
function assertPlanRefused(reply: Reply, name: OperationName, scope: Scope | null): void {
  assertRefused(reply, 'forbidden')
  assert.match(String(reply.body.message), scope === null ? /Core API/ : new RegExp(`${scope}.*Automation API`), name)
}
