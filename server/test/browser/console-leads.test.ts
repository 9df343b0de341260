/** For whom a lease is created, in a real browser: a lead, whose status follows from it, or a resident who moves to another unit. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeHome } from '../leasing.ts'
import { resident, store } from '../records.ts'
import { useWorld } from '../world.ts'
import { hasValue, takeStepOfMenu, useConsole } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)

test('a lead for whom a lease is created has applied, and is leased once it is signed with it', async () => {
  const other = await world.organization()
  const { home, only } = await storeHome(other)
  await console.insider(other, 'ADMIN', async ({ page, openPage, write, read }) => {
    const place = { property_id: home.id, unit_id: only.id }
    for (const [status, after] of [
      ['applied', 'Keep it as a draft'],
      ['leased', 'Mark it as signed'],
    ] as const) {
      const { lead_id } = await write('/leads', { first_name: 'Kim', source: 'Website', ...place })
      await openPage(`/leads/${lead_id}`)
      await page.getByRole('link', { name: 'New lease' }).click()
      await page.getByRole('button', { name: 'Add Kim' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Add resident' }).click()
      await page.getByLabel('Dollars per month').fill('1400')
      await page.getByLabel('After creating it').selectOption(after)
      await page.getByText(`The status of the lead changes to ${status}.`).waitFor()
      await page.getByRole('button', { name: 'Create lease' }).click()
      await page.getByRole('heading', { name: 'Lease of Kim' }).waitFor()
      assert.equal((await read(`/leads/${lead_id}`)).status, status.toUpperCase())
    }
  })
})

test('a lead is leased once the draft that was created for them is signed later, and each page leads to the other', async () => {
  const other = await world.organization()
  const { only, dana } = await storeHome(other)
  await console.insider(other, 'ADMIN', async ({ page, openPage, write, read }) => {
    const { lead_id } = await write('/leads', { first_name: 'Kim', source: 'Website' })
    const residents = [{ resident_id: dana.id, role: 'PRIMARY' }]
    await write('/leases', { unit_id: only.id, lead_id, start_date: '2026-06-01', residents })
    await openPage(`/leads/${lead_id}`)
    await page.getByText('Applied', { exact: true }).first().waitFor()
    await page.getByRole('link', { name: 'Open lease' }).click()
    await takeStepOfMenu(page, 'Mark as signed')
    assert.equal((await read(`/leads/${lead_id}`)).status, 'LEASED')
    await page.getByRole('link', { name: 'Open lead' }).click()
    await page.getByRole('heading', { name: 'Kim' }).waitFor()
    await page.getByText('Leased', { exact: true }).first().waitFor()
  })
})

test('a lead who is a resident already is offered as that resident, and no second record is created', async () => {
  const other = await world.organization()
  const { home, only } = await storeHome(other)
  const past = resident({ first_name: 'Nora', email: 'Nora.Quist@example.com' })
  await store(other, { residents: [past, resident({ first_name: 'Max', email: 'nora.quist@example.com.au' })] })
  await console.insider(other, 'ADMIN', async ({ page, openPage, write, read }) => {
    const place = { property_id: home.id, unit_id: only.id }
    const lead = { first_name: 'Nora', email: 'nora.quist@example.com', source: 'Website', ...place }
    const { lead_id } = await write('/leads', lead)
    const before = (await read('/all-residents')).pagination.total
    await openPage(`/leads/${lead_id}`)
    await page.getByRole('link', { name: 'New lease' }).click()
    const offered = page.getByRole('button', { name: /^Add existing resident/ })
    await offered.first().waitFor()
    assert.deepEqual(await offered.allTextContents(), ['Add existing resident Nora Whitfield'])
    await offered.click()
    await page.getByRole('combobox', { name: 'Role of Nora Whitfield' }).waitFor()
    await offered.waitFor({ state: 'detached' })
    await page.getByLabel('Dollars per month').fill('1400')
    await page.getByRole('button', { name: 'Create lease' }).click()
    await page.getByRole('heading', { name: 'Lease of Nora Whitfield' }).waitFor()
    assert.equal((await read('/all-residents')).pagination.total, before)
  })
})

test('a resident who moves to another unit gets a lease from their page, without being searched for', async () => {
  const other = await world.organization()
  const { only, dana } = await storeHome(other)
  await console.insider(other, 'ADMIN', async ({ page, openPage }) => {
    await openPage(`/residents/${dana.id}`)
    await page.getByRole('link', { name: 'New lease' }).click()
    const name = `${dana.first_name} ${dana.last_name}`
    await page.getByRole('combobox', { name: `Role of ${name}` }).waitFor()
    await hasValue(page.getByRole('combobox', { name: 'Unit' }), only.label)
    await page.getByLabel('Dollars per month').fill('1400')
    await page.getByRole('button', { name: 'Create lease' }).click()
    await page.getByRole('heading', { name: `Lease of ${name}` }).waitFor()
  })
})
