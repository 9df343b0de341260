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

test('a rent roll that was saved as CSV changes nothing when it is imported again, and a saved list is refused', async () => {
  const office = await openOffice(world)
  const send = (content: string | Buffer) => {
    const file = { file_name: 'saved.csv', content: Buffer.from(content).toString('base64'), as_of: '2026-03-01' }
    return office.call('POST', '/imports', file)
  }
  assert.equal((await send(template)).body.written, true)
  const organization = idFromUuid('organization', office.org.id)
  const roll = await office.read(`/rent-roll?scope_id=${organization}&as_of_date=2026-03-01`)
  const rows = (roll as unknown as { rows: object[] }).rows
  const cells = rows.map(row => RENT_ROLL_COLUMNS.map(({ cell }) => cell(row as never)))
  const saved = csvOf(
    RENT_ROLL_COLUMNS.map(({ name }) => name),
    cells,
  )
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
