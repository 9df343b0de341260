/** A field that a member has already entered when the page learns what to propose keeps the focus, and what they type replaces the proposal. */
import { test } from 'node:test'
import { prepare, useOrganization, useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { chooseLease, hasFocus, hasValue, useConsole } from './console-visit.ts'
import { holdCall } from './page-calls.ts'

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
