/** An import that is cut off says what happened, that nothing was stored, and what to do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statement } from '#server/db/statement.ts'
import { importRentRoll } from '#server/import/import-rent-roll.ts'
import type { InTransaction } from '#server/import/import-transaction.ts'
import { paymentsImport } from '#server/import/payments/import-payments.ts'
import { importRows } from '#server/import/rows/import-rows.ts'
import { type Organization, useWorld } from '../world.ts'
import { fileOf } from './imported.ts'

const world = useWorld()
const sleep = statement<never>('sleep_in_import', 'select pg_sleep(600)')
/** The limit is on already, so it must be off before it can be another. */
const limitOff = statement<never>('no_transaction_limit', `select set_config('transaction_timeout', '0', true)`)
const limitOn = statement<never>('short_transaction_limit', `select set_config('transaction_timeout', '50ms', true)`)
const cancelOwn = statement<never>('cancel_own_statement', `set local statement_timeout = '50ms'`)
const ownPid = statement<{ pid: number }>('own_pid', 'select pg_backend_pid() as pid')
const ROLL = 'As of: 3/1/2026\nProperty,Unit,Status\n"Oak - 1 Oak St Akron, OH 44301",1,Vacant-Unrented\n'

/** Runs the import until everything is written, and then what cuts it off, in one transaction. */
const cutBy =
  ({ within }: Organization, ...statements: (typeof sleep)[]): InTransaction =>
  work =>
    within(async context => {
      const cut = async () => {
        for (const each of statements) await context.db.query(each, [])
      }
      // A dry run throws at its end, to be rolled back.
      return work(context).finally(cut)
    })

async function assertNothingStored({ id }: Organization): Promise<void> {
  const [stored] = await world.sql<{ units: number }>(
    'select count(*)::int as units from units where organization_id = $1',
    [id],
  )
  assert.equal(stored?.units, 0)
}

const OPTIONS = { asOf: undefined, today: '2026-03-15', skipBadRows: false, closeMissing: false, timeoutMs: 30_000 }

test('a rent roll that PostgreSQL cuts off by its time limit is refused in words about the file', async () => {
  const organization = await world.organization()
  const path = fileOf(ROLL)
  const cut = cutBy(organization, limitOff, limitOn, sleep)
  await assert.rejects(
    importRentRoll(path, { ...OPTIONS, dryRun: false }, cut, () => {}),
    {
      code: 'unavailable',
      message: `${path} takes longer than the 30 s that one import may take on this service. Nothing was imported. Split the file, by property for example, or import it when the service is less busy. The operator of the service sets this limit with IMPORT_SECONDS.`,
    },
  )
  await assertNothingStored(organization)
})

test('a rent roll whose statement PostgreSQL cancels is refused in words about the file', async () => {
  const organization = await world.organization()
  const path = fileOf(ROLL)
  await assert.rejects(
    importRentRoll(path, { ...OPTIONS, dryRun: false }, cutBy(organization, cancelOwn, sleep), () => {}),
    {
      code: 'unavailable',
      message: /^PostgreSQL canceled the import of .*\. Nothing was imported\. Import the file again; /,
    },
  )
  await assertNothingStored(organization)
})

test('a rent roll whose connection is lost is refused in words about the file', async () => {
  const organization = await world.organization()
  const path = fileOf(ROLL)
  const lost: InTransaction = work =>
    organization.within(async context => {
      const [own] = await context.db.query(ownPid, [])
      await world.sql('select pg_terminate_backend($1, 5000)', [own?.pid])
      return work(context)
    })
  await assert.rejects(
    importRentRoll(path, { ...OPTIONS, dryRun: false }, lost, () => {}),
    {
      code: 'unavailable',
      message: `The connection to the database was lost before ${path} was stored. Nothing was imported. Import the file again when the database can be reached.`,
    },
  )
  await assertNothingStored(organization)
})

test('payments that are cut off are to be split by month', async () => {
  const organization = await world.organization()
  await importRentRoll(fileOf(ROLL), { ...OPTIONS, dryRun: false }, organization.within, () => {})
  const path = fileOf('Date,Property,Unit,Amount\n3/2/2026,Oak,1,900\n')
  const cut = cutBy(organization, limitOff, limitOn, sleep)
  await assert.rejects(
    importRows(path, paymentsImport, { dryRun: true, skipBadRows: false, timeoutMs: 30_000 }, cut, () => {}),
    { code: 'unavailable', message: /the 30 s that one import .* Nothing was imported\. Split the file, by month/ },
  )
})
