/** Every operation of the console keeps the promises common to all of them: sign-in, roles, membership, IDs, parameters, shapes and the log. */
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import type { ErrorCode } from '#contract/errors.ts'
import { includesRole, ROLE_NAMES, ROLES, type Role } from '#contract/roles.ts'
import { type MemberVisitor, signedIn, type Visitor, visitor } from '../console/visitor.ts'
import { isLongRun } from '../sizes.ts'
import { prepare, type Reply, useWorld } from '../world.ts'
import {
  CONSOLE_EXERCISES,
  CONSOLE_OPERATIONS,
  type ConsoleName,
  type ConsoleRequest,
  type ConsoleSample,
  type PreparedRequest,
  prepareRequest,
  storeConsoleSample,
} from './console-exercises.ts'
import { ADMINS, VIEWERS } from './console-roles.ts'
import { EXERCISES, fieldsOf, type Exercise as V1Exercise } from './exercises.ts'
import { casesOf, type ParameterSchema, shareOf } from './parameter-cases.ts'
import { assertNames, assertOutput, assertRefused, withoutRequestId } from './promises.ts'

const world = useWorld({ own: true })
const one = prepare(async () => storeConsoleSample(world, await world.organization({ plan: 'ENTERPRISE' })))
const theirs = prepare(async () =>
  storeConsoleSample(world, await world.organization({ plan: 'ENTERPRISE' }), ' ~other~'),
)
const members = {} as Record<Role, MemberVisitor>
let stranger: MemberVisitor
before(async () => {
  for (const role of ROLES) members[role] = await signedIn(world, one.organization, role)
  stranger = await signedIn(world, theirs.organization, 'OWNER')
})
// A member may make 600 calls per minute.
beforeEach(() => world.clock.advance(61_000))

const STRANGE_IDS = ['nonsense', '%00', 'x'.repeat(4_000), '%zz']
/** One function compares roles, so in the short size an operation is called in the lowest role that may and in each that may not. Other tests call it as the owner. */
const rolesFor = (needed: Role, name: ConsoleName) =>
  isLongRun || name === 'createSandbox' ? ROLES : ROLES.filter(role => role === needed || !includesRole(role, needed))
let turn = 0
/**
 * One function reads the IDs of all operations, so in the short size each operation is called with only one of these,
 * in rotation.
 */
const strangeIds = () => (isLongRun ? STRANGE_IDS : [STRANGE_IDS[turn++ % STRANGE_IDS.length] as string])

async function ask(
  by: Visitor,
  name: ConsoleName,
  sample: ConsoleSample = one,
  changes: Parameters<PreparedRequest>[0] = {},
): Promise<Reply> {
  const { path, method, body } = await requestFor(name, sample, changes)
  // Only the author of a note can change it, so each caller gets their own note. The same is true of saved views.
  if ('email' in by && path.includes('/notes/')) await world.sql('update notes set author = $1', [by.email])
  if ('userId' in by && path.includes('/saved-views/'))
    await world.sql('update saved_views set user_id = $1', [by.userId])
  await undo(path)
  const reply = await by.call(path, { method, ...(body !== undefined && { body }) })
  // What a write has worked on is used up.
  if (reply.status < 400 && method !== 'GET') prepared.get(sample)?.delete(name)
  return reply
}

/** Undoes what an earlier call did to a record that all calls share, so that the next call changes the record too. */
async function undo(path: string): Promise<void> {
  const [, paused] = /\/webhooks\/(\w+)\/enable$/.exec(path) ?? []
  if (paused)
    await world.sql(`update webhook_subscriptions set status = 'PAUSED', paused_reason = 'x' where id = $1`, [paused])
  const [, workOrder] = /\/work-orders\/(\w+)$/.exec(path) ?? []
  if (workOrder) await world.sql(`update work_orders set priority = 'LOW' where id = $1`, [workOrder])
}

const prepared = new Map<ConsoleSample, Map<ConsoleName, Promise<PreparedRequest>>>()
/**
 * The next call of an operation. Most calls here are refused or only read, and what they would have worked on is there for the next one: storing it
 * again for each call took half of the processor time.
 */
async function requestFor(
  name: ConsoleName,
  sample: ConsoleSample,
  changes: Parameters<PreparedRequest>[0] = {},
): Promise<ConsoleRequest> {
  const ofSample = prepared.get(sample) ?? new Map()
  prepared.set(sample, ofSample)
  const request = ofSample.get(name) ?? prepareRequest(name, sample)
  ofSample.set(name, request)
  return (await request)(changes)
}

function assertAnswers(reply: Reply, name: ConsoleName): void {
  const operation = operationOf(name)
  assert.equal(reply.status, operation.success.status, `${name}: ${reply.text.slice(0, 300)}`)
  assert.match(reply.headers.get('x-request-id') ?? '', /^req_[0-9a-z]{26}$/)
  assert.doesNotMatch(reply.text, /~other~/, `${name} shows what another organization has`)
  if (!operation.download) assertOutput(operation.success.schema, reply.body)
}

function operationOf(name: ConsoleName) {
  return (CONSOLE_OPERATIONS.find(([each]) => each === name) as (typeof CONSOLE_OPERATIONS)[number])[1]
}

test('every operation inside an organization is in the table of roles', () => {
  assert.deepEqual(
    [...VIEWERS, ...ADMINS].sort(),
    CONSOLE_OPERATIONS.filter(([, { role }]) => role !== null && role !== 'PUBLIC')
      .map(([name]) => name)
      .sort(),
  )
})

