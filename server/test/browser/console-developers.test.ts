/** The developers' pages in a real browser: a key's life, its calls, and a sandbox. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Request } from 'playwright-core'
import { until } from '../service/processes.ts'
import { useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { assertFits, type Insider, row, useConsole, WIDE } from './console-visit.ts'
import { nextReply } from './page-calls.ts'

const world = useWorld({ role: 'all', own: true })
const console = useConsole(world)

test('a key is created and tried with the command it shows, its calls appear within two seconds, and it is refused once revoked', async () => {
  const organization = await world.organization({ plan: 'GROWTH' })
  await smallPortfolio(organization)
  const look = async ({ page, openPage }: Insider) => {
    await openPage('/developers/keys')
    await page.getByRole('button', { name: 'Create key' }).first().click()
    const form = page.getByRole('dialog', { name: 'Create key' })
    await form.getByText('Automation API: plans Pro and Scale').first().waitFor()
    assert.ok(await form.getByRole('checkbox', { name: /maintenance:write/ }).isDisabled())
    await form.getByLabel('Name').fill('Accounting export')
    await form.getByRole('button', { name: 'Create' }).click()
    const shown = page.getByRole('dialog', { name: 'Your new key' })
    const key = (await shown.locator('pre').first().textContent()) as string
    const line = (await shown.locator('pre').last().textContent()) as string
    const [, url = ''] = /"(http[^"]+)"$/.exec(line) ?? []
    assert.equal((await call(url, key)).status, 200)
    const underWay = new Set<Request>()
    page.on('request', request => void (isTraffic(new URL(request.url())) && underWay.add(request)))
    page.on('requestfinished', request => void underWay.delete(request))
    page.on('requestfailed', request => void underWay.delete(request))
    await shown.getByRole('link', { name: 'Show its calls' }).click()
    await page.getByRole('heading', { name: 'API traffic' }).waitFor()
    await row(page, '200 GET /api/v1/properties').waitFor()

    // Within two seconds of the call, by the clock of the page, the page reads the log again and receives the call.
    await page.clock.pauseAt(world.clock.now() + 60_000)
    await until(() => underWay.size === 0)
    await page.evaluate('document.title')
    assert.equal((await call(`${world.service.url}/api/v1/properties/none`, key)).status, 404)
    assert.match(await nextReply(page, isTraffic, () => page.clock.runFor(2_000)), /not_found/)
    await page.clock.resume()
    await row(page, '404 GET /api/v1/properties/{id} not_found').waitFor()

    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Failed (4xx and 5xx)' })
    await row(page, '200 GET /api/v1/properties').waitFor({ state: 'detached' })
    await row(page, '404 GET').getByRole('link').click()
    await page.getByRole('heading', { name: 'GET /api/v1/properties/{id}' }).waitFor()

    await openPage('/developers/keys')
    await page.getByRole('button', { name: 'Actions for Accounting export' }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await row(page, 'Accounting export Revoked').waitFor()
    world.clock.advance(1_001)
    assert.equal((await call(url, key)).status, 401)
    assert.ok(!(await page.locator('body').textContent())?.includes(key), 'the key is shown once')
  }
  await console.insider(organization, 'ADMIN', look, { ...WIDE, alone: true })
})

test('failed calls are grouped, each group links to its calls, and the export has the calls that match the filter', async () => {
  const organization = await world.organization()
  for (const path of ['/residents', '/residents', '/properties/none']) await world.call(path, organization)
  await console.insider(organization, 'VIEWER', async ({ page, openPage, read }) => {
    await openPage('/developers/failures?window=1h')
    await row(page, '400 GET /api/v1/residents invalid_request 2').waitFor()
    await page.getByRole('link', { name: 'GET /api/v1/residents' }).click()
    await page.getByRole('heading', { name: 'API traffic' }).waitFor()
    await row(page, '400 GET /api/v1/residents').first().waitFor()
    assert.equal(await page.getByRole('row').count(), 3)
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'calls-2026-03-15.csv')
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    const kept = await read('/traffic?route=/api/v1/residents')
    assert.deepEqual(
      lines.map(line => line.split(',')[0]),
      ['request_id', ...kept.data.map(({ request_id }) => request_id)],
    )
    assert.equal(lines.length, 3)
    assert.match(lines[1] as string, /,GET,.*,400,invalid_request,/)
    await openPage('/developers?window=1h')
    await page.getByRole('link', { name: '400 invalid_request' }).waitFor()
    await page.getByText('3 calls failed').waitFor()
    await page.locator('svg.recharts-surface').first().waitFor()
  })
})

test('a sandbox is created with sample records, used, and reset, and the live organization sees none of it', async () => {
  const organization = await world.organization({ name: 'Maple Management', plan: 'ENTERPRISE' })
  await console.insider(organization, 'ADMIN', async ({ page, open, openPage, organizationId }) => {
    const present = () => /\/console\/(org_[^/]+)/.exec(page.url())?.[1] as string
    const read = (id: string, path: string) =>
      page.request.get(new URL(`/console/api/organizations/${id}${path}`, page.url()).href)
    const totalOf = async (id: string, path: string) => {
      const reply = await read(id, path)
      return reply.ok() ? ((await reply.json()) as { pagination: { total: number } }).pagination.total : reply.status()
    }
    await openPage('/developers/sandbox')
    await page.getByRole('button', { name: 'Create sandbox' }).click()
    await page.getByText('Its records are samples').waitFor()
    const first = present()
    assert.notEqual(first, organizationId)
    const seeded = await totalOf(first, '/properties')
    assert.ok(seeded > 0)
    await open(`/${first}/owners`)
    await page.getByRole('button', { name: 'New owner' }).first().click()
    const form = page.getByRole('dialog', { name: 'New owner' })
    await form.getByLabel('Name').fill('Trial LLC')
    await form.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('row', { name: 'Trial LLC 0' }).waitFor()

    await page.getByRole('link', { name: 'Sandbox', exact: true }).click()
    await page.getByRole('button', { name: 'Create sandbox key' }).dblclick()
    const once = page.getByRole('dialog', { name: 'Your new key' })
    const key = (await once.locator('pre').first().textContent()) as string
    assert.match(key, /^pm_test_/)
    const { data: keys } = (await (await read(first, '/keys')).json()) as { data: unknown[] }
    assert.equal(keys.length, 1)
    await assertFits(page, 'Your new key')
    assert.equal((await world.call('/properties', { key })).body.pagination.total, seeded)
    await once.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('button', { name: 'Reset sandbox…' }).click()
    const asked = page.getByRole('dialog', { name: 'Reset the sandbox?' })
    await assertFits(page, 'Reset the sandbox?')
    await asked.getByRole('button', { name: 'Reset sandbox' }).click()
    await page.getByText('Sandbox reset').waitFor()
    await page.waitForURL(url => !url.pathname.includes(first))
    const second = present()
    assert.equal(await totalOf(second, '/properties'), seeded)
    assert.equal(await totalOf(second, '/owners?search=Trial'), 0)
    assert.equal(await totalOf(first, '/properties'), 404)

    await page.getByRole('link', { name: 'Sandbox', exact: true }).click()
    await page.getByRole('link', { name: 'Go to the live organization' }).click()
    await page.getByText('Its records are samples').waitFor({ state: 'detached' })
    assert.equal(present(), organizationId)
    assert.equal(await totalOf(organizationId, '/properties'), 0)
  })
})

function isTraffic({ pathname }: URL): boolean {
  return pathname.endsWith('/traffic')
}

function call(url: string, key: string): Promise<Response> {
  return fetch(url, { headers: { 'x-api-key': key } })
}
