/** What a query string may contain: named parameters, text that can be decoded, and dates in years that the service accepts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApiDocument } from '#contract/openapi.ts'
import { REPEATED, readQuery } from '#server/http/query.ts'
import { signedIn } from '../console/visitor.ts'
import { request, sendRaw } from '../raw-http.ts'
import { type Reply, useOrganization, useWorld } from '../world.ts'
import { assertNames, assertRefused } from './promises.ts'

type Parameter = { name?: string; schema: { pattern: string } }

const world = useWorld()
const org = useOrganization(world)

/** Sends `target` exactly as it is written, because our own client would never send some of these. */
async function ask(target: string): Promise<Reply> {
  const reply = await sendRaw(world.service.url as string, request(`GET /api/v1${target}`, { 'x-api-key': org.key }))
  assert.ok(reply, target)
  return reply
}

test('a parameter without a name is refused as such', async () => {
  for (const query of ['=x', '=', 'limit=5&=x']) {
    const reply = await ask(`/listings?${query}`)
    assertNames(reply, 'query')
    assert.doesNotMatch(reply.text, /body/i)
    assert.match(String(reply.body.message), /parameter without a name/)
  }
})

test('of a parameter that is given a thousand times, nothing but that is kept', async () => {
  // In a list that was copied for each value, an address of 8 KB without a key took 30 ms.
  assert.deepEqual({ ...readQuery('city=Akron&'.repeat(1_000)) }, { city: REPEATED })
  const reply = await ask(`/listings?${'city=Akron&'.repeat(700)}`)
  assertNames(reply, 'city')
  assert.equal(reply.body.message, 'city is given more than once.')
})

test('an empty parameter is refused, and a required one is not said to be left out', async () => {
  const optional = await ask('/listings?city=')
  assertNames(optional, 'city')
  assert.equal(optional.body.message, 'city is empty. Give it a value, or leave it out.')
  const required = await ask('/rent-roll?scope_id=')
  assertNames(required, 'scope_id')
  assert.equal(required.body.message, 'scope_id is empty. Give it a value.')
})

test('an invalid percent-escape is refused and named, and none is read as an empty list', async () => {
  for (const text of ['%zz', '%', '%4', 'a%', '%ff', '%c3', '%ed%a0%80', '%c0%80', '%C3%28', 'Col%um']) {
    const reply = await ask(`/listings?city=${text}`)
    assertNames(reply, 'city')
    assert.match(String(reply.body.message), /percent-encoded/)
  }
  assertNames(await ask('/listings?%zz=1'), '%zz')
  assertNames(await ask('/listings?city=Dayton&city=%zz'), 'city')
})

test('escapes, plus signs and empty parts are read the way forms send them', async () => {
  for (const query of ['city=San%20Jos%C3%A9', 'c%69ty=San+Jos%c3%a9', '&limit=5&&', 'limit=%35', 'city=a=b']) {
    assert.equal((await ask(`/listings?${query}`)).status, 200, query)
  }
  assertNames(await ask('/listings?limit=5&lim%69t=5'), 'limit')
  assertNames(await ask('/listings?city=&state=O'), 'city', 'state')
  assertNames(await ask('/listings?__proto__=1&constructor=2'), '__proto__', 'constructor')
  assertNames(await ask('/listings?city=%20'), 'city')
})

test('a day or an instant outside the supported years is refused for its year, and the document states the years', async () => {
  for (const day of ['1899-12-31', '3000-01-01', '0001-01-01', '9999-12-31']) {
    const reply = await ask(`/rent-roll?scope_id=portfolio&as_of_date=${day}`)
    assertNames(reply, 'as_of_date')
    assert.match(String(reply.body.message), /from 1900 to 2999/)
    const since = await ask(`/work-orders?updated_since=${day}T00:00:00Z`)
    assertNames(since, 'updated_since')
    assert.match(String(since.body.message), /from 1900 to 2999/)
  }
  // In UTC this instant is in another year.
  assertNames(await ask('/work-orders?updated_since=2999-12-31T23:00:00-05:00'), 'updated_since')
  const { paths } = openApiDocument() as { paths: Record<string, { get: { parameters: Parameter[] } }> }
  for (const [path, name] of [
    ['/rent-roll', 'as_of_date'],
    ['/work-orders', 'updated_since'],
  ]) {
    const { schema } = paths[`/api/v1${path}`]?.get.parameters.find(one => one.name === name) as Parameter
    const pattern = new RegExp(schema.pattern, 'u')
    assert.ok(pattern.test('2026-03-01') && pattern.test('1900-01-01') && pattern.test('2999-12-31'))
    assert.ok(!pattern.test('1899-12-31') && !pattern.test('3000-01-01'))
  }
})

test('a month outside the supported years is refused for its year, too', async () => {
  const admin = await signedIn(world, org, 'ADMIN')
  for (const month of ['1899-12', '3000-01', '0000-13', '2026-13']) {
    const reply = await admin.call(admin.inside('/invoices/generate'), { body: { month } })
    assertNames(reply, 'month')
    assert.match(String(reply.body.message), /YYYY-MM, in a year from 1900 to 2999/)
  }
})

test('every 400 has details, even when no field is at fault', async () => {
  const { key } = await world.organization()
  const withoutHost = request('GET /api/v1/listings', { 'x-api-key': key }).replace('host: localhost\r\n', '')
  const raw = [withoutHost, 'HELLO\r\n\r\n']
  for (const bytes of raw) {
    const reply = await sendRaw(world.service.url as string, bytes)
    assert.ok(reply)
    assertRefused(reply, 'invalid_request')
    assert.equal(reply.body.details?.length, 1, reply.text)
  }
})
