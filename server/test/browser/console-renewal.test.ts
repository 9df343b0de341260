/** Leases whose next term is agreed already, in a real browser: what the page offers next, and how they are renewed once more. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signed, storeHome } from '../leasing.ts'
import { useWorld } from '../world.ts'
import { takeStepOfMenu, useConsole } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)

test('a lease whose next term is agreed already is renewed from the end of that term, at its rent', async () => {
  const other = await world.organization()
  const { lease_id } = await signed(other, await storeHome(other))
  await console.insider(other, 'ADMIN', async ({ page, openPage, read, write }) => {
    await write(`/leases/${lease_id}/renew`, { end_date: '2027-08-31', rent_cents: 150_000 })
    await openPage(`/leases/${lease_id}`)
    await takeStepOfMenu(page, 'Renew lease', async form => {
      await form.getByRole('region', { name: 'Next term' }).getByText('$1,500.00 per month').waitFor()
      assert.equal(await form.getByLabel('From', { exact: true }).inputValue(), '2027-09-01')
      assert.equal(await form.getByLabel(/^To/).inputValue(), '2028-08-31')
      await form.getByText('The rent stays as it is.').waitFor()
    })
    const { terms, recurring_charges } = await read(`/leases/${lease_id}`)
    assert.equal((terms as unknown[]).length, 3)
    const rents = (recurring_charges as { from: string; amount_cents: number }[]).map(one => one.amount_cents)
    assert.deepEqual(rents, [142_500, 150_000])
  })
})

test('a lease that is renewed already offers its money next, and to renew it once more only in its menu', async () => {
  const other = await world.organization()
  const { lease_id } = await signed(other, await storeHome(other), { end_date: '2026-04-30' })
  await console.insider(other, 'ADMIN', async ({ page, openPage, write }) => {
    await openPage(`/leases/${lease_id}`)
    await page.getByRole('button', { name: 'Renew lease', exact: true }).waitFor()
    await write(`/leases/${lease_id}/renew`, { end_date: '2027-04-30' })
    await openPage('/leases')
    await openPage(`/leases/${lease_id}`)
    await page.getByRole('button', { name: 'Record payment' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Renew lease', exact: true }).count(), 0)
    await page.getByRole('button', { name: 'More steps' }).click()
    await page.getByRole('menuitem', { name: 'Renew lease' }).waitFor()
  })
})

test('the list marks a lease whose fixed term has ended while its residents stay, until they give notice or the lease is renewed', async () => {
  const other = await world.organization()
  const { lease_id } = await signed(other, await storeHome(other), { end_date: '2026-02-28' })
  await console.insider(other, 'ADMIN', async ({ page, openPage, write }) => {
    const shows = async (text: string) => {
      await openPage('/leases')
      await page.getByRole('row').nth(1).getByRole('cell', { name: text, exact: true }).waitFor()
    }
    await shows('Active Term ended')
    await write(`/leases/${lease_id}/record-notice`, {})
    await shows('Active Notice')
    await write(`/leases/${lease_id}/cancel-notice`, {})
    await shows('Active Term ended')
    await write(`/leases/${lease_id}/renew`, { starts_on: '2026-03-10', end_date: '2027-02-28' })
    await shows('Active')
  })
})
