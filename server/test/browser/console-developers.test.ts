/** The developers' pages in a real browser: a key's life, its calls, and a webhook's delivery. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openReceiver } from '../delivery/receiver.ts'
import { openWorld, type World } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { type ConsoleWorld, openConsole } from './console-visit.ts'

let world: World
let console: ConsoleWorld

before(async () => {
  world = await openWorld()
  console = await openConsole(world)
})

after(async () => {
  await console?.close()
  await world?.close()
})

test('a key is made and tried by the line it shows, its calls are seen within two seconds, and revoked it opens nothing', async () => {
  const organization = await world.organization({ plan: 'GROWTH' })
  await smallPortfolio(organization)
  await console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/developers/keys')
    await page.getByRole('button', { name: 'Create a key' }).first().click()
    const form = page.getByRole('dialog', { name: 'Create a key' })
    assert.ok(await form.getByRole('checkbox', { name: /maintenance:write/ }).isDisabled())
    await form.getByText('Automation API: plans PRO and SCALE').first().waitFor()
    await form.getByLabel('What it is for').fill('Accounting export')
    await form.getByRole('button', { name: 'Create' }).click()
    const shown = page.getByRole('dialog', { name: 'Your new key' })
    const key = (await shown.locator('pre').first().textContent()) as string
    const line = (await shown.locator('pre').last().textContent()) as string
    const [, url = ''] = /"(http[^"]+)"$/.exec(line) ?? []
    assert.equal((await call(url, key)).status, 200)
    await shown.getByRole('link', { name: 'Watch its calls' }).click()
    await page.getByRole('heading', { name: 'API traffic' }).waitFor()
    await row(page, '200 GET /api/v1/properties').waitFor()

    const calledAt = performance.now()
    assert.equal((await call(`${world.service.url}/api/v1/properties/none`, key)).status, 404)
    await row(page, '404 GET /api/v1/properties/{id} not_found').waitFor()
    const seenAfterMs = performance.now() - calledAt
    assert.ok(seenAfterMs < 2_000, `seen after ${seenAfterMs} ms`)

    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Failed (4xx and 5xx)' })
    await row(page, '200 GET /api/v1/properties').waitFor({ state: 'detached' })
    await row(page, '404 GET').getByRole('link').click()
    await page.getByRole('heading', { name: 'GET /api/v1/properties/{id}' }).waitFor()

    await openPage('/developers/keys')
    await page.getByRole('button', { name: 'Actions on Accounting export' }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke the key' }).click()
    await row(page, /Accounting export .* Revoked/).waitFor()
    world.clock.advance(1_001)
    assert.equal((await call(url, key)).status, 401)
    const text = await page.locator('body').textContent()
    assert.ok(!text?.includes(key), 'the key is shown once')
  })
})

test('failed calls stand in groups, each leading to its calls', async () => {
  const organization = await world.organization()
  for (const path of ['/residents', '/residents', '/properties/none']) await world.call(path, organization)
  await console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    await openPage('/developers/failures?window=1h')
    await row(page, '400 GET /api/v1/residents invalid_request 2').waitFor()
    await page.getByRole('link', { name: 'GET /api/v1/residents' }).click()
    await page.getByRole('heading', { name: 'API traffic' }).waitFor()
    await row(page, '400 GET /api/v1/residents').first().waitFor()
    assert.equal(await page.getByRole('row').count(), 3)
    await openPage('/developers?window=1h')
    await page.getByRole('link', { name: '400 invalid_request' }).waitFor()
    await page.getByText('3 calls failed').waitFor()
    await page.locator('svg.recharts-surface').first().waitFor()
  })
})

test('a webhook is subscribed, and the work order made next to it is delivered', async () => {
  const organization = await world.organization()
  await smallPortfolio(organization)
  await using receiver = await openReceiver()
  await console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/developers/webhooks')
    await page.getByRole('button', { name: 'New subscription' }).first().click()
    const form = page.getByRole('dialog', { name: 'New subscription' })
    await form.getByLabel('Event').selectOption('ticket.created')
    await form.getByLabel('Target').fill('ftp://example.com')
    await form.getByRole('button', { name: 'Subscribe' }).click()
    await form.getByRole('textbox', { name: 'Target' }).and(page.locator('[aria-invalid=true]')).waitFor()
    await form.getByLabel('Target').fill(receiver.url)
    await form.getByRole('button', { name: 'Subscribe' }).click()
    const once = page.getByRole('dialog', { name: 'The signing secret' })
    assert.match((await once.locator('pre').textContent()) as string, /^whsec_/)
    await once.getByRole('link', { name: 'See its deliveries' }).click()
    await page.getByText('Nothing was sent yet').waitFor()
    const deliveries = page.url()

    await openPage('/work-orders')
    await page.getByRole('button', { name: 'New work order' }).click()
    const order = page.getByRole('dialog', { name: 'New work order' })
    await order.getByLabel('What is wrong').fill('Kitchen tap leaks')
    await order.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: '#1 Kitchen tap leaks' }).waitFor()

    await page.goto(deliveries)
    await row(page, 'Delivered').waitFor()
    await page.getByText('1 attempt, last: Delivered').waitFor()
    assert.equal(JSON.parse(receiver.received[0]?.body as string).data.work_order.title, 'Kitchen tap leaks')
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('2 attempts, last: Delivered').waitFor()
    assert.equal(receiver.received[1]?.headers['webhook-id'], receiver.received[0]?.headers['webhook-id'])
  })
})

test('a paused subscription says so where it is seen, and can be enabled', async () => {
  const organization = await world.organization()
  await using receiver = await openReceiver()
  receiver.answer = response => void response.writeHead(410).end()
  await world.call('/webhooks', {
    ...organization,
    method: 'POST',
    body: JSON.stringify({ event: 'payment.received', target_url: receiver.url }),
  })
  await console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/developers/webhooks')
    await page.getByRole('link', { name: receiver.url }).click()
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.getByText('Paused: nothing is sent.').waitFor()
    await openPage('/developers/webhooks')
    await page.getByText('1 subscription is paused').waitFor()
    await page.getByRole('link', { name: receiver.url }).click()
    await page.getByRole('button', { name: 'Enable it' }).click()
    await page.getByText('Paused: nothing is sent.').waitFor({ state: 'detached' })
  })
})

test('who may only look sees no button that changes anything, and is refused by the service', async () => {
  const organization = await world.organization()
  await smallPortfolio(organization)
  await organization.issueKey()
  await console.insider(organization, 'VIEWER', async ({ page, openPage, organizationId }) => {
    const changing = /create|new|invite|revoke|rotate|actions|move|edit|send|subscribe|enable|delete|change/i
    for (const path of [
      '/developers/keys',
      '/developers/webhooks',
      '/members',
      '/work-orders',
      '/work-orders?view=board',
      '/messages',
      '/developers/sandbox',
    ]) {
      await openPage(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
      const buttons = await page.locator('main').getByRole('button', { name: changing }).allTextContents()
      assert.deepEqual(buttons, [], path)
    }
    const [status, message] = await page.evaluate<[number, string], string>(
      path =>
        fetch(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"name":"x","scopes":["properties:read"]}',
        }).then(async reply => [reply.status, ((await reply.json()) as { message: string }).message]),
      `/console/api/organizations/${organizationId}/keys`,
    )
    assert.equal(status, 403)
    assert.match(message, /ADMIN/)
  })
})

function call(url: string, key: string): Promise<Response> {
  return fetch(url, { headers: { 'x-api-key': key } })
}

/** A row of a table that holds these words, one cell after the other, whatever stands before, between and behind them. */
function row(page: Page, words: string | RegExp) {
  const name = typeof words === 'string' ? new RegExp(words.replaceAll(/[{}?/]/g, '\\$&').replaceAll(' ', '.*')) : words
  return page.getByRole('row', { name })
}
