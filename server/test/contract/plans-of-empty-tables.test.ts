/**
 * How PostgreSQL finds a row by its key in a table whose rows have all expired. After a vacuum it takes every index of an empty table for equally good,
 * and keeps that plan until it analyzes the table again, however many rows are stored in the meantime.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { discardPlans } from '#server/db/discard-plans.ts'
import { beginSession, clientConfig } from '#server/db/session.ts'
import { statement } from '#server/db/statement.ts'
import { useWorld } from '../world.ts'
import { type Found, findStatements } from './statements.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  Plans?: Node[]
}

/** The tables that hold nothing after a day without calls and members. Sessions do as well, but those of one member are few. */
const EXPIRING = ['idempotency_records', 'used_codes', 'verifications']
const SESSION = { role: 'postgres', readOnly: true, statementTimeoutMs: 60_000, transactionTimeoutMs: 60_000 }

const world = useWorld({ own: true })
let client: pg.Client
let statements: Found[]
let keys: Map<string, string[][]>
before(async () => {
  await world.organization()
  await world.sql('vacuum analyze')
  client = new pg.Client(clientConfig(world.database.connection))
  await client.connect()
  await beginSession(client, SESSION, SESSION.statementTimeoutMs)
  // The statements of lists have names with a dot; none of them finds a row by its key.
  statements = (await findStatements()).filter(({ statement }) => !statement.name.includes('.'))
  keys = await uniqueKeys()
})
after(async () => {
  await client?.end()
})

test('while nothing is stored, a row that its key identifies is looked up by that key', async () => {
  const strayed: string[] = []
  for (const found of statements) {
    if (found.statement === discardPlans) continue
    for (const node of await missesOf(found.statement)) strayed.push(`${found.statement.name}: ${node['Index Name']}`)
  }
  assert.deepEqual(strayed, [])
})

test('a planted statement that its age could find as well is caught', async () => {
  const planted = statement(
    'planted',
    `select reply from idempotency_records
      where organization_id = $1 and key_family = $2 and method = $3 and path = $4 and key = $5 and created_at > $6`,
  )
  assert.equal((await missesOf(planted)).length, 1)
})

/** The parts of a plan that know the whole key of a row and look for it in another index. */
async function missesOf({ name, text }: { name: string; text: string }): Promise<Node[]> {
  const { rows } = await client.query(`explain (generic_plan, format json) ${text}`).catch(error => {
    throw new Error(`${name}: ${error.message}`)
  })
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter(isMiss)
}

function isMiss(node: Node): boolean {
  if (node['Index Name'] === undefined || !EXPIRING.includes(node['Relation Name']!)) return false
  const inIndex = columnsEqual(node['Index Cond'])
  const inAll = new Set([...inIndex, ...columnsEqual(node.Filter)])
  const known = (keys.get(node['Relation Name']!) ?? []).filter(key => key.every(column => inAll.has(column)))
  return known.length > 0 && !known.some(key => key.every(column => inIndex.has(column)))
}

/** The columns of which a condition states one value. */
function columnsEqual(condition = ''): Set<string> {
  if (/ OR |CASE/.test(condition)) return new Set()
  return new Set([...condition.matchAll(/\((?:\w+\.)?(\w+) = (?!ANY)/g)].map(([, column]) => column as string))
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

/** The keys of each table that have only columns and hold for every row. */
async function uniqueKeys(): Promise<Map<string, string[][]>> {
  const rows = await world.sql<{ table: string; columns: string[] }>(`
    select c.relname as "table", array_agg(a.attname::text) as columns
      from pg_index i
      join pg_class c on c.oid = i.indrelid
      join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'audit', 'console')
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey::int2[])
     where i.indisunique and i.indpred is null and i.indexprs is null
     group by i.indexrelid, c.relname`)
  const found = new Map<string, string[][]>()
  for (const { table, columns } of rows) found.set(table, [...(found.get(table) ?? []), columns])
  return found
}
