/**
 * Every operation that writes keeps what the contract promises about bodies, and about repeating a call with its Idempotency-Key.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf } from '../service/audit-lines.ts'
import { prepare, type Reply, useOrganization, useWorld } from '../world.ts'
import { addressOf, EXERCISES, type Exercise, OPERATIONS, requestOf } from './exercises.ts'
import { assertAnswers, assertNames, assertRateHeaders, assertRefused } from './promises.ts'
import { storeSample } from './sample.ts'

const world = useWorld()
const org = useOrganization(world)
const sample = prepare(() => storeSample(org))

for (const [name, operation] of OPERATIONS.filter(([, { method }]) => method !== 'GET')) {
  const exercise: Exercise = EXERCISES[name]
  const ask = (
    body: object | undefined,
    headers: Record<string, string> = {},
    address = addressOf(name, sample),
  ): Promise<Reply> =>
    world.call(address, {
      ...requestOf(name, sample, org.key),
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })

  test(`${name} leaves its audit line with the change`, async () => {
    const reply = await ask(undefined)
    assertAnswers(reply, name)
    const lines = await linesOf(world, reply.headers.get('x-request-id') as string)
    assert.deepEqual(
      lines.map(({ status, method, replayed }) => ({ status, method, replayed })),
      [{ status: operation.success.status, method: operation.method, replayed: false }],
    )
  })

  if (operation.body) {
    test(`${name} refuses a body that is not an object or has an unknown field`, async () => {
      const { body: _, ...bodiless } = requestOf(name, sample, org.key)
      assertRefused(await world.call(addressOf(name, sample), bodiless), 'invalid_request')
      const reply = await ask({ ...exercise.body?.(sample), nonsense: 1 })
      assertNames(reply, 'nonsense')
      for (const field of Object.keys(operation.body?.properties ?? {})) assert.ok(reply.text.includes(field))
    })

    test(`${name} names a field of the wrong type`, async () => {
      for (const field of Object.keys(operation.body?.properties ?? {})) {
        assertNames(await ask({ ...exercise.body?.(sample), [field]: { not: 'this' } }), field)
      }
    })
  } else {
    test(`${name}, which takes no body, accepts an empty one and names the fields of any other`, async () => {
      assertAnswers(await ask(undefined, { 'content-type': 'application/json' }), name)
      assertAnswers(await ask({}), name)
      assertNames(await ask({ nonsense: 1, more: [] }), 'nonsense', 'more')
    })
  }

  if (operation.idempotent) {
    test(`${name} answers a repeated Idempotency-Key with its first reply, and a new key afresh`, async () => {
      const header = { 'idempotency-key': `${name}-0001` }
      const address = addressOf(name, sample)
      const first = await ask(undefined, header, address)
      assertAnswers(first, name)
      assert.equal(first.headers.get('idempotent-replayed'), null)
      const again = await ask(undefined, header, address)
      assertAnswers(again, name)
      assertRateHeaders(again)
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.equal(again.text, first.text)
      assert.notEqual(again.headers.get('x-request-id'), first.headers.get('x-request-id'))
      assert.ok(Number(again.headers.get('x-ratelimit-remaining')) < Number(first.headers.get('x-ratelimit-remaining')))
      const [line] = await linesOf(world, again.headers.get('x-request-id') as string)
      assert.deepEqual([line?.status, line?.replayed], [operation.success.status, true])
      const other = await ask(undefined, { 'idempotency-key': `${name}-0002` }, address)
      assert.equal(other.headers.get('idempotent-replayed'), null)
    })
  }
}
