/** Both locks on tenancy: each statement names the organization, and row-level security would hold even if one did not. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { discardPlans } from '#server/db/discard-plans.ts'
import { clientConfig } from '#server/db/session.ts'
import { setOrganization } from '#server/db/tenant-query.ts'
import { useWorld } from '../world.ts'
import { holdsTo } from './conditions.ts'
import { storeSample } from './sample.ts'
import { countDeclarations, type Found, findStatements } from './statements.ts'

const world = useWorld({ role: 'all', own: true })
let client: pg.Client
let statements: Found[]
before(async () => {
  await storeSample(await world.organization())
  client = new pg.Client(clientConfig(world.database.connection))
  await client.connect()
  statements = await findStatements()
})
after(async () => {
  await client?.end()
})

/** Statements that work across organizations, with the reason why each must. */
const ACROSS_ORGANIZATIONS: Record<string, string> = {
  find_key_by_secret: 'a caller presents a secret; the lookup finds out the organization',
  list_secrets_since: 'distinguishes a customer from a guesser before any organization is known',
  find_organization_of_key: 'an operator names only a key',
  list_organizations: 'an operator lists all organizations',
  find_crowded_counts:
    'upkeep; it finds the lists of any organization that have rows to add up, and each is then added up separately',
  delete_expired_idempotency_records: 'upkeep; it deletes by age, and can read nothing else of a record',
  claim_due_deliveries: 'a worker serves every organization; it sees IDs and times',
  record_delivery_outcomes:
    'one write for the attempts of all organizations, each row identified by organization and ID',
  record_webhook_health: 'the same for their subscriptions',
  lock_webhook_subscriptions: 'the same, before either is written',
  release_held_deliveries: 'the same, when a worker stops',
  list_root_keys_in_use:
    'at start; it finds the root keys that the secrets of any organization come from, and none of the secrets',
  expire_old_deliveries: 'upkeep; it ends waiting deliveries by age',
  bring_deliveries_forward: 'upkeep; it makes deliveries due that would wait for a clock that was set back',
  list_organizations_to_bring_forward:
    'upkeep; it finds the organizations with messages that wait for such a clock, and those of each are then made due separately',
  cancel_deliveries_of_paused: 'the same for subscriptions that were paused',
  claim_due_messages: 'the sender serves all organizations; it sees which message is due, and nothing of its text',
  find_invitation_by_token: 'the lookup finds out which organization a token belongs to',
  find_membership: 'a sandbox has the members of the organization it belongs to',
  list_due_invitations:
    'the sender serves all organizations; it sees which invitation is due, and claims it inside its organization',
  list_organizations_to_alert:
    'a worker finds the organizations whose webhooks failed, and then examines each separately',
  list_due_webhook_alerts: 'the sender serves all organizations; it claims each alert inside its organization',
  list_memberships: 'a person lists the organizations they belong to',
  find_sandbox: 'an organization looks up its sandbox',
  retire_sandbox: 'the same, when the sandbox is replaced',
  update_sandbox_plan: 'a sandbox is on the plan of the organization it belongs to',
  list_organizations_behind:
    'upkeep; it finds the organizations in which a day has begun, and the changes of each are then recorded separately',
  list_organizations_to_notify:
    'a worker finds the organizations whose records changed since a subscriber was notified, and then notifies each separately',
  list_mail_queues:
    'metrics of the process; how many e-mails to members are due for all organizations, and for how long',
  list_queues: 'metrics of the process; how much work is due for all organizations, and for how long',
  find_calendar_lag: 'metrics of the process; the organization whose calendar has waited longest',
  list_organizations_to_add_up:
    'upkeep; it finds the organizations whose payments changed, and then adds up those of each separately',
  list_organizations_to_index:
    'upkeep; it finds the organizations whose records lack search words, and then handles each separately',
  list_running_recoveries: 'a worker serves every organization; each recovery is then continued in its own',
  list_organizations_with_changes:
    'upkeep; it finds the organizations that have changes, and then handles each separately',
  list_behind: 'upkeep; it finds the organizations whose calls are to be added up, and then handles each separately',
  list_files_to_remove: 'upkeep; it sees keys and times, and each file is then removed by its organization and ID',
  record_key_use: 'one write for the keys of all organizations, each row identified by organization and ID',
}

/**
 * Statements that call a function with the organization as an argument. The function names the organization in each of its own
 * statements, and the policies of the role apply as well.
 */
