/**
 * How many clicks the money tasks of a manager's day take in a real browser, from the overview to the end. A choice in a list counts as a click,
 * typing does not. Before there were records to work from, a check took 9, a lease 16, and a month was billed lease by lease, 5 for each.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { type Organization, useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { type Insider, useConsole } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)
let organization: Organization

before(async () => {
  organization = await world.organization()
  await smallPortfolio(organization)
})

/** Clicks and chooses, and counts both. */
class Hand {
  count = 0
  async click(target: Locator): Promise<void> {
    this.count++
    await target.click()
  }
  async choose(target: Locator, option: string | { label: string }): Promise<void> {
    this.count++
    await target.selectOption(option)
  }
}

test('money tasks take at least a third fewer clicks than before', t =>
  console.insider(organization, 'ADMIN', async insider => {
    await t.test('recording a check of $500 from the resident who owes most takes 6 clicks instead of 9', () =>
      takeCheck(insider),
    )
    await t.test(
      'leasing a vacant unit to a new resident who moves in, with the prorated invoice, takes 7 clicks instead of 16',
      () => leaseUnit(insider),
    )
    await t.test('billing next month for one property takes 4 clicks instead of 5 for each lease', () =>
      billProperty(insider),
    )
  }))

async function takeCheck({ page, openPage }: Insider): Promise<void> {
  await openPage('')
  const hand = new Hand()
  await hand.click(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Leases', exact: true }))
  await hand.click(page.getByRole('button', { name: 'Balance' }))
  await page.waitForURL(/sort=balance_cents/)
  await hand.click(page.getByRole('button', { name: 'Balance' }))
  await page.waitForURL(/sort=-balance_cents/)
  await hand.click(page.getByRole('row').nth(1).getByRole('link'))
  await hand.click(page.locator('main header').getByRole('button', { name: 'Record payment' }))
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  const amount = dialog.getByLabel('Amount in dollars')
  await dialog.getByText('Dana Whitfield').first().waitFor()
  await amount.and(page.locator('[value="1425.00"]')).waitFor()
  await amount.fill('500')
  await hand.click(dialog.getByRole('button', { name: 'Record payment' }))
  await page.getByText('Payment of $500.00 recorded').waitFor()
  await page.getByRole('region', { name: 'Summary' }).getByText('$925.00', { exact: true }).waitFor()
  assert.equal(hand.count, 6)
}

async function leaseUnit({ page, openPage }: Insider): Promise<void> {
  await openPage('')
  const hand = new Hand()
  await hand.click(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Units', exact: true }))
  await hand.click(page.getByRole('link', { name: 'Maple Court · 205' }))
  await hand.click(page.locator('main header').getByRole('link', { name: 'New lease' }))
  await hand.click(page.getByRole('button', { name: 'Add new resident' }))
  const person = page.getByRole('dialog')
  await person.getByLabel('First name').fill('Lee')
  await person.getByLabel('Last name').fill('Park')
  await hand.click(person.getByRole('button', { name: 'Add resident' }))
  await page.getByRole('combobox', { name: 'Role of Lee Park' }).waitFor()
  await hand.choose(page.getByLabel('Then'), 'MOVED_IN')
  assert.equal(await page.getByLabel('Dollars per month').inputValue(), '1450.00')
  await hand.click(page.getByRole('button', { name: 'Create lease' }))
  await page.getByRole('heading', { name: 'Lease of Lee Park' }).waitFor()
  // The rent of 17 of 31 days.
  await page.getByRole('region', { name: 'Summary' }).getByText('$795.16', { exact: true }).waitFor()
  assert.equal(hand.count, 7)
}

async function billProperty({ page, openPage, write }: Insider): Promise<void> {
  // This month is billed, so the next one is offered.
  await write('/invoices/generate', { month: '2026-03' })
  await openPage('')
  const hand = new Hand()
  await hand.click(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Invoices', exact: true }))
  await hand.click(page.getByRole('button', { name: 'Generate monthly charges' }))
  const dialog = page.getByRole('dialog', { name: 'Generate monthly charges' })
  await hand.click(dialog.getByLabel('Property'))
  await page.keyboard.type('maple')
  await page.keyboard.press('Enter')
  await dialog.getByText('2 invoices for $2,875.00 will be issued.').waitFor()
  await hand.click(dialog.getByRole('button', { name: 'Issue 2 invoices' }))
  await dialog.getByText('2 invoices issued for $2,875.00.').waitFor()
  assert.equal(hand.count, 4)
}
