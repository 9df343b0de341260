/** Finding anything from the keyboard, as a member does all day. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useOrganization, useWorld } from '../world.ts'
import { loadAxe, violations } from './axe.ts'
import { smallPortfolio } from './console-books.ts'
import { hasFocus, NARROW, settled, useConsole } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world)
before(async () => {
  await smallPortfolio(organization)
})

test('Ctrl-K finds a resident, an invoice, an owner and an action without a mouse, and remembers what was opened', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, write }) => {
    await openPage('')
    await settled(page)
    const field = page.getByRole('combobox', { name: 'Find anything' })
    const find = async (query: string, wanted: RegExp) => {
      await page.keyboard.press('Control+k')
      await field.waitFor()
      await page.keyboard.type(query)
      await page.getByRole('option', { name: wanted, selected: true }).waitFor()
    }
    await find('whit da', /^Dana Whitfield/)
    await page.keyboard.press('ArrowDown')
    await page
      .getByRole('option', { name: /^Dana Whitfield, Maple Court · 204.* [A-Z][a-z]+ \d+, \d{4} – /, selected: true })
      .waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Dana Whitfield' }).waitFor()
    await find('#1', /^#1/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /1/ }).waitFor()
    assert.match(page.url(), /\/invoices\/inv_/)
    await write('/owners', { name: 'Harbor View Holdings' })
    await find('harbor', /^Harbor View Holdings/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Properties' }).waitFor()
    assert.match(page.url(), /owner=Harbor/)
    await find('rec pay', /Record payment/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Record payment' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.ok(!page.url().includes('new='), page.url())
    // The field that had the focus is gone.
    await hasFocus(page.locator('main h1'))
    await page.keyboard.press('Control+k')
    await page.getByRole('option').filter({ hasText: 'Dana Whitfield' }).waitFor()
    assert.deepEqual((await page.getByRole('option').allTextContents()).slice(0, 2), ['#1', 'Dana Whitfield'])
    await loadAxe(page)
    assert.deepEqual(await violations(page, {}, `'[role=dialog]'`), [])
    await field.fill('no such thing')
    await page.getByText('Nothing begins with').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }))

test('keys typed after Ctrl-K are kept while the page still loads, and as soon as it is there', () =>
  console.insider(organization, 'ADMIN', async ({ page, load, organizationId }) => {
    const field = page.getByRole('combobox', { name: 'Find anything' })
    const found = page.getByRole('option', { name: /^Dana Whitfield/, selected: true })
    const isReady = Promise.withResolvers<void>()
    await page.route('**/console/api/me', async route => {
      await isReady.promise
      await route.continue()
    })
    await load(`/${organizationId}`)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('whitt')
    await page.keyboard.press('Backspace')
    await page.keyboard.type(' da')
    isReady.resolve()
    await found.waitFor()
    assert.equal(await field.inputValue(), 'whit da')
    await page.reload()
    await page.getByRole('navigation', { name: 'Pages' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('whit')
    await found.waitFor()
    assert.equal(await field.inputValue(), 'whit')
  }))

test('a read-only member finds records and pages but no actions, and on a phone the search is in the header', () =>
  console.insider(
    organization,
    'VIEWER',
    async ({ page, openPage }) => {
      await openPage('')
      await page.getByRole('button', { name: 'Find anything' }).click()
      await page.getByRole('combobox').fill('rec')
      await page.getByText('Nothing begins with').waitFor()
      await page.getByRole('combobox').fill('205')
      await page.getByRole('option', { name: /^Maple Court · 205/ }).click()
      await page.getByRole('heading', { level: 1, name: /205/ }).waitFor()
      await page.getByRole('button', { name: 'Find anything' }).click()
      await page.getByRole('combobox').fill('rent')
      await page.getByRole('option', { name: 'Rent roll' }).click()
      await page.getByRole('heading', { level: 1, name: /^Rent roll/ }).waitFor()
    },
    NARROW,
  ))
