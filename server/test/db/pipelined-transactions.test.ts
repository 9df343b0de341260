/**
 * Statements of a transaction that nobody waits for: they are stored with the rest and in their order, or nothing is
 * stored.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { statement } from '#server/db/statement.ts'
import type { Transaction } from '#server/db/transaction.ts'
import { useWorld } from './world.ts'

const listUnits = statement<{ id: string }>('listUnits', 'select id from unit order by id')
const insertUnit = statement<never>(
  'insertUnit',
  'insert into unit (organization_id, id, label, rent_cents) values ($1, $2, $2, 0)',
)
const setRent = statement<never>('setRent', 'update unit set rent_cents = $3 where organization_id = $1 and id = $2')
const divide = statement('divide', 'select 1 / $1::int')
const fail = statement('fail', 'select fail($1)')

const world = useWorld({ organizations: 1, unitsEach: 1 })
let organizationId: string
before(async () => {
  organizationId = world.organizations[0] as string
  await world.admin.query(`
    create function fail(state text) returns int language plpgsql as $$
      begin raise exception 'as asked' using errcode = state; end $$`)
})

test('a statement that fails is never ignored, whether its error is swallowed or it is not awaited', async () => {
  const pool = world.writePool({ connections: 1 })
  const ways: ((failing: Promise<unknown>) => unknown)[] = [failing => failing.catch(() => {}), () => {}]
  for (const passOver of ways) {
    const call = pool.transaction(organizationId, async tx => {
      await tx.query(insertUnit, [organizationId, 'swallowed'])
      await passOver(tx.query(divide, [0]))
    })
    await assert.rejects(call, { code: '22012' })
  }
  const unsent = pool.transaction(organizationId, async tx => {
    tx.query(insertUnit, [organizationId, 'swallowed'])
    tx.query(setRent, [organizationId, 'a\0', 1])
  })
  await assert.rejects(unsent, { code: 'invalid_request' })
  assert.ok(!(await idsOf(organizationId)).includes('swallowed'))
})

test('statements that are not awaited are stored in order, and a temporary failure is tried again', async () => {
  let runs = 0
  await world.writePool().transaction(organizationId, async tx => {
    tx.query(insertUnit, [organizationId, 'unawaited'])
    tx.query(setRent, [organizationId, 'unawaited', 700])
    tx.query(setRent, [organizationId, 'unawaited', 800])
    if (++runs === 1) tx.query(fail, ['40001'])
  })
  assert.equal(runs, 2)
  const { rows } = await world.admin.query(`delete from unit where id = 'unawaited' returning rent_cents::int as cents`)
  assert.deepEqual(rows, [{ cents: 800 }])
})

test('if the transaction cannot begin, every statement fails for that reason, and nothing is stored', async () => {
  const pool = world.writePool({ connections: 1 })
  await pool.transaction(organizationId, tx => tx.query(listUnits, []))
  await world.admin.query('revoke execute on function set_config from public')
  try {
    const insert = async (tx: Transaction) => void (await tx.query(insertUnit, [organizationId, 'early']))
    for (const work of [insert, async () => {}]) {
      await assert.rejects(pool.transaction(organizationId, work), { code: '42501', message: /set_config/ })
    }
  } finally {
    await world.admin.query('grant execute on function set_config to public')
  }
  assert.ok(!(await idsOf(organizationId)).includes('early'))
})

async function idsOf(organization: string): Promise<string[]> {
  const { rows } = await world.admin.query('select id from unit where organization_id = $1 order by id', [organization])
  return rows.map(({ id }) => id)
}
