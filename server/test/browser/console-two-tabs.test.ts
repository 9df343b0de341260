/** One record in two tabs, or with two members: nothing is overwritten unseen, and no refusal stays unexplained. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { prepare, useOrganization, useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { chooseOfMenu, hasValue, settled, useConsole } from './console-visit.ts'
import { fact } from './record-page.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world, { plan: 'PRO' })
const books = prepare(() => smallPortfolio(organization))

test('two tabs that edit one record keep each other’s changes, and a field that both changed is shown before it is replaced', () =>
  console.insider(organization, 'ADMIN', async ({ page: one, openPage, read }) => {
    const stored = async () => {
      const { first_name, email, phone } = await read(`/residents/${books.dana.id}`)
      return [first_name, email, phone]
    }
    await openPage(`/residents/${books.dana.id}`)
    const other = await one.context().newPage()
    await other.goto(one.url())
    for (const page of [one, other]) await openForm(page)
    await save(other, { Phone: '+16145550199' })
    await other.getByText('Resident saved').waitFor()
    await save(one, { 'First name': 'Daniela' })
    await one.getByText('Resident saved').waitFor()
    assert.deepEqual(await stored(), ['Daniela', 'dana@example.com', '+16145550199'])

    for (const page of [one, other]) await openForm(page)
    await save(other, { 'E-mail': 'other@example.com' })
    await other.getByRole('dialog').waitFor({ state: 'detached' })
    await save(one, { 'E-mail': 'one@example.com' })
    await one.getByText('Was changed to “other@example.com” while you edited it. Save again to replace that.').waitFor()
    assert.deepEqual(await stored(), ['Daniela', 'other@example.com', '+16145550199'])
    await save(one, {})
    await one.getByRole('dialog').waitFor({ state: 'detached' })
    assert.deepEqual(await stored(), ['Daniela', 'one@example.com', '+16145550199'])
    // The other tab shows it without being loaded again.
    await other.getByText('one@example.com').first().waitFor()
  }))

test('an owner, a portfolio and a subscription are read again before they are saved: what someone else changed is shown before it is replaced', () =>
  console.insider(organization, 'OWNER', async ({ page, openPage, write, change }) => {
    const { owner_id } = await write('/owners', { name: 'Whitfield Holdings' })
    const { portfolio_id } = await write('/portfolios', { name: 'Northside' })
    const { id } = await write('/webhooks', { event: 'lead.created', target_url: 'http://127.0.0.1:9/leads' })
    for (const { at, noun, path, field, label } of [
      { at: '/owners', noun: 'owner', path: `/owners/${owner_id}`, field: 'external_id', label: 'External ID' },
      { at: '/portfolios', noun: 'portfolio', path: `/portfolios/${portfolio_id}`, field: 'name', label: 'Name' },
      {
        at: `/developers/webhooks/${id}`,
        noun: 'subscription',
        path: `/webhooks/${id}`,
        field: 'description',
        label: 'Description',
      },
    ]) {
      await openPage(at)
      await page.getByRole('button', { name: /^Edit/ }).click()
      const dialog = page.getByRole('dialog', { name: `Edit ${noun}` })
      await change(path, { [field]: 'Theirs' })
      await dialog.getByLabel(label).fill('Ours')
      await dialog.getByRole('button', { name: 'Save changes' }).click()
      await dialog.getByText('Was changed to “Theirs” while you edited it. Save again to replace that.').waitFor()
      await dialog.getByRole('button', { name: 'Save changes' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText('Ours').first().waitFor()
    }
  }))

test('what someone else changed is shown as pages show it: amounts in dollars, days in words, and times in the time zone of the organization', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, write, change }) => {
    const { work_order_id } = await write('/work-orders', { title: 'Gutter', property_id: books.court.id })
    await openPage(`/work-orders/${work_order_id}`)
    await page.getByRole('button', { name: 'Edit work order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit work order' })
    await dialog.getByLabel('Cost in dollars').fill('1')
    await dialog.getByLabel('Due').fill('2026-03-20')
    await dialog.getByLabel('Scheduled start').fill('2026-03-20T09:00')
    await dialog.getByLabel('External ID').fill('AF-1')
    const scheduled_start = '2026-03-21T18:30:00Z'
    await change(`/work-orders/${work_order_id}`, { cost_cents: 18_500, due_date: '2026-03-22', scheduled_start })
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    for (const words of ['$185.00', 'Mar 22, 2026', 'Mar 21, 2026, 1:30\u00a0PM'])
      await dialog.getByText(`Was changed to ${words} while you edited it`).waitFor()
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await dialog.waitFor({ state: 'detached' })
    await fact(page, 'External ID', 'AF-1').waitFor()
  }))

test('what was typed into the late-fee policy stays when someone else saves it, and both changes are kept', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, write, read }) => {
    await write('/late-fee-policy', { grace_days: 5, flat_cents: 5_000, percent_basis_points: null })
    await openPage('/settings')
    const grace = page.getByLabel('Grace days')
    const amount = page.getByLabel('Amount in dollars')
    const saveIn = (tab: Page) => tab.getByRole('button', { name: 'Save late-fee policy' }).click()
    await grace.fill('7')
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByLabel('Amount in dollars').fill('75')
    await saveIn(other)
    await page.getByText('A late fee of $75.00 is proposed').waitFor()
    assert.equal(await grace.inputValue(), '7')
    await saveIn(page)
    await page.getByText('Late-fee policy saved').waitFor()
    assert.deepEqual(await read('/late-fee-policy'), { grace_days: 7, flat_cents: 7_500, percent_basis_points: null })

    // This change is read again only because the form is saved.
    await amount.fill('80')
    await write('/late-fee-policy', { grace_days: 7, flat_cents: null, percent_basis_points: 500 })
    await saveIn(page)
    await page.getByRole('alert').getByText('This record was changed while you edited it').waitFor()
    await page.getByText('A late fee of 5% of the overdue amount is proposed').waitFor()
    assert.equal(await amount.inputValue(), '80')
    await saveIn(page)
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.getByText('A late fee of $80.00 is proposed').waitFor()
  }))

test('a field that shows what another tab has saved can be set back to what it was', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, read, write }) => {
    const vendor = await write('/vendors', { name: 'Ace Plumbing' })
    await openPage('/settings')
    await settled(page)
    const other = await page.context().newPage()
    await other.goto(page.url())
    const inSettings = async (tab: Page, day: string) => {
      await tab.getByLabel('Closed through').fill(day)
      await tab.getByRole('button', { name: 'Save books' }).click()
    }
    await inSettings(other, '2026-01-31')
    await hasValue(page.getByLabel('Closed through'), '2026-01-31')
    await inSettings(page, '')
    await page.getByText(/^Was changed to Jan 31, 2026 while you edited it/).waitFor()
    await page.getByRole('button', { name: 'Save books' }).click()
    await page.getByText('Books saved').waitFor()
    assert.equal((await read('/settings')).books_closed_through, null)

    // What is chosen from a list follows as well.
    await openPage(`/vendors/${vendor.vendor_id}`)
    await other.goto(page.url())
    for (const tab of [page, other]) await tab.getByRole('button', { name: 'Edit vendor' }).click()
    const status = page.getByRole('dialog').getByLabel('Status')
    const saveIn = (tab: Page) => tab.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
    await other.getByRole('dialog').getByLabel('Status').selectOption('false')
    await saveIn(other)
    await hasValue(status, 'false')
    await status.selectOption('true')
    await saveIn(page)
    await page.getByText(/^Was changed/).waitFor()
    await saveIn(page)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal((await read(`/vendors/${vendor.vendor_id}`)).is_active, true)
  }))

test('a step that someone else has taken in the meantime is refused with the reason, and then the page shows the record as it is', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, write }) => {
    await openPage(`/invoices/${books.rent.invoice_id}`)
    await page.getByRole('button', { name: 'Void invoice' }).click()
    await write(`/invoices/${books.rent.invoice_id}/void`, {})
    const dialog = page.getByRole('dialog', { name: /^Void invoice/ })
    await dialog.getByRole('button', { name: 'Void invoice' }).click()
    await dialog.getByRole('alert').getByText(/void/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await fact(page, 'Status', 'Void').waitFor()
    await page.getByRole('button', { name: 'Void invoice' }).waitFor({ state: 'detached' })
  }))

test('a step that someone else has taken with other dates or amounts shows those before it replaces them', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, read, write }) => {
    const lease = `/leases/${books.term.id}`
    const dialog = page.getByRole('dialog')
    const send = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
    const replaced = (was: string) => dialog.getByText(`${was} while you edited it. Save again to replace that`)
    await openPage(lease)
    await chooseOfMenu(page, 'More steps', 'Record notice to vacate')
    await dialog.getByLabel('Move-out date').fill('2026-05-31')
    await write(`${lease}/record-notice`, { notice_given_on: '2026-03-15', move_out_date: '2026-04-30' })
    await send('Record notice to vacate')
    await replaced('Was changed to Apr 30, 2026').waitFor()
    assert.equal((await read(lease)).move_out_date, '2026-04-30')
    await send('Record notice to vacate')
    await dialog.waitFor({ state: 'detached' })
    assert.equal((await read(lease)).move_out_date, '2026-05-31')

    await chooseOfMenu(page, 'More steps', 'Change charges')
    await dialog.getByLabel(/^Dollars per month/).fill('1500')
    const charges = [{ code: 'RENT', amount_cents: 149_000 }]
    await write(`${lease}/charges`, { effective_on: '2026-03-15', charges })
    await send('Change charges')
    await dialog.getByRole('alert').getByText('This record was changed while you edited it.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    const unit = `/units/${books.home.id}`
    await openPage(unit)
    await page.getByRole('button', { name: 'Set market rent' }).click()
    await dialog.getByLabel('Market rent in dollars').fill('1600')
    await write(`${unit}/rates`, { effective_on: '2026-03-15', market_rent_cents: 155_000 })
    await send('Set market rent')
    await replaced('Was changed to $1,550.00').waitFor()
    await send('Set market rent')
    await dialog.waitFor({ state: 'detached' })
    assert.equal((await read(unit)).market_rent_cents, 160_000)
  }))

test('a new resident whom a lease refuses is one person, however often the form is corrected and sent', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, read, write }) => {
    const lease = `/leases/${books.term.id}`
    await openPage(lease)
    await chooseOfMenu(page, 'More steps', 'Add resident')
    const form = page.getByRole('dialog', { name: 'Add resident' })
    await form.getByLabel('First name').fill('Ines')
    await write(`${lease}/end`, { move_out_date: '2026-03-10' })
    for (const name of ['Ines', 'Inés']) {
      await form.getByLabel('First name').fill(name)
      await form.getByRole('button', { name: 'Add resident' }).click()
      await form.getByRole('alert').waitFor()
    }
    const { data } = await read('/all-residents?search=In')
    const names = (data as { first_name: string }[]).map(({ first_name }) => first_name)
    assert.deepEqual(names, ['Inés'])
  }))

test('a work order that is moved says so in its timeline, which is read once for it, and in the other tab', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, write }) => {
    const { work_order_id } = await write('/work-orders', { title: 'Gutter', property_id: books.court.id })
    await openPage(`/work-orders/${work_order_id}`)
    await settled(page)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await settled(other)
    const reads: string[] = []
    page.on('request', request => void (/\/timeline\?/.test(request.url()) && reads.push(request.url())))
    await page.getByRole('button', { name: /^Change status/ }).click()
    await page.getByRole('menuitem', { name: 'On hold' }).click()
    for (const tab of [page, other]) {
      const entries = tab.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
      await entries.filter({ hasText: 'Work order updated · on hold' }).waitFor()
    }
    assert.equal(reads.length, 1)
  }))

test('keys, subscriptions, members and the name of the organization change in the other tab as well', () =>
  console.insider(organization, 'OWNER', async ({ page, openPage }) => {
    await openPage('/developers/keys')
    await settled(page)
    const other = await page.context().newPage()
    const show = async (path: string) => {
      await openPage(path)
      await other.goto(page.url())
      for (const tab of [page, other]) await settled(tab)
    }
    const dialog = page.getByRole('dialog')
    await show('/developers/keys')
    await page.getByRole('button', { name: 'Create key' }).first().click()
    await dialog.getByLabel('Name', { exact: true }).fill('Nightly export')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await other.getByRole('link', { name: 'Nightly export' }).waitFor()

    await show('/developers/webhooks')
    await page.getByRole('button', { name: 'New subscription' }).first().click()
    await dialog.getByLabel('Target').fill('http://127.0.0.1:9/hooks')
    await dialog.getByRole('button', { name: 'Create subscription' }).click()
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await other.getByRole('link', { name: 'http://127.0.0.1:9/hooks' }).waitFor()

    await show('/members')
    await page.getByRole('button', { name: 'Invite member' }).click()
    await dialog.getByLabel('E-mail').fill('lee@example.com')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await page.getByRole('dialog', { name: 'Share this link' }).getByRole('button', { name: 'Close' }).click()
    await other.getByRole('cell', { name: 'lee@example.com', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Cancel invitation of lee@example.com' }).click()
    await dialog.getByRole('button', { name: 'Cancel invitation' }).click()
    await page.getByText('Invitation canceled').waitFor()
    await other.getByRole('cell', { name: 'lee@example.com', exact: true }).waitFor({ state: 'detached' })

    await show('/settings')
    await page.getByLabel('Name', { exact: true }).fill('Renamed Homes')
    await page.getByRole('button', { name: 'Save organization' }).click()
    await other.getByRole('button', { name: /^Renamed Homes/ }).waitFor()
  }))

async function openForm(page: Page): Promise<void> {
  await settled(page)
  await page.getByRole('button', { name: 'Edit resident' }).click()
  await page.getByRole('dialog', { name: 'Edit resident' }).waitFor()
}

async function save(page: Page, changes: Record<string, string>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Edit resident' })
  for (const [label, value] of Object.entries(changes)) await dialog.getByLabel(label).fill(value)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
}
