/** Files that the console saves, imported again: the rent roll changes nothing, and a list is refused by its name. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { idFromUuid } from '#server/base/ids.ts'
import { csvOf } from '../../../console/src/kit/csv.ts'
import { RENT_ROLL_COLUMNS } from '../../../console/src/rent-roll/rent-roll-columns.ts'
import { useWorld } from '../world.ts'
import { openOffice } from './office.ts'

const world = useWorld()
const template = readFileSync(new URL('../../../docs/import-template.csv', import.meta.url))

/** A new organization, and what imports a file into it as of March 1, 2026. */
async function arrange() {
  const office = await openOffice(world)
  const send = (content: string | Buffer) => {
    const file = { file_name: 'saved.csv', content: Buffer.from(content).toString('base64'), as_of: '2026-03-01' }
    return office.call('POST', '/imports', file)
  }
  return { office, send }
}

test('a rent roll that was saved as CSV changes nothing when it is imported again, and a saved list is refused', async () => {
  const { office, send } = await arrange()
  assert.equal((await send(template)).body.written, true)
  const { saved, rows } = await savedRoll(office)
  const { written, rows: read, unchanged, problems, ignored_columns } = (await send(saved)).body
  assert.deepEqual([written, read, unchanged, problems], [true, rows.length, rows.length, []])
  assert.deepEqual(ignored_columns, ['Past due', 'Days vacant'])
  for (const list of ['units', 'leases', 'residents', 'payments', 'work-orders', 'properties']) {
    const { text } = await office.call('GET', `/lists/${list}`)
    if (text.trim().split('\n').length < 2) continue
    const refused = await send(text)
    assert.equal(refused.status, 400, list)
    assert.match(String(refused.body.message), /^This file is a list that Gatehouse has saved as CSV/, list)
  }
})

/** The rent roll of the whole organization as the console saves it. */
async function savedRoll(office: Awaited<ReturnType<typeof openOffice>>) {
  const organization = idFromUuid('organization', office.org.id)
  const roll = await office.read(`/rent-roll?scope_id=${organization}&as_of_date=2026-03-01`)
  const rows = (roll as unknown as { rows: object[] }).rows
  const cells = rows.map(row => RENT_ROLL_COLUMNS.map(({ cell }) => cell(row as never)))
  const names = RENT_ROLL_COLUMNS.map(({ name }) => name)
  return { saved: csvOf(names, cells), rows }
}

test('a saved rent roll changes neither a lease that is month to month since its end nor charges that are below zero together', async () => {
  const { office, send } = await arrange()
  const first = await send(
    'Property,Unit,Tenant,Rent,Utility,Concession,Lease From,Lease To\n"Oak - 1 Oak St Akron, OH 44301",1,Ann Elm,900,65,-70,1/1/2025,12/31/2025\n',
  )
  assert.equal(first.body.written, true)
  await world.sql(`update leases set term_type = 'MONTH_TO_MONTH' where organization_id = $1`, [office.org.id])
  const stored = () =>
    world.sql(
      `select to_jsonb(l) as row from leases l where organization_id = $1
       union all select to_jsonb(c) from lease_charges c where organization_id = $1 order by 1`,
      [office.org.id],
    )
  const before = await stored()
  const { saved } = await savedRoll(office)
  assert.match(saved, /,900,-5,895,/)
  const { written } = (await send(saved)).body
  assert.equal(written, true)
  assert.deepEqual(await stored(), before)
})

test('a saved rent roll does not put a vacant unit without a market rent on the market for $0', async () => {
  const { office, send } = await arrange()
  const first = await send(
    'Property,Unit,Status,Bedrooms,Bathrooms\n"Oak - 1 Oak St Akron, OH 44301",1,Vacant-Unrented,2,1\n',
  )
  assert.equal(first.body.written, true)
  const { saved } = await savedRoll(office)
  const again = await send(saved)
  assert.deepEqual([again.body.written, again.body.unchanged], [true, 1])
  const listed = await world.call('/listings', { key: office.org.key })
  assert.deepEqual(listed.body.data, [])
})
