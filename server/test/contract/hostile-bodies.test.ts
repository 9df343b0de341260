/**
 * Bodies that try to pass unread: faults behind unknown fields, fields named like a path parameter, duplicate names, and bytes
 * that are not text.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorkOrder } from '#server/domain/work-orders/operations.ts'
import { request, sendRaw } from '../raw-http.ts'
import { property, store } from '../records.ts'
import { prepare, type Reply, useOrganization, useWorld } from '../world.ts'
import { assertNames, assertRefused } from './promises.ts'
import { openSampleApi } from './sample-api.ts'

const world = useWorld()
const org = useOrganization(world)
const api = prepare(() => openSampleApi(world))
const home = property()
before(() => store(org, { properties: [home] }))
after(() => api.close?.())

const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}`, n]))

function post(body: unknown, path = '/work-orders', method = 'POST'): Promise<Reply> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return world.call(path, { key: org.key, method, body: text })
}

/** A body whose bytes are not the UTF-8 of a string. */
async function postBytes(bytes: Buffer): Promise<Reply> {
  const reply = await fetch(`${world.service.url}/api/v1/work-orders`, {
    method: 'POST',
    headers: { 'x-api-key': org.key, 'content-type': 'application/json' },
    body: new Uint8Array(bytes),
  })
  const text = await reply.text()
  return { status: reply.status, headers: reply.headers, text, body: JSON.parse(text) }
}

async function titles(): Promise<string[]> {
  const { body } = await world.call('/work-orders?limit=100', { key: org.key })
  return body.data.map(({ title }) => title as string)
}

test('no number of unknown fields hides an error, and nothing of such a body is stored', async () => {
  for (const count of [0, 1, 7, 8, 9, 50, 51, 100, 999]) {
    const reply = await post({ ...unknown(count), title: 5, property_id: home.id })
    assertRefused(reply, 'invalid_request')
    assert.ok(reply.body.details.length > 0 && reply.body.details.length <= 50)
  }
  for (const count of [1, 8, 100])
    assertRefused(await post({ ...unknown(count), title: 'x', property_id: home.id }), 'invalid_request')
  assert.deepEqual(await titles(), [])
})

test('the accepted fields are listed once, however many fields are unknown', async () => {
  const { body } = await post({ ...unknown(3), title: 'x', property_id: home.id })
  assert.deepEqual(
    body.details.map(({ path }) => path),
    ['x0', 'x1', 'x2'],
  )
  assert.deepEqual(
    body.details.map(({ message }) => /accepted/.test(message)),
    [true, false, false],
  )
})

test('a field without a name is refused as such, and not as if the body were unknown', async () => {
  const body = JSON.stringify({ '': 1, size: 'SMALL', lines: [{ '': 1, code: 'PET', note: '' }] })
  const reply = await api.call('/things', { key: org.key, method: 'POST', body })
  assert.deepEqual(
    reply.body.details.map(({ path, message }) => [path, message.replace(/; .*/, '')]),
    [
      ['', 'has a field without a name'],
      ['name', 'is required'],
      ['lines[0]', 'has a field without a name'],
    ],
  )
})

test('a call without the body that it needs is told to send one, however its emptiness is expressed', async () => {
  for (const headers of [{ 'content-length': '0' }, { 'content-type': 'application/json', 'content-length': '0' }]) {
    const reply = await sendRaw(api.url, request('POST /sample/things', { 'x-api-key': org.key, ...headers }, ''))
    assertNames(reply as Reply, '')
    assert.equal(reply?.body.message, 'The body is empty; send a JSON object.')
  }
})

test('an empty text or ID is refused as empty, and not by the length of the longest one', async () => {
  const { body } = await post({ title: '', property_id: '', unit_id: '' })
  assert.deepEqual(
    body.details.map(({ path, message }) => [path, message]),
    ['title', 'property_id', 'unit_id'].map(path => [path, 'must not be empty']),
  )
  assert.match(
    (await post({ title: 'x'.repeat(201), unit_id: 'u' })).text,
    /title must be between 1 and 200 characters long/,
  )
})

test('a body cannot change the resource that the path names', async () => {
  const made = (description: string) =>
    org.within(context => createWorkOrder(context, { description, property_id: home.id }))
  const [one, other] = [await made('One'), await made('Other')]
  for (const id of [one.work_order_id, 'wo_nothing']) {
    const reply = await post(
      { ...unknown(8), id: other.work_order_id, title: 'taken over' },
      `/work-orders/${id}`,
      'PATCH',
    )
    assertRefused(reply, 'invalid_request')
  }
  assert.deepEqual((await titles()).sort(), ['One', 'Other'])
})

test('the path takes precedence over a query parameter and a body field of the same name', async () => {
  const reply = await api.call('/things/a/rename?id=b', {
    key: org.key,
    method: 'POST',
    body: '{"id":"c","name":"new"}',
  })
  assert.deepEqual(JSON.parse(String(reply.body.input)), { id: 'a', name: 'new' })
})

test('a name repeated in an object is refused and named, at any depth and with any escapes', async () => {
  const title = `"title":"One","property_id":"${home.id}"`
  for (const [body, place] of [
    [`{${title},"title":"Two"}`, 'title'],
    [`{${title},"t\\u0069tle":"Two"}`, 'title'],
    [`{${title},"x":[{"a":1},{"b":{"c":1,"c":1}}]}`, 'x[1].b.c'],
    [`{${title},"__proto__":1,"__proto__":2}`, '__proto__'],
    [`{${title},"a\\"b":1,"a\\"b":2}`, 'a"b'],
    [`{${title},"":1,"":2}`, ''],
    [`{"title":{"a":1},${title}}`, 'title'],
  ] as const) {
    const reply = await post(body)
    assertNames(reply, place)
    assert.match(String(reply.body.message), /more than once/)
  }
  assert.ok(!(await titles()).includes('Two'))
  const again = `{${title},"description":"\\"title\\":1,\\"title\\":2"}`
  assert.equal((await post(again)).status, 201)
})

