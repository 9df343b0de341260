/** What is in the way of a step on a lease, in the words of a manager: another lease, the unit, or a button that could be mistaken for the step. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { draft, signed, storeHome } from '../leasing.ts'
import { lease, on, property, resident, store, unit } from '../records.ts'
import { useOrganization, useWorld } from '../world.ts'
import { settled, useConsole } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world)
let home: Awaited<ReturnType<typeof storeHome>>

before(async () => {
  home = await storeHome(organization)
})

test('a lease whose unit is leased already says to whom and when, with a link to that lease instead of its ID', async () => {
  const first = await signed(organization, home)
  const second = await draft(organization, home)
  await console.insider(organization, 'ADMIN', async ({ page, openPage, write }) => {
    await write(`/leases/${second.lease_id}/send`, {})
    await openPage(`/leases/${second.lease_id}`)
    await page.getByRole('button', { name: 'Mark as signed' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Mark as signed' }).click()
    const alert = dialog.getByRole('alert')
    await alert.getByText(/^The unit is leased to Dana Whitfield /).waitFor()
    assert.equal(await alert.getByText(/lease_/).count(), 0)
    const other = await alert.getByRole('link', { name: 'Open that lease in a new tab' }).getAttribute('href')
    assert.match(String(other), new RegExp(`/leases/${first.lease_id}$`))
  })
})

test('a lease that begins before its unit is in service says what can be changed', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    const later = unit(home.home, { label: '901', in_service_from: '2026-03-01' })
    await store(organization, { units: [later] })
    await openPage(`/leases/new?unit_id=${later.id}&property_id=${home.home.id}`)
    await settled(page)
    const residents = page.getByRole('combobox', { name: 'Search residents' })
    await residents.fill('Lee')
    await page.getByRole('option').first().waitFor()
    await residents.press('Enter')
    await page.getByRole('list', { name: 'On the lease' }).waitFor()
    await page.getByLabel('First day', { exact: true }).fill('2026-01-31')
    await page.getByLabel('Dollars per month').fill('1400')
    await page.getByRole('button', { name: 'Create lease' }).click()
    await page
      .getByText(/not in service before Mar 1, 2026: change the dates of the lease, or the days on which/)
      .waitFor()
  }))

test('a label that is taken leads to the unit that has it, and a label that is saved is named', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    const [own, taken] = [unit(home.home, { label: '31A' }), unit(home.home, { label: '31B' })]
    await store(organization, { units: [own, taken] })
    await openPage(`/units/${own.id}`)
    await page.getByRole('button', { name: 'Edit unit' }).click()
    const dialog = page.getByRole('dialog')
    const save = async (label: string) => {
      await dialog.getByLabel('Label').fill(label)
      await dialog.getByRole('button', { name: 'Save changes' }).click()
    }
    await save('31b')
    await dialog.getByText('The property already has a unit labeled 31B. Use a different label.').waitFor()
    const other = await dialog.getByRole('link', { name: 'Open that unit in a new tab' }).getAttribute('href')
    assert.match(String(other), new RegExp(`/units/${taken.id}$`))
    await save('31C')
    await page.getByText('Unit 31C saved').waitFor()
  }))

test('a draft that someone else has signed while it was edited says that it cannot be edited any longer', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, write }) => {
    const elsewhere = await storeHome(organization)
    const { lease_id } = await draft(organization, elsewhere)
    await openPage(`/leases/${lease_id}/edit`)
    await page.getByLabel('Rent is due on day').fill('5')
    await write(`/leases/${lease_id}/sign`, {})
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page
      .getByRole('alert')
      .getByText(/cannot be edited/)
      .waitFor()
  }))

test('the form of a step that cancels something is left with Go back', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    const { lease_id } = await draft(organization, home)
    await openPage(`/leases/${lease_id}`)
    await page.getByRole('button', { name: 'More steps' }).click()
    await page.getByRole('menuitem', { name: 'Cancel lease' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel lease' })
    await dialog.getByRole('button', { name: 'Go back' }).waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Cancel', exact: true }).count(), 0)
  }))

test('the page of a lease with many residents names some at the top and all of them in their card', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    const court = property({ name: 'Dormitory' })
    const home = unit(court)
    const term = lease(home)
    const people = Array.from({ length: 40 }, (_, place) => resident({ first_name: `R${place}` }))
    await store(organization, {
      properties: [court],
      units: [home],
      leases: [term],
      residents: people,
      leaseResidents: people.map((one, place) => on(term, one, place === 0 ? 'PRIMARY' : 'CO_TENANT')),
    })
    await openPage(`/leases/${term.id}`)
    await settled(page)
    const summary = page.getByRole('region', { name: 'Summary' })
    await summary.getByText('and 34 more, listed below').waitFor()
    assert.equal(await page.getByRole('region', { name: 'Residents' }).getByRole('link').count(), 40)
  }))
