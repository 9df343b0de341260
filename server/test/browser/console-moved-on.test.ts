/** After a member closes a dialog, a call that is still running does not disturb what they do next. No dialog with unsaved input closes by a slip. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Route } from 'playwright-core'
import { until } from '../service/processes.ts'
import { prepare, useOrganization, useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { answering, assertFits, chooseOfMenu, hasFocus, hasValue, settled, useConsole, WIDE } from './console-visit.ts'
import { holdCall } from './page-calls.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world, { plan: 'PRO' })
const home = prepare(() => smallPortfolio(organization).then(({ home }) => home))

test('Escape asks before it discards what was typed or chosen, and closes an untouched form at once', () =>
  console.insider(
    organization,
    'ADMIN',
    async ({ page, openPage }) => {
      let mayClose = false
      const asked = answering(page, () => mayClose)
      const dialog = page.getByRole('dialog')
      await openPage('/work-orders?new=1')
      await dialog.getByRole('combobox', { name: 'Property' }).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      assert.equal(asked.length, 0)
      await page.getByRole('button', { name: 'New work order' }).first().click()
      const unit = dialog.getByRole('combobox', { name: 'Unit' })
      await unit.click()
      await page.getByRole('option', { name: '204' }).click()
      await hasValue(unit, '204')
      await page.keyboard.press('Escape')
      await until(() => asked.length === 1)
      assert.match(String(asked[0]), /What you typed has not been saved/)
      await dialog.getByLabel('Title').fill('Tap drips')
      mayClose = true
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      assert.equal(asked.length, 2)
    },
    { ...WIDE, alone: true },
  ))

test('a member who goes back from a record that was created by a link to its form sees the list, and not the form again', async () => {
  const other = await world.organization()
  await console.insider(other, 'ADMIN', async ({ page, openPage }) => {
    const form = page.getByRole('dialog')
    for (const [list, title, name] of [
      ['/properties', 'Properties', 'Oak Court'],
      ['/leads', 'Leads', 'Noor'],
    ] as const) {
      await openPage(`${list}?new=1`)
      if (list === '/leads') {
        await form.getByLabel('First name').fill(name)
        await form.getByLabel('Source').fill('Phone')
      } else {
        await form.getByLabel('Name').fill(name)
        await form.getByLabel('Street address').fill('9 Oak Ct')
        await form.getByLabel('City').fill('Dayton')
        await form.getByLabel('State').fill('OH')
        await form.getByLabel('ZIP code').fill('45402')
      }
      await form.getByRole('button', { name: /^Create/ }).click()
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      await page.goBack()
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      await page.locator('tbody tr').filter({ hasText: name }).waitFor()
      assert.equal(await form.count(), 0)
    }
  })
})

test('the first record of a list, created from the empty list, is opened even if the page takes longer to read the rest than to show its row', async () => {
  const other = await world.organization()
  await console.insider(other, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/leads')
    await page.getByText('No leads yet').waitFor()
    await page.getByRole('button', { name: 'New lead' }).last().click()
    const form = page.getByRole('dialog', { name: 'New lead' })
    await form.getByLabel('First name').fill('Noor')
    await form.getByLabel('Source').fill('Phone')
    const create = form.getByRole('button', { name: 'Create lead' })
    const properties = await holdCall(page, 'GET', '**/properties?*', () => create.click())
    await page.locator('tbody tr').filter({ hasText: 'Noor' }).waitFor()
    await properties.continue()
    await page.getByRole('heading', { name: 'Noor', level: 1 }).waitFor()
  })
})

test('leaving a new lease asks first, even if only its residents were chosen', () =>
  console.insider(
    organization,
    'ADMIN',
    async ({ page, openPage }) => {
      const asked = answering(page)
      await openPage('/leases/new')
      const residents = page.getByRole('combobox', { name: 'Search residents' })
      await residents.fill('Dana')
      await page.getByRole('option').first().waitFor()
      await residents.press('Enter')
      await page.getByRole('list', { name: 'On the lease' }).waitFor()
      await page.getByRole('link', { name: 'Invoices', exact: true }).click()
      await until(() => asked.length === 1)
      await page.getByRole('list', { name: 'On the lease' }).waitFor()
    },
    { ...WIDE, alone: true },
  ))

test('a step of a webhook that outlasts its dialog neither closes the next dialog nor leaves the page', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, write }) => {
    const { id } = await write('/webhooks', { event: 'lead.created', target_url: 'http://127.0.0.1:9/hooks' })
    await openPage(`/developers/webhooks/${id}`)
    await settled(page)
    const choose = (item: string) => chooseOfMenu(page, 'More actions', item)
    await choose('Pause subscription…')
    const pause = page.getByRole('dialog').getByRole('button', { name: 'Pause subscription' })
    const pausing = await holdCall(page, 'POST', '**/pause', () => pause.click())
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await choose('Rotate secret…')
    await page.getByRole('dialog', { name: 'Rotate the signing secret?' }).waitFor()
    await pausing.continue()
    await page.getByText('Paused: no events are sent.').waitFor()
    const rotate = page.getByRole('dialog', { name: 'Rotate the signing secret?' })
    await rotate.getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByRole('dialog', { name: 'Signing secret' }).getByRole('button', { name: 'I have copied it' }).click()

    await choose('Delete subscription…')
    const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete subscription' })
    const deleting = await holdCall(page, 'DELETE', `**/webhooks/${id}`, () => remove.click())
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Invoices', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor()
    await deleting.continue()
    await page.getByText('Subscription deleted').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor()
  }))

