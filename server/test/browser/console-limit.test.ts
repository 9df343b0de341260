/** A member who makes more calls than one may, such as with many open pages: pages keep what they show, and wait as long as the service asks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../service/processes.ts'
import { useOrganization, useWorld } from '../world.ts'
import { row, useConsole } from './console-visit.ts'

const world = useWorld({ own: true })
const console = useConsole(world)
const organization = useOrganization(world)

const CALLS_PER_MINUTE = 600
const AT_ONCE = 50

test('over the limit of calls, a page that polls keeps its rows and calls again only once the service allows it', () =>
  console.insider(
    organization,
    'ADMIN',
    async ({ page, openPage }) => {
      await world.call('/properties', organization)
      await openPage('/developers/traffic')
      await row(page, '200 GET /api/v1/properties').waitFor()
      const reads = readsOf(page, '/traffic')
      await page.clock.pauseAt(world.clock.now() + 5_000)
      await until(() => reads.underWay === 0)
      await exceedLimit(page)
      assert.equal((await world.call('/properties/none', organization)).status, 404)

      await page.clock.runFor(2_000)
      await until(() => reads.statuses.at(-1) === 429)
      const made = reads.made
      await page.evaluate('document.title')
      await page.clock.runFor(58_000)
      await page.evaluate('document.title')
      assert.equal(reads.made, made, 'no call is repeated before its time')
      assert.ok(await row(page, '200 GET /api/v1/properties').isVisible())
      assert.deepEqual(await page.getByRole('alert').allTextContents(), [])

      world.clock.advance(61_000)
      await page.clock.runFor(61_000)
      await passTime(page, () => row(page, '404 GET /api/v1/properties/{id} not_found').isVisible())
    },
    { alone: true },
  ))

test('over the limit of calls, a list without rows says so, and shows its rows once the service allows it', () =>
  console.insider(
    organization,
    'ADMIN',
    async ({ page, openPage }) => {
      await openPage('/developers/keys')
      await page.getByRole('row').nth(1).waitFor()
      await page.clock.pauseAt(world.clock.now() + 5_000)
      await exceedLimit(page)
      await page.getByRole('link', { name: 'Properties', exact: true }).click()
      const refusal = page.getByRole('alert').getByText('You may make 600 calls in any 60 seconds.')
      await passTime(page, () => refusal.isVisible())

      world.clock.advance(61_000)
      await page.clock.runFor(61_000)
      await passTime(page, () => page.getByText('No properties yet').isVisible())
      assert.equal(await refusal.count(), 0)
    },
    { alone: true },
  ))

/** Lets the page's clock run until something is so; the page draws what it reads by timers. */
async function passTime(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  await until(async () => {
    await page.clock.runFor(10)
    return isSo()
  })
}

/** Makes calls of the member until one is refused. */
async function exceedLimit(page: Page): Promise<void> {
  const address = `${world.service.url}/console/api/me`
  for (let made = 0; made <= CALLS_PER_MINUTE; made += AT_ONCE) {
    const calls = Array.from({ length: AT_ONCE }, () => page.request.get(address))
    const statuses = (await Promise.all(calls)).map(reply => reply.status())
    if (statuses.includes(429)) return
  }
  assert.fail('no call was over the limit')
}

/** The page's calls whose path ends like this, from now on. */
function readsOf(page: Page, ending: string) {
  const reads = { made: 0, underWay: 0, statuses: [] as number[] }
  const isOne = (url: string) => new URL(url).pathname.endsWith(ending)
  page.on('request', request => {
    if (!isOne(request.url())) return
    reads.made++
    reads.underWay++
  })
  page.on('requestfinished', request => void (isOne(request.url()) && reads.underWay--))
  page.on('requestfailed', request => void (isOne(request.url()) && reads.underWay--))
  page.on('response', reply => void (isOne(reply.url()) && reads.statuses.push(reply.status())))
  return reads
}
