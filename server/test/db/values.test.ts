/** Values that go into PostgreSQL and come out of it: exact, or refused. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import fc from 'fast-check'
import buildSerializer from 'fast-json-stringify'
import { itemColumns, readDetail } from '#server/db/detail.ts'
import type { ReadPool } from '#server/db/read-pool.ts'
import { type ItemSchema, rowsJson } from '#server/db/row-json.ts'
import { Statement, statement } from '#server/db/statement.ts'
import type { Platform, Tenant } from '#server/db/tenant.ts'
import { unreadJson } from '#server/db/unread.ts'
import { toParameters, type Value } from '#server/db/value.ts'
import { anyText } from '../any-text.ts'
import { useWorld } from './world.ts'

const world = useWorld({ organizations: 1, unitsEach: 1 })
let pool: ReadPool
let db: Platform
beforeEach(() => {
  pool = world.readPool()
  db = pool.for(null)
})

const anyStatement = statement('anyStatement', 'select 1')

const readable: [sql: string, value: unknown][] = [
  ['9007199254740991::bigint', 9007199254740991],
  ['-5::bigint', -5],
  ['sum(n) from (values (1::bigint), (2)) as v(n)', 3],
  ['1234.50::numeric', 1234.5],
  ['0.000001::numeric', 0.000001],
  ['100::numeric(10,2)', 100],
  ['0.1::float8 + 0.2::float8', 0.1 + 0.2],
  ['true', true],
  ['null::bigint', null],
  [`'2026-02-03'::date`, '2026-02-03'],
  [`'2026-01-02 03:04:05.678999+00'::timestamptz`, '2026-01-02T03:04:05.678Z'],
  [`'2026-01-02 03:04:05.6+02'::timestamptz`, '2026-01-02T01:04:05.600Z'],
  [`'2026-01-02 03:04:05+00'::timestamptz`, '2026-01-02T03:04:05.000Z'],
  [`'{"a": [1, null]}'::jsonb`, { a: [1, null] }],
  [`array['a', null, 'b"\\,c', 'null']`, ['a', null, 'b"\\,c', 'null']],
  ['array[1, 2]::bigint[]', [1, 2]],
  [`array['2026-02-03']::date[]`, ['2026-02-03']],
  [`'\\x00ff'::bytea`, Buffer.from([0, 255])],
]

test('a column becomes the value of its type', async () => {
  for (const [index, [sql, value]] of readable.entries()) {
    const rows = await db.query(statement(`readable${index}`, `select ${asColumn(sql)}`), [])
    assert.deepEqual(rows, [{ value }], sql)
  }
})

/** The types that a schema may give each of the values above. */
const SCHEMAS: ItemSchema[] = [
  ...['string', 'integer', 'number', 'boolean'].map(type => ({ type: [type, 'null'] })),
  { type: ['array', 'null'], items: {} },
  { type: 'object', additionalProperties: true },
]

test('a row is written as the JSON of its object, whatever its schema says', async () => {
  let written = 0
  for (const [index, [sql]] of readable.entries()) {
    const rows = await rowsOf(`written${index}`, `select ${asColumn(sql)}`)
    for (const value of SCHEMAS) {
      const schema = objectOf({ value })
      const serialize = buildSerializer(schema as object)
      const expected = outcomeOf(() => JSON.parse(serialize(rows.objects()[0] as object)))
      // The service returns no value of another type than its schema states.
      if ('error' in expected) continue
      assert.deepEqual(JSON.parse(rowsJson(rows, schema) as string), expected.value, `${sql} as ${value.type}`)
      written++
    }
  }
  assert.ok(written > 40)
})

test('a row is written with the columns that its schema names, in the order of the schema', async () => {
  const rows = await rowsOf('named', `select 1 as a, 'x' as b, null::int as c union all select 2, 'y', 3 order by a`)
  const [text, number] = [{ type: 'string' }, { type: 'integer' }]
  const nullable = { type: ['integer', 'null'] }
  assert.equal(rowsJson(rows, objectOf({ c: nullable, b: text })), '{"c":null,"b":"x"},{"c":3,"b":"y"}')
  assert.equal(rowsJson(rows, objectOf({ a: number, more: text }, ['a'])), '{"a":1},{"a":2}')
  assert.equal(rowsJson(rows, objectOf({ a: number, more: text })), undefined, 'a required column is missing')
  assert.equal(rowsJson(rows, { ...objectOf({ a: number }), additionalProperties: true }), undefined)
})

test('any string and any list of strings is written as JSON', async () => {
  const schema = objectOf({ text: { type: 'string' }, texts: { type: 'array', items: { type: ['string', 'null'] } } })
  const text = anyText().filter(candidate => !candidate.includes('\0'))
  const echo = statement(
    'written',
    `select $1::text as text, $2::text[] as texts, json_build_object('a', $1::text) as json`,
  )
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.option(text)), async (text, texts) => {
      const rows = await pool.rows(null, echo, [text, texts])
      assert.equal(rowsJson(rows, schema), JSON.stringify({ text, texts }))
      const json = rowsJson(rows, objectOf({ json: { type: 'object' } }))
      assert.equal(json, JSON.stringify({ json: { a: text } }))
    }),
    { numRuns: 300 },
  )
})

const LISTS = [
  { name: 'ones', key: 'a' },
  { name: 'twos', key: 'a' },
]
/** A record, if `$1`, with `$2` rows in the first list and `$3` in the second. */
const record = statement<object>(
  'record',
  `select record.*, ${itemColumns('ones', 'one', ['a', 'b'])}, ${itemColumns('twos', 'two', ['a', 'at'])}
     from (select 7 as id, 'x' as name where $1) record
     full join (select 'a' || n as a, nullif(n, 2) as b from generate_series(1, $2::int) n) one on false
     full join (select n as a, timestamptz '2026-01-02 03:04:05Z' as at from generate_series(1, $3::int) n) two on false
    order by record.id, one.a, two.a`,
)

