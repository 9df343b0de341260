/** Tables of the console as they are looked at: for longer than a moment, and on the screens of an office. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Organization, useWorld } from '../world.ts'
import { pagesInside } from './console-addresses.ts'
import { useConsole } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)
let organization: Organization
let inside: Record<string, string[]>

before(async () => {
  organization = await world.organization({ plan: 'ENTERPRISE' })
  inside = await pagesInside(world, organization)
})

test('a table that has stood for a minute is not dimmed: its rows still answer what was asked', () =>
  console.insider(organization, 'OWNER', async ({ page, openPage }) => {
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
  }))

/** Its heading is there, and nothing stands in for what is yet to come. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const busy = page.locator('.shimmer, [aria-busy=true]')
  while ((await busy.count()) > 0) await busy.first().waitFor({ state: 'detached' })
}
