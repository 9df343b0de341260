/** The pages of webhook subscriptions in a real browser: deliveries, recoveries, and what is shown of those that are paused or fail. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Request } from 'playwright-core'
import { until } from '../service/processes.ts'
import { openReceiver } from '../webhooks/receiver.ts'
import { useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { assertFits, row, useConsole } from './console-visit.ts'
import { holdCall } from './page-calls.ts'

const world = useWorld({ role: 'all', own: true })
const console = useConsole(world)

test('a webhook subscription is created, and the next work order is delivered to it', async () => {
  const organization = await world.organization()
  await smallPortfolio(organization)
  await using receiver = await openReceiver()
  await console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/developers/webhooks')
    await page.getByRole('button', { name: 'New subscription' }).first().click()
    const form = page.getByRole('dialog', { name: 'New subscription' })
    await form.getByLabel('payment.received').uncheck()
    await form.getByLabel('ticket.created').check()
    await form.getByLabel('Target').fill('ftp://example.com')
    await form.getByRole('button', { name: 'Create subscription' }).click()
    await form.getByRole('textbox', { name: 'Target' }).and(page.locator('[aria-invalid=true]')).waitFor()
    await form.getByLabel('Target').fill(receiver.url)
    // Another event is refused, and the secret of the subscription that was created before it is shown all the same.
    await form.getByLabel('lease.signed').check()
    const isRefused = (request: Request) => request.postData()?.includes('lease.signed') === true
    await page.route('**/webhooks', (route, request) =>
      isRefused(request)
        ? route.fulfill({ status: 409, json: { error: 'conflict', message: 'There are too many.' } })
        : route.fallback(),
    )
    await form.getByRole('button', { name: 'Create subscription' }).click()
    await page.getByText('1 subscription not created: There are too many.').waitFor()
    const once = page.getByRole('dialog', { name: 'Signing secret' })
    assert.match((await once.locator('pre').textContent()) as string, /^whsec_/)
    await assertFits(page, 'Signing secret')
    // Where the browser offers no clipboard, as over plain HTTP, the secret that is shown once does not seem to be copied.
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })`)
    await once.getByRole('button', { name: 'Copy secret' }).click()
    await page.getByText('Your browser did not allow copying. The text is selected').waitFor()
    assert.match(await page.evaluate<string>('String(getSelection())'), /^whsec_/)
    await once.getByRole('link', { name: 'Show deliveries' }).click()
    await page.getByText('No deliveries yet').waitFor()
    const deliveries = page.url()

    await openPage('/work-orders')
    await page.getByRole('button', { name: 'New work order' }).first().click()
    const order = page.getByRole('dialog', { name: 'New work order' })
    await order.getByLabel('Title').fill('Kitchen faucet leaks')
    await order.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: '#1 Kitchen faucet leaks' }).waitFor()

    await page.goto(deliveries)
    await row(page, 'Delivered').waitFor()
    await page.getByText('1 attempt, last: Delivered').waitFor()
    assert.equal(JSON.parse(receiver.received[0]?.body as string).data.work_order.title, 'Kitchen faucet leaks')
    await page.getByRole('button', { name: 'Show payload of' }).click()
    const payload = page.getByRole('dialog', { name: 'Payload' })
    await payload.getByText('"title": "Kitchen faucet leaks"').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('2 attempts, last: Delivered').waitFor()
    assert.equal(receiver.received[1]?.headers['webhook-id'], receiver.received[0]?.headers['webhook-id'])

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Recover missed events…' }).click()
    const recovery = page.getByRole('dialog', { name: 'Recover missed events' })
    await recovery.getByLabel('Also send events that were already delivered').check()
    await recovery.getByRole('button', { name: 'Recover events' }).click()
    await page.getByText('1 of 1 event', { exact: true }).waitFor()
    await page.getByText('3 attempts, last: Delivered').waitFor()

    await openPage('/developers/inspector')
    await page.getByLabel('ID', { exact: true }).fill(` ${receiver.received[0]?.headers['webhook-id']} `)
    await page.getByRole('button', { name: 'Inspect' }).click()
    await row(page, 'ticket.created Delivered').waitFor()
    await page.getByRole('button', { name: 'Show payload of' }).click()
    await page.getByRole('dialog', { name: 'Payload' }).getByText('"title": "Kitchen faucet leaks"').waitFor()
    await page.keyboard.press('Escape')
    await row(page, 'ticket.created Delivered').getByRole('link').click()
    await page.getByText('3 attempts, last: Delivered').waitFor()
  })
})

test('a paused subscription is shown as paused on every page that lists it, and can be enabled', async () => {
  const organization = await world.organization()
  await using receiver = await openReceiver()
  receiver.answer = response => void response.writeHead(410).end()
  await world.call('/webhooks', {
    ...organization,
    method: 'POST',
    body: JSON.stringify({ event: 'lead.created', target_url: receiver.url }),
  })
  await console.insider(organization, 'ADMIN', async ({ page, openPage, write }) => {
    await openPage('/developers/webhooks')
    await page.getByRole('link', { name: receiver.url }).click()
    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByText('Paused: no events are sent.').waitFor()
    await openPage('/developers/webhooks')
    await page.getByText('1 subscription paused').waitFor()
    await page.getByRole('link', { name: receiver.url }).click()
    await page.getByRole('button', { name: 'Enable subscription' }).click()
    await page.getByText('Paused: no events are sent.').waitFor({ state: 'detached' })
    // A recovery that pauses it again does not say that it has completed, nor that attempts are to come.
    await write('/leads', { first_name: 'Ann', source: 'WALK_IN' })
    await page.getByText('Paused: no events are sent.').waitFor()
    const since = '2026-03-15T00:00:00Z'
    await write(`${page.url().replace(/.*developers/, '')}/recover`, { since })
    await page.reload()
    await page.getByText('0 of 1 event', { exact: true }).waitFor()
    await page.getByText('All queued').waitFor()
  })
})

test('a paused subscription proposes to recover what it missed, also after a test event has arrived', async () => {
  const organization = await world.organization()
  await using receiver = await openReceiver()
  receiver.answer = response => void response.writeHead(410).end()
  const body = JSON.stringify({ event: 'lead.created', target_url: receiver.url })
  const { id } = (await world.call('/webhooks', { ...organization, method: 'POST', body })).body
  await console.insider(organization, 'ADMIN', async ({ page, openPage, write }) => {
    await openPage(`/developers/webhooks/${id}`)
    await write('/leads', { first_name: 'Ann', source: 'WALK_IN' })
    await page.getByText('Paused: no events are sent.').waitFor()
    world.clock.advance(3_600_000)
    receiver.answer = response => void response.writeHead(204).end()
    await page.getByRole('button', { name: 'Enable subscription' }).click()
    await page.getByText('Paused: no events are sent.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByText('1 attempt, last: Delivered').waitFor()
    await write(`/webhooks/${id}/pause`, {})
    await page.getByRole('button', { name: 'Enable and recover missed events…' }).click()
    const recovery = page.getByRole('dialog', { name: 'Recover missed events' })
    await recovery.getByRole('button', { name: 'Recover events' }).click()
    await page.getByText('1 of 1 event', { exact: true }).waitFor()
    await page.getByText('2 attempts, last: Delivered').waitFor()
  })
})

test('the overview and the developers’ pages warn while a subscription fails most of its attempts', async () => {
  const organization = await world.organization()
  await using receiver = await openReceiver()
  receiver.answer = response => void response.writeHead(500).end()
  const { body } = await world.call('/webhooks', {
    ...organization,
    method: 'POST',
    body: JSON.stringify({ event: 'payment.received', target_url: receiver.url }),
  })
  for (let time = 0; time < 5; time++)
    await world.call(`/webhooks/${body.id}/test`, { ...organization, method: 'POST' })
  await console.insider(organization, 'VIEWER', async ({ openPage, page, read }) => {
    const isFailing = async () => (await read('/webhooks/failing')).data.length === 1
    await until(isFailing)
    for (const path of ['', '/developers?window=1h', '/developers/webhooks']) {
      await openPage(path)
      await page.getByText('A webhook failed at least 90% of its attempts').waitFor()
    }
    await page.getByRole('link', { name: 'payment.received to' }).click()
    await page.getByRole('heading', { name: 'payment.received' }).waitFor()
  })
})

test('a secret whose rotation got no reply is shown when the form is sent again, and is not rotated twice', async () => {
  const organization = await world.organization()
  await console.insider(organization, 'ADMIN', async ({ page, openPage, read, write }) => {
    const target = { event: 'ticket.created', target_url: 'http://127.0.0.1:9/hooks' }
    const { id } = await write('/webhooks', target)
    await openPage(`/developers/webhooks/${id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Rotate secret…' }).click()
    const form = page.getByRole('dialog', { name: 'Rotate the signing secret?' })
    const rotate = () => form.getByRole('button', { name: 'Rotate secret' }).click()
    const lost = await holdCall(page, 'POST', '**/rotate-secret', rotate)
    await lost.fetch()
    await lost.abort('connectionreset')
    await form.getByText(/cannot be reached/).waitFor()
    await rotate()
    const secret = (await page.getByRole('dialog', { name: 'Signing secret' }).locator('pre').textContent()) as string
    const { secret_hint } = await read(`/webhooks/${id}`)
    assert.ok(secret.includes(String(secret_hint).split('…')[1] as string), `${secret} ${secret_hint}`)
    const { data } = await read('/administrative-log?action=webhook.rotate_secret')
    assert.equal(data.length, 1, 'the secret before it still signs')
  })
})
