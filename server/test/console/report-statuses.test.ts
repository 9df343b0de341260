/** The status of a lease on reports says what the rent roll of the day says of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../calls.ts'
import { draft, leaseThatIs, signed, storeHoldover, storeHome } from '../leasing.ts'
import { useWorld } from '../world.ts'
import { openOffice } from './office.ts'

const world = useWorld()
const { cancelLease, createInvoice, signLease } = calls

test('a lease is FUTURE on reports only while the rent roll lists it as such, and not if it is unsigned, canceled or past', async () => {
  const office = await openOffice(world)
  const { org } = office
  const [house, next] = [await storeHome(org), await storeHome(org)]
  const { id: holdover } = await storeHoldover(org, house)
  const { lease_id: waiting } = await signed(org, house)
  const { lease_id: future } = await leaseThatIs('FUTURE', org, next)
  const { lease_id: ended } = await leaseThatIs('ENDED', org, await storeHome(org))
  const { lease_id: begun } = await draft(org, next)
  const { lease_id: coming } = await draft(org, next, { start_date: '2026-04-01', move_in_date: null })
  const { lease_id: dropped } = await leaseThatIs('CANCELLED', org, next)
  const { lease_id: canceled } = await leaseThatIs('FUTURE', org, await storeHome(org))
  const { lease_id: late } = await draft(org, await storeHome(org), { start_date: '2026-05-01', move_in_date: null })
  await org.within(context => cancelLease(context, { lease_id: canceled }))
  await org.within(context => signLease(context, { lease_id: late }))
  const rent = { charge_code: 'RENT', description: 'Rent', amount_cents: 100 } as const
  for (const lease_id of [holdover, waiting, future, ended, begun, coming, dropped, canceled, late]) {
    await org.within(context => createInvoice(context, { lease_id, issue_date: '2026-03-01', lines: [rent] }))
  }
  const always = [
    [holdover, 'CURRENT'],
    [waiting, 'FUTURE'],
    [future, 'FUTURE'],
    [begun, 'NOT_SIGNED'],
    [coming, 'NOT_SIGNED'],
    [dropped, 'NOT_SIGNED'],
  ]
  const march9 = [...always, [ended, 'CURRENT'], [canceled, 'FUTURE'], [late, 'NOT_SIGNED']]
  const march15 = [...always, [ended, 'PAST'], [canceled, 'CANCELLED'], [late, 'FUTURE']]
  for (const report of ['receivables', 'delinquency']) {
    assert.deepEqual(await statuses(report, '2026-03-09'), new Map(march9.sort() as [string, string][]))
    assert.deepEqual(await statuses(report, '2026-03-15'), new Map(march15.sort() as [string, string][]))
  }

  async function statuses(report: string, day: string): Promise<Map<string, string>> {
    const { text } = await office.call('GET', `/reports/${report}?format=json&to=${day}`)
    const { columns, rows } = JSON.parse(text) as { columns: { id: string }[]; rows: { id: string; cells: string[] }[] }
    const place = columns.findIndex(({ id }) => id === 'status')
    return new Map(rows.map(({ id, cells }) => [id, cells[place] as string] as [string, string]).sort())
  }
})
