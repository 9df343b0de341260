/** What the console says about a mistake: in the words of its pages, and with what to do next. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { property, store } from '../records.ts'
import { useOrganization, useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { hasFocus, hasValue, settled, useConsole, WIDE } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world)
before(async () => {
  await smallPortfolio(organization)
})

test('a form that is not filled in names what is missing as the page does, not as the API does', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/leases/new')
    await page.getByRole('combobox', { name: 'Property' }).and(page.locator('[value="Maple Court"]')).waitFor()
    await page.getByLabel('Dollars per month').fill('1400')
    await page.getByRole('button', { name: 'Create lease' }).click()
    // Of several units none is proposed, not even the only vacant one.
    const unit = page.getByRole('combobox', { name: 'Unit' })
    await hasFocus(unit)
    await unit.fill('205')
    await unit.press('Enter')
    await page.waitForURL(/unit_id=unit_/)
    await page.getByRole('button', { name: 'Create lease' }).click()
    await page.getByRole('alert').getByText('The lease has no residents yet. Add at least one above.').waitFor()
    await openPage('/residents?new=1')
    const dialog = page.getByRole('dialog', { name: 'Add resident' })
    await dialog.getByRole('button', { name: 'Add resident' }).click()
    await dialog.getByText('Must not be empty if first name is empty too.').waitFor()
    await hasFocus(dialog.getByLabel('Last name'))
  }))

test('every field that is not filled in as it should be says so below itself, and the first one gets the focus', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/units?new=1')
    const dialog = page.getByRole('dialog', { name: 'New unit' })
    const errorOf = async (label: RegExp) => {
      const ids = (await dialog.getByLabel(label).getAttribute('aria-describedby')) ?? ''
      const texts = await Promise.all(ids.split(' ').map(id => page.locator(`[id="${id}"]`).textContent()))
      return texts.at(-1)
    }
    await dialog.getByLabel(/^Square feet/).fill('12.5')
    await dialog.getByLabel(/^Bathrooms/).fill('1.3')
    await dialog.getByLabel(/^Market rent/).fill('free')
    await dialog.getByRole('button', { name: 'Create unit' }).click()
    await dialog.getByText('Must be a whole number.').waitFor()
    assert.equal(await errorOf(/^Square feet/), 'Must be a whole number.')
    assert.equal(await errorOf(/^Bathrooms/), 'Must be a multiple of 0.25.')
    assert.equal(await errorOf(/^Market rent/), 'Enter dollars and cents, such as 1,425.50.')
    assert.equal(await errorOf(/^Label/), 'Fill out this field.')
    await hasFocus(dialog.getByLabel(/^Label/))
    await openPage('/vendors?new=1')
    const vendor = page.getByRole('dialog', { name: 'New vendor' })
    await vendor.getByLabel('Name').fill('Blue Sky')
    await vendor.getByLabel(/^E-mail/).fill('sky@')
    await vendor.getByLabel(/^E-mail/).press('Enter')
    await vendor.getByText('Enter an e-mail address, such as dana@example.com.').waitFor()
    await hasFocus(vendor.getByLabel(/^E-mail/))
  }))

test('a record that does not exist is reported calmly, with a link back to its list', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    await openPage('/residents/res_01kh3zr6p2c8m5v7d0t4s6a9ge')
    await page.getByText('There is no such resident', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'See all residents' }).click()
    await page.getByRole('heading', { level: 1, name: 'Residents' }).waitFor()
    await settled(page)
  }))

test('a URL with a day, a filter or an order that does not exist still shows its page', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    for (const [path, title] of [
      ['/reports/months?from=2026-13-45&to=abc', 'Monthly summary'],
      ['/rent-roll?as_of_date=abc', 'Rent roll: all properties'],
    ] as const) {
      await openPage(path)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await page
        .getByText(/Mar 15, 2026/)
        .first()
        .waitFor()
    }
    for (const path of [
      '/units?property_id=prop_none',
      '/rent-roll?scope_id=prop_none',
      '/reports/months?property_id=none',
    ]) {
      await openPage(path)
      await hasValue(page.getByRole('combobox', { name: 'Property' }), 'Not found')
    }
    for (const path of ['/leases?ends_by=abc', '/units?status=EMPTY', '/payments?sort=color']) {
      await openPage(path)
      await page.getByText('This URL has a filter that cannot be used').waitFor()
      await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click()
      await page.getByRole('row').nth(1).or(page.getByText('No payments yet')).waitFor()
      assert.equal(new URL(page.url()).search, '')
    }
  }))

test('the page of a webhook stays while its subscription cannot be read, and says what failed', async () => {
  const larger = await world.organization({ plan: 'PRO' })
  await console.insider(larger, 'ADMIN', async ({ page, openPage, write }) => {
    const { id } = await write('/webhooks', { event: 'lead.created', target_url: 'http://127.0.0.1:9/hooks' })
    await openPage(`/developers/webhooks/${id}`)
    await page.getByText('No deliveries yet').waitFor()
    const message = 'This was refused for the test.'
    const subscription = new RegExp(`/webhooks/${id}$`)
    await page.route(subscription, route => route.fulfill({ status: 500, json: { error: 'internal', message } }))
    await page.getByText(message).waitFor()
    await page.getByText('Failures since last success').waitFor()
    await page.getByText('No deliveries yet').waitFor()
    await page.unroute(subscription)
    await page.getByText(message).waitFor({ state: 'detached' })
  })
})

test('Save CSV says why a list or a report cannot be saved, never saves the refusal as the file, and leads to the sign-in after the session has ended', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    const saved: string[] = []
    page.on('download', download => saved.push(download.suggestedFilename()))
    const message = 'This was refused for the test.'
    for (const [path, file] of [
      ['/reports/receivables', '**/reports/receivables?*format=csv*'],
      ['/leases', '**/lists/leases*'],
    ] as const) {
      await openPage(path)
      await settled(page)
      await page.route(file, route => route.fulfill({ status: 503, json: { error: 'unavailable', message } }))
      await page.getByText('Save CSV').click()
      await page.getByRole('status').getByText(message).waitFor()
      await page.unroute(file)
    }
    await page.context().clearCookies()
    await page.getByText('Save CSV').click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.deepEqual(saved, [])
  }))

