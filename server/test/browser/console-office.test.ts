/** The pages of the console in a real browser: what they show of a portfolio, and what is done there. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import { lease, property, store, unit } from '../records.ts'
import { useOrganization, useWorld } from '../world.ts'
import { PAGE_PATIENCE_MS } from './browser.ts'
import { smallPortfolio } from './console-books.ts'
import { useConsole } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world, { name: 'Maple Management' })

before(async () => {
  await smallPortfolio(organization, { first_name: '=cmd', last_name: '<img src=x onerror="window.hacked=1">' })
})

test('the rent roll of today or a past day shows the same totals on the page as in the reply', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    await openPage('/rent-roll')
    const totals = page.getByRole('row', { name: /Totals of 2 units/ })
    assert.match((await totals.textContent()) as string, /\$2,900\.00\$1,425\.00.*\$1,425\.00/)
    await page.getByText('1 of 2 units').waitFor()
    await page.getByText('$25.00 loss to lease').waitFor()
    await page.getByLabel('As of').fill('2025-08-31')
    await page.getByText('As of Aug 31, 2025').waitFor()
    await page.getByText('0 of 2 units').waitFor()
    assert.match(page.url(), /as_of_date=2025-08-31/)
  }))

test('bars of occupancy begin at zero if a month is far below the others, so that half is drawn as half', async () => {
  const other = await world.organization()
  const court = property()
  const leased = unit(court, { label: '1', in_service_from: '2024-01-01' })
  const empty = unit(court, { label: '2', in_service_from: '2026-02-01' })
  const leases = [lease(leased, { start_date: '2024-01-01', end_date: null, move_in_date: '2024-01-01' })]
  await store(other, { properties: [court], units: [leased, empty], leases })
  await console.insider(other, 'VIEWER', async ({ page, openPage }) => {
    await openPage('')
    const bars = page.locator('figure').filter({ hasText: 'Occupancy' }).locator('.drawn')
    await bars.last().waitFor()
    const heights = await bars.evaluateAll(all => all.map(bar => bar.offsetHeight))
    assert.ok(Math.abs(heights.at(-1)! - heights[0]! / 2) <= 1, String(heights))
  })
})

test('links of the overview to whole lists have a name of their own, for those who hear only the links', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    await openPage('')
    await page.getByRole('link', { name: 'Show all overdue invoices' }).waitFor()
    await page.getByRole('link', { name: 'Show all residents who move in' }).waitFor()
    const names = await page.getByRole('link', { name: /^Show all/ }).allTextContents()
    assert.ok(names.length >= 6, String(names))
    assert.equal(new Set(names).size, names.length, String(names))
  }))

test('the leases that end soon, which the overview leads to, are named by a day with its year', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    await openPage('')
    await page.getByRole('link', { name: /^Leases ending/ }).click()
    await page.getByRole('list', { name: 'Narrowed to' }).getByText('Ending by May 14, 2026').waitFor()
  }))

test('the name of a resident is shown as plain text on every page and in every file', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    const name = '<img src=x onerror="window.hacked=1">'
    await openPage('/residents')
    await page.getByRole('link', { name }).click()
    await page.getByRole('heading', { name: `=cmd ${name}` }).waitFor()
    await page.getByRole('link', { name: '#1' }).click()
    await page.getByRole('link', { name: `=cmd ${name}` }).waitFor()
    await openPage('/rent-roll')
    await page.getByRole('cell', { name: `=cmd ${name}` }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save CSV' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'rent-roll-2026-03-15.csv')
    const csv = await readFile(await download.path(), 'utf8')
    const resident = `"'=cmd <img src=x onerror=""window.hacked=1"">"`
    assert.deepEqual(csv.split('\r\n'), [
      'Property,Unit,Floor plan,Bedrooms,Bathrooms,Sq ft,Status,Resident,Additional residents,Lease from,Lease to,Move in,Move out,Notice given,' +
        'Market rent,Rent,Other charges,Total charges,Deposit,Balance,Past due,Days vacant',
      `Maple Court,204,2x1,2,1.5,870,CURRENT,${resident},,2025-09-01,2026-08-31,2025-09-01,,,1450,1425,0,1425,0,1425,1425,`,
      'Maple Court,205,2x1,2,1.5,870,VACANT_UNRENTED,,,,,,,,1450,0,0,0,0,0,0,',
      '',
    ])
    assert.equal(await page.evaluate('window.hacked'), undefined)
  }))

test('the status of a work order is changed from its menu with the keyboard, and by dragging', async () => {
  const { body: properties } = await world.call('/properties', organization)
  for (const title of ['Kitchen faucet leaks', 'Heating is out']) {
    const made = await world.call('/work-orders', {
      ...organization,
      method: 'POST',
      body: JSON.stringify({ title, property_id: properties.data[0]?.property_id }),
    })
    assert.equal(made.status, 201)
  }
  await console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    const column = (name: string) => page.getByRole('region', { name, exact: true })
    /** Drags again if the list was refetched during the drag, which takes the card from under the mouse. */
    const drag = async (title: string, from: string, to: string) => {
      const card = column(to).getByText(title)
      for (let tries = 0; tries < 3 && !(await card.isVisible()); tries++) {
        await column(from).getByText(title).dragTo(column(to))
        await card.waitFor({ timeout: PAGE_PATIENCE_MS / 3 }).catch(() => {})
      }
    }
    await openPage('/work-orders?view=board')
    await page.getByRole('button', { name: 'Move #1' }).focus()
    await page.keyboard.press('Enter')
    const focused = (name: string) => page.getByRole('menuitem', { name }).and(page.locator(':focus'))
    await focused('Scheduled').waitFor()
    await page.keyboard.press('ArrowDown')
    // The focus follows the key a moment later, and Enter selects the item that has it.
    await focused('In progress').waitFor()
    await page.keyboard.press('Enter')
    await column('In progress').getByText('Kitchen faucet leaks').waitFor()
    await page.getByText('#1 moved to in progress').waitFor()
    await drag('Heating is out', 'New', 'On hold')
    await column('On hold').getByText('Heating is out').waitFor()
    await page.getByText('#2 moved to on hold').waitFor()
    // A status that the service does not allow is not sent.
    await column('On hold').getByText('Heating is out').dragTo(column('New'))
    await page.reload()
    await column('On hold').getByText('Heating is out').waitFor()
    await column('In progress').getByText('Kitchen faucet leaks').waitFor()
  })
})

