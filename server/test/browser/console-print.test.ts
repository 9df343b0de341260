/** What the browser prints: every row of a long report, headings on each page, and a statement that fits its own. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { property, store, unit } from '../records.ts'
import { useOrganization, useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { settled, useConsole } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world, { name: 'Maple Management' })
let term: { id: string }
let rent: { invoice_id: string }
let tower: ReturnType<typeof property>

const MANY = 250

before(async () => {
  const made = await smallPortfolio(organization)
  term = made.term
  rent = made.rent
  tower = property({ name: 'Tower' })
  await store(organization, { properties: [tower], units: Array.from({ length: MANY }, () => unit(tower)) })
})

test('a deposit statement is printed upright on one page, together with its title', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    await openPage(`/leases/${term.id}/deposit-statement`)
    await settled(page)
    await page.getByText('Still owed by the resident').waitFor()
    const printed = (await page.pdf({ format: 'Letter' })).toString('latin1')
    assert.equal(printed.match(/\/Type \/Page\b/g)?.length, 1)
    assert.match(printed, /\/MediaBox \[0 0 612 792\]/)
  }))

test('a resident ledger has every line through today, earliest first, and is printed upright', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, read, write }) => {
    const lease_id = term.id
    for (const [description, issue_date] of [
      ['Garage key', '2026-03-10'],
      ['Painting', '2026-04-20'],
    ])
      await write('/invoices', {
        lease_id,
        issue_date,
        lines: [{ charge_code: 'OTHER', description, amount_cents: 1 }],
      })
    await write('/payments', { lease_id, amount_cents: 10_000, method: 'CHECK', payment_date: '2026-03-12' })
    await openPage(`/leases/${lease_id}`)
    await page.getByRole('link', { name: 'Resident ledger' }).click()
    await page.getByRole('heading', { level: 1, name: 'Resident ledger' }).waitFor()
    await settled(page)
    const rows = await page.getByRole('region', { name: 'Charges and payments' }).getByRole('row').allTextContents()
    const balance = ((await read(`/leases/${lease_id}`)).balance_cents as number) / 100
    const shown = balance.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
    assert.deepEqual(
      rows.slice(-3).map(row => row.replace(/ ?#\d+/, '')),
      [
        `Mar 10, 2026Garage key$0.01–none$1,425.01`,
        `Mar 12, 2026Payment Check–none$100.00${shown}`,
        `Balance on Mar 15, 2026${shown}`,
      ],
    )
    const printed = (await page.pdf({ format: 'Letter' })).toString('latin1')
    assert.match(printed, /\/MediaBox \[0 0 612 792\]/)
  }))

test('an invoice is printed upright on one page for its resident: with the name of the organization, without notes and links', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, write }) => {
    await write('/notes', { subject: rent.invoice_id, body: 'Promised to pay on Friday.' })
    await openPage(`/invoices/${rent.invoice_id}`)
    await page.getByText('Promised to pay on Friday.').waitFor()
    await settled(page)
    await page.getByRole('button', { name: 'Print invoice' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.getByText('Maple Management', { exact: true }).filter({ visible: true }).waitFor()
    for (const text of ['Promised to pay on Friday.', 'Open lease', 'Payments appear here when they are applied'])
      assert.equal(await page.getByText(text).isVisible(), false)
    await page.emulateMedia({ media: null })
    const printed = (await page.pdf({ format: 'Letter' })).toString('latin1')
    assert.equal(printed.match(/\/Type \/Page\b/g)?.length, 1)
    assert.match(printed, /\/MediaBox \[0 0 612 792\]/)
  }))

test('a receipt and a work order are printed upright on one page, without notes, with where to go and whom to call', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, read, write }) => {
    const { payment_id } = await write('/payments', { lease_id: term.id, amount_cents: 10_000, method: 'CASH' })
    const [{ resident_id }] = (await read(`/leases/${term.id}`)).residents as [{ resident_id: string }]
    const { work_order_id } = await write('/work-orders', {
      title: 'Faucet leaks',
      property_id: (await read(`/leases/${term.id}`)).property_id,
      resident_id,
      entry_permission: 'CALL_FIRST',
    })
    for (const [path, id, button, texts] of [
      ['payments', payment_id, 'Print receipt', ['Payment of $100.00', 'Cash', 'Invoice #1']],
      [
        'work-orders',
        work_order_id,
        'Print work order',
        ['Call first', '(614) 555-0134', '120 Maple Ave, Columbus, OH 43215'],
      ],
    ] as const) {
      await write('/notes', { subject: id, body: 'Only for the office.' })
      await openPage(`/${path}/${id}`)
      await page.getByText('Only for the office.').waitFor()
      await settled(page)
      await page.getByRole('button', { name: button }).waitFor()
      await page.emulateMedia({ media: 'print' })
      for (const text of ['Maple Management', ...texts])
        await page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor()
      for (const text of ['Only for the office.', 'Open lease', 'Add files', 'Cost'])
        assert.equal(await page.getByText(text).isVisible(), false)
      await page.emulateMedia({ media: null })
      const printed = (await page.pdf({ format: 'Letter' })).toString('latin1')
      assert.equal(printed.match(/\/Type \/Page\b/g)?.length, 1)
      assert.match(printed, /\/MediaBox \[0 0 612 792\]/)
    }
  }))

test('a print of the board has every card and no buttons, and no card of a record begins at the end of a page without its rows', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, write }) => {
    for (let count = 0; count < 6; count++) await write('/work-orders', { title: 'Gutter', property_id: tower.id })
    await openPage('/work-orders?view=board')
    await page.getByRole('button', { name: /^Move/ }).first().waitFor()
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.locator('main button:visible').count(), 0)
    await page.setViewportSize({ width: 965, height: 400 })
    const hidden = `(() => {
      const column = document.querySelector('section[aria-label=New]')
      return [column.scrollHeight - column.clientHeight, getComputedStyle(column).overflowY]
    })()`
    assert.deepEqual(await page.evaluate(hidden), [0, 'visible'])
    await page.emulateMedia({ media: null })
    await openPage(`/leases/${term.id}`)
    await settled(page)
    await page.emulateMedia({ media: 'print' })
    const breaks = await page
      .locator('main section > div:has(> h2)')
      .evaluateAll(heads => heads.map(head => head.computedStyleMap().get('break-after')?.toString()))
    assert.deepEqual([...new Set(breaks)], ['avoid'])
    await page.emulateMedia({ media: null })
  }))

test('reports and lists are printed with the name of the organization, and lists with the day, which the page does not repeat', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    const [name, dated] = ['Maple Management', 'Maple Management, Mar 15, 2026']
    for (const [path, printed] of [
      ['/reports/receivables', name],
      ['/rent-roll', name],
      ['/units', dated],
      ['/messages', dated],
      ['/work-orders?view=board', dated],
    ] as const) {
      await openPage(path)
      await settled(page)
      const name = page.getByRole('main').getByText(printed, { exact: true })
      assert.equal(await name.isVisible(), false)
      await page.emulateMedia({ media: 'print' })
      await name.filter({ visible: true }).waitFor()
      await page.emulateMedia({ media: null })
    }
  }))

test('a printed list names the filters in effect, and no others', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    const filters = page.getByRole('search').locator('input:visible, select:visible')
    for (const search of ['', '?ends_by=2099-12-31']) {
      await openPage(`/leases${search}`)
      await settled(page)
      await page.emulateMedia({ media: 'print' })
      assert.equal(await page.getByRole('search').isVisible(), false)
      await page.emulateMedia({ media: null })
    }
    await openPage(`/leases?status=ACTIVE&ends_by=2099-12-31`)
    await settled(page)
    await page.emulateMedia({ media: 'print' })
    assert.equal(await filters.inputValue(), 'ACTIVE')
    await page.getByText('Ending by Dec 31, 2099').filter({ visible: true }).waitFor()
    assert.equal(await page.locator('main button:visible').count(), 0)
    await page.emulateMedia({ media: null })
  }))

test('no print has what only a member at the screen can use: the form of a message, and the place for photos that are not there', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    for (const [path, title] of [
      ['/messages', 'Send a message'],
      [`/leases/${term.id}`, 'Photos and documents'],
    ] as const) {
      await openPage(path)
      await settled(page)
      const card = page.getByRole('heading', { name: title })
      await card.waitFor()
      await page.emulateMedia({ media: 'print' })
      assert.equal(await card.isVisible(), false, title)
      await page.emulateMedia({ media: null })
    }
  }))

test('a print of the rent roll has every row and no buttons, whichever way it was begun', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    await openPage('/rent-roll')
    await settled(page)
    const rows = page.getByRole('region', { name: 'Rows of the rent roll' }).locator('tbody tr')
    assert.equal(await rows.count(), 200)
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
    assert.equal(await rows.count(), MANY + 2)
    await page.emulateMedia({ media: 'print' })
    const heading = `getComputedStyle(document.querySelector('[aria-label="Rows of the rent roll"] th'), '::before').content`
    assert.equal(await page.evaluate(heading), '"Property"')
    assert.equal(await page.locator('main button:visible').count(), 0)
    await page.emulateMedia({ media: null })
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`)
    await rows.nth(200).waitFor({ state: 'detached' })
    assert.equal(await rows.count(), 200)
  }))

test('nothing of a printed list or rent roll is wider than the page, however long its names are, and no empty page follows', async () => {
  const other = await world.organization()
  const { court, home } = await smallPortfolio(other, {
    first_name: 'Maximiliano',
    last_name: 'Featherstonehaugh-Wigglesworth',
  })
  const house = property({ name: 'The Residences at Deer Landing on the River, Second Phase' })
  const unitOf = unit(house, { label: 'Building 12, North Tower, 1204' })
  await store(other, { properties: [house], units: [unitOf] })
  await console.insider(other, 'ADMIN', async ({ page, openPage, write }) => {
    const title = 'The dishwasher in the kitchen of the club house leaks when the second rinse begins'
    for (const { id, property_id } of [home, unitOf]) {
      await write('/work-orders', { title, property_id, unit_id: id, status: 'IN_PROGRESS', due_date: '2020-01-01' })
    }
    // As wide as a page of Letter paper, on its side, between its margins.
    await page.setViewportSize({ width: 965, height: 725 })
    await page.emulateMedia({ media: 'print' })
    for (const path of ['/work-orders', '/rent-roll', '/leases', '/invoices', '/units', `/properties/${court.id}`]) {
      await openPage(path)
      await settled(page)
      const tooWide = `[...document.querySelectorAll('table')].filter(table => table.offsetWidth > table.parentElement.clientWidth).length`
      assert.equal(await page.evaluate(tooWide), 0, path)
      const below = `(() => {
        const main = document.querySelector('main')
        const cards = [...main.querySelectorAll('section, table')].map(card => card.getBoundingClientRect().bottom)
        return main.getBoundingClientRect().bottom - Math.max(...cards)
      })()`
      assert.ok(Number(await page.evaluate(below)) < 40, path)
    }
  })
})
