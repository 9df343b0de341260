/** Leasing in a real browser: a lease from its draft to the rent roll, the listing on the page of a unit, and the statuses of a lead. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { leaseThatIs, storeHome } from '../leasing.ts'
import { useOrganization, useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { hasValue, takeStep, takeStepOfMenu, useConsole } from './console-visit.ts'
import { fact, hasNoStep, openLease } from './record-page.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world, { name: 'Maple Management' })

before(async () => {
  await smallPortfolio(organization)
})

test('a lease is created for a new resident, sent and signed; then it is on the rent roll, and subscribers are notified', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/leases')
    await page.getByRole('link', { name: 'New lease' }).click()
    await page.getByRole('button', { name: 'Add new resident' }).click()
    const person = page.getByRole('dialog')
    await person.getByLabel('First name').fill('Lee')
    await person.getByLabel('Last name').fill('Park')
    await person.getByRole('button', { name: 'Add resident' }).click()
    await page.getByRole('combobox', { name: 'Role of Lee Park' }).waitFor()
    const unit = page.getByRole('combobox', { name: 'Unit' })
    await unit.fill('205')
    await unit.press('Enter')
    await page.waitForURL(/unit_id=unit_/)
    await page.getByLabel('Term ends').fill('2025-01-01')
    await page.getByLabel('Dollars per month').fill('1,400')
    await page.getByRole('button', { name: 'Create lease' }).click()
    await page.getByText(/Must not be before Mar 15, 2026/).waitFor()
    await page.getByTitle('Common dates for “Term ends”').click()
    await page.getByRole('menuitem', { name: '1 year' }).click()
    await page.getByRole('button', { name: 'Create lease' }).click()
    await page.getByRole('heading', { name: 'Lease of Lee Park' }).waitFor()
    await page.getByRole('region', { name: 'Summary' }).getByText('Draft', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Edit draft' }).click()
    await hasValue(page.getByLabel('Term ends'), '2027-03-14')
    await hasValue(page.getByLabel('Dollars per month'), '1400.00')
    await page.getByLabel('Dollars per month').fill('1,475.29')
    await page.getByLabel('Security deposit in dollars').fill('1500')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('of $1,500.00 due at signing').waitFor()
    await page.getByRole('row', { name: /^Rent.*\$1,475\.29/ }).waitFor()
    await takeStep(page, 'Send for signature')
    await page.getByRole('region', { name: 'Summary' }).getByText('Pending signature', { exact: true }).waitFor()
    await takeStep(page, 'Mark as signed')
    await page.getByRole('region', { name: 'Summary' }).getByText('Active', { exact: true }).waitFor()
    await takeStepOfMenu(page, 'Change charges', async dialog => {
      await dialog.getByRole('button', { name: 'Add charge' }).click()
      const added = dialog.getByRole('group', { name: 'Charge 2' })
      await added.getByLabel('Description').fill('Bicycle room')
      await added.getByLabel('Dollars per month').fill('-5')
      await dialog.getByRole('button', { name: 'Change charges' }).click()
      // The rent is unchanged and not sent, so the first charge sent is the second row.
      await added.getByText(/Must be 0 or more/).waitFor()
      await added.getByLabel('Dollars per month').fill('5.05')
    })
    await page.getByRole('row', { name: /Bicycle room.*\$5\.05/ }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Invoices' }).click()
    const narrowed = page.getByRole('list', { name: 'Narrowed to' })
    await narrowed.getByText('Lee Park, Maple Court · 205').waitFor()
    await page.getByRole('row', { name: / #2 / }).waitFor()
    assert.equal(await page.getByRole('row').count(), 2)
    await narrowed.getByRole('button', { name: 'Show all' }).click()
    await page.getByRole('row', { name: / #1 / }).waitFor()
    await page.goBack()
    await page.goBack()
    await page.getByRole('row', { name: /Bicycle room/ }).waitFor()
    assert.equal(await page.getByRole('row', { name: /^Rent Mar 15/ }).count(), 1)
    // The lease no longer allows the steps of a draft.
    assert.equal(await page.getByRole('button', { name: 'Send for signature' }).count(), 0)
    const told = await world.sql(`select from events where organization_id = $1 and type = 'lease.signed'`, [
      organization.id,
    ])
    assert.equal(told.length, 1)
    await openPage('/rent-roll')
    const row = page.getByRole('row', { name: /Lee Park/ })
    assert.match((await row.textContent()) as string, /205.*\$1,475\.29/)
    await openPage('/developers/log?action=lease.edit')
    await page.getByRole('row').getByRole('link', { name: 'Lee Park, Maple Court · 205' }).click()
    await page.getByRole('heading', { name: 'Lease of Lee Park' }).waitFor()
  }))

test('a unit states why it is not listed and is listed once the reasons are gone, but not by a viewer', async () => {
  const reasons = (page: Page) => page.getByRole('list', { name: 'Why it is not listed' })
  await console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/units')
    await page.getByRole('link', { name: 'Maple Court · 204' }).click()
    await reasons(page).getByRole('listitem').nth(1).waitFor()
    const list = page.getByRole('button', { name: 'List unit', exact: true })
    // An occupied unit has no need to be listed, so the button looks like the one next to it.
    const focused = () => page.evaluate(`getComputedStyle(document.activeElement).backgroundColor`)
    await list.focus()
    const look = await focused()
    await page.getByRole('button', { name: 'Set market rent' }).focus()
    assert.equal(look, await focused())
    await list.click()
    await page.getByRole('button', { name: 'Unlist unit' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone', { exact: true }).waitFor()
    await list.click()
    await page.getByRole('button', { name: 'Unlist unit' }).waitFor()
    // The unit is listed now, and still leased.
    await reasons(page).getByRole('listitem').nth(1).waitFor({ state: 'detached' })
    await reasons(page).getByRole('listitem').waitFor()
    await page.getByRole('button', { name: 'Edit listing' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('By the park')
    await dialog.getByLabel('Photos').fill('http://photos.example.com/1.jpg')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/must begin with https/i).waitFor()
    await dialog.getByLabel('Photos').fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('By the park').waitFor()
  })
  await console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    await openPage('/units?search=204')
    await page.getByRole('link', { name: 'Maple Court · 204' }).click()
    await reasons(page).waitFor()
    for (const name of ['Edit unit', 'More steps', 'Unlist unit', 'Edit listing']) {
      assert.equal(await page.getByRole('button', { name }).count(), 0, name)
    }
    await openPage('/leases/new')
    await page.getByText('Your role does not allow this').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Leases' }).last().click()
    await page.getByRole('heading', { name: 'Leases' }).waitFor()
  })
})

test('a lead is created, offers only the statuses that can follow, and is added to a lease without being typed again', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/leads')
    await page.getByRole('button', { name: 'New lead' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel('First name').fill('Ann')
    await form.getByLabel('Source').fill('Website')
    await form.getByLabel('Max rent in dollars').fill('1800.10')
    await form.getByRole('button', { name: 'Create' }).click()
    await page.getByText('$1,800.10').waitFor()
    await page.getByRole('button', { name: 'Change status' }).click()
    await page.getByRole('menuitem', { name: 'Toured' }).click()
    await page.getByText('Status changed to toured').waitFor()
    await page.getByText('Status changed · toured').waitFor()
    await page.getByRole('button', { name: 'Change status' }).click()
    await page.getByRole('menuitem', { name: 'Applied' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Contacted' }).count(), 0)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'New lease' }).click()
    await page.getByRole('button', { name: 'Add Ann' }).click()
    await hasValue(form.getByLabel('First name'), 'Ann')
    await form.getByRole('button', { name: 'Add resident' }).click()
    await page.getByRole('combobox', { name: 'Role of Ann' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Add Ann' }).count(), 0)
    await openPage('/leads?status=TOURED')
    await page.getByRole('link', { name: 'Ann' }).waitFor()
  }))

test('a new lease begins on the first day on which its unit is available and its lead wants to move in, until another day is typed', async () => {
  const { only } = await storeHome(organization)
  await console.insider(organization, 'ADMIN', async ({ page, openPage, read, write, change }) => {
    const first = page.getByLabel('First day')
    const of = (unit: { property_id: string; unit_id: string }, more = '') =>
      openPage(`/leases/new?property_id=${unit.property_id}&unit_id=${unit.unit_id}${more}`)
    const place = { property_id: only.property_id, unit_id: only.id }
    await change(`/units/${only.id}`, { available_from: '2026-04-10' })
    await of(place)
    await hasValue(first, '2026-04-10')
    await page.getByText('The unit is available from Apr 10, 2026.').waitFor()
    await page.getByTitle('Common dates for “Term ends”').click()
    await page.getByRole('menuitem', { name: '1 year Apr 9, 2027' }).click()
    await hasValue(page.getByLabel('Term ends'), '2027-04-09')

    const { lead_id } = await write('/leads', { first_name: 'Kim', source: 'Website', desired_move_in: '2026-06-01' })
    await of(place, `&lead_id=${lead_id}`)
    await hasValue(first, '2026-06-01')

    const [home] = (await read('/units?search=204')).data as { property_id: string; unit_id: string }[]
    await of(home as { property_id: string; unit_id: string })
    await page.getByText('Leased to Dana Whitfield until Aug 31, 2026.').waitFor()
    await hasValue(first, '2026-09-01')
    await first.fill('2026-10-01')
    const unit = page.getByRole('combobox', { name: 'Unit' })
    await unit.fill('205')
    await unit.press('Enter')
    await page.getByText('Leased to Dana Whitfield').waitFor({ state: 'detached' })
    await hasValue(first, '2026-10-01')
  })
})

test('a vacant unit gets its work order to make ready from its own page, with property, unit and category filled in', async () => {
  const { only } = await storeHome(organization)
  await console.insider(organization, 'ADMIN', async ({ page, openPage, read }) => {
    await openPage(`/units/${only.id}`)
    await page.getByRole('link', { name: 'New work order' }).click()
    const dialog = page.getByRole('dialog', { name: 'New work order' })
    await hasValue(dialog.getByRole('combobox', { name: /^Unit/ }), only.label)
    assert.equal(await dialog.getByLabel('Category').inputValue(), 'UNIT_TURN')
    await dialog.getByLabel('Title').fill('Paint and clean')
    await dialog.getByRole('button', { name: 'Create work order' }).click()
    await page.getByRole('heading', { level: 1, name: /Paint and clean/ }).waitFor()
    const [order] = (await read(`/work-orders?unit_id=${only.id}`)).data
    assert.deepEqual([order?.category, order?.property_id], ['UNIT_TURN', only.property_id])
  })
})

test('a step that changes the days of a lease names what its invoices charge, also for a month that was generated ahead', () =>
  console.insider(organization, 'ADMIN', async insider => {
    const { page, openPage, read, write } = insider
    const id = await openLease(insider, '204')
    await write('/invoices/generate', { month: '2026-04', lease_id: id })
    await openLease(insider, '204')
    await takeStepOfMenu(page, 'End lease', form => form.getByText(/ is charged for later days\. Void/).waitFor())
    await page.getByText('Lease ends today').waitFor()
    const { unit_id, residents } = await read(`/leases/${id}`)
    const [dana] = residents as { resident_id: string }[]
    const { lease_id } = await write('/leases', {
      ...{ unit_id, start_date: '2026-05-01' },
      residents: [{ resident_id: dana?.resident_id, role: 'PRIMARY' }],
      charges: [{ code: 'RENT', amount_cents: 142_500 }],
    })
    await write(`/leases/${lease_id}/sign`, {})
    await write('/invoices/generate', { month: '2026-05', lease_id })
    await openPage(`/leases/${lease_id}`)
    await takeStepOfMenu(page, 'Change start date', async form => {
      await form.getByText('$1,425.00 is open on invoices, which keep their due dates.').waitFor()
      await form.getByLabel('First day').fill('2026-05-15')
    })
    await fact(page, 'Starts', 'May 15, 2026').waitFor()
  }))

test('a roommate, new or known already, is added to a signed lease, but not to one that waits for signatures', async () => {
  const { lease_id } = await leaseThatIs('ACTIVE', organization, await storeHome(organization))
  const waiting = await leaseThatIs('PENDING_SIGNATURE', organization, await storeHome(organization))
  await console.insider(organization, 'ADMIN', async ({ page, openPage, read, write }) => {
    await openPage(`/leases/${lease_id}`)
    const residents = page.getByRole('region', { name: 'Residents' })
    await takeStepOfMenu(page, 'Add resident', async form => {
      assert.equal(await form.getByRole('option', { name: 'Primary' }).count(), 0)
      await form.getByLabel('First name').fill('Rosa')
      await form.getByLabel('Role').selectOption('OCCUPANT')
    })
    await residents.getByRole('row', { name: 'Rosa Occupant' }).waitFor()
    await write('/residents', { first_name: 'Omar' })
    await takeStepOfMenu(page, 'Add resident', async form => {
      await form.getByLabel('Who').selectOption('KNOWN')
      const picker = form.getByRole('combobox', { name: 'Resident' })
      await picker.fill('Omar')
      await picker.press('Enter')
      await hasValue(picker, 'Omar')
    })
    await residents.getByRole('row', { name: 'Omar Co-tenant' }).waitFor()
    const stored = (await read(`/leases/${lease_id}`)).residents as { role: string }[]
    assert.deepEqual(stored.map(({ role }) => role).sort(), ['CO_TENANT', 'OCCUPANT', 'PRIMARY'])
    await openPage(`/leases/${waiting.lease_id}`)
    await hasNoStep(page, /^Add resident$/)
  })
})

test('a renewal is canceled before its term begins, and the page shows the term and the rent from before', async () => {
  const { lease_id } = await leaseThatIs('ACTIVE', organization, await storeHome(organization))
  await console.insider(organization, 'ADMIN', async ({ page, openPage, read, write }) => {
    await write(`/leases/${lease_id}/renew`, { end_date: '2027-08-31', rent_cents: 150_000 })
    await openPage(`/leases/${lease_id}`)
    const terms = page.getByRole('list', { name: 'Terms' })
    await terms.getByText('Sep 1, 2026 – Aug 31, 2027').waitFor()
    await takeStepOfMenu(page, 'Cancel renewal', form => form.getByText('Sep 1, 2026 – Aug 31, 2027').waitFor())
    await terms.getByText('Sep 1, 2026 – Aug 31, 2027').waitFor({ state: 'detached' })
    await page.getByRole('list', { name: 'Timeline' }).getByText('Renewal canceled').first().waitFor()
    await hasNoStep(page, /^Cancel renewal$/)
    const { recurring_charges } = await read(`/leases/${lease_id}`)
    assert.deepEqual(
      (recurring_charges as { amount_cents: number; to: string | null }[]).map(({ amount_cents, to }) => [
        amount_cents,
        to,
      ]),
      [[142_500, null]],
    )
  })
})