test('a board without work orders says so, and offers to create one or to clear the filters that leave none', async () => {
  const other = await world.organization()
  await smallPortfolio(other)
  await console.insider(other, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/work-orders?view=board')
    const board = page.getByRole('region', { name: 'Board' })
    await board.getByText('No work orders on the board').waitFor()
    await board.getByRole('button', { name: 'New work order' }).click()
    const form = page.getByRole('dialog', { name: 'New work order' })
    await form.getByLabel('Title').fill('Kitchen faucet leaks')
    await form.getByRole('button', { name: 'Create work order' }).click()
    await page.getByText('Work order #1 created').waitFor()
    await page.goBack()
    await board.getByText('Kitchen faucet leaks').waitFor()
    await page.getByLabel('Priority').selectOption('Emergency')
    await board.getByText('No work orders match').waitFor()
    await board.getByRole('button', { name: 'Clear filters' }).click()
    await board.getByText('Kitchen faucet leaks').waitFor()
  })
})

test('a message to a resident is sent from the resident’s page, and its status is shown', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/residents')
    await page.getByRole('link', { name: /window.hacked/ }).click()
    await page.getByRole('button', { name: 'Send message' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Subject').fill('Water')
    await form.getByLabel('Message', { exact: true }).fill('The water will be off on Tuesday.')
    await form.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('heading', { name: 'Water' }).waitFor()
    await page.getByText('This message was captured and not sent').waitFor()
  }))

test('a list is sorted by a column header, also from the keyboard, and the URL keeps the order', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    const header = (name: string) => page.getByRole('columnheader', { name, exact: true })
    const sorted = (name: string, way: string) => page.locator(`th[aria-sort=${way}]`).and(header(name)).waitFor()
    const first = (text: string | RegExp) => page.locator('tbody tr').first().filter({ hasText: text }).waitFor()
    const isSortedBy = (sort: string | null) =>
      page.waitForURL(url => url.searchParams.get('sort') === sort && !url.searchParams.has('offset'))
    await openPage('/units?offset=1')
    await sorted('Unit', 'ascending')
    const heightOf = async (name: string) => (await header(name).boundingBox())?.height
    const before = await heightOf('Unit')
    await header('Unit').getByRole('button').click()
    await isSortedBy('-property_name')
    await sorted('Unit', 'descending')
    await first('205')
    assert.equal(await heightOf('Unit'), before)
    await page.reload()
    await first('205')
    await header('Resident').getByRole('button').press('Enter')
    await isSortedBy('resident_name')
    await first('204')
    await sorted('Resident', 'ascending')
    assert.equal(await page.locator('th[aria-sort]').count(), 1)
    await page.goBack()
    await isSortedBy('-property_name')
    await first('205')
    await page.setViewportSize({ width: 380, height: 800 })
    await header('Unit').getByRole('button').click()
    await isSortedBy(null)
    await first('204')
    // A list that arrives whole is sorted by the page.
    await openPage('/rent-roll')
    await sorted('Property', 'ascending')
    await header('Balance').getByRole('button').click()
    await first('205')
    await header('Balance').getByRole('button').press('Space')
    await isSortedBy('-balance')
    await first('204')
  }))

test('a list that cannot be loaded says why, shows the request ID, and retries on request', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    const broken = { error: 'internal_error', message: 'Out of order.', request_id: 'req_1' }
    await page.route(/\/api\/.+\/invoices\?/, route =>
      route.fulfill({ status: 500, json: broken, headers: { 'x-request-id': 'req_1' } }),
    )
    await openPage('/invoices?status=OPEN')
    const alert = page.getByRole('alert')
    await alert.waitFor()
    assert.match((await alert.textContent()) as string, /Out of order.*req_1/)
    await page.unroute(/\/api\/.+\/invoices\?/)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: '#1' }).waitFor()
  }))
