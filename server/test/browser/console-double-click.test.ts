/**
 * What a second click does: nothing that one click does not, whether it arrives before the first one has changed the page, after it has, or because no
 * reply to the first one arrived.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepare, useOrganization, useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { chooseLease, settled, useConsole } from './console-visit.ts'
import { holdCall } from './page-calls.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world)
const books = prepare(() => smallPortfolio(organization))

/** What an element of the page offers to a function that the browser runs. */
type Clickable = { click(): void; form: { requestSubmit(): void } }

test('a double click opens a dialog and leaves it open, and the next click outside closes it', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage(`/leases/${books.term.id}`)
    await settled(page)
    for (const name of ['Record payment', /^Find anything/]) {
      await page.getByRole('button', { name }).dblclick()
      await page.getByRole('dialog').waitFor()
      await page.getByRole('dialog').getByRole('combobox').or(page.getByLabel('Memo')).last().waitFor()
      assert.equal(await page.getByRole('dialog').count(), 1)
      await page.mouse.click(5, 5)
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  }))

test('text that is selected beyond the edge of a dialog does not close it', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage(`/leases/${books.term.id}`)
    await settled(page)
    await page.getByRole('button', { name: 'Record payment' }).click()
    await page.getByLabel('Memo').hover()
    await page.mouse.down()
    await page.mouse.move(5, 5)
    await page.mouse.up()
    assert.equal(await page.getByRole('dialog').count(), 1)
  }))

test('two clicks on a step make one call, and a double click does not take the step that undoes it', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, replies }) => {
    await openPage(`/units/${books.home.id}`)
    await settled(page)
    const step = (name: string) => page.getByRole('button', { name, exact: true })
    const made = (what: string) => replies.filter(reply => reply.startsWith('POST') && reply.endsWith(what)).length
    await step('List unit').evaluate((button: Clickable) => {
      button.click()
      button.click()
    })
    await page.getByRole('status').getByText('Unit listed').waitFor()
    assert.equal(made('/list'), 1)
    const { x, y } = (await step('Unlist unit').boundingBox()) as { x: number; y: number }
    await page.mouse.click(x + 5, y + 5)
    await step('List unit').waitFor()
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await page.getByRole('status').getByText('Unit unlisted').waitFor()
    assert.deepEqual([made('/list'), made('/unlist')], [1, 1])

    await page.getByLabel('Note').fill('Keys are at the desk')
    await page.getByRole('button', { name: 'Add note' }).evaluate((button: Clickable) => {
      button.form.requestSubmit()
      button.click()
    })
    await page.getByText('Keys are at the desk').and(page.locator(':not(textarea)')).waitFor()
    assert.equal(made('/notes'), 1)
  }))

test('a payment whose reply is lost is recorded once, even if it is changed and sent again, and is shown when its form is closed', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, read }) => {
    await openPage('/payments')
    await page.getByRole('button', { name: 'Record payment' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Record payment' })
    const record = dialog.getByRole('button', { name: 'Record payment' })
    const fill = async (amount: string) => {
      await chooseLease(dialog)
      await dialog.getByLabel('Amount in dollars').fill(amount)
    }
    const sent = () => holdCall(page, 'POST', '**/payments', () => record.click())
    const recorded = async () => (await read('/payments?status=ALL')).data.map(one => one.amount_cents).sort()
    await fill('41')
    const lost = await sent()
    await lost.fetch()
    await lost.abort('connectionreset')
    await dialog.getByText(/cannot be reached.*may have been saved anyway/).waitFor()
    await dialog.getByLabel('Amount in dollars').fill('42')
    await record.click()
    await dialog.getByText('What you sent first was saved').waitFor()
    assert.deepEqual(await recorded(), [4_100])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('cell', { name: '$41.00', exact: true }).waitFor()

    // What never arrived is changed and sent as if it were sent for the first time.
    await page.getByRole('button', { name: 'Record payment' }).first().click()
    await fill('43')
    await (await sent()).fulfill({ status: 502, contentType: 'text/html', body: 'Bad gateway' })
    await dialog.getByText(/may have been saved anyway/).waitFor()
    await dialog.getByLabel('Amount in dollars').fill('44')
    // A form that is closed before its reply is lost reads the page again as well.
    const late = await sent()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await late.fetch()
    await late.abort('connectionreset')
    await page.getByText(/^Record payment: .*may have been saved anyway/).waitFor()
    await page.getByRole('cell', { name: '$44.00', exact: true }).waitFor()
    assert.deepEqual(await recorded(), [4_100, 4_400])
  }))

test('a key whose reply is lost is in the list when its form is closed, and the form does not ask for it to be sent again', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/developers/keys')
    await page.getByRole('button', { name: 'Create key' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Create key' })
    await dialog.getByLabel('Name').fill('Accounting export')
    const create = dialog.getByRole('button', { name: 'Create key' })
    const lost = await holdCall(page, 'POST', '**/keys', () => create.click())
    await lost.fetch()
    await lost.abort('connectionreset')
    await dialog.getByText(/cannot be reached.*revoke the new one before you create another/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('row', { name: /Accounting export/ }).waitFor()

    await page.getByRole('button', { name: 'Actions for Accounting export' }).click()
    await page.getByRole('menuitem', { name: 'Rotate' }).click()
    const rotate = page.getByRole('dialog').getByRole('button', { name: 'Rotate key' })
    await (await holdCall(page, 'POST', '**/rotate', () => rotate.click())).abort('connectionreset')
    await page.getByText(/cannot be reached.*rotate that one/).waitFor()
  }))