const IN_FUNCTIONS: Record<string, string> = {
  record_calendar_changes: 'feed_calendar() gathers what a day changes of five kinds of facts',
  compute_unit_statuses:
    'refresh_unit_statuses() locks the units and stores what unit_status_history() and then listing_spans_of() say',
  lock_listed_units: 'lock_listed() locks units and says which are listed',
  compute_listings: 'refresh_listings() stores what listing_spans_of() says, and feed_units() records it',
  refresh_resident_statuses:
    'refresh_resident_statuses() locks the residents in a statement before the one that reads their leases, and is what triggers call as well',
  index_due_batch: 'keep_words_due() takes some of the due records and locks them; their table depends on their type',
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Parent Relationship'?: string
  Schema?: string
  Alias?: string
  'Function Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  Filter?: string
  Operation?: string
  Output?: string[]
  Plans?: Plan[]
}

async function planOf({ name, text }: { name: string; text: string }): Promise<Plan> {
  const { rows } = await client.query(`explain (generic_plan, verbose, format json) ${text}`).catch(error => {
    throw new Error(`${name}: ${error.message}`)
  })
  return rows[0]['QUERY PLAN'][0].Plan
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

test('every statement is exported under its own name', () => {
  const lists = new Set(
    statements
      .filter(({ statement }) => statement.name.includes('.'))
      .map(({ statement }) => statement.name.split('.')[0]),
  )
  const single = statements.filter(({ statement }) => !lists.has(statement.name.split('.')[0] as string))
  assert.equal(single.length + lists.size, countDeclarations())
  const names = statements.map(({ statement }) => statement.name)
  assert.deepEqual(names, [...new Set(names)])
})

test('every statement reads and changes tenant tables only for the organization it is given', async () => {
  const [tenantColumns, readers] = [await tenantTables(), await readingFunctions()]
  const strayed = new Set<string>()
  for (const { statement, file } of statements.filter(({ statement }) => statement !== discardPlans)) {
    const nodes = nodesOf(await planOf(statement))
    for (const node of straysAmong(nodes, tenantColumns)) {
      strayed.add(statement.name)
      const reason = ACROSS_ORGANIZATIONS[statement.name]
      assert.ok(
        reason,
        `${statement.name} of ${file} reaches ${node['Relation Name']} beyond one organization: ${JSON.stringify({ ...node, Plans: undefined, Output: undefined })}`,
      )
    }
    assert.doesNotMatch(statement.text, MOVES_ROWS, `${statement.name} of ${file} moves rows to another organization`)
    if (Object.hasOwn(IN_FUNCTIONS, statement.name)) continue
    assert.equal(
      findHidden(nodes, readers),
      undefined,
      `${statement.name} reads through a function that hides its plan`,
    )
  }
  assert.deepEqual([...strayed].sort(), Object.keys(ACROSS_ORGANIZATIONS).sort(), 'a stale exception')
})

/** An assignment to the organization of a stored row. A plan shows the rows that an update finds, and not which columns it sets. */
const MOVES_ROWS = /(?:\bset|,)\s+organization_id\s*=|\bset\s*\([^)]*\borganization_id\b/i

for (const text of [
  'update owners set organization_id = $2 where organization_id = $1',
  'update owners set name = $3, organization_id = $2 where organization_id = $1',
  'update owners set (name, organization_id) = ($3, $2) where organization_id = $1',
  'insert into owners values ($1, $2, $3) on conflict (organization_id, id) do update set organization_id = $4',
]) {
  test(`a planted violation is caught: ${text}`, () => assert.match(text, MOVES_ROWS))
}

const PLANTED: Record<string, string> = {
  'an organization or else an id': 'select from leases where organization_id = $1 or id = $2',
  'every organization but the one': 'select from leases where organization_id <> $1',
  'a row by its id alone': 'select from leases where id = $2 and $1::uuid is not null',
  'a join that leaves the organization out':
    'select from leases l left join units u on u.id = l.unit_id where l.organization_id = $1 and l.id = $2',
  'a subquery beyond the organization':
    'select (select count(*) from units) from leases where organization_id = $1 and id = $2',
  'a change by id alone': 'update leases set rent_due_day = 1 where id = $2 and $1::uuid is not null',
  'a row for an organization that is not the caller’s':
    'insert into owners (organization_id, id, name) select id, $2, $1::uuid::text from organizations where id = $1',
  'rows whose organization the input states':
    'insert into owners (organization_id, id, name) select r.other, r.id, r.id from (select $1::uuid, s.other, s.id from jsonb_to_recordset($2::jsonb) as s (other uuid, id text) offset 0) r (mine, other, id)',
}

for (const [violation, text] of Object.entries(PLANTED)) {
  test(`a planted violation is caught: ${violation}`, async () => {
    const nodes = nodesOf(await planOf({ name: violation, text }))
    assert.notDeepEqual(straysAmong(nodes, await tenantTables()), [])
  })
}

test('a planted function that hides its plan is caught', async () => {
  await client.query('begin')
  await client.query(`
    create function public.planted() returns setof leases language plpgsql stable
    as $$ begin return query select * from leases; end $$`)
  const [scanned, called] = [
    nodesOf(await planOf({ name: 'planted', text: 'select from public.planted()' })),
    nodesOf(
      await planOf({ name: 'planted', text: 'select id, public.planted() from leases where organization_id = $1' }),
    ),
  ]
  await client.query('rollback')
  const readers = [...(await readingFunctions()), 'planted']
  assert.ok(findHidden(scanned, readers) && findHidden(called, readers))
})

/** The parts of a plan that reach rows of tenant tables beyond the organization. */
function straysAmong(nodes: Plan[], tenantColumns: ReadonlyMap<string, TenantColumn>): Plan[] {
  return nodes.filter(node => {
    const column = tenantColumns.get(`${node.Schema}.${node['Relation Name']}`)
    return column !== undefined && !isConfined(node, column)
  })
}

/** The part of a plan that calls a function of ours that reads tables: EXPLAIN shows nothing of what such a function does. */
function findHidden(nodes: Plan[], readers: readonly string[]): Plan | undefined {
  const called = new RegExp(`(?<![\\w'])(?:${readers.join('|')})\\(`)
  return nodes.find(node => called.test(JSON.stringify({ ...node, Plans: undefined })))
}

/** Our functions that read tables, by name. Functions that PostgreSQL inlines do not appear in a plan. */
async function readingFunctions(): Promise<string[]> {
  const rows = await world.sql<{ name: string }>(`
    select distinct p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'audit', 'console') and p.prorettype <> 'trigger'::regtype
       and case p.prokind when 'f' then pg_get_functiondef(p.oid) end ~* '\\mfrom\\s+[a-z]' and not exists
       (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`)
  assert.ok(rows.length > 0)
  return rows.map(({ name }) => name)
}

type TenantColumn = { name: string; position: number }

/** Table → the column that states which organization a row belongs to, and its position in the table. */
async function tenantTables(): Promise<Map<string, TenantColumn>> {
  const rows = await world.sql<{ table: string; position: number }>(`
    select table_schema || '.' || table_name as "table", ordinal_position as position from information_schema.columns
     where column_name = 'organization_id' and table_schema in ('public', 'audit', 'console')`)
  return new Map([
    ...rows.map(({ table, position }) => [table, { name: 'organization_id', position }] as const),
    ['public.organizations', { name: 'id', position: 1 }],
  ])
}

function isConfined(node: Plan, { name, position }: TenantColumn): boolean {
  if (node.Operation === 'Insert') return rowsOf(node).some(({ Output }) => Output?.[position - 1] === '$1')
  if (node['Node Type'] === 'ModifyTable') return true
  // A parameter that comes as a column of a subquery is shown in parentheses.
  return [node['Index Cond'], node['Recheck Cond'], node.Filter].some(
    text => text && holdsTo(text.replaceAll('($1)', '$1'), `${name} = $1`),
  )
}

/** The part of a statement that inserts rows, without the part before it in `with`. Only `*SELECT*` has its columns in the order of its own part. */
function rowsOf(insert: Plan): Plan[] {
  const source = insert.Plans?.find(plan => plan['Parent Relationship'] === 'Outer')
  return source?.Alias === '*SELECT*' ? [source, ...(source.Plans ?? [])] : source ? [source] : []
}

test('functions that set the organization set it for one transaction and leave no trace', async () => {
  await client.query('begin')
  await client.query(setOrganization.text, ['00000000-0000-7000-8000-000000000001'])
  assert.deepEqual(await settingOf(), ['00000000-0000-7000-8000-000000000001'])
  await client.query('commit')
  assert.deepEqual(await settingOf(), [''])
})

async function settingOf(): Promise<unknown[]> {
  return (await client.query(`select current_setting('app.org', true) as setting`)).rows.map(row => row.setting)
}
