/** Doc comments stand alone, and no retired word is used; `english.ts` has both lists. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '#server/bundle.ts'
import { fragments, lowerCaseIds, retiredWords } from './english.ts'

/** The rules themselves, which quote what they refuse. Migrations are not read at all: a released one is never edited. */
const EXEMPT = ['server/test/english.ts', 'server/test/english.test.ts']

/** Retired words that must stay, each with the reason. */
const MUST_STAY: Record<string, string> = {
  'server/src/seed/leases.ts: household':
    'names a source of random numbers; another name would change every seeded portfolio',
  'server/src/import/read/rent-roll-headers.ts: Household': 'is a header of files',
  'docs/import.md: Household': 'is a header of files',
  'server/test/import/office-words.test.ts: Household': 'is a header of files',
  'CHANGELOG.md: Household': 'is a header of files',
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const files = globSync(
  [
    '*.md',
    '{docs,decisions,client,examples,deploy}/**/*.md',
    'deploy/monitoring/*.{json,yaml}',
    '{contract,server/src,server/test,client,bench,console/src}/**/*.{ts,tsx}',
    'examples/*/*.ts',
    '{console,server}/*.ts',
    'console/src/*.css',
    '{bench,server/src}/**/*.{sql,sh}',
    'deploy/**/*.{yaml,sh,service}',
    'deploy/{docker,systemd}/gatehouse',
    '{bin/*,Dockerfile,.github/workflows/*.yml}',
  ],
  {
    cwd: ROOT,
    exclude: ['client/dist/**'],
  },
)
  .filter(file => !EXEMPT.includes(file))
  .sort()

function findAll(rule: (text: string) => string[]): string[] {
  return files.flatMap(file => rule(read(file)).map(place => `${file}:${place}`))
}

test('every doc comment names its subject', () => assert.deepEqual(findAll(fragments), []))

test('comments and names of tests write ID, as the reference does', () => assert.deepEqual(findAll(lowerCaseIds), []))

test('no retired word is used', () => {
  const found = findAll(retiredWords).filter(
    place => !Object.keys(MUST_STAY).includes(place.replace(/:\d+: (.*) → .*$/, ': $1')),
  )
  assert.deepEqual(found, [])
})

test('no line of the changelog is longer than 160 characters', () => {
  const long = read('CHANGELOG.md')
    .split('\n')
    .filter(line => line.length > 160)
  assert.deepEqual(long, [])
})

test('a planted ID is found, and a name in code is not', () => {
  for (const comment of [
    '/** The id of a lease. */',
    '/**\n * Rows by their ids. */',
    '  // An id is opaque.',
    'run() // by id',
    "test('an id is opaque', () => {})",
  ]) {
    assert.equal(lowerCaseIds(comment).length, 1, comment)
  }
  assert.deepEqual(
    lowerCaseIds("/** The ID in `id` and `ids`, of org_id. */ const id = ids[0] // an ID\nconst url = 'a//id'"),
    [],
  )
})

test('planted fragments and retired words are found, and ordinary sentences are not', () => {
  const comments = [
    '/** Of a lease. */',
    '/** Who pays. */',
    '/**\n * Whoever calls. */',
    '/** The same for units. */',
    '/** As it was. */',
    '/** It fails. */',
    '/**\n *\n * It fails. */',
  ]
  assert.equal(fragments(comments.join('\n')).length, comments.length)
  assert.deepEqual(
    fragments('/** Offices. */ /** Whose row it is. */ /** The sameness. */ /** Italics. */ // Of this'),
    [],
  )
  const words = [
    'the Back office',
    'a misfit',
    'two households',
    'balances brought forward',
    'take down a lead',
    'draw the lease up',
    'what does not fit',
    '$1,440 a month',
    'one row a unit',
    'a cancelled lease',
    'one look-up per unit',
    'the copy is built anew',
    'checks and mends it',
    'who called of late',
    'one call in work',
    'charges are told apart by code',
    'a row beside it',
    '10 rows at the most',
    'counts towards the quota',
    'applied afterwards',
    'some 70 connections',
    'read along its schema',
    'the beginnings of words',
    'at 80 % of the limit',
    'kept also if it fails',
    'something else than before',
    'whatever is written meanwhile',
    'a text that sorts last',
    'the behaviour of the service',
    'a neighbouring key',
    'nobody reads it any more',
    'while Redis is away',
    'const MOST_ROWS = 50',
    'const LONGEST = 10',
  ]
  for (const word of words) assert.equal(retiredWords(word).length, 1, word)
  assert.deepEqual(retiredWords('$1,440 per month; the resident is not a member; a month later'), [])
  assert.deepEqual(retiredWords('ten may wait, and any more are refused'), [])
  assert.deepEqual(retiredWords('the fees of late invoices; a text message; two in the meantime; some 401s'), [])
})