test('Export calls says on the page why the calls cannot be exported', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    await openPage('/developers/traffic?since=yesterday')
    await page.getByRole('button', { name: 'Export calls' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    await page
      .getByRole('status')
      .getByText(/^since must be a date and time/)
      .waitFor()
    await page.getByRole('heading', { level: 1, name: 'API traffic' }).waitFor()
  }))

test('a member who could not be signed out is told so, and stays on the page', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage, email }) => {
    await openPage('/leases')
    const message = 'This was refused for the test.'
    await page.route('**/sign-out', route => route.fulfill({ status: 503, json: { error: 'unavailable', message } }))
    await page.getByRole('button', { name: new RegExp(email) }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('status').getByText(message).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Leases' }).waitFor()
  }))

test('a page that failed to load is read again with Try again', () =>
  console.insider(organization, 'VIEWER', async ({ page, load, organizationId }) => {
    const isAboutMe = '**/console/api/me'
    await page.route(isAboutMe, route => route.fulfill({ status: 500, json: { message: 'Failed on purpose' } }))
    await load(`/${organizationId}/units`)
    await page.getByRole('heading', { level: 1, name: 'This page failed to load' }).waitFor()
    await page.unroute(isAboutMe)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Units' }).waitFor()
  }))

test('what could not be read while the service was down, even the code of a page, is read as soon as it is up', () =>
  console.insider(
    organization,
    'ADMIN',
    async ({ page, load, organizationId }) => {
      await load(`/${organizationId}/units`)
      await settled(page)
      const service = '**/console/{api/**,assets/**}'
      const isDown = page.getByRole('alert').getByText('The service cannot be reached.')
      const first = page.getByRole('main').getByRole('link', { name: /204$/ }).first()
      for (const act of [
        () => page.getByRole('link', { name: 'Invoices', exact: true }).click(),
        () => page.getByLabel('Status').selectOption('Open'),
      ]) {
        await page.route(service, route => route.abort('connectionreset'))
        await act()
        await isDown.waitFor()
        await page.unroute(service)
        await first.waitFor()
      }
    },
    { ...WIDE, alone: true },
  ))

