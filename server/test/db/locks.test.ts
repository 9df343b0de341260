/** What the database itself refuses, whatever a statement says: other organizations' rows, deleting, and changing the ledger. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { clientConfig } from '#server/db/session.ts'
import { storeSample } from '../contract/sample.ts'
import { type Organization, useOrganization, useWorld } from '../world.ts'

const world = useWorld({ role: 'all', own: true })
let client: pg.Client
const one = useOrganization(world)
const other = useOrganization(world)
before(async () => {
  client = new pg.Client(clientConfig(world.database.connection))
  await client.connect()
  await storeSample(one)
  await storeSample(other)
  await world.call('/listings', { key: one.key })
})
after(async () => {
  await client?.end()
})

/** Tables owned by their writer, which is exempt from their policies, because COPY refuses to run under forced ones. */
const NOT_FORCED = ['audit.calls']
/** The table in which an organization sees its own row; its key is the organization's ID. */
const ORGANIZATIONS = 'public.organizations'
/** Tables whose rows may be deleted if they belong to a draft; tests of drafts show that other rows stay. */
const DRAFTED = ['public.lease_charges', 'public.lease_residents']
/** Tables whose rows members may delete, days offline and renewals before any day has shown them; the administrative log keeps what was there. */
const MAY_DELETE = ['import_mappings', 'lease_renewals', 'notes', 'saved_views', 'unit_offline_spans']
const FORGOTTEN = MAY_DELETE.map(name => `public.${name}`)
/** Tables that are derived from others, so that deleting a row loses nothing. */
const DERIVED = [
  ...['public.lease_balances', 'public.listing_spans', 'public.payment_sum_changes'],
  ...['public.resident_status_spans', 'public.resident_stays'],
  ...['public.search_words', 'public.search_words_due'],
  ...['public.unit_status_spans', 'public.webhook_alerts'],
]

type Table = { name: string; is_partition: boolean; enabled: boolean; forced: boolean; owner: string }

/** Tables with a column organization_id. */
function tables(): Promise<Table[]> {
  return world.sql(`
    select n.nspname || '.' || c.relname as name, c.relispartition as is_partition, c.relrowsecurity as enabled,
           c.relforcerowsecurity as forced, pg_get_userbyid(c.relowner) as owner
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
     where c.relkind in ('r', 'p') order by name`)
}

/** Runs `sql` as the application, for an organization or for none, and undoes it. */
async function asApplication(organization: Organization | null, sql: string): Promise<pg.QueryResult> {
  await client.query('begin; set local role gatehouse_app')
  try {
    if (organization) await client.query(`select set_config('app.org', $1, true)`, [organization.id])
    return await client.query(sql)
  } finally {
    await client.query('rollback')
  }
}

const DENIED = { code: '42501' }

test('row-level security is forced on every tenant table except the audit log, whose owner writes it', async () => {
  const all = (await tables()).filter(table => !table.is_partition)
  assert.ok(all.length >= 14)
  for (const { name, enabled, forced, owner } of all) {
    assert.ok(enabled, name)
    assert.equal(forced, !NOT_FORCED.includes(name), name)
    assert.equal(owner === 'gatehouse_platform', NOT_FORCED.includes(name), name)
  }
})

test('a month of the audit log can be reached only through the parent table', async () => {
  const partitions = (await tables()).filter(table => table.is_partition)
  assert.ok(partitions.length >= 4)
  for (const { name } of partitions) await assert.rejects(asApplication(one, `select from ${name}`), DENIED, name)
})

/** What gatehouse_console may do across organizations, as table and command: a person is identified before any organization. */
const CONSOLE_ACROSS = [
  'console.invitations SELECT',
  'console.members SELECT',
  'public.organizations INSERT',
  'public.organizations SELECT',
  'public.organizations UPDATE',
  'public.webhook_alerts SELECT',
]

