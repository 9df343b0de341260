/** The console at the widths of a small phone, and of a laptop at 200%, with names that are longer than their place. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { entriesOf } from '#server/domain/invoices/operations.ts'
import { calls } from '../calls.ts'
import { invoice, lease, on, property, rate, resident, store, unit } from '../records.ts'
import { until } from '../service/processes.ts'
import { type Organization, useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { fitted, type Insider, NARROW, settled, useConsole, WIDE } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)

const WORD = 'Chargoggagoggmanchauggagoggchaubunagungamaugg'.repeat(2)

test('no page is wider than a small phone and no field covers another, however long a word is', async () => {
  const { organization, pages } = await longWords()
  await console.insider(
    organization,
    'OWNER',
    async ({ page, openPage }) => {
      const found: string[] = []
      for (const path of pages) {
        await openPage(path)
        await settled(page)
        for (const width of [320, 640, 768]) {
          await page.setViewportSize({ width, height: 800 })
          await fitted(page)
          const needed = await page.evaluate<number>('document.documentElement.scrollWidth')
          if (needed > width) found.push(`${path} needs ${needed} of ${width} pixels`)
          found.push(...(await covered(page)).map(names => `${path} at ${width}: ${names}`))
        }
      }
      assert.deepEqual(found, [])
    },
    WIDE,
  )
})

test('a long name leaves the next column of its list in view on a phone', async () => {
  const { organization } = await longWords()
  await console.insider(
    organization,
    'OWNER',
    async ({ page, openPage }) => {
      for (const [path, header] of [
        ['/residents', 'Status'],
        ['/units', 'Status'],
        ['/properties', 'Units'],
        ['/members', 'Role'],
      ] as const) {
        await openPage(path)
        await settled(page)
        const { x, width } = (await page.getByRole('columnheader', { name: header }).boundingBox()) as Box
        assert.ok(x + width <= 380, `${path}: ${header} ends at ${x + width}`)
      }
    },
    NARROW,
  )
})

test('on a phone, invoices, payments and messages name their resident, and work orders their unit and that they are urgent, which have columns in a wider window', async () => {
  const organization = await world.organization()
  const { dana, home } = await smallPortfolio(organization)
  const look = async ({ page, openPage }: Insider) => {
    const body = JSON.stringify({
      title: 'Gutter',
      priority: 'EMERGENCY',
      property_id: home.property_id,
      unit_id: home.id,
    })
    assert.equal((await world.call('/work-orders', { ...organization, method: 'POST', body })).status, 201)
    await openPage('/work-orders')
    await page
      .getByRole('cell', { name: /Gutter/ })
      .getByRole('link', { name: 'Maple Court · 204' })
      .waitFor()
    await page.getByRole('cell', { name: /Gutter .*Emergency$/ }).waitFor()
    const message = JSON.stringify({ resident_id: dana.id, subject: 'Water', body: 'The water will be off.' })
    assert.equal((await world.call('/messages', { ...organization, method: 'POST', body: message })).status, 201)
    await openPage('/messages')
    await page.getByRole('cell', { name: /^Water Dana Whitfield, [A-Z][a-z]{2} \d+, \d{4}$/ }).waitFor()
    await openPage('/invoices')
    const row = page.getByRole('row').filter({ hasText: '#1' })
    const name = row.getByRole('link', { name: `${dana.first_name} ${dana.last_name}`, exact: true })
    await name.waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('columnheader', { name: 'Resident' }).waitFor()
    // The header may be laid out a moment before the rows.
    await until(async () => (await name.count()) === 1)
  }
  await console.insider(organization, 'VIEWER', look, NARROW)
})

test('on a phone, leases, residents and leads name their unit, and units their resident, and no width shows them twice', async () => {
  const organization = await world.organization()
  const { dana } = await smallPortfolio(organization)
  const lead = { first_name: 'Ida', last_name: 'Moreau', source: 'Phone' }
  const look = async ({ page, openPage, write, read }: Insider) => {
    const { data } = await read('/units')
    const unit_id = data.find(({ label }) => label === '204')?.unit_id
    await write('/leads', { ...lead, unit_id })
    for (const [path, row, below] of [
      ['/leases', dana.last_name, 'Maple Court · 204'],
      ['/residents', dana.last_name, 'Maple Court · 204'],
      ['/leads', lead.last_name, 'Maple Court · 204'],
      ['/units', 'Maple Court · 204', dana.last_name],
    ] as const) {
      await openPage(path)
      await page.getByRole('cell', { name: new RegExp(`^(?!Select).*${row}.* ${below}`) }).waitFor()
      for (const width of [700, 800]) {
        await page.setViewportSize({ width, height: 800 })
        const shown = page.getByRole('row').filter({ hasText: row }).first()
        // The columns may be laid out a moment before the rows.
        await until(async () => (await shown.innerText()).split(below.split(' · ')[0]!).length === 2)
      }
      await page.setViewportSize({ width: 390, height: 800 })
    }
  }
  await console.insider(organization, 'ADMIN', look, NARROW)
})

test('an amount of nine digits and the name of a month stay on one line, from a small phone to a laptop', async () => {
  const organization = await world.organization()
  const place = property()
  const home = unit(place)
  const term = lease(home)
  const due = invoice(term, {
    due_date: '2026-03-01',
    lines: [{ charge_code: 'RENT', description: 'Rent', amount_cents: 18_888_888_888 }],
  })
  await store(organization, {
    properties: [place],
    units: [home],
    rates: [rate(home, { market_rent_cents: 18_888_888_888 })],
    leases: [term],
    invoices: [due],
    ledger: entriesOf(due),
  })
  await console.insider(
    organization,
    'VIEWER',
    async ({ page, openPage }) => {
      const found: string[] = []
      for (const path of ['', '/rent-roll']) {
        await openPage(path)
        await page.getByText('$188,888,888.88', { exact: true }).first().waitFor()
        await settled(page)
        for (const width of [320, 375, 640, 768, 1024, 1280, 1440]) {
          await page.setViewportSize({ width, height: 800 })
          await page.evaluate('new Promise(requestAnimationFrame)')
          const broken = await page.locator('main p.tabular-nums').evaluateAll(figures =>
            figures
              .map(({ textContent, scrollHeight }) => ({ textContent, scrollHeight }))
              .filter(({ scrollHeight }) => scrollHeight > 30)
              .map(({ textContent }) => textContent),
          )
          found.push(...broken.map(figure => `${path} at ${width}: ${figure}`))
          const cut = await page
            .locator('main p.tabular-nums')
            .evaluateAll(figures =>
              figures.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(one => one.textContent),
            )
          found.push(...cut.map(figure => `${path} at ${width}: ${figure} is wider than its place`))
          const bars = page.locator('figure').filter({ hasText: 'Occupancy' }).locator('.drawn')
          const ends = await bars.evaluateAll(all => all.map(bar => bar.offsetTop + bar.offsetHeight))
          if (new Set(ends).size > 1) found.push(`${path} at ${width}: bars end at ${ends}`)
        }
      }
      assert.deepEqual(found, [])
    },
    WIDE,
  )
})

type Box = { x: number; width: number }

/** Pairs of controls of a form that lie over each other. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const controls = [...document.querySelectorAll('main form :is(input, select, textarea, button):not([type=hidden])')]
    const boxes = controls.map(control => ({ control, ...control.getBoundingClientRect().toJSON() }))
    return boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(other => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1)
        .filter(other => Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1)
        .map(other => (one.control.name || one.control.ariaLabel) + ' and ' + (other.control.name || other.control.ariaLabel)),
    )
  })()`)
}

/** A home whose names are one long word each, and the pages that show them. */
async function longWords(): Promise<{ organization: Organization; pages: string[] }> {
  const organization = await world.organization({ plan: 'ENTERPRISE', name: WORD })
  const place = property({ name: WORD, address_line: WORD, city: WORD.slice(0, 90) })
  const home = unit(place, { label: WORD, listing_title: WORD, listing_description: WORD })
  const term = lease(home)
  const person = resident({ first_name: WORD, last_name: WORD, email: `${'e'.repeat(60)}@example.com` })
  await store(organization, {
    properties: [place],
    units: [home],
    rates: [rate(home)],
    leases: [term],
    residents: [person],
    leaseResidents: [on(term, person)],
  })
  const lead = await organization.within(context => calls.createLead(context, { first_name: WORD, source: WORD }))
  const vendor = await organization.within(context => calls.createVendor(context, { name: WORD, trade: WORD }))
  return {
    organization,
    pages: [
      '',
      '/leases/new',
      '/settings',
      '/properties',
      '/developers/traffic',
      '/rent-roll',
      `/properties/${place.id}`,
      `/units/${home.id}`,
      `/leases/${term.id}`,
      `/leases/${term.id}/deposit-statement`,
      `/residents/${person.id}`,
      `/leads/${lead.lead_id}`,
      `/vendors/${vendor.vendor_id}`,
    ],
  }
}