test('a fraction that would be read as a whole number is refused, and a whole number may be written in any form', async () => {
  const cost = (written: string) => `{"title":"Cost","property_id":"${home.id}","cost_cents":${written}}`
  for (const written of [
    '1e-400',
    '-1e-400',
    '0.99999999999999999',
    '1.00000000000000000001',
    '100.5e-400',
    '1E-324',
  ]) {
    const reply = await post(cost(written))
    assertNames(reply, 'cost_cents')
    assert.match(String(reply.body.message), /cost_cents is not a whole number/)
  }
  for (const written of ['1.005', '1e400', '9007199254740993']) assertNames(await post(cost(written)), 'cost_cents')
  const nested = await post(`{"x":[1.0,{"y":2.00000000000000000001}]}`)
  assert.equal(nested.body.details?.[0]?.path, 'x[1].y')
  for (const written of ['1.0', '10.00e-1', '1e0', '0.001E+3', '100000e-5']) {
    const { status, body } = await post(cost(written))
    assert.deepEqual([status, body.cost_cents], [201, 1], written)
  }
  for (const written of ['0e-400', '-0.0', '0.00e99999']) assert.equal((await post(cost(written))).body.cost_cents, 0)
})

test('a value of another type is answered with what the field accepts, not only with its type', async () => {
  const wrong = { title: 5, priority: 5, category: null, due_date: 20_260_301, scheduled_start: 0 }
  const { body } = await post({ ...wrong, property_id: home.id })
  const said = new Map(body.details.map(({ path, message }) => [path, message]))
  assert.equal(said.get('title'), 'must be a string')
  assert.equal(said.get('priority'), 'must be one of LOW, NORMAL, HIGH, EMERGENCY, MEDIUM, URGENT')
  assert.match(String(said.get('category')), /^must be one of PLUMBING, .* OTHER$/)
  assert.match(String(said.get('due_date')), /^must be a date in the form YYYY-MM-DD.*, or null$/)
  assert.match(String(said.get('scheduled_start')), /^must be a date and time with a UTC offset.*, or null$/)
})

test('names of the prototype are treated as ordinary fields', async () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    assertNames(await post(`{"title":"x","property_id":"${home.id}","${name}":{"prototype":{}}}`), name)
  }
})

test('what is not JSON is 400 with details', async () => {
  for (const body of [
    '',
    '{',
    '{"title":',
    "{'title':1}",
    '{"title":"x",}',
    '{"title" "x"}',
    '"',
    '{"a\\x":1}',
    '{"a":1}}',
    'NaN',
  ]) {
    const reply = await post(body)
    assertRefused(reply, 'invalid_request')
    assert.equal(reply.body.details?.length, 1, `${body} ${reply.text}`)
  }
  for (const body of ['[]', 'null', '"x"', '5']) assert.equal((await post(body)).body.details?.length, 1, body)
})

test('bytes that are not UTF-8 are refused, and the field that contains them is named', async () => {
  const body = (before: string, ...bytes: number[]) =>
    Buffer.concat([
      Buffer.from(`{"property_id":"${home.id}","entry_notes":"Zoë 🏠","title":"${before}`),
      Buffer.from(bytes),
      Buffer.from('"}'),
    ])
  for (const bytes of [[0xff], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf0, 0x9f, 0x8f], [0xe9], [0x80]]) {
    assertNames(await postBytes(body('é', ...bytes)), 'title')
  }
  assertRefused(await postBytes(Buffer.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0])), 'invalid_request')
  assert.equal((await postBytes(body('été', 0xc3, 0xa9))).status, 201)
  assert.equal((await postBytes(Buffer.concat([Buffer.from('\ufeff'), body('marked')]))).status, 201)
})

test('a body of more parts than any call accepts is refused with that reason', async () => {
  const wide = `{${Array.from({ length: 1_001 }, (_, n) => `"x${n}":1`).join()}}`
  const long = `{"lines":[${Array.from({ length: 10_001 }, () => '1').join()}]}`
  const deep = `{"title":${'['.repeat(33)}${']'.repeat(33)}}`
  for (const [body, says] of [
    [wide, /more than 1,000 fields/],
    [long, /more than 10,000 values/],
    [deep, /more than 32 levels/],
  ] as const) {
    const reply = await post(body)
    assertRefused(reply, 'invalid_request')
    assert.match(String(reply.body.message), says)
    assert.equal(reply.body.details.length, 1)
  }
})

test('a body in another form is 400 where none is expected, because 415 would say that another form is taken', async () => {
  const others = ['application/json; charset=utf-16', 'text/plain', 'nonsense', '']
  for (const line of ['GET /sample/things', 'DELETE /sample/things/a', 'POST /sample/things/a/shut']) {
    for (const form of [...others.map(type => ({ 'content-type': type })), { 'content-encoding': 'gzip' }]) {
      const headers = { 'x-api-key': org.key, 'content-type': 'application/json', 'content-length': '2', ...form }
      const reply = await sendRaw(api.url, request(line, headers, '{}'))
      assert.ok(reply)
      assertRefused(reply, 'invalid_request')
      assert.match(String(reply.body.message), /This call takes no body/)
    }
  }
})
