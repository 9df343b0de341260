/** Rows that are sent as one array per column arrive as they were. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { columns } from '#server/db/columns.ts'
import { statement } from '#server/db/statement.ts'
import type { Platform } from '#server/db/tenant.ts'
import { anyText } from '../any-text.ts'
import { useWorld } from './world.ts'

const world = useWorld({ organizations: 1, unitsEach: 1 })
let db: Platform
beforeEach(() => {
  db = world.readPool().for(null)
})

const GIVEN = columns({
  words: 'text',
  day: 'date',
  at: 'timestamptz',
  cents: 'bigint',
  is_so: 'boolean',
  lines: 'jsonb',
})
const given = statement<object>('given_columns', `select $1::integer as first, t.* from ${GIVEN.from(2)} t`)

test('every field of every row is read as it was sent, and a missing one as null', async () => {
  const words = anyText().filter(text => !text.includes('\0'))
  const row = fc.record(
    {
      words: fc.oneof(words, fc.constantFrom('NULL', '', '"', '\\', '{"a"}', 'a,b')),
      day: fc.constantFrom('2026-02-28', null),
      at: fc.constantFrom('2026-01-02T03:04:05.678Z', null),
      cents: fc.maxSafeInteger(),
      is_so: fc.boolean(),
      lines: fc.array(fc.record({ description: words, amount_cents: fc.integer() }, { noNullPrototype: true })),
      elsewhere: fc.string(),
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  const nothing = { words: null, day: null, at: null, cents: null, is_so: null, lines: null }
  await fc.assert(
    fc.asyncProperty(fc.array(row), async rows => {
      const sent = rows.map(({ elsewhere: _, ...fields }) => ({ first: 7, ...nothing, ...fields }))
      assert.deepEqual(await db.query(given, [7, ...GIVEN.of(rows)]), sent)
    }),
  )
})

test('NUL and half a surrogate pair are refused in any field of text', async () => {
  const sending = (words: string) => db.query(given, [7, ...GIVEN.of([{ words: 'a' }, { words }])])
  for (const words of ['a\0', 'a\ud800', '\udc00']) await assert.rejects(sending(words), { code: 'invalid_request' })
})
