/** What the pipeline promises about bodies, enumerated parameters and crashes, tested on a contract made for this. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { request, sendRaw } from '../raw-http.ts'
import { prepare, type Reply, useOrganization, useWorld } from '../world.ts'
import { casesOf, type ParameterSchema } from './parameter-cases.ts'
import { assertNames, assertRefused } from './promises.ts'
import { openSampleApi } from './sample-api.ts'

const world = useWorld()
const org = useOrganization(world)
const api = prepare(() => openSampleApi(world))
after(() => api.close?.())

const THING = { name: 'door', size: 'SMALL' }

function create(body: unknown, headers: Record<string, string> = {}, key = org.key): Promise<Reply> {
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  return api.call('/things', { key, method: 'POST', headers, body: sent })
}

function received(reply: Reply, status: number): unknown {
  assert.equal(reply.status, status, reply.text)
  return JSON.parse(String(reply.body.input))
}

test('a valid body arrives as it was sent', async () => {
  const whole = {
    ...THING,
    count: 10,
    amount_cents: 10_000_000_000_000,
    is_new: false,
    due_date: null,
    happened_at: '2026-03-01T00:00:00.000Z',
    target_url: 'https://example.com/hook',
    lines: [{ code: 'PET', note: '' }],
  }
  for (const body of [THING, whole]) assert.deepEqual(received(await create(body), 201), body)
  const type = { 'content-type': 'application/json; charset=utf-8' }
  assert.deepEqual(received(await create(` ${JSON.stringify(THING)}\n`, type), 201), THING)
})

test('enumerated words are accepted in any case, at any depth, and nothing else is changed', async () => {
  const sent = { name: 'small', size: 'very_Large', lines: [{ code: 'rent', note: 'pet' }] }
  const expected = { name: 'small', size: 'VERY_LARGE', lines: [{ code: 'RENT', note: 'pet' }] }
  assert.deepEqual(received(await create(sent), 201), expected)
})

test('an instant is accepted in any offset, and passed on in UTC', async () => {
  for (const [sent, expected] of [
    ['2026-03-01T00:00:00Z', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01t09:30:00.1234-05:00', '2026-03-01T14:30:00.123Z'],
  ]) {
    assert.deepEqual(received(await create({ ...THING, happened_at: sent }), 201), { ...THING, happened_at: expected })
  }
})

test('of alternative fields at least one must be given, and each is named when none is', async () => {
  const call = (body: object) => api.call('/notes', { key: org.key, method: 'POST', body: JSON.stringify(body) })
  assertNames(await call({}), 'text', 'file')
  assertNames(await call({ text: null }), 'text', 'file')
  assert.match((await call({})).text, /text.*is required unless file is given/)
  assertNames(await call({ text: 5 }), 'text')
  for (const body of [{ text: 'a' }, { file: 'a', text: null }, { text: 'a', file: 'b' }]) {
    assert.deepEqual(received(await call(body), 201), body)
  }
})

test('an unknown field is refused at any depth, and the accepted ones are listed', async () => {
  const reply = await create({ ...THING, nmae: 'door', lines: [{ code: 'PET', note: '', extra: 1 }] })
  assertNames(reply, 'nmae', 'lines[0].extra')
  const [first, second] = reply.body.details
  assert.match(`${first?.message}${second?.message}`, /the accepted fields are name, size, count/)
  assert.match(`${first?.message}${second?.message}`, /the accepted fields are code, note/)
  assertNames(await create(`{"name":"door","size":"SMALL","constructor":1}`), 'constructor')
  assertNames(await create({ ...THING, ['x'.repeat(5_000)]: 1 }), 'x'.repeat(80))
})

test('all missing required fields are named at once', async () => {
  assertNames(await create({}), 'name', 'size')
  assertNames(await create({ lines: [{}], size: 'SMALL' }), 'name', 'lines[0].code', 'lines[0].note')
})

test('errors in the query and in the body are named at once', async () => {
  const call = (path: string, body?: object) =>
    world.call(path, { key: org.key, method: 'POST', ...(body && { body: JSON.stringify(body) }) })
  assertNames(await call('/work-orders?limit=5', { title: 'Tap leaks', unit_id: 'x', extra: 1 }), 'limit', 'extra')
  assertNames(await call('/messages?limit=', {}), 'limit', 'resident_id', 'body')
  assertNames(await call('/webhooks/wh_x/enable?limit=5', { extra: 1 }), 'limit', 'extra')
  assertNames(await call('/webhooks/wh_x/enable?limit=5'), 'limit')
})

const INVALID_VALUES: [field: string, values: unknown[]][] = [
  ['name', [5, null, true, ['door'], 'x', 'x'.repeat(21), 'do\0or']],
  ['size', ['MEDIUM', 'SMALL ', '', 5, null, ['SMALL']]],
  ['count', ['5', 5.5, -1, 11, 1e20, null, true, [5]]],
  ['amount_cents', ['100', 100.5, -1, 10_000_000_000_001, null]],
  ['is_new', ['true', 0, 1, null]],
  ['due_date', ['0000-01-01', '9999-12-31', '2026-02-30', '2026-3-1', '2026-03-01T00:00:00Z', 20260301, '']],
  ['happened_at', ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-03-01', 'now', 1_772_355_600, null]],
  ['target_url', ['example.com', '', 'https://a b', null, 5]],
  ['lines', ['PET', {}, null, Array(4).fill({ code: 'PET', note: '' })]],
]

for (const [field, values] of INVALID_VALUES) {
  test(`a ${field} of another type, form or size is refused and named: a body is never coerced`, async () => {
    for (const value of values) assertNames(await create({ ...THING, [field]: value }), field)
  })
}

test('NUL is refused anywhere in a body', async () => {
  const reply = await create({ ...THING, lines: [{ code: 'PET', note: 'a\0' }] })
  assertNames(reply, 'lines[0].note')
})

test('a body that is not a JSON object is 400', async () => {
  for (const body of [
    '',
    '{',
    '{"name":',
    "{'name':1}",
    'null',
    '[]',
    '"text"',
    '5',
    '\uFEFF{}x',
    '{"__proto__":{}}',
  ]) {
    assertRefused(await create(body), 'invalid_request')
  }
})

test('a body that is not JSON says where and why, without a word of the body', async () => {
  const cases = [
    ['{"name":"secret",\n"size":1,}', 'at line 2, column 10: expected double-quoted property name'],
    ["{'secret':1}", "at line 1, column 2: expected property name or '}'"],
    ['{"secret":1}}', 'at line 1, column 13: unexpected non-whitespace character after JSON'],
    ['{"secret":1', "at line 1, column 12: expected ',' or '}' after property value"],
    ['{"secret":', 'because it ends too early'],
    ['secret', 'at line 1, column 1: unexpected character'],
    ['{"name": "secret",\r\n "count": NaN}', 'at line 2, column 11: unexpected character'],
    ['{"name": None, "secret": 1}', 'at line 1, column 10: unexpected character'],
    ['{"name": "\\u00e9", "count": [1, {"secret": tru}]}', 'at line 1, column 47: unexpected character'],
    ['[undefined]', 'at line 1, column 2: unexpected character'],
    ['[1, -x]', 'at line 1, column 6: no number after minus sign'],
    [`{"name":"${'x'.repeat(60_000)}","count":.5}`, 'at line 1, column 60020: unexpected character'],
  ]
  for (const [body, where] of cases) {
    const reply = await create(body)
    assertNames(reply, '')
    assert.equal(reply.body.message, `The body is not valid JSON ${where}.`)
  }
  const long = `["${'x'.repeat(64 * 1024)}", secret]`
  assert.equal((await create(long)).body.message, 'The body is not valid JSON.')
})

test('a body nested deeper than the stack is refused like any invalid body', async () => {
  const deep = `{"name":"door","size":"SMALL","x":${'['.repeat(400_000)}${']'.repeat(400_000)}}`
  assertNames(await create(deep), 'x')
})

test('a body with eighty thousand errors names some of them', async () => {
  const body = Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`x${index}`, 1]))
  const reply = await create(body)
  assertRefused(reply, 'invalid_request')
  assert.ok(reply.text.length < 20_000)
})

test('a body over 1 MiB is 413, whether or not it states its length', async () => {
  const body = JSON.stringify({ ...THING, name: 'x'.repeat(1024 * 1024) })
  assertRefused(await create(body), 'payload_too_large')
  const chunk = `${(1024 * 1024 + 1).toString(16)}\r\n${'x'.repeat(1024 * 1024 + 1)}\r\n0\r\n\r\n`
  const headers = { 'x-api-key': org.key, 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
  const reply = await sendRaw(api.url, request('POST /sample/things', headers, chunk))
  assert.ok(reply)
  assertRefused(reply, 'payload_too_large')
})

test('a body of another type or charset, or compressed, is 415', async () => {
  const json = ['json; charset=utf-8; charset=cp1252', 'json;charset="utf-16"', 'x-www-form-urlencoded']
  const forms = ['json', '', 'text/plain', 'multipart/form-data; boundary=x', ...json.map(one => `application/${one}`)]
  for (const form of forms) assertRefused(await create(THING, { 'content-type': form }), 'unsupported_media_type')
  const type = 'APPLICATION/JSON; version=1 ; Charset="UTF-8"'
  const send = (encoding: string) => create(THING, { 'content-type': type, 'content-encoding': encoding })
  for (const encoding of ['gzip', 'identity, br']) assertRefused(await send(encoding), 'unsupported_media_type')
  assert.equal((await send('identity')).status, 201)
})

test('a body shorter than its stated length is refused before it counts as a call', async () => {
  const headers = { 'x-api-key': org.key, 'content-type': 'application/json', 'content-length': '10' }
  const reply = await sendRaw(api.url, request('POST /sample/things', headers, `${JSON.stringify(THING)}and more`))
  assert.ok(reply)
  assertRefused(reply, 'invalid_request')
})

const WITHOUT_BODY = ['GET /sample/things', 'DELETE /sample/things/a', 'POST /sample/things/a/shut']

test('an empty body is accepted where none is expected, whatever its type and however its emptiness is expressed', async () => {
  for (const line of WITHOUT_BODY) {
    for (const type of ['application/json', 'text/plain', 'nonsense', '', undefined]) {
      for (const length of [{ 'content-length': '0' }, {}, { 'transfer-encoding': 'chunked' }]) {
        // A chunked body without a valid content type is refused, because the service cannot know yet that it is
        // empty.
        if ('transfer-encoding' in length && (type === 'nonsense' || type === '')) continue
        const headers = { 'x-api-key': org.key, ...(type !== undefined && { 'content-type': type }), ...length }
        const reply = await sendRaw(api.url, request(line, headers, 'transfer-encoding' in length ? '0\r\n\r\n' : ''))
        assert.equal(reply?.status, 200, `${line} ${type} ${JSON.stringify(length)} ${reply?.text}`)
      }
    }
  }
})

test('where no body is expected an empty object is accepted, and every field of another one is named', async () => {
  for (const [method, path] of [
    ['DELETE', '/things/a'],
    ['POST', '/things/a/shut'],
  ] as const) {
    const call = (body: string, headers = {}) => api.call(path, { key: org.key, method, body, headers })
    for (const body of ['{}', ' {\n} ', '']) assert.equal((await call(body)).status, 200, body)
    const refused = await call('{"reason":"old","force":true}')
    assertNames(refused, 'reason', 'force')
    assert.equal(refused.body.details[0]?.message, 'is not known; this call takes no body')
    for (const body of ['[]', 'null', '"all"', '5', '{', 'reason=old'])
      assertRefused(await call(body), 'invalid_request')
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const reply = await call('reason=old', { 'content-type': type })
      assertRefused(reply, 'invalid_request')
      assert.equal(reply.body.message, 'This call takes no body.')
    }
    assertRefused(await call(JSON.stringify({ reason: 'x'.repeat(1024 * 1024) })), 'payload_too_large')
  }
})

test('a GET with a body is refused as any other call that takes none, so that a filter in a body is not ignored', async () => {
  const send = async (body: string, type = 'application/json') => {
    const headers = { 'x-api-key': org.key, 'content-type': type, 'content-length': String(body.length) }
    return (await sendRaw(api.url, request('GET /sample/things', headers, body))) as Reply
  }
  assert.equal((await send('{}')).status, 200)
  const refused = await send('{"status":"OPEN"}')
  assertNames(refused, 'status')
  assert.match(String(refused.body.message), /this call takes no body, and its parameters belong in the query/)
  assertRefused(await send('status=OPEN', 'application/x-www-form-urlencoded'), 'invalid_request')
  assertRefused(await send(JSON.stringify({ reason: 'x'.repeat(1024 * 1024) })), 'payload_too_large')
})

test('scope is checked first, then the form of Idempotency-Key, then the body', async () => {
  const { key } = await org.issueKey({ scopes: ['properties:read'] })
  const bad = { 'idempotency-key': 'short' }
  assertRefused(await api.call('/things', { method: 'POST', body: '{', headers: bad }), 'unauthorized')
  assertRefused(await create('{', bad, key), 'forbidden')
  assertRefused(await create('x'.repeat(2_000_000), {}, key), 'forbidden')
  assertNames(await create('{', bad), 'Idempotency-Key')
  assertNames(await create({}, { 'idempotency-key': '"12345678"' }), 'name', 'size')
})

test('a body that asks for something not available yet is 501, whatever else is wrong with it, after every check that precedes bodies', async () => {
  const call = (body: string, { key = org.key, path = '/notes', headers = {} } = {}) =>
    api.call(path, { key, method: 'POST', headers, body })
  const sound = '{"text":"sound","nonsense":1,"file":5}'
  const reply = await call(sound)
  assertRefused(reply, 'not_implemented')
  assert.equal(reply.body.message, 'Notes cannot sound yet.')
  assertRefused(await call(sound, { path: '/notes?nonsense=1' }), 'not_implemented')
  assertRefused(await call(sound, { key: 'nobody' }), 'unauthorized')
  assertNames(await call(sound, { headers: { 'idempotency-key': 'short' } }), 'Idempotency-Key')
  for (const other of ['{"text":"sounds"}', '["sound"]', '"sound"', '{"text":"sound"']) {
    assertRefused(await call(other), 'invalid_request')
  }
})

test('an Idempotency-Key is 8 to 128 visible ASCII characters, bare or quoted', async () => {
  for (const value of ['12345678', '"12345678"', 'x'.repeat(128), `"${'x'.repeat(128)}"`, '"1234\\"678"', '!~{}[],;']) {
    assert.equal((await create(THING, { 'idempotency-key': value })).status, 201, value)
  }
  for (const value of ['1234567', '"1234567"', 'x'.repeat(129), '1234 5678', '12345678é', '']) {
    assertNames(await create(THING, { 'idempotency-key': value }), 'Idempotency-Key')
  }
})

test('enumerated and dated parameters are accepted in their forms and named otherwise', async () => {
  const kinds: Record<string, ParameterSchema> = {
    size: { type: 'string', enum: ['SMALL', 'VERY_LARGE'] },
    on: { type: 'string', format: 'date' },
  }
  for (const [name, schema] of Object.entries(kinds)) {
    const { good, bad } = casesOf(schema)
    const ask = (value: string) => api.call(`/things?${new URLSearchParams({ [name]: value })}`, { key: org.key })
    for (const value of good) assert.deepEqual(received(await ask(value), 200), { [name]: value.toUpperCase() })
    for (const value of bad) assertNames(await ask(value), name)
  }
})

test('a crash is 500 without detail, logged with the request ID', async () => {
  const reply = await api.call('/crash', { key: org.key })
  assertRefused(reply, 'internal_error')
  assert.ok(!reply.text.includes('secret'))
  const line = api.logged.find(text => text.includes(String(reply.body.request_id)))
  assert.match(line ?? '', /a secret of the inside/)
})
