/** What was recorded on a lease by mistake is taken back on its page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signed, storeHome } from '../leasing.ts'
import { useWorld } from '../world.ts'
import { hasValue, takeStepOfMenu, useConsole } from './console-visit.ts'
import { fact, status } from './record-page.ts'

const world = useWorld()
const console = useConsole(world)

test('a move-out is canceled by clearing its day, whether it was of today or of an earlier day', async () => {
  const org = await world.organization()
  const { lease_id } = await signed(org, await storeHome(org))
  await console.insider(org, 'ADMIN', async ({ page, openPage, read }) => {
    await openPage(`/leases/${lease_id}`)
    for (const day of ['2026-03-10', '2026-03-15']) {
      await takeStepOfMenu(page, 'End lease', dialog => dialog.getByLabel('Last day').fill(day))
      await takeStepOfMenu(page, 'Correct last day', async dialog => {
        await hasValue(dialog.getByLabel('Last day'), day)
        await dialog.getByText('Leave empty if they have not moved out.').waitFor()
        await dialog.getByLabel('Last day').fill('')
      })
      await page.getByText('Move-out canceled').first().waitFor()
      await status(page, 'Active').waitFor()
      await fact(page, 'Moves out', 'none').waitFor()
      assert.equal((await read(`/leases/${lease_id}`)).move_out_date, null)
    }
  })
})

test('changing the notice postpones a move-out, changing the filing date corrects an eviction, and the forms show the dates', async () => {
  const org = await world.organization()
  const { lease_id } = await signed(org, await storeHome(org))
  await console.insider(org, 'ADMIN', async ({ page, openPage, write }) => {
    await write(`/leases/${lease_id}/record-notice`, { notice_given_on: '2026-03-10', move_out_date: '2026-04-30' })
    await openPage(`/leases/${lease_id}`)
    await takeStepOfMenu(page, 'Change notice', async dialog => {
      await hasValue(dialog.getByLabel('Given on'), '2026-03-10')
      await dialog.getByLabel('Move-out date').fill('2026-05-15')
    })
    await page.getByText('Notice changed').first().waitFor()
    await fact(page, 'Moves out', 'May 15, 2026').waitFor()

    await takeStepOfMenu(page, 'Record eviction filing', dialog => dialog.getByLabel('Filed on').fill('2026-03-12'))
    await takeStepOfMenu(page, 'Change filing date', async dialog => {
      await hasValue(dialog.getByLabel('Filed on'), '2026-03-12')
      await dialog.getByLabel('Filed on').fill('2026-03-11')
    })
    await fact(page, 'Eviction filed', 'Mar 11, 2026').waitFor()
  })
})

test('charges that were not changed are refused with what to do', async () => {
  const org = await world.organization()
  const { lease_id } = await signed(org, await storeHome(org))
  await console.insider(org, 'ADMIN', async ({ page, openPage }) => {
    await openPage(`/leases/${lease_id}`)
    await page.getByRole('button', { name: 'More steps' }).click()
    await page.getByRole('menuitem', { name: 'Change charges' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change charges' })
    await dialog.getByRole('button', { name: 'Change charges' }).click()
    const failure = dialog.getByRole('alert')
    await failure.getByText('Nothing was changed. Change an amount or a last day, or add a charge.').waitFor()
  })
})

test('a raise is withdrawn on its first day, for which the form shows it', async () => {
  const org = await world.organization()
  const { lease_id } = await signed(org, await storeHome(org))
  await console.insider(org, 'ADMIN', async ({ page, openPage, write, read }) => {
    const raise = { code: 'RENT', amount_cents: 160_000 }
    await write(`/leases/${lease_id}/charges`, { effective_on: '2026-06-01', charges: [raise] })
    await openPage(`/leases/${lease_id}`)
    await takeStepOfMenu(page, 'Change charges', async dialog => {
      await hasValue(dialog.getByLabel('Dollars per month'), '1425.00')
      await dialog.getByLabel('From').fill('2026-06-01')
      await hasValue(dialog.getByLabel('Dollars per month'), '1600.00')
      await hasValue(dialog.getByLabel('Last day'), '')
      await dialog.getByLabel('Dollars per month').fill('1425')
    })
    await page.getByText('Charges changed').first().waitFor()
    const { recurring_charges: charges } = await read(`/leases/${lease_id}`)
    assert.deepEqual(
      (charges as unknown as { amount_cents: number; to: string | null }[]).map(each => [each.amount_cents, each.to]),
      [[142_500, null]],
    )
  })
})
