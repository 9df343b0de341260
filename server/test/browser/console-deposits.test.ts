/** The return of a security deposit in the console, and what takes it back if it was recorded by mistake. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../service/processes.ts'
import { useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { type Insider, NARROW, takeStepOfMenu, useConsole } from './console-visit.ts'
import { figure, hasNoStep, openLease } from './record-page.ts'

const world = useWorld()
const console = useConsole(world)

test('a deposit that was returned by mistake is held again with Undo, or later with a step, and the statement of the deposit says so', async () => {
  const organization = await world.organization()
  await smallPortfolio(organization)
  await console.insider(organization, 'ADMIN', async insider => {
    const { page, openPage, read, write } = insider
    const [lease] = (await read('/leases?search=204')).data
    const path = `/leases/${lease?.lease_id}`
    const held = async () => Number((await read(path)).deposit_held_cents)
    const lines = [{ charge_code: 'DEPOSIT', description: 'Deposit', amount_cents: 100_000 }]
    const { invoice_id } = await write('/invoices', { lease_id: lease?.lease_id, lines, issue_date: '2026-03-01' })
    await write('/payments', {
      ...{ lease_id: lease?.lease_id, method: 'CHECK', amount_cents: 100_000, payment_date: '2026-03-02' },
      allocations: [{ invoice_id, amount_cents: 100_000 }],
    })
    const cents = await held()
    await openLease(insider, '204')
    await takeStepOfMenu(page, 'Return deposit')
    await figure(page, 'Deposit held', '$0.00').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await hasNoStep(page, /Void deposit return/)
    assert.equal(await held(), cents)

    await write(`${path}/return-deposit`, { amount_cents: 20_000, on: '2026-03-10' })
    await openLease(insider, '204')
    await takeStepOfMenu(page, 'Void deposit return', async dialog => {
      await dialog.getByText('Returned: $200.00.').waitFor()
      await dialog.getByLabel('Amount in dollars').fill('150')
    })
    await page.getByText('Deposit return voided', { exact: true }).first().waitFor()
    assert.equal(await held(), cents - 5_000)
    await openPage(`${path}/deposit-statement`)
    const rows = page.getByRole('table', { name: 'Deposit' }).getByRole('row')
    await rows.filter({ hasText: 'Returned to the resident, Mar 10, 2026-$200.00' }).waitFor()
    await rows.filter({ hasText: 'Not returned after all, Mar 15, 2026$150.00' }).waitFor()
  })
})

test('the statement of a deposit names what the resident has paid beyond what is owed, which goes back to them as well', async () => {
  const organization = await world.organization()
  await smallPortfolio(organization)
  await console.insider(organization, 'ADMIN', async ({ page, openPage, read, write }) => {
    const [lease] = (await read('/leases?search=204')).data
    const statement = `/leases/${lease?.lease_id}/deposit-statement`
    const summary = page.getByRole('table', { name: 'Summary' }).getByRole('row')
    await openPage(statement)
    await summary.filter({ hasText: 'Still owed by the resident' }).waitFor()
    assert.equal(await summary.filter({ hasText: 'Credit' }).count(), 0)
    const amount_cents = Number(lease?.balance_cents) + 16_800
    await write('/payments', { lease_id: lease?.lease_id, method: 'CHECK', amount_cents, payment_date: '2026-03-15' })
    await page.reload()
    await summary.filter({ hasText: 'Still owed by the resident$0.00' }).waitFor()
    await summary.filter({ hasText: 'Resident credit$168.00' }).waitFor()
  })
})

test('on a phone, the ledger marks the lines of the deposit account, which has a column of its own in a wider window', async () => {
  const organization = await world.organization()
  await smallPortfolio(organization)
  const look = async ({ page, openPage, read, write }: Insider) => {
    const [lease] = (await read('/leases?search=204')).data
    const lines = [{ charge_code: 'DEPOSIT', description: 'Deposit', amount_cents: 100_000 }]
    const { invoice_id } = await write('/invoices', { lease_id: lease?.lease_id, lines, issue_date: '2026-03-01' })
    await write('/payments', {
      ...{ lease_id: lease?.lease_id, method: 'CHECK', amount_cents: 100_000, payment_date: '2026-03-02' },
      allocations: [{ invoice_id, amount_cents: 100_000 }],
    })
    await write(`/leases/${lease?.lease_id}/withhold-deposit`, { amount_cents: 20_000 })
    await openPage(`/leases/${lease?.lease_id}`)
    const cell = (name: string) => page.getByRole('cell', { name, exact: true })
    await cell('Deposit withheld Deposit account').waitFor()
    await cell('Deposit withheld').waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('columnheader', { name: 'Account' }).waitFor()
    await until(async () => (await cell('Deposit withheld').count()) === 2)
  }
  await console.insider(organization, 'ADMIN', look, NARROW)
})
