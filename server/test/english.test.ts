/** Doc comments that can stand alone, and no word that gave way to another; `english.ts` has both lists. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { fragments, retiredWords } from './english.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Folders and files that are still to be rewritten. Rewrite one, and delete its line. */
const NOT_YET = [
  'ARCHITECTURE.md',
  'bench',
  'bench/reads',
  'bench/turns',
  'bench/writes',
  'client/call.ts',
  'client/console.ts',
  'console',
  'console/src/developers',
  'console/src/import',
  'console/src/kit',
  'console/src/leases',
  'console/src/money',
  'console/src/office',
  'console/src/organization',
  'console/src/rent-roll',
  'console/src/residents',
  'console/src/session',
  'console/src/shell',
  'console/src/sign-in',
  'console/src/units',
  'console/src/work-orders',
  'contract/back-office',
  'contract/console',
  'contract/console.ts',
  'docs/operations.md',
  'server/src/base',
  'server/src/console',
  'server/src/db/embedded',
  'server/src/delivery',
  'server/src/domain',
  'server/src/domain/invoices',
  'server/src/domain/leads',
  'server/src/domain/leases',
  'server/src/domain/ledger',
  'server/src/domain/messages',
  'server/src/domain/names',
  'server/src/domain/owners',
  'server/src/domain/payments',
  'server/src/domain/portfolios',
  'server/src/domain/properties',
  'server/src/domain/rent-roll',
  'server/src/domain/residents',
  'server/src/domain/units',
  'server/src/domain/webhooks',
  'server/src/domain/work-orders',
  'server/src/http',
  'server/src/http/console',
  'server/src/import',
  'server/src/import/payments',
  'server/src/import/plan',
  'server/src/import/read',
  'server/src/import/rows',
  'server/src/import/work-orders',
  'server/src/messaging',
  'server/src/platform',
  'server/src/platform/api-keys',
  'server/src/platform/audit',
  'server/src/platform/organizations',
  'server/src/platform/people',
  'server/src/platform/targets',
  'server/src/sign-in',
  'server/src/start.ts',
  'server/src/webhooks',
  'server/test/base',
  'server/test/browser',
  'server/test/cluster.ts',
  'server/test/console',
  'server/test/contract',
  'server/test/db',
  'server/test/delivery',
  'server/test/domain',
  'server/test/domain/rent-roll',
  'server/test/import',
  'server/test/leasing.ts',
  'server/test/messaging',
  'server/test/operations.ts',
  'server/test/platform/quota',
  'server/test/seed',
  'server/test/sending',
  'server/test/service',
  'server/test/tidy.test.ts',
  'server/test/webhooks',
  'server/test/world.ts',
]

/** The rules themselves, which quote what they refuse. Migrations are not read at all: a released one is never edited. */
const EXEMPT = ['server/test/english.ts', 'server/test/english.test.ts']

/** Retired words that must stay, each with the reason. */
const MUST_STAY: Record<string, string> = {
  'server/src/seed/leases.ts: household':
    'names a source of random numbers; another name would change every seeded portfolio',
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const files = globSync(
  [
    '*.md',
    '{docs,decisions}/*.md',
    '{contract,server/src,server/test,client,bench,console/src}/**/*.{ts,tsx}',
    'console/*.ts',
  ],
  {
    cwd: ROOT,
  },
)
  .filter(file => !NOT_YET.includes(file) && !NOT_YET.includes(dirname(file)) && !EXEMPT.includes(file))
  .sort()

function findAll(rule: (text: string) => string[]): string[] {
  return files.flatMap(file => rule(read(file)).map(place => `${file}:${place}`))
}

test('every doc comment names its subject', () => assert.deepEqual(findAll(fragments), []))

test('no word is used that gave way to another', () => {
  const found = findAll(retiredWords).filter(
    place => !Object.keys(MUST_STAY).includes(place.replace(/:\d+: (.*) → .*$/, ': $1')),
  )
  assert.deepEqual(found, [])
})

test('planted fragments and retired words are seen, and sentences are not', () => {
  const comments = [
    '/** Of a lease. */',
    '/** Who pays. */',
    '/**\n * Whoever calls. */',
    '/** The same for units. */',
    '/** As it was. */',
    '/** It fails. */',
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
  ]
  for (const word of words) assert.equal(retiredWords(word).length, 1, word)
  assert.deepEqual(retiredWords('$1,440 per month; the resident is not a member; a month later'), [])
})
