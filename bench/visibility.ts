/**
 * How soon changes become visible, compared with the promises: a change to a key in another process (1 s), a call in the console's log (2 s), a page
 * after a click on its link (0.1 s). Options: --rounds 20 --only keys.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import type { Page } from 'playwright-core'
import { readConfig } from '#server/config.ts'
import { revokeKeyNow } from '#server/platform/api-keys/changes.ts'
import { makeRootKey } from '#server/platform/root-keys.ts'
import { startService } from '#server/start.ts'
import { theBrowser } from '../server/test/browser/browser.ts'
import { smallPortfolio } from '../server/test/browser/console-books.ts'
import { visitsOf } from '../server/test/browser/console-visit.ts'
import { closeShared } from '../server/test/shared.ts'
import { ALL_READERS, openWorld } from '../server/test/world.ts'
import '../console/build.ts'
import { printAims } from './measure/aims.ts'
import { median } from './measure/quantile.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, only: { type: 'string', default: '' } },
})
const rounds = Number(values.rounds)

const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
process.env.GATEHOUSE_TEST_DATA_DIR = dataDir
const world = await openWorld({ role: 'all', poolLimits: ALL_READERS })
try {
  for (const measure of [keys, log, pages]) if (measure.name.startsWith(values.only)) await measure()
} finally {
  await closeShared()
  await world.close()
  await rm(dataDir, { recursive: true, force: true })
}

/**
 * Measures the later of two services on one database to see a change: first with announcements, then without, so that a cached key must expire.
 */
async function keys(): Promise<void> {
  const config = readConfig({ PORT: '0', GATEHOUSE_DATA_DIR: dataDir, GATEHOUSE_ROOT_KEY: makeRootKey('bench') })
  const { connection } = world.database
  const start = () => startService({ config, connection, logger: pino({ level: 'silent' }), role: 'api' })
  const services = [await start(), await start()]
  for (const isAnnounced of [true, false]) {
    if (!isAnnounced) await world.sql('drop trigger announce on api_keys')
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const org = await world.organization()
      const { key, keyId } = await org.issueKey({ requestsPerMinute: 100_000 })
      const watches = services.map(({ url }) => lastAnswered(`${url}/api/v1/listings`, key))
      await pause(200 * Math.random())
      await org.within(context => revokeKeyNow(context, keyId))
      const committedAt = performance.now()
      times.push(Math.max(0, ...(await Promise.all(watches)).map(at => at - committedAt)))
    }
    printResult(
      `a revocation, ${isAnnounced ? 'announced' : 'not announced'}: the last call that was still answered`,
      times,
      1_000,
    )
  }
  for (const service of services) await service.stop()
}

/** Makes calls until the key is refused; resolves with the time at which the last successful call began. */
async function lastAnswered(url: string, key: string): Promise<number> {
  for (let last = Number.NEGATIVE_INFINITY; ; ) {
    const beganAt = performance.now()
    const reply = await fetch(url, { headers: { 'x-api-key': key } })
    await reply.arrayBuffer()
    if (reply.status === 401) return last
    last = beganAt
    await pause(5)
  }
}

async function log(): Promise<void> {
  const organization = await world.organization()
  const times = await visitsOf(world, await theBrowser()).insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/developers/traffic')
    await page.getByRole('heading', { name: 'API traffic' }).waitFor()
    const times: number[] = []
    for (let round = 1; round <= rounds; round++) {
      await pause(1_000 * Math.random())
      const calledAt = performance.now()
      await world.call(`/properties/none-${round}`, organization)
      await page
        .locator('tbody tr')
        .nth(round - 1)
        .waitFor()
      times.push(performance.now() - calledAt)
    }
    return times
  })
  printResult('a call in the log of the console', times, 2_000)
}

async function pages(): Promise<void> {
  const organization = await world.organization()
  await smallPortfolio(organization)
  const times = await visitsOf(world, await theBrowser()).insider(organization, 'OWNER', async ({ page, openPage }) => {
    await openPage('')
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      for (const [name, shown] of [
        ['Properties', 'Maple Court'],
        ['Invoices', '#1'],
      ] as const) {
        await page.getByRole('link', { name, exact: true }).hover()
        times.push(await timeToShow(page, name, shown))
      }
    }
    return times
  })
  printResult('a page that was seen before, after the click', times.slice(2), 100)
}

/** The time from the click to the frame that shows the page, by the browser's own clock. */
function timeToShow(page: Page, link: string, text: string): Promise<number> {
  return page.evaluate<number>(`new Promise(resolve => {
    const [name, shown] = ${JSON.stringify([link, text])}
    const began = performance.now()
    ;[...document.querySelectorAll('nav a')].find(one => one.textContent === name).click()
    const look = () => {
      const main = document.querySelector('main')
      const isThere = main.querySelector('h1')?.textContent === name && main.textContent.includes(shown)
      if (isThere) resolve(performance.now() - began)
      else requestAnimationFrame(look)
    }
    look()
  })`)
}

function printResult(what: string, times: number[], promisedMs: number): void {
  const worst = Math.max(...times)
  const measured = `${worst.toFixed(0)} ms at worst, median ${median(times).toFixed(0)} ms of ${times.length}`
  printAims([{ what, aim: `below ${promisedMs} ms`, measured, isMet: worst < promisedMs }])
}
