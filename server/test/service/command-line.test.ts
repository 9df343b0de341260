/** The command line as programs use it: one JSON object on stdout whatever happens, and an exit status that states the outcome. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { EVENT_TYPES } from '#contract/events.ts'
import { idFromUuid } from '#server/base/ids.ts'
import { visitor } from '../console/visitor.ts'
import { charge, lease, property, store, unit } from '../records.ts'
import { useOrganization, useWorld } from '../world.ts'
import {
  connectionString,
  type Ended,
  GATEHOUSE,
  gatehouse,
  gatehouseProcess,
  objectOf,
  onlyObject,
  type Settings,
} from './processes.ts'

const world = useWorld({ own: true })
const org = useOrganization(world, { plan: 'GROWTH' })
let orgId: string
let settings: Settings
before(async () => {
  orgId = idFromUuid('organization', org.id)
  settings = { DATABASE_URL: connectionString(world.database.connection) }
})

describe('success: exit status 0 and the object', () => {
  test('org create and org update print the organization as it then is', async () => {
    const made = await run(
      'org',
      'create',
      '--name',
      'Oak & Co',
      '--plan',
      'pro',
      '--sandbox',
      '--timezone',
      'America/Denver',
    )
    const { organization_id, ...rest } = objectOf(made)
    assert.deepEqual(
      [rest.name, rest.plan, rest.is_sandbox, rest.time_zone, rest.has_partner_agreement],
      ['Oak & Co', 'PRO', true, 'America/Denver', false],
    )
    const updated = await run('org', 'update', '--org', organization_id as string, '--partner-agreement', 'yes')
    assert.deepEqual(objectOf(updated), { organization_id, ...rest, has_partner_agreement: true })
  })

  test('key create shows the key once, and warns of scopes its plan does not include', async () => {
    const scopes = 'properties:read, comms:write'
    const made = await run('key', 'create', '--org', orgId, '--name', 'CRM', '--scopes', scopes, '--rpm', '90')
    const { key_id, api_key, warnings, ...rest } = objectOf(made)
    assert.match(key_id as string, /^key_/)
    assert.match((warnings as string[])[0] as string, /GROWTH does not include comms:write/)
    assert.deepEqual([rest.scopes, rest.requests_per_minute], [['properties:read', 'comms:write'], 90])
    const reply = await world.call('/properties', { key: api_key as string })
    assert.deepEqual([reply.status, reply.headers.get('x-ratelimit-limit')], [200, '90'])

    const listed = objectOf(await run('key', 'list', '--org', orgId)).keys as Record<string, unknown>[]
    assert.ok(listed.some(key => key.key_id === key_id))
    assert.ok(listed.every(key => !('api_key' in key)))
  })

  test('key rotate prints a successor of the same family, and revoking that twice changes nothing more', async () => {
    const { keyId } = await org.issueKey()
    const successor = objectOf(await run('key', 'rotate', keyId, '--overlap-hours', '0'))
    assert.equal(successor.family_id, keyId)
    assert.match(successor.api_key as string, /^pm_live_/)
    const revoked = objectOf(await run('key', 'revoke', successor.key_id as string))
    assert.notEqual(revoked.revoked_at, null)
    assert.deepEqual(objectOf(await run('key', 'revoke', successor.key_id as string)), revoked, 'again changes nothing')
  })

  test('user create shows the password once and adds an existing account with the password it has, and set-password changes it', async () => {
    const words = ['--org', orgId, '--email', 'Dana@Example.com']
    const made = objectOf(await run('user', 'create', ...words, '--role', 'admin', '--name', 'Dana Whitfield'))
    const { password, user_id, ...rest } = made
    assert.match(user_id as string, /^usr_/)
    assert.deepEqual(rest, { organization_id: orgId, email: 'dana@example.com', name: 'Dana Whitfield', role: 'ADMIN' })
    assert.equal((await visitor(world).signIn('dana@example.com', password as string)).status, 200)

    const second = idFromUuid('organization', (await world.organization()).id)
    const again = objectOf(
      await run('user', 'create', '--org', second, '--email', 'dana@example.com', '--role', 'OWNER'),
    )
    assert.deepEqual([again.user_id, 'password' in again], [user_id, false])

    const { password: other } = objectOf(await run('user', 'set-password', ...words))
    assert.equal((await visitor(world).signIn('dana@example.com', password as string)).status, 401)
    assert.equal((await visitor(world).signIn('dana@example.com', other as string)).status, 200)
    assert.equal((await run('user', 'create', ...words, '--role', 'VIEWER')).code, 1, 'belongs already')
  })

  test('import recognizes the kind of each file by its header', async () => {
    const docs = ['import-template.csv', 'import-payments-template.csv', 'import-work-orders-template.csv'].map(name =>
      join(import.meta.dirname, '../../../docs', name),
    )
    const [roll, ...others] = docs as [string, ...string[]]
    const first = objectOf(await run('import', '--org', orgId, '--as-of', '2026-03-01', roll))
    assert.deepEqual([first.kind, first.written, first.rows], ['rent_roll', true, 5])
    const { files } = objectOf(await run('import', '--org', orgId, ...others))
    assert.deepEqual(
      (files as Record<string, unknown>[]).map(({ kind, written, rows }) => [kind, written, rows]),
      [
        ['payments', true, 3],
        ['work_orders', true, 3],
      ],
    )
    const again = await run('import', '--org', orgId, '--dry-run', docs[2] as string)
    assert.deepEqual([objectOf(again).written, objectOf(again).unchanged], [false, 3])
  })

  test('org update closes the books and reopens them', async () => {
    const close = async (day: string) =>
      objectOf(await run('org', 'update', '--org', orgId, '--books-closed-through', day)).books_closed_through
    assert.equal(await close('2026-01-31'), '2026-01-31')
    assert.equal(await close('none'), null)
  })

  test('invoices generate bills a month once', async () => {
    const organization = await world.organization()
    const home = property()
    const flat = unit(home)
    // The command uses the wall clock, so the month is a past one.
    const tenancy = lease(flat, { start_date: '2025-09-01', end_date: null })
    await store(organization, { properties: [home], units: [flat], leases: [tenancy], charges: [charge(tenancy)] })
    const bill = async () =>
      objectOf(
        await run('invoices', 'generate', '--org', idFromUuid('organization', organization.id), '--month', '2025-10'),
      )
    const none = { leases_without_charges: 0, left_out: [], in_closed_books: [] }
    const billed = { month: '2025-10', invoices: 1, total_cents: 142_500, ...none }
    assert.deepEqual(await bill(), billed)
    assert.deepEqual(await bill(), { ...billed, invoices: 0, total_cents: 0 })
    const id = idFromUuid('organization', organization.id)
    await run('org', 'update', '--org', id, '--books-closed-through', '2025-12-31')
    const { stdout } = await gatehouse(['invoices', 'generate', '--org', id, '--month', '2025-11'], settings)
    assert.match(
      stdout,
      /Lease lease_\w+ was left out: the books are closed through 2025-12-31, and it would be billed on an earlier day or that one\. Charge it on a later date, or reopen the books\./,
    )
  })

  test('seed counts what it created, adds up its payments, and counts the second time what already existed', async () => {
    const words = ['seed', '--org', orgId, '--units', '4', '--months', '3']
    const { properties, units, leases, invoices, payments, work_orders, leads, ...rest } = objectOf(await run(...words))
    assert.deepEqual([units, rest.skipped_properties], [4, 0])
    for (const count of [properties, leases, invoices, payments, work_orders, leads]) assert.ok(Number.isInteger(count))
    assert.ok((invoices as number) > 4 && (payments as number) > 4)
    assert.deepEqual(await world.sql('select from payment_sum_changes where organization_id = $1', [org.id]), [])
    const again = await gatehouse(words, settings)
    assert.match(again.stdout, new RegExp(`^Created 0 properties, 0 units, .*${properties} properties already existed`))
  })

  test('migrate prints what it has applied, and openapi prints the document', async () => {
    assert.deepEqual(objectOf(await run('migrate')), { applied: [] })
    assert.equal(objectOf(await run('openapi')).openapi, '3.1.0')
  })

  test('--help, and no command at all, print the usage', async () => {
    for (const words of [[], ['--help'], ['key', 'create', '-h']]) {
      const { code, stdout } = await gatehouse(words, settings)
      assert.equal(code, 0)
      assert.match(stdout, /key create/)
    }
  })

  test('--help after a noun prints the commands on it, and after an unknown word every command', async () => {
    const listed = async (noun: string) => {
      const { stdout } = await gatehouse([noun, '--help'], settings)
      return [...stdout.matchAll(/^ {2}gatehouse (.+?) {2}/gm)].map(([, words]) => words?.trim())
    }
    assert.deepEqual(await listed('org'), ['org create', 'org list', 'org update'])
    assert.deepEqual(await listed('lease'), await listed('--json'))
    assert.ok((await listed('lease')).includes('serve'))
  })

  test('trigger --help names every event', async () => {
    const { stdout } = await gatehouse(['trigger', '--help'], settings)
    for (const type of EVENT_TYPES) assert.ok(stdout.includes(type), type)
  })

  test('--version prints the version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
    assert.deepEqual(await gatehouse(['--version'], settings), { code: 0, stdout: `${version}\n`, stderr: '' })
    assert.deepEqual(objectOf(await run('--version')), { version })
  })
})

describe('refusal: exit status 1 and the error', () => {
  const cases: { words: () => string[]; error: string; says: RegExp }[] = [
    { words: () => ['org', 'update', '--org', 'org_nobody', '--plan', 'PRO'], error: 'not_found', says: /org_nobody/ },
    {
      words: () => ['org', 'update', '--org', orgId, '--books-closed-through', '2999-01-01'],
      error: 'invalid_request',
      says: /books_closed_through must not be after today, \d{4}-\d\d-\d\d/,
    },
    { words: () => ['key', 'revoke', 'key_nobody'], error: 'not_found', says: /key_nobody/ },
    {
      words: () => [
        'key',
        'create',
        '--org',
        orgId,
        '--name',
        'x',
        '--scopes',
        'comms:write',
        '--expires-at',
        '2001-01-01',
      ],
      error: 'invalid_request',
      says: /must be a date and time in the future/,
    },
    ...['2999-02-29T00:00:00Z', '2999-01-31T00:00:00', '2999-01-31'].map(expiry => ({
      words: () => ['key', 'create', '--org', orgId, '--name', 'x', '--scopes', 'comms:write', '--expires-at', expiry],
      error: 'invalid_request',
      says: /expires_at must be a date and time in the future, such as/,
    })),
    {
      words: () => ['key', 'revoke', org.key],
      error: 'invalid_request',
      says: /^KEY_ID is a key itself\. Give its ID, which `gatehouse key list` shows\.$/,
    },
    {
      words: () => ['import', '--org', orgId, `${'long'.repeat(80)}.csv`],
      error: 'unavailable',
      says: /\.csv cannot be used \(ENAMETOOLONG\)\. The path or a name in it is too long/,
    },
  ]
  for (const { words, error, says } of cases) {
    test(`${error}: ${says.source}`, async () => {
      const ended = await run(...words())
      assert.equal(ended.code, 1)
      const answer = onlyObject(ended)
      assert.deepEqual(Object.keys(answer), ['error', 'message'])
      assert.equal(answer.error, error)
      assert.match(answer.message as string, says)
      assert.doesNotMatch(ended.stderr, / at .*\.ts:\d+/)
    })
  }
})

test('without --json a refusal leaves stdout empty', async () => {
  const ended = await gatehouse(['key', 'revoke', 'key_nobody'], settings)
  assert.deepEqual([ended.code, ended.stdout], [1, ''])
})

describe('a process ends with the command’s exit status, and writes to the same streams', () => {
  test('1 if the result cannot be written, and what that means on stderr', {
    skip: existsSync('/dev/full') ? false : 'needs /dev/full',
  }, () => {
    const script = '"$0" openapi >/dev/full'
    const { status, stderr } = spawnSync('sh', ['-c', script, GATEHOUSE], { encoding: 'utf8' })
    assert.equal(status, 1)
    assert.match(stderr, /^gatehouse: The result could not be written \(ENOSPC\).*\n$/)
  })

  test('1 if its working folder was deleted, and what to do about that', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-deleted-'))
    const script = 'cd "$1" && rmdir "$1" && exec "$0" doctor'
    const { status, stderr } = spawnSync('sh', ['-c', script, GATEHOUSE, folder], { encoding: 'utf8' })
    assert.equal(status, 1)
    assert.match(stderr, /gatehouse: The folder in which this command was started has been deleted\. Change to /)
    assert.doesNotMatch(stderr, /\n +at /)
  })

  test('0, and the object on stdout', async () => {
    const ended = await gatehouseProcess(['org', 'list', '--json'], settings)
    assert.deepEqual([ended.code, ended.stderr], [0, ''])
    assert.ok((onlyObject(ended).organizations as unknown[]).length > 0)
  })

  test('1, and the reason on stderr', async () => {
    const ended = await gatehouseProcess(['key', 'revoke', 'key_nobody'], settings)
    assert.deepEqual([ended.code, ended.stdout], [1, ''])
    assert.match(ended.stderr, /^gatehouse: /)
  })

  test('2, and the usage on stderr', async () => {
    const ended = await gatehouseProcess(['key', 'revoke'], settings)
    assert.deepEqual([ended.code, ended.stdout], [2, ''])
    assert.match(ended.stderr, /Usage: gatehouse key revoke/)
  })
})

function run(...words: string[]): Promise<Ended> {
  return gatehouse([...words, '--json'], settings)
}
