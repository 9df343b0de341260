/** The logs of the developers’ pages in a real browser: what a member looks for by time, and warnings before calls are refused. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { row, settled, useConsole } from './console-visit.ts'

const world = useWorld({ own: true })
const console = useConsole(world)

test('the administrative log is narrowed to a time of the organization’s days, and its file with it', async () => {
  const organization = await world.organization({ timeZone: 'America/Chicago' })
  await console.insider(organization, 'ADMIN', async ({ page, openPage, write }) => {
    await write('/owners', { name: 'Before LLC' })
    world.clock.advance(3_600_000)
    await write('/owners', { name: 'After LLC' })
    await openPage('/developers/log?action=owner.create')
    await row(page, 'Mar 15, 7:00:00 AM').waitFor()
    await row(page, 'Mar 15, 8:00:00 AM').waitFor()
    await page.getByLabel('From', { exact: true }).fill('2026-03-15T07:01')
    await page.keyboard.press('Enter')
    await row(page, 'Mar 15, 7:00:00 AM').waitFor({ state: 'detached' })
    await row(page, 'Mar 15, 8:00:00 AM').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save CSV' }).click(),
    ])
    const [, ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    assert.deepEqual(
      lines.map(line => /2026-03-15T\d\d:\d\d/.exec(line)?.[0]),
      ['2026-03-15T13:00'],
    )
    await page.getByLabel('Until', { exact: true }).fill('2026-03-15T08:00')
    await page.keyboard.press('Enter')
    await page.getByText('No entries match').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await settled(page)
    await row(page, 'Mar 15, 7:00:00 AM').first().waitFor()
  })
})

test('the API overview warns of a key that comes close to its quota, and says when its calls were refused', async () => {
  const organization = await world.organization({ plan: 'ENTERPRISE' })
  const { key, keyId } = await organization.issueKey({ requestsPerMinute: 5 })
  const call = async (times: number) => {
    for (let time = 0; time < times; time++) await world.call('/listings', { key })
  }
  await console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    const warning = page.getByText('Calls beyond the quota are refused with 429.')
    await call(3)
    await openPage('/developers?window=1h')
    await page.getByText('3 of 5').waitFor()
    assert.equal(await warning.count(), 0)
    await call(1)
    await openPage('/developers?window=1h')
    await warning.waitFor()
    await page.getByText('made 4 of its 5 calls per minute in the last 15 minutes.').waitFor()
    await call(3)
    await openPage('/developers')
    await page.getByText('reached its quota of 5 calls per minute: 2 calls refused in the last 15 minutes.').waitFor()
    await warning.locator('xpath=ancestor-or-self::*[.//a][1]').getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'API traffic' }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('key_id'), keyId)
  })
})

test('the page of keys warns of those that expire within two weeks, but not of one whose successor lasts longer', async () => {
  const organization = await world.organization()
  await console.insider(organization, 'ADMIN', async ({ page, openPage, write }) => {
    const inDays = (days: number) => new Date(world.clock.now() + days * 86_400_000).toISOString()
    const create = (name: string, expires_at?: string) =>
      write('/keys', { name, scopes: ['properties:read'], expires_at })
    await create('Website', inDays(15))
    const rotated = await create('Accounting')
    await write(`/keys/${rotated.key_id}/rotate`, { overlap_hours: 24 })
    await openPage('/developers/keys')
    await row(page, 'Website').waitFor()
    const warning = page.getByText('Calls with it are refused from then on.')
    assert.equal(await warning.count(), 0)
    await create('Leasing', inDays(13))
    await openPage('/developers/keys')
    await page
      .getByText(/^Leasing expires Mar 28, 2026, \d:00.AM\. Calls with it are refused from then on\.$/)
      .waitFor()
    assert.equal(await warning.count(), 1)
    await page.getByText('Create another key in time. Rotating a key does not change when it expires.').waitFor()
  })
})
