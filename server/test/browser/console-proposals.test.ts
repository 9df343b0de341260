/** A field that a member has already entered when the page learns what to propose keeps the focus, and what they type replaces the proposal. */
import { test } from 'node:test'
import { storeHome } from '../leasing.ts'
import { prepare, useOrganization, useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { chooseLease, hasFocus, hasValue, useConsole } from './console-visit.ts'
import { holdCall } from './page-calls.ts'
import { fact } from './record-page.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world)
prepare(() => smallPortfolio(organization))

test('an amount that is typed when the balance of the lease arrives is the one that is sent', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/payments')
    await page.getByRole('button', { name: 'Record payment' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Record payment' })
    const amount = dialog.getByLabel('Amount in dollars')
    const lease = await holdCall(page, 'GET', '**/leases/lease_*', () => chooseLease(dialog))
    await amount.focus()
    await lease.continue()
    await hasValue(amount, /^[1-9]/)
    await hasFocus(amount)
    await page.keyboard.type('41')
    await hasValue(amount, '41')
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await page.getByText('Payment of $41.00 recorded').waitFor()
  }))

test('a lease whose residents move in at once has the planned day of the move-in, and none is recorded before that day', async () => {
  for (const [planned, recorded, said] of [
    ['2026-03-12', 'Mar 12, 2026', 'Lease signed, move-in recorded and March 2026 billed'],
    ['2026-03-20', null, 'Lease created and signed. Record the move-in on Mar 20, 2026 or later'],
  ] as const) {
    const other = await world.organization()
    const { home, only, dana } = await storeHome(other)
    await console.insider(other, 'ADMIN', async ({ page, openPage }) => {
      await openPage(`/leases/new?property_id=${home.id}&unit_id=${only.id}&resident_id=${dana.id}`)
      await page.getByRole('combobox', { name: 'Role of Dana Whitfield' }).waitFor()
      await page.getByLabel('First day').fill('2026-03-10')
      await page.getByLabel('Planned move-in').fill(planned)
      await page.getByLabel('Dollars per month').fill('1,400')
      await page.getByLabel('After creating it').selectOption('MOVED_IN')
      await page.getByRole('button', { name: 'Create lease' }).click()
      await page.getByRole('heading', { name: 'Lease of Dana Whitfield' }).waitFor()
      await page.getByText(said).waitFor()
      await fact(page, recorded ? 'Moved in' : 'Moves in', recorded ?? 'Mar 20, 2026').waitFor()
      if (!recorded) await page.getByRole('button', { name: 'Record move-in' }).waitFor()
    })
  }
})