test('a picker whose choices could not be read says so, and not that there are none', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await page.route('**/properties?**', route => route.fulfill({ status: 500, json: { message: 'Out of order' } }))
    for (const path of ['/leases/new', '/leases', '/rent-roll']) {
      await openPage(path)
      await page.getByRole('combobox', { name: 'Property' }).press('ArrowDown')
      await page.getByText('The choices have not loaded.').waitFor()
    }
    await page.unroute('**/properties?**')
    await page.route(/\/units\?|\/properties\/prop_/, route =>
      route.fulfill({ status: 500, json: { message: 'Out of order' } }),
    )
    for (const path of ['/leases/new', '/work-orders?new=1']) {
      await openPage(path)
      await page.locator('[name=property_id]:not([value=""])').waitFor({ state: 'attached' })
      await page.getByRole('combobox', { name: 'Unit' }).press('ArrowDown')
      await page.getByText('The choices have not loaded.').waitFor()
    }
  }))

test('a browser that is offline still reads from a service on the same machine', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    await openPage('/leases')
    await settled(page)
    await page.evaluate(`dispatchEvent(new Event('offline'))`)
    await page.getByRole('link', { name: 'Units', exact: true }).click()
    await page.getByRole('link', { name: 'Maple Court · 204' }).waitFor()
  }))

test('figures that cannot be read say so, and leave no placeholder', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    await page.route('**/reports/months*', route => route.fulfill({ status: 500, json: { message: 'Out of order' } }))
    await openPage('')
    await page.getByRole('alert').nth(1).waitFor()
    await settled(page)
    assert.equal(await page.getByRole('alert').count(), 2)
    await page.route(/\/api\/.+\/(plan|rent-roll)(\?|$)/, route =>
      route.fulfill({ status: 500, json: { message: 'Out of order' } }),
    )
    for (const path of ['/developers/sandbox', '/rent-roll']) {
      await openPage(path)
      await page.getByRole('alert').waitFor()
      await settled(page)
    }
  }))

test('no form files a record under the first of several properties, or writes to the first of several residents', async () => {
  const larger = await world.organization()
  await smallPortfolio(larger)
  await store(larger, { properties: [property({ name: 'Oak Hill' })] })
  await console.insider(larger, 'ADMIN', async ({ page, openPage }) => {
    for (const path of ['/work-orders?new=1', '/units?new=1', '/leases/new']) {
      await openPage(path)
      const picker = page.getByRole('main').or(page.getByRole('dialog')).getByRole('combobox', { name: 'Property' })
      await picker.last().press('ArrowDown')
      await page.getByRole('option', { name: 'Maple Court' }).waitFor()
      assert.equal(await picker.last().inputValue(), '')
    }
    // Nor does a message go to a resident whom the page proposed.
    await openPage('/messages')
    const [resident, write] = [
      page.getByRole('combobox', { name: 'Resident' }),
      page.getByRole('button', { name: 'Write message' }),
    ]
    assert.deepEqual([await resident.inputValue(), await write.isDisabled()], ['', true])
    await resident.fill('whitfield, d')
    await resident.press('Enter')
    await write.click()
    await page.getByRole('dialog', { name: 'Message to Dana Whitfield' }).waitFor()
  })
})

test('an organization without units says what to do first', async () => {
  const empty = await world.organization()
  await console.insider(empty, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/rent-roll')
    await page.getByText('No units in service on this day').waitFor()
    assert.equal(await page.getByText('By charge').count(), 0)
    await openPage('/leases/new')
    await page.getByText('There are no properties yet.').waitFor()
    await openPage('')
    await page.getByText('No units in service yet').waitFor()
    await page.getByText('Nothing was collected in these months.').waitFor()
    await page.getByRole('link', { name: 'New property' }).click()
    await page.getByRole('dialog', { name: 'New property' }).waitFor()
  })
})
