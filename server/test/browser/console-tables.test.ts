/** Tables of the console as members see them: for longer than a moment, and on the screens of an office. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entriesOf } from '#server/domain/invoices/operations.ts'
import { charge, invoice, lease, on, payment, property, rate, resident, store, unit } from '../records.ts'
import { type Organization, prepare, useOrganization, useWorld } from '../world.ts'
import { pagesInside } from './console-addresses.ts'
import { fitted, hasFocus, hasValue, type Insider, NARROW, settled, useConsole, WIDE } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world, { plan: 'ENTERPRISE' })
const inside = prepare(() => pagesInside(world, organization))

test('a table that has been open for a minute is not dimmed, and its rows still respond', () => {
  const look = async ({ page, openPage }: Insider) => {
    const pages = ['/', '/residents/$resident', '/developers/keys', '/members', '/rent-roll']
    const found: string[] = []
    await page.clock.setSystemTime(world.clock.now())
    for (const path of pages.flatMap(address => inside[address] ?? [])) {
      await openPage(path)
      await settled(page)
      await page.clock.fastForward(61_000)
      const dimmed = await page.locator('main .opacity-60').count()
      if (dimmed > 0) found.push(`${path}: ${dimmed}`)
    }
    assert.deepEqual(found, [])
  }
  return console.insider(organization, 'OWNER', look, { ...WIDE, alone: true })
})

test('no table is cut off at 1024, 1280 or 1440 pixels, however long its names are', async () => {
  const found: string[] = []
  const look = (organization: Organization, paths: string[]) =>
    console.insider(organization, 'OWNER', async insider => void found.push(...(await cutOff(insider, paths))))
  const lists = ['', '/properties', '/units', '/listings', '/leases', '/leads', '/residents', '/owners', '/invoices']
  const more = ['/payments', '/work-orders', '/rent-roll', '/messages', '/members', '/developers/keys']
  const reports = ['receivables', 'delinquency', 'deposits', 'income', 'months'].map(name => `/reports/${name}`)
  await look(await longNames(), [...lists, ...more, ...reports])
  // The totals of a rent roll of 10,000 units.
  await look(await longNames(1_729_706_600), ['/rent-roll'])
  assert.deepEqual(found, [])
})

test('no table of members, keys, calls and webhooks is cut off either, however long an address, a name or a path is', async () => {
  const organization = await world.organization({ plan: 'SCALE' })
  await console.insider(organization, 'OWNER', async insider => {
    const { openPage, page, write } = insider
    const address = `${'a.very.long.address.of.a.member'.repeat(2)}@${'subdomain.of.a.long.domain.'.repeat(4)}example.com`
    await write('/invitations', { email: address, role: 'ADMIN' })
    const { api_key, key_id } = await write('/keys', {
      name: 'Accountingexport'.repeat(12),
      scopes: ['properties:read'],
    })
    const key = String(api_key)
    await world.call('/properties/none', { key })
    const { request_id } = (await world.call(`/nowhere/${'x'.repeat(900)}`, { key })).body
    await write('/webhooks', { event: 'ticket.created', target_url: `http://127.0.0.1:9/${'hooks-'.repeat(300)}` })
    const pages = ['/members', ...['keys', 'webhooks', 'log', 'traffic'].map(name => `/developers/${name}`)]
    const calls = ['/developers?window=1h', '/developers/failures?window=1h', `/developers/inspector?id=${key_id}`]
    assert.deepEqual(await cutOff(insider, [...pages, ...calls]), [])
    await openPage(`/developers/traffic/${request_id}`)
    await page.getByText('x'.repeat(900)).first().waitFor()
    await page.setViewportSize({ width: 380, height: 800 })
    await fitted(page)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 380)
  })
})

/** The tables of the pages that are wider than their place. */
async function cutOff({ page, openPage }: Insider, paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    await openPage(path)
    await settled(page)
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await fitted(page)
      const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('main section[tabindex]')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(section => section.ariaLabel + ' needs ' + section.scrollWidth + ' of ' + section.clientWidth)`)
      found.push(...cut.map(words => `${path} at ${width}: ${words}`))
    }
  }
  return found
}

test('no list moves when its filters can be cleared', () =>
  console.insider(
    organization,
    'OWNER',
    async ({ page, openPage }) => {
      const found: string[] = []
      const heights = async () => {
        const found: (number | undefined)[] = []
        for (const width of [1024, 1280, 1440]) {
          await page.setViewportSize({ width, height: 900 })
          await fitted(page)
          found.push((await page.getByRole('search').first().boundingBox())?.height)
        }
        return found
      }
      for (const [path, filter] of [
        ['/properties', 'city=Columbus'],
        ['/units', 'status=OCCUPIED'],
        ['/leases', 'status=ACTIVE'],
        ['/residents', 'search=Dana'],
        ['/invoices', 'status=OPEN'],
        ['/payments', 'status=PENDING'],
        ['/work-orders', 'status=NEW'],
        ['/vendors', 'search=Reliable'],
      ] as const) {
        await openPage(path)
        await settled(page)
        const before = await heights()
        await openPage(`${path}?${filter}`)
        await settled(page)
        await page.getByRole('button', { name: 'Clear filters' }).first().waitFor()
        const after = await heights()
        if (String(after) !== String(before)) found.push(`${path}: ${before} became ${after}`)
      }
      assert.deepEqual(found, [])
    },
    WIDE,
  ))

test('a page past the end of a list is its last page, and a list without rows says so', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    await openPage('/units?offset=1000')
    await page.waitForURL(url => url.searchParams.get('offset') !== '1000')
    await settled(page)
    await page.getByText(/of \d+$/).waitFor()
    assert.equal(await page.getByText('No units yet').count(), 0)
    await openPage('/units?search=nowhere&offset=20')
    await page.getByText('No units match').waitFor()
  }))

test('a search that is applied with Enter keeps the focus and shows what is searched for', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    await openPage('/units')
    const search = page.getByRole('textbox', { name: 'Search' })
    await search.fill(' nowhere ')
    await search.press('Enter')
    await page.getByText('No units match').waitFor()
    await hasFocus(search)
    await hasValue(search, 'nowhere')
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await page.waitForURL(url => !url.search)
    await hasValue(search, '')
  }))

test('a table header stays above its rows on a phone, whether or not the table scrolls sideways', () =>
  console.insider(
    organization,
    'OWNER',
    async ({ page, openPage }) => {
      const found: string[] = []
      let scrolling = 0
      const addresses = ['/', '/units', '/leases', '/residents', '/reports/$report', '/rent-roll', '/invoices']
      for (const path of addresses.flatMap(address => inside[address] ?? [])) {
        await openPage(path)
        await settled(page)
        const heads = await page.evaluate<{ gap: number; scrolls: boolean }[]>(`(async () => {
          await new Promise(requestAnimationFrame)
          return [...document.querySelectorAll('main table')].map(table => ({
            gap: Math.round(table.querySelector('th').getBoundingClientRect().top - table.getBoundingClientRect().top),
            scrolls: table.parentElement.scrollWidth > table.parentElement.clientWidth,
          }))
        })()`)
        scrolling += heads.filter(({ scrolls }) => scrolls).length
        for (const { gap } of heads) if (gap !== 0) found.push(`${path}: ${gap} pixels`)
      }
      assert.deepEqual(found, [])
      assert.ok(scrolling > 0, 'a table that scrolls sideways')
    },
    NARROW,
  ))

test('figures state what they include: occupancy excludes offline units, and past due includes former residents', async () => {
  const organization = await longNames()
  await console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    await openPage('')
    await page.getByText('Occupancy50%1 of 2 units, 1 offline').waitFor()
    await page.getByText('Past due$2,850.00$1,425.00 current, $1,425.00 former residents').waitFor()
    await openPage('/rent-roll')
    await page.getByText('Occupancy50%1 of 2 units, 1 offline').waitFor()
    await page.getByText('Past due$1,425.00current residents only').waitFor()
  })
})

/**
 * Three units with long names: one whose residents are leaving and owe a month's rent, one vacant and listed whose former residents owe
 * money, and one offline.
 */
async function longNames(rentCents = 142_500): Promise<Organization> {
  const organization = await world.organization({ plan: 'ENTERPRISE' })
  const gardens = property({ name: 'Riverside Gardens Apartments', city: 'Upper Arlington' })
  const [leaving, vacant, offline] = ['Building C · 1204', 'Building C · 1205', 'Building C · 1206'].map(label =>
    unit(gardens, { label, is_listed: true, listing_title: 'Two bedrooms with a view of the river and the park' }),
  ) as [ReturnType<typeof unit>, ReturnType<typeof unit>, ReturnType<typeof unit>]
  const term = lease(leaving, { notice_given_on: '2026-03-01', move_out_date: '2026-04-30' })
  const former = lease(vacant, { start_date: '2024-09-01', end_date: '2025-12-31', move_out_date: '2025-12-31' })
  const names = { first_name: 'Alexandria Josephine', last_name: 'Montgomery-Fitzgerald' }
  const contact = { email: 'alexandria.montgomery-fitzgerald@example.com', phone: '+16145550134' }
  const [one, other] = [resident({ ...names, ...contact }), resident(names)]
  const lines = [{ charge_code: 'RENT', description: 'Rent', amount_cents: rentCents }] as const
  const [owed, left] = [invoice(term, { lines: [...lines] }), invoice(former)]
  const paid = payment(term, {
    amount_cents: 100,
    status: 'PENDING',
    received_at: null,
    reference: 'Money order 4471029-B',
  })
  await store(organization, {
    properties: [gardens, property({ name: 'Residences at Lake Chargoggagoggmanchauggagoggchaubunagungamaugg' })],
    units: [leaving, vacant, offline],
    rates: [rate(leaving, { market_rent_cents: rentCents }), rate(vacant), rate(offline)],
    offlineSpans: [{ unit_id: offline.id, starts_on: '2026-03-01', ends_on: null, reason: 'Water damage' }],
    leases: [term, former],
    charges: [charge(term, { amount_cents: rentCents })],
    residents: [one, other],
    leaseResidents: [on(term, one), on(former, other)],
    invoices: [owed, left],
    ledger: [...entriesOf(owed), ...entriesOf(left)],
    payments: [paid],
  })
  const made = await world.call('/work-orders', {
    ...organization,
    method: 'POST',
    body: JSON.stringify({
      title: `The kitchen faucet drips and the cabinet below it is wet ${'very'.repeat(20)}`,
      property_id: gardens.id,
      unit_id: leaving.id,
      priority: 'EMERGENCY',
      category: 'PEST_CONTROL',
      vendor_name: 'Franklin County Plumbing and Heating LLC',
      due_date: '2026-03-31',
    }),
  })
  assert.equal(made.status, 201, made.text)
  return organization
}
