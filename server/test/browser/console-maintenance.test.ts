/** The desk of a maintenance coordinator in a real browser: who calls is found by name, and a unit that was retired by mistake is brought back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '#server/base/dates.ts'
import { lease, on, property, resident, store, unit } from '../records.ts'
import { until } from '../service/processes.ts'
import { prepare, useOrganization, useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { hasValue, useConsole } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world)
const stored = prepare(async () => {
  const portfolio = await smallPortfolio(organization)
  // With a second property, none is proposed.
  const { court } = await smallPortfolio(organization, { first_name: 'Rosa', last_name: 'Lindqvist' })
  const retired = unit(court, { label: '206', in_service_to: '2026-03-01' })
  await store(organization, { units: [retired] })
  return { ...portfolio, other: court, retired }
})

test('a resident who calls is found by name before a property is chosen, which fills in their property and unit', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, read }) => {
    await openPage('/work-orders?new=1')
    const form = page.getByRole('dialog', { name: 'New work order' })
    const [place, home, resident] = ['Property', 'Unit', 'Resident'].map(name => form.getByRole('combobox', { name }))
    await home!.click()
    await page.getByText('Choose a property first.').waitFor()
    await resident!.fill('lindq')
    await page.getByRole('option', { name: /Rosa Lindqvist .*204/ }).click()
    await hasValue(place!, stored.other.name)
    await hasValue(home!, '204')
    await hasValue(resident!, 'Rosa Lindqvist')
    await form.getByLabel('Title').fill('No hot water')
    await form.getByRole('button', { name: 'Create work order' }).click()
    await page.getByRole('heading', { name: 'No hot water', level: 1 }).waitFor()
    const { data } = (await read('/work-orders')) as { data: Record<string, unknown>[] }
    const { resident_id, property_id } = data[0]!
    assert.ok(resident_id)
    assert.equal(property_id, stored.other.id)
  }))

test('choosing a resident of the chosen property fills in the unit, and another unit or property drops the resident', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage(`/work-orders?new=1&property_id=${stored.court.id}`)
    const form = page.getByRole('dialog', { name: 'New work order' })
    const [home, resident] = ['Unit', 'Resident'].map(name => form.getByRole('combobox', { name }))
    await resident!.click()
    await page.getByRole('option', { name: /Dana/ }).click()
    await hasValue(home!, '204')
    await home!.click()
    await page.getByRole('option', { name: '205' }).click()
    await hasValue(resident!, 'Nobody in particular')
  }))

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
    const found = await read('/search?query=pier')
    assert.deepEqual(found.data.map(({ title }) => title).toSorted(), [
      '9 Pier St',
      '9 Pier St',
      'Gil Grant, 9 Pier St',
    ])
    const names = await read(`/names?ids=${home.id},${term.id}`)
    assert.deepEqual(names.data.map(({ name }) => name).toSorted(), ['9 Pier St', 'Gil Grant, 9 Pier St'])
    const deposits = await read('/reports/receivables?to=2026-03-15')
    assert.doesNotMatch(JSON.stringify(deposits), / · /)
  })
})

test('a unit that was retired by mistake is brought back by clearing its last day', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, read }) => {
    const { retired } = stored
    await openPage(`/units/${retired.id}`)
    await page.getByRole('button', { name: 'Edit unit' }).click()
    const form = page.getByRole('dialog', { name: 'Edit unit' })
    await hasValue(form.getByLabel('Last day in service'), '2026-03-01')
    await form.getByLabel('Last day in service').fill('')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Unit 206 saved').waitFor()
    const { in_service_to, status } = (await read(`/units/${retired.id}`)) as Record<string, unknown>
    assert.deepEqual([in_service_to, status], [null, 'VACANT_UNRENTED'])
  }))

test('work orders are filtered to the overdue ones and to a vendor, whose name stays in the filter after a reload', async () => {
  const other = await world.organization()
  const { court } = await smallPortfolio(other)
  const yesterday = addDays(await other.within(async context => context.today), -1)
  await console.insider(other, 'ADMIN', async ({ page, openPage, write }) => {
    // More than the filter offers at first, so that the last is found by typing.
    for (let index = 0; index < 24; index++) await write('/vendors', { name: `Vendor ${10 + index}` })
    const order = (fields: object) => write('/work-orders', { property_id: court.id, ...fields })
    await order({ title: 'Tap drips', vendor_name: 'Vendor 33', due_date: yesterday })
    await order({ title: 'Door squeaks', vendor_name: 'Vendor 33', status: 'COMPLETED', due_date: yesterday })
    await order({ title: 'Gutter leaks', vendor_name: 'Vendor 10', due_date: yesterday })
    await order({ title: 'Lawn is long' })
    const rows = async (...titles: string[]) => {
      for (const title of titles) await page.getByRole('row', { name: title }).waitFor()
      await until(async () => (await page.locator('tbody tr').count()) === titles.length)
    }
    await openPage('/work-orders')
    await rows('Lawn is long', 'Gutter leaks', 'Door squeaks', 'Tap drips')
    await page.getByLabel('Status').selectOption('Overdue')
    await rows('Gutter leaks', 'Tap drips')
    await page.getByRole('row', { name: 'Tap drips' }).getByText('Overdue', { exact: true }).waitFor()
    const vendor = page.getByRole('combobox', { name: 'Vendor' })
    await vendor.fill('33')
    await page.getByRole('option', { name: 'Vendor 33' }).click()
    await rows('Tap drips')
    await page.reload()
    await rows('Tap drips')
    await hasValue(vendor, 'Vendor 33')
    await vendor.click()
    await page.getByRole('option', { name: 'All vendors' }).click()
    await rows('Gutter leaks', 'Tap drips')
    await openPage('/vendors?search=33')
    await page.getByRole('link', { name: 'Vendor 33' }).click()
    await page.getByRole('link', { name: '1', exact: true }).click()
    await rows('Tap drips')
  })
})

test('a page that stays open past midnight shows what has become overdue, and a form offers the new day as today', async () => {
  const other = await world.organization()
  const { court } = await smallPortfolio(other)
  const today = await other.within(async context => context.today)
  await console.insider(other, 'ADMIN', async ({ page, openPage, write }) => {
    await write('/work-orders', { property_id: court.id, title: 'Tap drips', due_date: today })
    await openPage('/work-orders')
    const row = page.getByRole('row', { name: 'Tap drips' })
    await row.waitFor()
    assert.equal(await row.getByText('Overdue').count(), 0)
    await page.clock.setFixedTime(world.clock.now() + 24 * 60 * 60 * 1_000)
    // A member who comes back to the page causes this event. Without it, the page checks the date only every 20 seconds.
    await page.evaluate(`dispatchEvent(new Event('focus'))`)
    await row.getByText('Overdue', { exact: true }).waitFor({ timeout: 20_000 })
    await page.getByRole('button', { name: 'New work order' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Common dates' }).first().click()
    const [year, month, day] = addDays(today, 1).split('-')
    await page.getByRole('menuitem', { name: 'Today' }).click()
    await hasValue(page.getByLabel('Due (optional)'), `${year}-${month}-${day}`)
  })
})
