/**
 * The tasks of a manager's day, each walked from the overview to its end in a real browser, on a portfolio such as a demo has: how many clicks each
 * takes. A choice in a list counts as a click, typing does not. Before there were records to work from, a check took 9 clicks, a lease 16, and a
 * month was billed lease by lease, 5 for each.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { seedOrganization } from '#server/seed/seed-organization.ts'
import { useOrganization, useWorld } from '../world.ts'
import { hasValue, type Insider, settled, useConsole } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world)

before(async () => {
  const { today } = await organization.within(async context => context)
  await seedOrganization({ units: 40, months: 3, seed: 'day', today }, { inTransaction: organization.within })
})

const TASKS: Record<string, { clicks: number; walk: (insider: Insider, hand: Hand) => Promise<void> }> = {
  'recording a check of $500 from the resident who owes most': { clicks: 3, walk: takeCheck },
  'listing a vacant unit': { clicks: 2, walk: listUnit },
  'leasing a vacant unit to a new resident who moves in, with the prorated invoice': { clicks: 6, walk: leaseUnit },
  'billing next month for one property': { clicks: 4, walk: billProperty },
  'completing three work orders at once': { clicks: 6, walk: completeOrders },
  'messaging the residents of a property': { clicks: 6, walk: messageProperty },
  'finding an invoice by its number': { clicks: 0, walk: findInvoice },
  'saving the rent roll of the end of last month as CSV': { clicks: 4, walk: saveRentRoll },
}

test('each task of a day takes as many clicks as are listed', t =>
  console.insider(organization, 'ADMIN', async insider => {
    for (const [task, { clicks, walk }] of Object.entries(TASKS)) {
      await t.test(`${task} takes ${clicks} ${clicks === 1 ? 'click' : 'clicks'}`, async () => {
        const hand = new Hand(insider.page)
        await insider.openPage('')
        await settled(insider.page)
        await walk(insider, hand)
        assert.equal(hand.count, clicks)
      })
    }
  }))

/** Clicks and chooses, and counts both. */
class Hand {
  readonly #page: Page
  count = 0
  constructor(page: Page) {
    this.#page = page
  }
  async click(target: Locator, options?: { modifiers: ['Shift'] }): Promise<void> {
    this.count++
    await target.click(options)
  }
  async choose(target: Locator, option: string): Promise<void> {
    this.count++
    await target.selectOption(option)
  }
  /** Opens a page by the sidebar. */
  async goTo(name: string): Promise<void> {
    await this.click(this.#page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }))
    // The page before stays until the new one is there.
    await this.#page.getByRole('heading', { level: 1, name: new RegExp(`^${name}`) }).waitFor()
    await settled(this.#page)
  }
}

async function takeCheck({ page }: Insider, hand: Hand): Promise<void> {
  await hand.click(page.getByRole('list', { name: 'Most past due' }).getByRole('link').first())
  await hand.click(page.locator('main header').getByRole('button', { name: 'Record payment' }))
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  // The amount that is owed is filled in once it is known.
  await dialog.locator('[name=amount_cents]:not([value=""])').waitFor()
  await dialog.getByLabel('Amount in dollars').fill('500')
  await hand.click(dialog.getByRole('button', { name: 'Record payment' }))
  await page.getByText('Payment of $500.00 recorded').waitFor()
}

async function listUnit({ page, openPage, read, write }: Insider, hand: Hand): Promise<void> {
  const [longest] = (await read('/overview')).longest_vacant as { unit_id: string }[]
  await write(`/units/${longest?.unit_id}/unlist`, {})
  await openPage('')
  await hand.click(page.getByRole('region', { name: 'Longest vacant' }).getByRole('link').first())
  await hand.click(page.locator('main header').getByRole('button', { name: 'List unit', exact: true }))
  await page.getByRole('status').getByText('Unit listed').waitFor()
}

async function leaseUnit({ page }: Insider, hand: Hand): Promise<void> {
  await hand.click(page.getByRole('region', { name: 'Longest vacant' }).getByRole('link').last())
  await hand.click(page.locator('main header').getByRole('link', { name: 'New lease' }))
  await hand.click(page.getByRole('button', { name: 'Add new resident' }))
  const person = page.getByRole('dialog')
  await person.getByLabel('First name').fill('Lee')
  await person.getByLabel('Last name').fill('Park')
  await hand.click(person.getByRole('button', { name: 'Add resident' }))
  await page.getByRole('combobox', { name: 'Role of Lee Park' }).waitFor()
  await hand.choose(page.getByLabel('After creating it'), 'MOVED_IN')
  await hasValue(page.getByLabel('Dollars per month'), /\d/)
  // The unit is announced for a later day, which the form proposes.
  await hasValue(page.getByLabel('First day'), /^2026-03-24$/)
  await page.getByLabel('First day').fill('2026-03-15')
  const rent = Number(await page.getByLabel('Dollars per month').inputValue())
  await hand.click(page.getByRole('button', { name: 'Create lease' }))
  await page.getByRole('heading', { name: 'Lease of Lee Park' }).waitFor()
  // The rent of 17 of 31 days.
  const due = (Math.round((rent * 100 * 17) / 31) / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  await page.getByRole('region', { name: 'Summary' }).getByText(due, { exact: true }).waitFor()
}

async function billProperty({ page, write }: Insider, hand: Hand): Promise<void> {
  // This month is billed, so the next one is offered.
  await write('/invoices/generate', { month: '2026-03' })
  await hand.goTo('Invoices')
  await hand.click(page.getByRole('button', { name: 'Generate monthly charges' }))
  const dialog = page.getByRole('dialog', { name: 'Generate monthly charges' })
  await dialog.getByText(/ will be issued/).waitFor()
  const picker = dialog.getByLabel('Property')
  await hand.click(picker)
  const choices = page.getByRole('listbox', { name: 'Choices' }).getByRole('option')
  const property = (await choices.nth(1).textContent()) as string
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await hasValue(picker, property)
  await hand.click(dialog.getByRole('button', { name: /^Issue \d+ invoices?$/ }))
  await dialog.getByText(/invoices? issued for .*\.$/).waitFor()
}

async function completeOrders({ page, read, write }: Insider, hand: Hand): Promise<void> {
  const { data } = await read('/properties')
  for (const title of ['Tap', 'Door', 'Lamp']) await write('/work-orders', { title, property_id: data[0]?.property_id })
  await hand.goTo('Work orders')
  await hand.choose(page.getByLabel('Status'), 'NEW')
  await page.waitForURL(/status=NEW/)
  await settled(page)
  const boxes = page.locator('tbody').getByRole('checkbox')
  await hand.click(boxes.first())
  await hand.click(boxes.nth(2), { modifiers: ['Shift'] })
  await hand.click(page.getByRole('button', { name: 'Complete' }))
  await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Complete 3' }))
  await page.getByText('3 work orders completed').waitFor()
}

async function messageProperty({ page }: Insider, hand: Hand): Promise<void> {
  await hand.goTo('Properties')
  await hand.click(page.locator('tbody').getByRole('link').first())
  await hand.click(page.locator('main header').getByRole('link', { name: 'Residents' }))
  await page.getByRole('heading', { level: 1, name: 'Residents' }).waitFor()
  await settled(page)
  await hand.click(page.getByRole('checkbox', { name: 'Select all residents on this page' }))
  await hand.click(page.getByRole('button', { name: 'Message' }))
  await page.getByRole('dialog').getByLabel('Message', { exact: true }).fill('The water is off on Monday.')
  await hand.click(page.getByRole('dialog').getByRole('button', { name: /^Message \d+$/ }))
  await page.getByText(/residents? messaged\. The messages were captured, not sent$/).waitFor()
}

async function findInvoice({ page, read }: Insider): Promise<void> {
  const { data } = await read('/invoices')
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`#${data[0]?.number}`)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/invoices\/inv_/)
}

async function saveRentRoll({ page }: Insider, hand: Hand): Promise<void> {
  await hand.goTo('Rent roll')
  await hand.click(page.getByRole('button', { name: 'Common dates' }))
  await hand.click(page.getByRole('menuitem', { name: 'End of last month' }))
  await page.getByText('As of Feb 28, 2026').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    hand.click(page.getByRole('button', { name: 'Save CSV' })),
  ])
  assert.equal(download.suggestedFilename(), 'rent-roll-2026-02-28.csv')
  assert.match(await readFile(await download.path(), 'utf8'), /\r\n.+/)
}
