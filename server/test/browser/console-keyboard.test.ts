/** The focus of a member who works with the keyboard: no dialog, page or call may lose it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { calls } from '../calls.ts'
import { until } from '../service/processes.ts'
import { prepare, useOrganization, useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { hasFocus, type Insider, settled, useConsole, WIDE } from './console-visit.ts'
import { holdCall } from './page-calls.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world)
const books = prepare(async () => {
  for (let number = 1; number <= 25; number++) {
    await organization.within(context => calls.createVendor(context, { name: `Vendor ${number}` }))
  }
  return smallPortfolio(organization)
})

test('a new page gives the focus to its title, whether it was opened by a link, the search, the menu or Back', () =>
  console.insider(organization, 'ADMIN', async ({ page, load, organizationId }) => {
    await load(`/${organizationId}/units`)
    await settled(page)
    // The first thing that Tab reaches, although the menu has scrolled to the page.
    await page.keyboard.press('Tab')
    await hasFocus(page.getByRole('link', { name: 'Skip to content' }))
    // From a field whose list closes, Tab goes on to the next one.
    const property = page.getByRole('combobox', { name: 'Property' })
    await property.press('ArrowDown')
    await page.getByRole('option').first().waitFor()
    await property.press('Tab')
    await hasFocus(page.getByRole('main').locator(':focus'))
    const title = (name: RegExp) => hasFocus(page.locator('main h1').filter({ hasText: name }))
    await page.getByRole('link', { name: 'Vendors' }).press('Enter')
    await title(/^Vendors$/)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('leases')
    await page.getByRole('option', { name: 'Leases', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await title(/^Leases$/)
    await page.getByRole('link', { name: 'Dana Whitfield' }).press('Enter')
    await title(/^Lease/)
    await page.goBack()
    await title(/^Leases$/)
    await page.setViewportSize({ width: 380, height: 800 })
    const menu = page.getByRole('button', { name: 'Open menu' })
    await menu.press('Enter')
    // A group of pages that is unfolded has the focus.
    await hasFocus(page.getByRole('dialog').getByRole('button', { name: 'Leasing', expanded: true }))
    await page.keyboard.press('Escape')
    await hasFocus(menu)
    await menu.press('Enter')
    await page.getByRole('dialog').getByRole('link', { name: 'Units' }).press('Enter')
    await title(/^Units$/)
  }))

test('a dialog returns the focus to the button, the menu or the field that had it', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage(`/leases/${books.term.id}`)
    await settled(page)
    const dialog = page.getByRole('dialog')
    const leave = async () => {
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    const [charge, more] = [
      page.getByRole('button', { name: 'Add charge' }),
      page.getByRole('button', { name: 'More steps' }),
    ]
    await charge.press('Enter')
    await leave()
    await hasFocus(charge)
    await more.press('Enter')
    const items = page.getByRole('menuitem')
    await hasFocus(items.nth(0))
    await page.keyboard.press('ArrowDown')
    await hasFocus(items.nth(1))
    await page.keyboard.press('Enter')
    await leave()
    await hasFocus(more)
    const note = page.getByRole('textbox', { name: 'Note' })
    await note.focus()
    await page.keyboard.press('Control+k')
    await leave()
    await hasFocus(note)
    const { lead_id } = await organization.within(context =>
      calls.createLead(context, { first_name: 'Ann', source: 'Phone' }),
    )
    await openPage(`/leads/${lead_id}`)
    const status = page.getByRole('button', { name: 'Change status' })
    await status.press('Enter')
    await hasFocus(items.nth(0))
    const moving = await holdCall(page, 'POST', '**/advance', () => page.keyboard.press('Enter'))
    await hasFocus(status)
    await moving.continue()
    await page.getByText('Status changed to contacted').waitFor()
    await hasFocus(status)
  }))

test('a form that arrives after its dialog gets the focus, and what is typed before it is there does not close the dialog', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/developers/keys')
    await settled(page)
    const dialog = page.getByRole('dialog', { name: 'Create key' })
    const plan = await holdCall(page, 'GET', '**/plan', () =>
      page.getByRole('button', { name: 'Create key' }).press('Enter'),
    )
    await dialog.waitFor()
    await page.keyboard.type('a b')
    await hasFocus(dialog)
    await plan.continue()
    await hasFocus(dialog.getByLabel('Name'))
    await page.keyboard.press('Escape')

    // The choices of a field may arrive later than its form.
    await openPage('/properties')
    await settled(page)
    const owners = await holdCall(page, 'GET', '**/owners?*', () =>
      page.getByRole('button', { name: 'New property' }).press('Enter'),
    )
    await page.keyboard.type('Elm Row')
    assert.equal(await page.getByRole('dialog').getByLabel('Name').inputValue(), 'Elm Row')
    await owners.continue()
  }))

test('a form that is sent with Enter gives the focus back to its field, whether it was stored or refused', () =>
  console.insider(organization, 'OWNER', async ({ page, openPage }) => {
    await openPage(`/leases/${books.term.id}`)
    await settled(page)
    await page.route('**/payments', route => route.fulfill({ status: 500, json: { message: 'Out of order' } }))
    await page.getByRole('button', { name: 'Record payment' }).click()
    const amount = page.getByLabel('Amount in dollars')
    await amount.fill('12')
    await amount.press('Enter')
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await hasFocus(amount)
    await openPage('/settings')
    await settled(page)
    const sender = page.getByLabel('Sender name')
    await sender.fill('Maple Court')
    await sender.press('Enter')
    await page.getByText('Sender saved').waitFor()
    await hasFocus(sender)
  }))

