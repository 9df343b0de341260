/** Plans suit organizations of very unequal sizes: nobody reads everything of a large one, neither itself nor a small one next to it. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import pg from 'pg'
import { RECORD_TYPE_NAMES, type RecordType } from '#contract/v1/changes.ts'
import { discardPlans } from '#server/db/discard-plans.ts'
import { beginSession, clientConfig } from '#server/db/session.ts'
import { statement } from '#server/db/statement.ts'
import { listRecordIds } from '#server/domain/changes/record-ids.ts'
import { recordsOf } from '#server/domain/changes/records.ts'
import { listRows, readOtherLeases } from '#server/domain/rent-roll/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { seedOrganization } from '#server/seed/seed-organization.ts'
import { findStatements } from '../contract/statements.ts'
import { copyOrganization } from '../copy-organization.ts'
import { type Organization, useWorld } from '../world.ts'

const TODAY = '2026-03-15'
const UNITS = 300
const SMALL = { units: 2, copies: 250 }
/** The number of records that are read at a time, as an export does while others call. */
const AT_ONCE = 40
// The session of the service, except that it may read everything, so that a policy does not hide what a statement itself asks for.
const SESSION = { role: 'postgres', readOnly: false, statementTimeoutMs: 60_000, transactionTimeoutMs: 60_000 }

const world = useWorld({ own: true })
let large: Organization
let alone: Record<string, number>
let readWhole: string[]
before(async () => {
  large = await seeded('large', UNITS)
  alone = await readsOf(large)
  const small = await seeded('small', SMALL.units)
  readWhole = await findReadWhole()
  const owner = new pg.Client(clientConfig(world.database.connection))
  await owner.connect()
  await copyOrganization(owner, small.id, SMALL.copies)
  await owner.end()
  await world.sql('analyze')
})

type Plan = { 'Node Type': string; 'Relation Name'?: string; Filter?: string; Plans?: Plan[] }

/** The statements that read a table completely to find what belongs to one organization. */
async function findReadWhole(): Promise<string[]> {
  const client = new pg.Client(clientConfig(world.database.connection))
  await client.connect()
  await beginSession(client, SESSION, SESSION.statementTimeoutMs)
  const found: string[] = []
  for (const { statement } of (await findStatements()).filter(({ statement }) => statement !== discardPlans)) {
    const { rows } = await client.query(`explain (generic_plan, format json) ${statement.text}`)
    for (const table of wholeTablesOf(rows[0]['QUERY PLAN'][0].Plan)) found.push(`${statement.name}: ${table}`)
  }
  await client.end()
  return found
}

function wholeTablesOf({ 'Node Type': type, 'Relation Name': table, Filter, Plans = [] }: Plan): string[] {
  const isWhole = type === 'Seq Scan' && /organization_id\)? = /.test(Filter ?? '')
  return [...(isWhole ? [table as string] : []), ...Plans.flatMap(wholeTablesOf)]
}

/** How many rows and index entries this transaction has read. */
const countRead = statement<{ read: number }>(
  'count_rows_read',
  `select sum(pg_stat_get_xact_tuples_returned(c.oid))::int as read
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'i') and n.nspname in ('public', 'audit', 'console')`,
)

async function seeded(seed: string, units: number): Promise<Organization> {
  const organization = await world.organization()
  await seedOrganization({ units, months: 3, seed, today: TODAY }, { inTransaction: organization.within })
  await world.sql('analyze')
  return organization
}

/** How many rows and index entries are read for a few records of each type, and for a few units of a rent roll. */
function readsOf({ within }: Organization): Promise<Record<string, number>> {
  return within(async context => {
    const count = async (work: () => Promise<unknown>) => {
      const [before] = await context.db.query(countRead, [])
      await work()
      const [after] = await context.db.query(countRead, [])
      return (after?.read as number) - (before?.read as number)
    }
    const reads: Record<string, number> = {}
    for (const type of RECORD_TYPE_NAMES) {
      const ids = await someIds(context, type)
      assert.ok(ids.length > 0, `no ${type} to read`)
      reads[type] = await count(() => recordsOf(context, type, ids))
    }
    const values = [context.db.organizationId, TODAY, await someIds(context, 'unit'), TODAY]
    for (const part of [listRows, readOtherLeases])
      reads[part.name] = await count(() => context.db.query(part as typeof listRows, values))
    return reads
  })
}

async function someIds({ db }: Context, type: RecordType): Promise<string[]> {
  return (await db.query(listRecordIds[type], [db.organizationId, '', AT_ONCE])).map(({ id }) => id)
}

test('the records of an export and the units of a rent roll read no more among many small organizations than alone', async () => {
  const reads = await readsOf(large)
  const more = Object.entries(reads).filter(([part, count]) => count > 1.5 * (alone[part] as number) + AT_ONCE)
  assert.deepEqual(
    more.map(([part, count]) => `${part}: ${count} rows, and ${alone[part]} alone`),
    [],
  )
})

test('no statement reads a whole table to find the rows of one organization, next to one that has nearly all rows', () => {
  assert.deepEqual(readWhole, [])
})
