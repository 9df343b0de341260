/** The desk of a maintenance coordinator in a real browser: a house is named once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lease, on, property, resident, store, unit } from '../records.ts'
import { useWorld } from '../world.ts'
import { useConsole } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)

test('a house whose only unit has its name is named once, on its pages, in searches and in reports', async () => {
  const other = await world.organization()
  const house = property({ name: '9 Pier St' })
  const home = unit(house, { label: '9 Pier St' })
  const [term, gil] = [lease(home), resident({ first_name: 'Gil', last_name: 'Grant' })]
  await store(other, {
    properties: [house],
    units: [home],
    leases: [term],
    residents: [gil],
    leaseResidents: [on(term, gil)],
  })
  await console.insider(other, 'VIEWER', async ({ page, openPage, read }) => {
    await openPage(`/units/${home.id}`)
    await page.getByRole('heading', { name: '9 Pier St', exact: true, level: 1 }).waitFor()
    await openPage('/leases')
    await page.getByRole('cell', { name: '9 Pier St', exact: true }).waitFor()
    const found = (await read('/search?query=pier')) as { data: { title: string }[] }
    assert.deepEqual(found.data.map(({ title }) => title).sort(), ['9 Pier St', '9 Pier St', 'Gil Grant, 9 Pier St'])
    const names = (await read(`/names?ids=${home.id},${term.id}`)) as { data: { name: string }[] }
    assert.deepEqual(names.data.map(({ name }) => name).sort(), ['9 Pier St', 'Gil Grant, 9 Pier St'])
    const deposits = await read('/reports/receivables?to=2026-03-15')
    assert.doesNotMatch(JSON.stringify(deposits), / · /)
  })
})