test('a change can be undone by the keyboard while a dialog is open', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, write, read }) => {
    const { work_order_id } = await write('/work-orders', { title: 'Gutter', property_id: books.court.id })
    await openPage(`/work-orders/${work_order_id}`)
    await page.getByRole('button', { name: /^Change status/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Scheduled' }).press('Enter')
    await page.getByText('moved to scheduled').waitFor()
    await page.getByRole('button', { name: 'Edit work order' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Tab')
    await hasFocus(dialog.getByRole('button', { name: 'Undo' }))
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('Undone').waitFor()
    await page.keyboard.press('Tab')
    await dialog.locator(':focus').waitFor()
    assert.equal((await read(`/work-orders/${work_order_id}`)).status, 'NEW')
  }))

test('the last page of a list leaves the focus on the button that led there', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    await openPage('/vendors')
    const next = page.getByRole('button', { name: 'Next' })
    await next.press('Enter')
    await page.getByText('21–25 of 25').waitFor()
    assert.ok(await next.isDisabled())
    await hasFocus(next)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Tab')
    const previous = page.getByRole('button', { name: 'Previous' })
    await hasFocus(previous)
    // A button that is out of use is left out of the order of Tab once the focus is elsewhere.
    await next.and(page.locator(':disabled')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('1–20 of 25').waitFor()
    await hasFocus(previous)
  }))

test('a control that disappears gives the focus to what took its place, or to the nearest one that is left', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/vendors?search=Vendor')
    await settled(page)
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter')
    await hasFocus(page.getByRole('textbox', { name: 'Search' }))
    await page.getByRole('checkbox', { name: 'Select Vendor 1', exact: true }).press('Space')
    await page.getByRole('button', { name: 'Clear selection' }).press('Enter')
    await page.locator('table :focus').waitFor()
    await openPage(`/leases/${books.term.id}`)
    await settled(page)
    await page.getByRole('textbox', { name: 'Note' }).fill('Has a cat')
    await page.getByRole('button', { name: 'Add note' }).press('Enter')
    await page.getByRole('list', { name: 'Timeline' }).getByText('Has a cat').waitFor()
    await page.getByRole('textbox', { name: 'Note' }).and(page.locator(':focus')).waitFor()
  }))

test('what is highlighted, pressed or open can be seen in a theme of high contrast, which replaces every background', () => {
  const look = async ({ page, openPage }: Insider) => {
    const outlined = (what: Locator) =>
      until(() =>
        what.first().evaluate(element => element.computedStyleMap().get('outline-style')?.toString() === 'solid'),
      )
    await openPage('/work-orders')
    await settled(page)
    await outlined(page.getByRole('button', { name: 'List', pressed: true }))
    await outlined(page.locator('nav [aria-current=page]'))
    const picker = page.getByRole('combobox', { name: 'Property' })
    // Without their arrows, a list and a picker would look like text fields.
    const styleOf = (field: Locator, property: string) =>
      field.evaluate((element, name) => element.computedStyleMap().get(name)?.toString(), property)
    assert.notEqual(await styleOf(page.getByLabel('Priority'), 'appearance'), 'none')
    assert.equal(await styleOf(picker, 'forced-color-adjust'), 'none')
    await picker.press('ArrowDown')
    await page.getByRole('option', { name: 'Maple Court' }).waitFor()
    await picker.press('ArrowDown')
    await outlined(page.getByRole('option', { name: 'Maple Court' }))
    await picker.press('Escape')
    await page.getByRole('button', { name: 'Columns' }).press('Enter')
    await outlined(page.locator('[role=menuitemcheckbox]:focus'))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await outlined(page.getByRole('option', { selected: true }))
  }
  return console.insider(organization, 'VIEWER', look, { ...WIDE, forcedColors: 'active' })
})

test('a filter that leaves no row is announced', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    await openPage('/units')
    await page.getByRole('row').nth(1).waitFor()
    await page.evaluate(
      `document.querySelectorAll('main [aria-live=polite]').forEach(place => { place.id ||= 'place' })`,
    )
    const place = page.locator('#place')
    await page.getByLabel('Search').fill('nothing has this name')
    await page.getByLabel('Search').press('Enter')
    await place.getByText('No units match').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await page.getByRole('row').nth(1).waitFor()
    assert.equal(await place.textContent(), '')
  }))

test('a charge or a deduction that is added gets the focus in its first field, even if the button is before all of them', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/leases/new')
    await page.getByRole('button', { name: 'Add charge' }).press('Enter')
    await hasFocus(page.getByRole('group', { name: 'Charge 2' }).getByLabel('Charge', { exact: true }))
    await openPage('/invoices?new=1')
    const form = page.getByRole('dialog', { name: 'New invoice' })
    await form.getByRole('button', { name: 'Add charge' }).press('Enter')
    await hasFocus(form.getByRole('group', { name: 'Charge 2' }).getByRole('combobox').first())
  }))
