/** Many records at once, and what a member does to a list: saved views, hidden columns, a CSV file. The clicks that a task takes are counted in console-day.test.ts. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { calls } from '../calls.ts'
import { prepare, useOrganization, useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { hasValue, settled, useConsole } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world)
const court = prepare(async () => {
  const { court } = await smallPortfolio(organization)
  for (const title of ['Tap', 'Door', 'Lamp', 'Roof']) {
    const body = JSON.stringify({ title, property_id: court.id, ...(title === 'Roof' && { status: 'CANCELLED' }) })
    assert.equal((await world.call('/work-orders', { ...organization, method: 'POST', body })).status, 201)
  }
  return court
})

test('work orders are completed at once, and the one that cannot be is named', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/work-orders')
    await page.getByRole('checkbox', { name: 'Select all work orders on this page' }).click()
    await page.getByText('4 work orders selected').waitFor()
    const accent = `getComputedStyle(document.querySelector('main input[type=checkbox]')).accentColor`
    assert.notEqual(await page.evaluate(accent), 'auto')
    await page.getByRole('button', { name: 'Complete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Complete 4' }).click()
    await page.getByRole('dialog').getByText('3 work orders completed, 1 refused:').waitFor()
    await page.getByRole('listitem').filter({ hasText: '#4 Roof' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
    await page.getByText('1 work order selected').waitFor()
    assert.equal((await world.call('/work-orders?status=COMPLETED', organization)).body.pagination.total, 3)
  }))

test('a vendor beyond those offered is found by a word of its name or trade, and any other name is kept as typed', async () => {
  for (let number = 1; number <= 22; number++) {
    const trade = number === 22 ? { trade: 'Chimneys' } : {}
    await organization.within(context => calls.createVendor(context, { name: `Vendor ${number + 10}`, ...trade }))
  }
  await console.insider(organization, 'ADMIN', async ({ page, openPage, read }) => {
    await openPage('/work-orders?search=3')
    const vendorOf = async () => (await read('/work-orders?search=3')).data[0]?.vendor_name
    const assign = async (act: (picker: Locator) => Promise<void>) => {
      await page.getByRole('checkbox', { name: /Lamp/ }).check()
      await page.getByRole('button', { name: 'Assign vendor' }).click()
      const dialog = page.getByRole('dialog')
      await act(dialog.getByRole('combobox', { name: 'Vendor' }))
      await dialog.getByRole('button', { name: 'Assign vendor 1' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await assign(async picker => {
      await picker.click()
      await page.getByText('Type to find any of 22.').waitFor()
      assert.equal(await page.getByRole('option').count(), 20)
      await picker.fill('chim')
      await page.getByRole('option', { name: 'Vendor 32' }).waitFor()
      await picker.press('ArrowDown')
      await picker.press('Enter')
      await hasValue(picker, 'Vendor 32')
    })
    assert.equal(await vendorOf(), 'Vendor 32')
    await assign(picker => picker.fill('A cousin of the owner'))
    assert.equal(await vendorOf(), 'A cousin of the owner')
  })
})

test('a work order dropped on Completed asks for its cost, and its timeline names the key that changed it', async () => {
  const body = JSON.stringify({ title: 'Gutter', property_id: court.id })
  const gutter = (await world.call('/work-orders', { ...organization, method: 'POST', body })).body.work_order_id
  const change = JSON.stringify({ priority: 'HIGH' })
  assert.equal(
    (await world.call(`/work-orders/${gutter}`, { ...organization, method: 'PATCH', body: change })).status,
    200,
  )
  await console.insider(organization, 'ADMIN', async ({ page, openPage, read }) => {
    await openPage('/work-orders?view=board&search=Gutter')
    const card = page.getByRole('listitem').filter({ hasText: 'Gutter' })
    await card.dragTo(page.getByRole('region', { name: 'Completed' }))
    const dialog = page.getByRole('dialog', { name: 'Complete work order' })
    await dialog.getByLabel('Cost in dollars').fill('129.50')
    await dialog.getByRole('button', { name: 'Complete work order' }).click()
    await page.getByText(/^#\d+ completed$/).waitFor()
    const order = await read(`/work-orders/${gutter}`)
    assert.deepEqual([order.status, order.cost_cents], ['COMPLETED', 12_950])
    await openPage(`/work-orders/${gutter}`)
    const timeline = page.getByRole('list', { name: 'Timeline' })
    await timeline
      .getByRole('listitem')
      .filter({ hasText: /API key .+Work order updated/s })
      .first()
      .waitFor()
  })
})

test('a filtered list is saved as CSV, with names', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    await openPage('/invoices?search=dana')
    await settled(page)
    assert.equal(await page.getByRole('checkbox').count(), 0)
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Save CSV').click()])
    assert.equal(download.suggestedFilename(), 'invoices-2026-03-15.csv')
    const [head, first, rest] = (await readFile(await download.path(), 'utf8')).split('\r\n')
    assert.match(head as string, /^property,unit,resident,.*number.*balance/)
    assert.match(first as string, /^Maple Court,Maple Court · 204,/)
    assert.equal(rest, '')
  }))

test('a member saves a view of a list, opens it on another day and deletes it; another member never sees it', async () => {
  await console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    await openPage('/work-orders?status=CANCELLED&sort=title')
    await settled(page)
    const views = () => page.getByRole('button', { name: 'Views' }).click()
    await views()
    await page.getByRole('menu').getByText('No saved views yet').waitFor()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Canceled, by title')
    await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
    await page.getByText('View saved').waitFor()
    await openPage('/work-orders')
    await settled(page)
    await views()
    await page.getByRole('menuitem', { name: 'Canceled, by title' }).click()
    await page.waitForURL(/work-orders\?status=CANCELLED&sort=title$/)
    await page.getByText('1–1 of 1').waitFor()
    await console.insider(organization, 'OWNER', async other => {
      await other.openPage('/work-orders')
      await settled(other.page)
      await other.page.getByRole('button', { name: 'Views' }).click()
      await other.page.getByRole('menu').getByText('No saved views yet').waitFor()
    })
    await views()
    await page.getByRole('menuitem', { name: 'Delete views' }).click()
    await page.getByRole('button', { name: 'Delete Canceled, by title' }).click()
    await page.getByText('View deleted').waitFor()
    await page.getByRole('dialog').getByText('No saved views yet').waitFor()
  })
})

test('a member hides a column, which stays hidden, and shows it again; the first column cannot be hidden', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    const heads = () => page.getByRole('columnheader').allTextContents()
    const toggle = async (name: string) => {
      await page.getByRole('button', { name: 'Columns' }).click()
      assert.equal(await page.getByRole('menuitemcheckbox', { name: 'Work order' }).count(), 0)
      await page.getByRole('menuitemcheckbox', { name }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
    }
    await openPage('/work-orders')
    await settled(page)
    const all = await heads()
    assert.ok(all.includes('Category'))
    await toggle('Category')
    const rest = all.filter(name => name !== 'Category')
    assert.deepEqual(await heads(), rest)
    await page.reload()
    await settled(page)
    assert.deepEqual(await heads(), rest)
    await toggle('Category')
    assert.deepEqual(await heads(), all)
  }))

test('selected leases and payments are changed at once, and each reports its own result', async () => {
  await console.insider(organization, 'ADMIN', async ({ page, openPage, read, write }) => {
    const lease_id = (await read('/leases?status=ACTIVE')).data[0]?.lease_id
    for (const amount_cents of [1_100, 1_200])
      await write('/payments', { lease_id, amount_cents, method: 'CHECK', status: 'PENDING' })
    await openPage('/payments?status=PENDING')
    await page.getByRole('checkbox', { name: 'Select all payments on this page' }).click()
    await page.getByRole('button', { name: 'Mark as received' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as received 2' }).click()
    await page.getByText('2 payments received').waitFor()
    await openPage('/leases?status=ACTIVE')
    await page.getByRole('checkbox', { name: 'Select all leases on this page' }).click()
    await page.getByText('1 lease selected').waitFor()
    await page.getByRole('button', { name: 'Add charge' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Description').fill('Lock changed')
    await dialog.getByLabel('Amount in dollars').fill('45')
    await dialog.getByRole('button', { name: 'Add charge 1' }).click()
    await page.getByText('1 lease charged').waitFor()
  })
})

test('leads are marked, listings unlisted, units listed and vendors deactivated, many at once', async () => {
  for (const first_name of ['Ann', 'Ben']) {
    await organization.within(context => calls.createLead(context, { first_name, source: 'Website' }))
  }
  await organization.within(context => calls.createVendor(context, { name: 'Quick Turn Painting' }))
  await console.insider(organization, 'ADMIN', async ({ page, openPage, read }) => {
    const act = async (path: string, rows: string, action: string, said: string) => {
      await openPage(path)
      await page.getByRole('checkbox', { name: `Select all ${rows} on this page` }).check()
      await page.getByRole('button', { name: action, exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(`^${action} \\d`) })
        .click()
      await page.getByText(said).waitFor()
    }
    const totalOf = async (path: string) => (await read(path)).pagination.total
    await act('/leads', 'leads', 'Mark as contacted', '2 leads marked as contacted')
    assert.equal(await totalOf('/leads?status=CONTACTED'), 2)
    await act('/listings', 'listings', 'Unlist', '1 listing unlisted')
    assert.equal(await totalOf('/listings'), 0)
    await act('/units?search=205', 'units', 'List', '1 unit listed')
    assert.equal(await totalOf('/listings'), 1)
    await act('/vendors?search=Quick', 'vendors', 'Deactivate', '1 vendor deactivated')
    assert.equal(await totalOf('/vendors?search=Quick&is_active=false'), 1)
  })
})
