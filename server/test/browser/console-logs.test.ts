/** The logs of the developers' pages in a real browser: what a member looks for by time. */
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