test('every policy compares the organization with the setting, and only the platform and the console have others', async () => {
  const policies = await world.sql<{
    table: string
    roles: string
    command: string
    using: string
    check: string | null
  }>(`
    select schemaname || '.' || tablename as table, roles::text, cmd as command, coalesce(qual, with_check) as using,
           case when qual is not null then with_check end as check
      from pg_policies where permissive = 'PERMISSIVE' order by 1, 2, 3`)
  const across: string[] = []
  for (const { table, roles, command, using, check } of policies) {
    if (roles === '{gatehouse_platform}') continue
    const column = table === ORGANIZATIONS ? 'id' : 'organization_id'
    const isOfOne =
      using.replaceAll(/\s+/g, ' ') === `(${column} = ( SELECT current_organization() AS current_organization))`
    assert.equal(check, null, table)
    if (roles === '{gatehouse_console}' && !isOfOne) across.push(`${table} ${command}`)
    else assert.ok(isOfOne && ['{gatehouse_app}', '{gatehouse_console}'].includes(roles), `${table} ${using}`)
  }
  assert.deepEqual(across.sort(), CONSOLE_ACROSS)
})

test('keys, unique indexes and foreign keys all lead with the organization', async () => {
  for (const { name } of await tables()) {
    const indexes = await world.sql<{ index: string; primary: boolean; unique: boolean; first: string; all: string[] }>(
      `select i.indexrelid::regclass::text as index, i.indisprimary as primary, i.indisunique as unique,
              pg_get_indexdef(i.indexrelid, 1, true) as first
         from pg_index i where i.indrelid = $1::regclass`,
      [name],
    )
    assert.equal(indexes.filter(({ primary }) => primary).length, 1, `${name} has no primary key`)
    for (const { index, unique, first } of indexes) {
      // Nobody can choose or ask for the ID of an entry.
      if (unique && index !== 'ledger_entries_pkey') assert.equal(first, 'organization_id', index)
    }
    const constraints = await world.sql<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype in ('f', 'x')`,
      [name],
    )
    for (const { definition } of constraints) {
      // A person belongs to no organization.
      if (definition.includes('REFERENCES console.users(id)')) continue
      assert.match(definition, /^(FOREIGN KEY \(|EXCLUDE USING gist \((unit_number\()?)organization_id\b/, name)
      assert.match(definition, /REFERENCES organizations\(id\)|REFERENCES \w+\(organization_id|EXCLUDE/, name)
    }
  }
})

test('without an organization the application sees no rows, and with one only that organization’s rows', async () => {
  const all = [...(await tables()).filter(table => !table.is_partition).map(({ name }) => name), ORGANIZATIONS]
  for (const name of all) {
    if (name.startsWith('console.')) {
      await assert.rejects(asApplication(one, `select from ${name}`), DENIED, name)
      continue
    }
    const column = name === ORGANIZATIONS ? 'id' : 'organization_id'
    const read = `select ${column}::text as owner from ${name}`
    assert.deepEqual((await asApplication(null, read)).rows, [], name)
    const seen = (await asApplication(one, read)).rows
    const stored = await world.sql(`${read} where ${column} = $1`, [one.id])
    assert.deepEqual(seen, stored, name)
  }
})

test('the application cannot store a row for another organization', async () => {
  const owner = `insert into owners (organization_id, id, name) values ('${other.id}', 'own_x', 'X')`
  await assert.rejects(asApplication(one, owner), DENIED)
  await assert.rejects(asApplication(null, owner), DENIED)
  await assert.rejects(asApplication(one, `update owners set organization_id = '${other.id}'`), DENIED)
  assert.equal((await asApplication(other, owner)).rowCount, 1)
})

test('the application cannot change what another organization has', async () => {
  const updated = await asApplication(one, `update properties set name = 'Taken' where organization_id = '${other.id}'`)
  assert.equal(updated.rowCount, 0)
})

test('only drafts have a policy that restricts another one', async () => {
  const restrictive = await world.sql<{ of: string }>(
    `select tablename || ' ' || cmd as of from pg_policies where permissive = 'RESTRICTIVE' order by 1`,
  )
  assert.deepEqual(
    restrictive.map(policy => policy.of),
    DRAFTED.map(table => `${table.replace('public.', '')} DELETE`),
  )
})

test('the application deletes only parts of drafts, derived rows, days offline and renewals, truncates nothing, and never changes the ledger, the logs or a key’s secret', async () => {
  const names = [...(await tables()).map(({ name }) => name), ORGANIZATIONS]
  for (const name of names) {
    if (![...DRAFTED, ...FORGOTTEN, ...DERIVED].includes(name))
      await assert.rejects(asApplication(one, `delete from ${name}`), DENIED, name)
    await assert.rejects(asApplication(one, `truncate ${name}`), DENIED, name)
  }
  for (const change of [
    'update ledger_entries set amount_cents = 1',
    'update administrative_log set actor = actor',
    'update audit.calls set status = 200',
    'update events set data = data',
    'update api_keys set secret_sha256 = secret_sha256',
    'update api_keys set scopes = scopes',
    'update organizations set plan = plan',
    'create table mine ()',
    'alter table owners disable row level security',
    'set local row_security = off; select from owners',
  ]) {
    await assert.rejects(asApplication(one, change), DENIED, change)
  }
})

test('the platform cannot see any portfolio', async () => {
  const platformReads = [
    'public.api_keys',
    'public.calendar_days',
    'public.change_notices',
    'public.database_identity',
    'public.record_changes',
    'public.search_words_due',
    'audit.calls',
    'audit.half_hours',
    'audit.key_hours',
    'audit.roll_ups',
    'audit.route_hours',
    'public.files',
    'public.idempotency_records',
    'public.list_counts',
    'public.messages',
    'public.payment_sum_changes',
    'public.webhook_deliveries',
    'public.webhook_alerts',
    'public.webhook_recoveries',
    'public.webhook_subscriptions',
  ]
  for (const { name, is_partition } of await tables()) {
    if (is_partition || platformReads.includes(name)) continue
    await client.query('begin; set local role gatehouse_platform')
    await assert.rejects(client.query(`select from ${name}`), DENIED, name)
    await client.query('rollback')
  }
})

test('the platform sees how old an idempotency record is, but neither the request nor the reply', async () => {
  for (const change of ['select reply', 'select body_sha256', 'select status', 'select *']) {
    await client.query('begin; set local role gatehouse_platform')
    await assert.rejects(client.query(`${change} from idempotency_records`), DENIED, change)
    await client.query('rollback')
  }
})

test('the platform sees which message is due and may claim it, but neither its text nor its recipient', async () => {
  const hidden = ['body', 'subject', 'recipient', 'resident_id', 'status', 'failure_reason', '*']
  for (const change of [
    ...hidden.map(what => `select ${what} from messages`),
    `update messages set status = 'SENT'`,
    'update messages set next_attempt_at = null',
    'delete from messages',
  ]) {
    await client.query('begin; set local role gatehouse_platform')
    await assert.rejects(client.query(change), DENIED, change)
    await client.query('rollback')
  }
})

test('the console sees accounts and memberships, and only the name and plan of an organization; no other role sees accounts', async () => {
  const refused = [
    ...(await tables())
      .filter(
        ({ name, is_partition }) => !is_partition && !name.startsWith('console.') && name !== 'public.webhook_alerts',
      )
      .map(({ name }) => `select from ${name}`),
    'select books_closed_through from organizations',
    `update organizations set plan = 'ENTERPRISE'`,
    'delete from organizations',
    'delete from console.invitations',
  ]
  for (const change of refused) {
    await client.query('begin; set local role gatehouse_console')
    await assert.rejects(client.query(change), DENIED, change)
    await client.query('rollback')
  }
  for (const role of ['gatehouse_app', 'gatehouse_platform']) {
    await client.query(`begin; set local role ${role}`)
    await assert.rejects(client.query('select from console.users'), DENIED, role)
    await client.query('rollback')
  }
})

test('the console writes only for its current organization, and creates no organization except its sandbox', async () => {
  const sandbox = (of: string, isSandbox: boolean) =>
    `insert into organizations (id, name, plan, time_zone, is_sandbox, sandbox_of)
     values (gen_random_uuid(), 'X', 'PRO', 'UTC', ${isSandbox}, ${of})`
  for (const change of [
    `insert into administrative_log (organization_id, id, actor, action) values ('${other.id}', gen_random_uuid(), 'x', 'y')`,
    `insert into console.members (organization_id, user_id, role) values ('${other.id}', 'usr_x', 'OWNER')`,
    sandbox(`'${other.id}'`, true),
    sandbox('null', false),
  ]) {
    await client.query('begin; set local role gatehouse_console')
    await client.query(`select set_config('app.org', $1, true)`, [one.id])
    await assert.rejects(client.query(change), DENIED, change)
    await client.query('rollback')
  }
  await client.query('begin; set local role gatehouse_console')
  await client.query(`select set_config('app.org', $1, true)`, [one.id])
  assert.equal((await client.query(sandbox(`'${one.id}'`, true))).rowCount, 1)
  await client.query('rollback')
})
