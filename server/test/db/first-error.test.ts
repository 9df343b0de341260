/**
 * A transaction whose statements are sent ahead fails with the first error, never with the error that PostgreSQL returns for the statements
 * after it.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { reasonOf } from '#server/db/failure.ts'
import { statement } from '#server/db/statement.ts'
import type { Transaction } from '#server/db/transaction.ts'
import { crossTransactions } from './crossing.ts'
import { useWorld } from './world.ts'

const listUnits = statement<{ id: string }>('listUnits', 'select id from unit order by id')
const setRent = statement<never>('setRent', 'update unit set rent_cents = $3 where organization_id = $1 and id = $2')
const fail = statement('fail', 'select fail($1)')

const world = useWorld({ organizations: 1, unitsEach: 2 })
let organizationId: string
before(async () => {
  organizationId = world.organizations[0] as string
  await world.admin.query(`
    create function fail(state text) returns int language plpgsql as $$
      begin raise exception 'as asked' using errcode = state; end $$;
    alter database postgres set deadlock_timeout = '20ms'`)
})

/** Sends a statement that fails, does not wait for it, and waits for the statement after it. */
const failAhead = (tx: Transaction, state: string) => {
  tx.query(fail, [state])
  return tx.query(listUnits, [])
}

test('a failed transaction reports its first error, not "current transaction is aborted"', async () => {
  const call = world.writePool().transaction(organizationId, tx => failAhead(tx, 'GH001'))
  await assert.rejects(call, { code: 'GH001', message: 'as asked' })
})

test('an error that the work derives from the first error is passed on unchanged', async () => {
  const refused = new Error('in the words of the work')
  const call = world.writePool().transaction(organizationId, async tx => {
    await tx.query(fail, ['23505']).catch(() => {
      throw refused
    })
  })
  await assert.rejects(call, error => error === refused)
})

test('an error that the work derives from a transaction that could not begin is replaced by the reason why it could not', () => {
  const canceled = new Error('canceling statement due to user request')
  const notFound = new Error('There is no such unit.')
  assert.equal(reasonOf(notFound, { failure: canceled, hasBegun: false }), canceled)
  assert.equal(reasonOf(notFound, { failure: canceled, hasBegun: true }), notFound)
  assert.equal(reasonOf(notFound, { failure: undefined, hasBegun: true }), notFound)
})

for (const [name, state] of Object.entries({ 'a deadlock': '40P01', 'a serialization failure': '40001' })) {
  test(`${name} in a statement that is not awaited is tried again, even when the work learns of it from the next one`, async () => {
    let runs = 0
    const units = await world.writePool().transaction(organizationId, tx => {
      return ++runs === 1 ? failAhead(tx, state) : tx.query(listUnits, [])
    })
    assert.equal(runs, 2)
    assert.equal(units.length, 2)
  })
}

test('two transactions that send both of their statements ahead, in opposite orders, are both stored', async () => {
  const lock = (tx: Transaction, unit: string) => tx.query(setRent, [organizationId, unit, 1])
  const lockNext = (tx: Transaction, unit: string) => {
    lock(tx, unit)
    return tx.query(listUnits, [])
  }
  const rows: [string, string] = ['unit_1', 'unit_2']
  assert.equal(await crossTransactions(world.writePool(), { organizationId, rows, lock, lockNext }), 3)
})
