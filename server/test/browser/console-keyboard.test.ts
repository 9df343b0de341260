/** The focus of a member who works with the keyboard: no dialog, page or call may lose it. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { calls } from '../calls.ts'
import { useOrganization, useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { type Insider, settled, useConsole, WIDE } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world)
let lease: string
before(async () => {
  lease = (await smallPortfolio(organization)).term.id
  for (let number = 1; number <= 25; number++) {
    await organization.within(context => calls.createVendor(context, { name: `Vendor ${number}` }))
  }
})

test('a new page gives the focus to its title, whether it was opened by a link, the search, the menu or Back', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/units')
    await settled(page)
    const title = (name: RegExp) => page.locator('main h1:focus').filter({ hasText: name }).waitFor()
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
    await page.getByRole('button', { name: 'Open menu' }).press('Enter')
    await page.getByRole('dialog').getByRole('link', { name: 'Units' }).press('Enter')
    await title(/^Units$/)
  }))

test('a dialog returns the focus to the button, the menu or the field that had it', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage(`/leases/${lease}`)
    await settled(page)
    const dialog = page.getByRole('dialog')
    const leave = async () => {
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'Add charge' }).press('Enter')
    await leave()
    await focusIsOn(page, 'Add charge')
    await page.getByRole('button', { name: 'More steps' }).press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await leave()
    await focusIsOn(page, 'More steps')
    await page.getByRole('textbox', { name: 'Note' }).focus()
    await page.keyboard.press('Control+k')
    await leave()
    await page.locator('textarea:focus').waitFor()
  }))

test('a form that is sent with Enter gives the focus back to its field, whether it was stored or refused', () =>
  console.insider(organization, 'OWNER', async ({ page, openPage }) => {
    await openPage(`/leases/${lease}`)
    await settled(page)
    await page.route('**/payments', route => route.fulfill({ status: 500, json: { message: 'Out of order' } }))
    await page.getByRole('button', { name: 'Record payment' }).click()
    const amount = page.getByLabel('Amount in dollars')
    await amount.fill('12')
    await amount.press('Enter')
    await page.getByRole('dialog').getByRole('alert').waitFor()
    assert.equal(await page.locator(':focus').getAttribute('name'), 'amount_cents')
    await openPage('/settings')
    await settled(page)
    await page.getByLabel('Sender name').fill('Maple Court')
    await page.getByLabel('Sender name').press('Enter')
    await page.getByRole('button', { name: 'Save sender' }).waitFor()
    await page.locator('input:focus').and(page.getByLabel('Sender name')).waitFor()
  }))

test('the last page of a list leaves the focus on the button that led there', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    await openPage('/vendors')
    const next = page.getByRole('button', { name: 'Next' })
    await next.press('Enter')
    await page.getByText('21–25 of 25').waitFor()
    assert.ok(await next.isDisabled())
    await focusIsOn(page, 'Next')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Tab')
    await focusIsOn(page, 'Previous')
    // A button that is out of use is left out of the order of Tab once the focus is elsewhere.
    assert.ok(await next.evaluate(button => button.matches(':disabled')))
    await page.keyboard.press('Enter')
    await page.getByText('1–20 of 25').waitFor()
    await focusIsOn(page, 'Previous')
  }))

test('a control that disappears gives the focus to what took its place, or to the nearest one that is left', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/vendors?search=Vendor')
    await settled(page)
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter')
    await page.getByRole('search').locator(':focus').waitFor()
    await page.getByRole('checkbox', { name: 'Select Vendor 1', exact: true }).press('Space')
    await page.getByRole('button', { name: 'Clear selection' }).press('Enter')
    await page.locator('table :focus').waitFor()
    await openPage(`/leases/${lease}`)
    await settled(page)
    await page.getByRole('textbox', { name: 'Note' }).fill('Has a cat')
    await page.getByRole('button', { name: 'Add note' }).press('Enter')
    await page.getByRole('list', { name: 'Timeline' }).getByText('Has a cat').waitFor()
    await page.getByRole('textbox', { name: 'Note' }).and(page.locator(':focus')).waitFor()
  }))

test('what is highlighted, pressed or open can be seen in a theme of high contrast, which replaces every background', () => {
  const look = async ({ page, openPage }: Insider) => {
    const outlined = async (what: Locator) => {
      await what.first().waitFor()
      return what.first().evaluate(element => element.computedStyleMap().get('outline-style')?.toString() === 'solid')
    }
    await openPage('/work-orders')
    await settled(page)
    assert.ok(await outlined(page.getByRole('button', { name: 'List', pressed: true })))
    assert.ok(await outlined(page.locator('nav [aria-current=page]')))
    const picker = page.getByRole('combobox', { name: 'Property' })
    await picker.press('ArrowDown')
    await picker.press('ArrowDown')
    assert.ok(await outlined(page.getByRole('option', { name: 'Maple Court' })))
    await picker.press('Escape')
    await page.getByRole('button', { name: 'Columns' }).press('Enter')
    assert.ok(await outlined(page.locator('[role=menuitemcheckbox]:focus')))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    assert.ok(await outlined(page.getByRole('option', { selected: true })))
  }
  return console.insider(organization, 'VIEWER', look, { ...WIDE, forcedColors: 'active' })
})

async function focusIsOn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).and(page.locator(':focus')).waitFor()
}