test('a record with lists is written as the JSON of its objects, and only if nobody has looked at it', async () => {
  const [text, number] = [{ type: 'string' }, { type: 'integer' }]
  const ones = { type: 'array', items: objectOf({ a: text, b: { type: ['integer', 'null'] } }) }
  const twos = { type: 'array', items: objectOf({ a: number, at: text }) }
  const schema = objectOf({ id: number, name: text, ones, twos })
  const read = (values: Value[]) => readDetail(pool.for(null) as unknown as Tenant, record, values, LISTS)
  for (const [first, second] of [
    [0, 0],
    [0, 2],
    [3, 0],
    [2, 1],
  ] as const) {
    const asObjects = await readDetail(
      { organizationId: '', query: (statement, values) => db.query(statement, values) },
      record,
      [true, first, second],
      LISTS,
    )
    const detail = await read([true, first, second])
    assert.equal(unreadJson(detail, schema), JSON.stringify(asObjects))
    const seen = await read([true, first, second])
    assert.deepEqual({ ...seen }, asObjects)
    assert.equal(unreadJson(seen, schema), undefined)
    const { twos: last, ...others } = schema.properties as Record<string, ItemSchema>
    const reordered = objectOf({ twos: last as ItemSchema, ...others })
    assert.equal(unreadJson(await read([true, first, second]), reordered), undefined, 'the lists are not last')
  }
  assert.equal(await read([false, 0, 0]), undefined)
})

const unreadable = [
  '9007199254740992::bigint',
  '12345678901234567890::numeric',
  '1::numeric / 3',
  `'NaN'::numeric`,
  `'infinity'::timestamptz`,
  `'0044-03-15 BC'::timestamptz`,
]

test('a column value that its type cannot hold exactly is an error, not a wrong value', async () => {
  for (const [index, sql] of unreadable.entries()) {
    const call = db.query(statement(`unreadable${index}`, `select ${asColumn(sql)}`), [])
    await assert.rejects(call, { name: 'UnreadableValue' }, sql)
    const rows = await rowsOf(`unreadable${index}`, `select ${asColumn(sql)}`)
    for (const value of SCHEMAS) {
      assert.throws(() => rowsJson(rows, objectOf({ value })), { name: 'UnreadableValue' }, sql)
    }
  }
})

const writable: [type: string, value: Value, back: unknown][] = [
  ['int', -7, -7],
  ['bigint', 9007199254740991n, 9007199254740991],
  ['boolean', false, false],
  ['text', null, null],
  ['text', '', ''],
  ['timestamptz', new Date('2026-01-02T03:04:05.678Z'), '2026-01-02T03:04:05.678Z'],
  ['bytea', Buffer.from([1, 0, 255]), Buffer.from([1, 0, 255])],
  ['bytea', new Uint8Array([1, 2, 3]).subarray(1), Buffer.from([2, 3])],
  ['int[]', [], []],
  ['bigint[]', [1, null, 3n], [1, null, 3]],
  ['boolean[]', [true, false], [true, false]],
]

test('a value arrives unchanged', async () => {
  for (const [index, [type, value, back]] of writable.entries()) {
    const rows = await db.query(statement(`writable${index}`, `select $1::${type} as value`), [value])
    assert.deepEqual(rows, [{ value: back }], `${type} ${String(value)}`)
  }
})

test('any string and any list of strings arrives unchanged', async () => {
  const echo = statement<{ text: string; texts: string[] }>('echo', 'select $1::text as text, $2::text[] as texts')
  const text = anyText().filter(candidate => !candidate.includes('\0'))
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.option(text)), async (text, texts) => {
      assert.deepEqual(await db.query(echo, [text, texts]), [{ text, texts }])
    }),
    { numRuns: 300 },
  )
})

test('a value that PostgreSQL cannot represent is refused, naming its position', () => {
  const sparse: string[] = []
  sparse[1] = 'b'
  for (const wrong of [
    undefined,
    Number.NaN,
    Infinity,
    new Date(Number.NaN),
    {},
    [[1]],
    [undefined],
    sparse,
    () => 1,
  ]) {
    assert.throws(() => toParameters(anyStatement, [1, wrong as Value]), /^TypeError: \$2 of anyStatement is /)
  }
  const hole: Value[] = []
  hole[1] = 1
  assert.throws(() => toParameters(anyStatement, hole), /^TypeError: \$1 of anyStatement is undefined/)
  assert.throws(() => toParameters(anyStatement, new Array(65_536).fill(1)), RangeError)
})

test('NUL in text is refused with a message for the caller', () => {
  for (const value of ['a\0', ['a', '\0']]) {
    assert.throws(() => toParameters(anyStatement, [value]), { code: 'invalid_request', message: /NUL/ })
  }
})

test('a statement is complete at load time, cannot change, and has a name that PostgreSQL does not truncate', () => {
  assert.ok(anyStatement instanceof Statement && Object.isFrozen(anyStatement))
  for (const wrong of ['', '1st', 'two words', 'a'.repeat(64)])
    assert.throws(() => statement(wrong, 'select 1'), /name/)
})

function asColumn(sql: string): string {
  const [expression, ...from] = sql.split(' from ')
  return [`${expression} as value`, ...from].join(' from ')
}

function rowsOf(name: string, text: string) {
  return pool.rows(null, statement(name, text), [])
}

function objectOf(properties: Record<string, ItemSchema>, required = Object.keys(properties)): ItemSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

function outcomeOf<T>(work: () => T): { value: T } | { error: unknown } {
  try {
    return { value: work() }
  } catch (error) {
    return { error }
  }
}
