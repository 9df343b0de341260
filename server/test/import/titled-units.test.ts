/** A ledger of one unit, or of one after another, names the unit in titles above the table. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importFile as importAnyFile } from '#server/import/import-file.ts'
import { useWorld } from '../world.ts'
import { fileOf, importFile, importPayments } from './imported.ts'
import { rentRollOn } from './rent-roll-on.ts'

const world = useWorld()
const OAK = '"Oak - 1 Oak St Akron, OH 44301"'

async function organizationWithLeases() {
  const organization = await world.organization()
  const rows = ['1,Ann Elm', '2,Bo Fir'].map(unit => `${OAK},${unit},900,1/1/2026,0\n`).join('')
  const outcome = await importFile(
    world,
    organization,
    fileOf(`As of: 2/1/2026\nProperty,Unit,Tenant,Rent,Lease From,Balance\n${rows}`),
  )
  assert.equal(outcome.written, true)
  return organization
}

const HEADER = 'Date,Payer,Description,Charges,Payments,Balance\n'
const LEDGERS = `Tenant Ledger
Property:,Oak
Tenants:,"Elm, Ann"
Unit:,1
${HEADER}2/9/2026,,Late fee,50.00,,50.00
${HEADER}2/10/2026,Ann Elm,Payment #8,,20.00,30.00
Total,,,50.00,20.00,
Tenant: Bo Fir,,Unit: 2
${HEADER}2/9/2026,,Key,25.00,,25.00
`

test('each line is one of the unit and the resident that the titles above it name', async () => {
  const organization = await organizationWithLeases()
  const options = { asOf: undefined, dryRun: false, skipBadRows: false, closeMissing: false, today: '2026-03-01' }
  const balances = async () =>
    (await rentRollOn(world, organization, '2026-02-15')).rows.map(row => `${row.unit_label} ${row.balance_cents}`)
  for (const created of [3, 0]) {
    const { outcome } = await importAnyFile(fileOf(LEDGERS), options, organization.within, () => {})
    assert.equal(outcome.kind, 'ledger')
    assert.deepEqual([outcome.written, outcome.kind === 'ledger' && outcome.created], [true, created])
    assert.deepEqual(await balances(), ['1 3000', '2 2500'])
  }
})

test('payments may be titled too, and the next unit takes no resident of the last one', async () => {
  const organization = await organizationWithLeases()
  const payments = 'Date,Amount,Check #\n'
  const outcome = await importPayments(
    organization,
    fileOf(`Property: Oak\nUnit: 1\nTenant: Ann Elm\n${payments}2/9/2026,100,7\nUnit: 2\n2/10/2026,50,8\n`),
  )
  assert.deepEqual([outcome.written, outcome.reported.first], [true, []])
  const { rows } = await rentRollOn(world, organization, '2026-02-15')
  assert.deepEqual(
    rows.map(row => row.balance_cents),
    [-10_000, -5_000],
  )
})