for (const name of [...VIEWERS, ...ADMINS]) {
  const needed: Role = VIEWERS.includes(name) ? 'VIEWER' : 'ADMIN'

  test(`${name} is open to ${needed} and above, and to nobody else`, async () => {
    assertRefused(await ask(visitor(world), name), 'unauthorized')
    const outside = await ask(stranger, name)
    const unknown = await ask(stranger, name, one, { path: { organization_id: world.newId('organization') } })
    for (const reply of [outside, unknown]) assertRefused(reply, 'not_found')
    assert.equal(withoutRequestId(outside), withoutRequestId(unknown))
    for (const role of rolesFor(needed, name)) {
      const reply = await ask(members[role], name)
      if (!includesRole(role, needed)) {
        assertRefused(reply, 'forbidden')
        assert.match(String(reply.body.message), new RegExp(ROLE_NAMES[needed]))
      } else if (name === 'createSandbox' && role === 'OWNER') assertRefused(reply, 'conflict')
      else assertAnswers(reply, name)
    }
  })

  test(`${name} checks the caller and the role before anything else`, async () => {
    const wrong = { query: { nonsense: '1' } }
    assertRefused(await ask(visitor(world), name, one, wrong), 'unauthorized')
    assertRefused(await ask(stranger, name, one, wrong), 'not_found')
    if (needed === 'ADMIN') assertRefused(await ask(members.VIEWER, name, one, wrong), 'forbidden')
    assertNames(await ask(members.OWNER, name, one, wrong), 'nonsense')
  })

  const { parameters, method, body } = operationOf(name)
  for (const place of Object.keys(parameters.path.properties)) {
    test(`${name} with a ${place} of another organization is 404, the same as one that does not exist`, async () => {
      const [own, foreign] = [await pathOf(name, one, place), await pathOf(name, theirs, place)]
      // A name that both organizations have, such as that of a report, is not a record.
      const theirOwn = foreign === own ? [] : [foreign]
      const { path, body } = await requestFor(name, one, { path: { [place]: 'PLACE' } })
      const bodies = new Set<string>()
      for (const value of [
        ...theirOwn,
        ...(isLongRun || theirOwn.length === 0 ? [foreign.replace(/.{4}$/, 'zzzz')] : []),
        ...strangeIds(),
      ]) {
        const reply = await members.OWNER.call(path.replace('PLACE', value), {
          method,
          ...(body !== undefined && { body }),
        })
        assertRefused(reply, 'not_found')
        bodies.add(withoutRequestId(reply))
      }
      assert.equal(bodies.size, 1, [...bodies].join())
    })
  }

  for (const [parameter, schema] of Object.entries(fieldsOf(parameters.query))) {
    test(`${name} accepts ${parameter} within its bounds and names it beyond them`, async () => {
      const exercise = ({ ...EXERCISES, ...CONSOLE_EXERCISES } as Record<string, Pick<V1Exercise, 'cases'>>)[name]
      const cases = exercise?.cases?.[parameter]
      const { good, bad } = cases ?? casesOf(schema as ParameterSchema)
      for (const value of shareOf(good)) {
        const reply = await ask(members.OWNER, name, one, { query: { [parameter]: value } })
        if (parameter === 'scope_id') assertRefused(reply, 'not_found')
        else if (name === 'uploadFile' && parameter === 'record_id') assertNames(reply, 'record_id')
        else assertAnswers(reply, name)
      }
      for (const value of [...shareOf(bad.slice(0, 8)), '']) {
        assertNames(await ask(members.OWNER, name, one, { query: { [parameter]: value } }), parameter)
      }
    })
  }

  if (body) {
    test(`${name} names a field of the wrong type and an unknown one`, async () => {
      const request = await requestFor(name, one)
      const send = (fields: object) =>
        members.OWNER.call(request.path, { method, body: { ...(request.body as object), ...fields } })
      assertNames(await send({ nonsense: 1 }), 'nonsense')
      const fields = Object.entries(body.properties as Record<string, { type?: unknown }>)
      const names = fields.map(([field, { type }]) => (type === 'object' ? `${field}.not` : field))
      // A refusal names every field error, so that all fields are checked by one call.
      assertNames(await send(Object.fromEntries(fields.map(([field]) => [field, { not: 'this' }]))), ...names)
      assertRefused(await members.OWNER.call(request.path, { method, body: '[]' }), 'invalid_request')
      assertRefused(await members.OWNER.call(request.path, { method, body: '{' }), 'invalid_request')
    })
  }

  if (method !== 'GET') {
    test(`${name} adds one line to the administrative log, with the caller as its actor`, async () => {
      const since = (await entries()).length
      const reply = await ask(members.ADMIN, name)
      if (name !== 'createSandbox') assertAnswers(reply, name)
      const lines = (await entries()).slice(since).filter(({ actor }) => actor === members.ADMIN.email)
      if (name !== 'createSandbox') assert.ok(lines.length >= 1, 'no line')
      for (const { action } of lines) assert.match(action, /^[a-z_]+\.[a-z_]+$/)
      const calls = await world.sql(`select from audit.calls where path like '/console%'`)
      assert.equal(calls.length, 0)
    })
  }
}

test('every refusal of an operation is one that its contract names', () => {
  const open: ErrorCode[] = ['not_found', 'conflict']
  for (const [name, { errors }] of CONSOLE_OPERATIONS) {
    for (const code of errors) assert.ok([...open, 'not_implemented'].includes(code), `${name} ${code}`)
  }
})

async function pathOf(name: ConsoleName, sample: ConsoleSample, place: string): Promise<string> {
  const { path } = await requestFor(name, sample)
  const index = operationOf(name).path.split('/').indexOf(`{${place}}`)
  return path.split('?', 1)[0]?.split('/')[index] as string
}

async function entries(): Promise<{ actor: string; action: string }[]> {
  return world.sql(`select actor, action from administrative_log where organization_id = $1 order by id`, [
    one.organization.id,
  ])
}
