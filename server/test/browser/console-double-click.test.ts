/**
 * What a double click does, which is what one click does: the second click arrives when the first one has already changed the page, or before it has.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useOrganization, useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { settled, useConsole } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world)
let books: Awaited<ReturnType<typeof smallPortfolio>>
before(async () => {
  books = await smallPortfolio(organization)
})

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
