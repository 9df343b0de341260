/** Selecting rows of a list, and what an action says about the selected rows before and after it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { calls } from '../calls.ts'
import { resident, store } from '../records.ts'
import { useWorld } from '../world.ts'
import { useConsole } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)

test('with Shift, a click or the space bar selects or clears every row since the box before', async () => {
  const organization = await world.organization()
  for (let number = 11; number <= 19; number++) {
    await organization.within(context => calls.createVendor(context, { name: `Vendor ${number}` }))
  }
  await console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    const box = (number: number) => page.getByRole('checkbox', { name: `Select Vendor ${number}` })
    const selected = async () =>
      page
        .locator('tbody tr')
        .filter({ has: page.locator(':checked') })
        .getByRole('link')
        .allTextContents()
    const vendors = (...numbers: number[]) => numbers.map(number => `Vendor ${number}`)
    await openPage('/vendors')
    await box(12).click()
    await page.getByText('1 vendor selected').waitFor()
    await box(15).click({ modifiers: ['Shift'] })
    await page.getByText('4 vendors selected').waitFor()
    // The box of the page is neither on nor off while some of its rows are selected.
    assert.equal(await page.locator('thead :indeterminate').count(), 1)
    assert.deepEqual(await selected(), vendors(12, 13, 14, 15))
    assert.equal(await page.evaluate('getSelection().toString()'), '')
    // The box that was clicked has the focus, so the keyboard goes on from there.
    assert.equal(await page.locator('tbody :focus').getAttribute('aria-label'), 'Select Vendor 15')
    await box(18).focus()
    await page.keyboard.press('Shift+Space')
    await page.getByText('7 vendors selected').waitFor()
    await box(14).click({ modifiers: ['Shift'] })
    await page.getByText('2 vendors selected').waitFor()
    assert.deepEqual(await selected(), vendors(12, 13))
    // A tap next to the box of a row or of the page also selects, and opens no vendor.
    const nextTo = async (target: Locator) => {
      const { x, y } = (await target.boundingBox())!
      await page.mouse.click(x - 7, y - 7)
    }
    await nextTo(box(17))
    await page.getByText('3 vendors selected').waitFor()
    await nextTo(page.getByRole('checkbox', { name: 'Select all vendors on this page' }))
    await page.getByText('9 vendors selected').waitFor()
    await page.getByRole('heading', { name: 'Vendors', level: 1 }).waitFor()
  })
})

test('residents who cannot be reached are named before a message is sent, and a refused one says why', async () => {
  const organization = await world.organization()
  await store(organization, {
    residents: [
      resident({ first_name: 'Dana', last_name: 'Abbott' }),
      resident({ first_name: 'Lee', last_name: 'Baker', email: null, phone: null }),
      resident({ first_name: 'Noah', last_name: 'Baker', email: null, phone: null }),
      resident({ first_name: 'Max', last_name: 'Cole', email: null, sms_opt_in: 'OPTED_OUT' }),
      resident({ first_name: 'Ruth', last_name: 'Doyle', email: null, phone: '555' }),
    ],
  })
  await console.insider(organization, 'ADMIN', async ({ page, openPage, read }) => {
    await openPage('/residents')
    await page.getByRole('checkbox', { name: 'Select all residents on this page' }).click()
    await page.getByRole('button', { name: 'Message' }).click()
    const dialog = page.getByRole('dialog', { name: 'Message: 5 residents' })
    await dialog.getByText('1 by e-mail and 1 by text message, each separately.').waitFor()
    await dialog.getByText('3 residents will be left out:').waitFor()
    assert.deepEqual(await dialog.getByRole('listitem').allTextContents(), [
      'No e-mail address or phone number is on file. Lee Baker, Noah Baker',
      'No e-mail address is on file, and they have opted out of text messages. Max Cole',
    ])
    await dialog.getByLabel('Message', { exact: true }).fill('The water is off on Monday.')
    await dialog.getByRole('button', { name: 'Message 2' }).click()
    await dialog.getByText('1 resident messaged, 1 refused:').waitFor()
    await dialog.getByText('The messages were captured, not sent.').waitFor()
    await dialog.getByText(/^Ruth Doyle Names a resident whose phone number is neither a US number/).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await page.getByText('4 residents selected').waitFor()
    assert.equal((await read('/messages')).pagination.total, 1)
    await openPage('/residents?search=lee')
    await page.getByRole('checkbox', { name: 'Select Lee Baker' }).click()
    await page.getByRole('button', { name: 'Message' }).click()
    await page.getByText('1 resident will be left out:').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Message 0' }).isDisabled())
  })
})

test('an action on many records can be stopped, and those that were not attempted stay selected', async () => {
  const organization = await world.organization()
  for (let number = 11; number <= 22; number++) {
    await organization.within(context => calls.createVendor(context, { name: `Vendor ${number}` }))
  }
  await console.insider(organization, 'ADMIN', async ({ page, openPage, read }) => {
    const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/vendors/vend_*', async route => {
      arrived.resolve()
      await released.promise
      await route.continue()
    })
    await openPage('/vendors')
    await page.getByRole('checkbox', { name: 'Select all vendors on this page' }).check()
    await page.getByRole('button', { name: 'Deactivate' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Deactivate 12' }).click()
    await arrived.promise
    await dialog.getByRole('button', { name: 'Stop' }).click()
    await dialog.getByRole('button', { name: 'Stopping…' }).waitFor()
    released.resolve()
    await dialog.getByText('4 vendors deactivated, 8 not attempted.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await page.getByText('8 vendors selected').waitFor()
    assert.equal((await read('/vendors?is_active=false')).pagination.total, 4)
  })
})