test('what is added while a card is read for the first time is shown, even if that answer arrives last', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    const read = Promise.withResolvers<() => Promise<void>>()
    const readBefore = async (route: Route) => {
      const response = await route.fetch()
      read.resolve(() => route.fulfill({ response }))
    }
    await page.route('**/files?*', readBefore, { times: 1 })
    await openPage(`/units/${home.id}`)
    const answer = await read.promise
    const stored = page.waitForResponse(response => response.status() === 201)
    const photo = { name: 'kitchen.png', mimeType: 'image/png', buffer: Buffer.from('89504e470d0a1a0a', 'hex') }
    await page.getByLabel('Photos and documents to add').setInputFiles(photo)
    await stored
    await page.getByRole('button', { name: 'Add files' }).waitFor()
    await answer()
    await page.getByRole('button', { name: 'Delete kitchen.png' }).waitFor()

    // A photo opens within the page, which says why it cannot be shown.
    const dialog = page.getByRole('dialog', { name: 'kitchen.png' })
    const show = page.getByRole('button', { name: 'Show kitchen.png' })
    await show.click()
    await dialog.getByText('This browser cannot show the photo. Save it to open it elsewhere.').waitFor()
    await assertFits(page, 'kitchen.png')
    await page.keyboard.press('Escape')
    await hasFocus(show)
    const json = { error: 'not_found', message: 'There is no such file.', request_id: 'req_1' }
    await page.route('**/files/*/content', route => route.fulfill({ status: 404, json }))
    await show.click()
    await dialog.getByText('There is no such file.').waitFor()
    await dialog.getByRole('button', { name: 'Save photo' }).click()
    await page.getByRole('status').getByText('There is no such file.').waitFor()
    assert.equal(page.context().pages().length, 1)
  }))

test('a property that is created after its form was closed is not opened', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/properties?new=1')
    const dialog = page.getByRole('dialog')
    for (const [label, text] of Object.entries({
      Name: 'Elm Row',
      'Street address': '2 Elm St',
      City: 'Columbus',
      State: 'OH',
      'ZIP code': '43215',
    })) {
      await dialog.getByLabel(label, { exact: true }).fill(text)
    }
    const create = dialog.getByRole('button', { name: 'Create property' })
    const creating = await holdCall(page, 'POST', '**/properties', () => create.click())
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Units', exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Units' }).waitFor()
    await creating.continue()
    await page.getByText('Elm Row created').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Units' }).waitFor()
  }))

test('a key that is rotated without an overlap is shown, and Escape asks before it closes the only dialog that shows it', () =>
  console.insider(
    organization,
    'ADMIN',
    async ({ page, openPage, write }) => {
      let mayClose = false
      const asked = answering(page, () => mayClose)
      await write('/keys', { name: 'Export', scopes: ['properties:read'] })
      await openPage('/developers/keys')
      await page.getByRole('button', { name: 'Actions for Export' }).click()
      await page.getByRole('menuitem', { name: 'Rotate key…' }).click()
      await page.getByLabel('Overlap (hours)').fill('0')
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click()
      const once = page.getByRole('dialog', { name: 'Your new key' })
      // The old key has ended by now.
      await page
        .getByText(/^(Expired|Revoked)$/)
        .first()
        .waitFor({ state: 'attached' })
      await once.getByText(/^pm_live_\w+$/).waitFor()
      await page.keyboard.press('Escape')
      await until(() => asked.length === 1)
      await once.getByText(/^pm_live_\w+$/).waitFor()
      mayClose = true
      await page.keyboard.press('Escape')
      await once.waitFor({ state: 'detached' })
    },
    { ...WIDE, alone: true },
  ))

test('a toast is announced while a dialog is open, and undoing from it leaves the dialog open', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/units')
    await page.getByRole('link', { name: 'Maple Court · 205' }).click()
    await page.getByRole('button', { name: 'Unlist unit' }).click()
    // The pointer on it keeps the toast.
    const toast = page.getByRole('status')
    await toast.getByText('Unit unlisted', { exact: true }).hover()
    await page.getByRole('button', { name: 'Set market rent' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Set market rent' })
    await dialog.waitFor()
    await toast.getByText('Unit unlisted', { exact: true }).waitFor()
    await toast.getByRole('button', { name: 'Undo' }).click()
    await toast.getByText('Undone', { exact: true }).waitFor()
    assert.ok(await dialog.isVisible())
  }))
