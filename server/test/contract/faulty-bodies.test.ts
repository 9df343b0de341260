/** Every body of every contract is refused for a single fault, however many unknown fields are next to it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { TObject } from 'typebox'
import { SIGN_IN_CALLS } from '#contract/console/sign-in.ts'
import { consoleContract, mountedV1 } from '#contract/console.ts'
import type { AnyOperation } from '#contract/operation.ts'
import { v1 } from '#contract/v1.ts'
import { readFields } from '#server/base/read-object.ts'
import { Refusal } from '#server/base/refusal.ts'
import { repeats } from '../sizes.ts'
import { bodyOf, type Fault, faultsOf } from './generated-bodies.ts'

/** Each body only once, because the console mounts version 1 unchanged. */
const BODIES = new Map<TObject, string>()
for (const [name, { body }] of Object.entries<AnyOperation>({ ...v1, ...consoleContract, ...mountedV1 })) {
  if (body) BODIES.set(body, name)
}
for (const [path, { body }] of Object.entries(SIGN_IN_CALLS)) BODIES.set(body, path)

const RUNS = repeats(15, 1_500)
/** Enough bodies that one of them has a place for each fault, even in a list of objects that may be empty or left out. */
const BODIES_WITH_EVERY_PLACE = 100
const unknownFields = fc
  .uniqueArray(
    fc.string({ minLength: 1, maxLength: 12 }).map(name => `x-${name}`),
    { maxLength: 100 },
  )
  .map(names => Object.fromEntries(names.map(name => [name, 1])))

for (const [schema, name] of BODIES) {
  test(`a valid body of ${name} passes, and one with a fault never does`, () => {
    const faults = faultsOf(schema)
    const bodies = fc.sample(bodyOf(schema), { numRuns: BODIES_WITH_EVERY_PLACE, seed: 1 })
    for (const { path, into } of faults) {
      const body = bodies.find(one => into(structuredClone(one)) !== undefined)
      assert.ok(body, `no body has a place for ${path}`)
      assertRefused(schema, into(structuredClone(body))!, [path])
    }
    fc.assert(
      fc.property(bodyOf(schema), fc.nat(), unknownFields, (body, choice, extra) => {
        assert.deepEqual(refusalOf(schema, body), undefined, JSON.stringify(body).slice(0, 500))
        if (faults.length === 0) return
        const fault = faults[choice % faults.length] as Fault
        const faulty = fault.into(structuredClone(body))
        if (faulty === undefined) return
        assertRefused(schema, faulty, [fault.path])
        const names = Object.keys(extra).map(field => field.slice(0, 80))
        assertRefused(schema, { ...extra, ...faulty }, [fault.path, ...names])
        if (names.length > 0) assertRefused(schema, { ...body, ...extra }, names)
      }),
      { numRuns: RUNS },
    )
  })
}

/** The refusal names at least one place, and no place that is valid. */
function assertRefused(schema: TObject, body: object, places: string[]): void {
  const refusal = refusalOf(schema, body)
  assert.equal(refusal?.code, 'invalid_request', JSON.stringify(body).slice(0, 500))
  const named = refusal.details?.map(({ path }) => path) ?? []
  assert.ok(named.length > 0 && named.length <= 50, refusal.message)
  for (const path of named) assert.ok(places.includes(path), `${path} is none of ${places}: ${refusal.message}`)
}

function refusalOf(schema: TObject, body: unknown): Refusal | undefined {
  try {
    readFields(schema, body)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
