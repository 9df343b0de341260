/** Every page of the console: accessible, in both themes, at both widths, small to load, and within the content policy. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { MAX_REVEAL_MS } from '../../../console/src/kit/waits.ts'
import { until } from '../service/processes.ts'
import { repeats } from '../sizes.ts'
import { prepare, useOrganization, useWorld } from '../world.ts'
import { loadAxe, violations } from './axe.ts'
import { PAGE_PATIENCE_MS } from './browser.ts'
import { AT_THE_DOOR, pagesInside } from './console-addresses.ts'
import { dialogsNotLookedAt, lookAtDialogs, storeForDialogs } from './console-dialogs.ts'
import { filled, fitted, type Guest, type Insider, NARROW, settled, useConsole, WIDE } from './console-visit.ts'
import { deadLinks, docsLinksOn } from './docs-links.ts'
import { ADD_UP_SHIFTS, forgetShifts } from './layout-shifts.ts'
import { openAddress } from './open-page.ts'

/** The most bytes that the first visit may transfer, compressed. */
const MAX_FIRST_LOAD_BYTES = 300_000
/** The screen that pages are opened on, so that they are laid out again for the telephone alone. */
const LAPTOP = { width: 1280, height: 800 }
const TELEPHONE = { width: 380, height: 800 }

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world, { plan: 'ENTERPRISE' })
const inside = prepare(() => pagesInside(world, organization))

test('the browser tests open every route of the console', async () => {
  const routes = await readFile(new URL('../../../console/src/routes.tsx', import.meta.url), 'utf8')
  const addresses = [...routes.matchAll(/\b(?:path: |page\(\s*)'([^']+)'/g)].map(([, path]) => path as string)
  const lookedAt = ['/account', ...Object.keys(AT_THE_DOOR), ...Object.keys(inside)]
  assert.deepEqual([...new Set(addresses)].sort(), lookedAt.sort())
})

test('every page is accessible in either theme, does not shift while it loads, fits a laptop and a phone, and links to documentation that exists', () => {
  const lookAtAll = async (insider: Insider) => {
    const { page, load, organizationId } = insider
    const { origin } = new URL(world.service.url as string)
    const open = (path: string) => openAddress(page, `${origin}/console${path}`)
    const found: string[] = []
    const opened = new Set<string>()
    const links: string[] = []
    await load('')
    await storeForDialogs(insider, inside['/leases/$lease']?.[0]?.split('/').at(-1) as string)
    await page.addInitScript(ADD_UP_SHIFTS)
    await page.addInitScript(WAIT_FOR_ALL_PARTS)
    await load(`/${organizationId}`)
    for (const path of Object.values(inside).flat()) {
      await page.evaluate(forgetShifts(LAPTOP.width))
      await open(`/${organizationId}${path}`)
      found.push(...(await look(page, path)))
      links.push(...(await docsLinksOn(page)))
      const lookAtDialog = async (options: object) => {
        links.push(...(await docsLinksOn(page)))
        return violationsOfDialog(page, options)
      }
      found.push(...(await lookAtDialogs(page, path, opened, lookAtDialog)))
    }
    await page.setViewportSize(TELEPHONE)
    await page.getByRole('button', { name: 'Open menu' }).click()
    found.push(...(await violationsOfDialog(page, {})))
    opened.add((await page.getByRole('dialog').getByRole('heading', { level: 2 }).first().textContent()) ?? '')
    await page.setViewportSize(LAPTOP)
    await page.evaluate(forgetShifts(LAPTOP.width))
    await open('/account')
    found.push(...(await look(page, '/account')))
    await console.guest(
      async guest => {
        for (const path of Object.values(AT_THE_DOOR)) {
          await guest.open(path)
          found.push(...(await look(guest.page, path)))
        }
      },
      { viewport: LAPTOP },
    )
    assert.deepEqual(found, [])
    assert.deepEqual(await deadLinks(page, links), [])
    assert.deepEqual(await dialogsNotLookedAt(opened), [], `${opened.size} dialogs were opened: ${[...opened]}`)
  }
  return console.insider(organization, 'OWNER', lookAtAll, { viewport: LAPTOP, alone: true })
})

test('on a phone the pages are in a menu, which closes once a page is chosen', () =>
  console.insider(
    organization,
    'OWNER',
    async ({ page, openPage }) => {
      await openPage('')
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('link', { name: 'Rent roll' }).click()
      await page.getByRole('heading', { name: /^Rent roll/ }).waitFor()
      assert.equal(await page.getByRole('dialog').count(), 0)
      await settled(page)
      await fitted(page)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 380)
    },
    NARROW,
  ))

test(`the first load transfers at most ${MAX_FIRST_LOAD_BYTES} bytes, for the sign-in page as well as the overview`, async () => {
  const first = { ...WIDE, alone: true }
  const lookAtDoor = async ({ page, open }: Guest) => {
    const door = await transferred(page, async () => {
      await open('/')
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      assert.equal(await page.evaluate('document.fonts.load("14px Inter").then(([face]) => face?.status)'), 'loaded')
    })
    assert.ok(door < MAX_FIRST_LOAD_BYTES, `${door} bytes`)
  }
  await console.guest(lookAtDoor, first)
  const lookInside = async ({ page, open }: Insider) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Network.clearBrowserCache')
    const inside = await transferred(page, async () => {
      await open('/')
      await page.getByRole('heading', { name: 'Overview' }).waitFor()
      await settled(page)
    })
    assert.ok(inside < MAX_FIRST_LOAD_BYTES, `${inside} bytes`)
  }
  await console.insider(organization, 'OWNER', lookInside, first)
})

/** The last list that an idle browser reads, after the code of every page. */
const LAST_READ_AHEAD = '/vendors'

test('an idle browser reads the lists of the day, so that a click shows their rows without waiting for the service', () => {
  const look = async ({ page, openPage, replies }: Insider) => {
    const changeTo = async (name: string, shown: string) => {
      await page.getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await page.locator('main').getByText(shown, { exact: true }).first().waitFor()
    }
    await openPage('')
    await until(() => replies.some(reply => reply.endsWith(LAST_READ_AHEAD)), PAGE_PATIENCE_MS)
    await page.route('**/console/api/**', () => {})
    await changeTo('Properties', 'Maple Court')
    await changeTo('Invoices', '#1')
    // The names come with the rows.
    await page.locator('main').getByText('Dana Whitfield').first().waitFor()
    await changeTo('Properties', 'Maple Court')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  return console.insider(organization, 'OWNER', look, { ...WIDE, fetchesAhead: true })
})

test('an idle browser fetches every page, a click then reads neither code nor the session, and resting on a link reads its rows', async () => {
  // Its empty lists also link to the documentation.
  const fresh = await world.organization({ plan: 'ENTERPRISE' })
  const look = async ({ page, openPage, replies }: Insider) => {
    await openPage('')
    // The pages are fetched in the order of the routes, and this one is the last.
    await until(() => replies.some(reply => reply.includes('/assets/members-')), PAGE_PATIENCE_MS)
    await until(() => replies.some(reply => reply.endsWith(LAST_READ_AHEAD)))
    const readsOfUnits = () => replies.filter(reply => reply.endsWith('/units')).length
    const ahead = readsOfUnits()
    const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    await pages.filter({ hasText: 'Units' }).hover()
    await until(() => readsOfUnits() > ahead)
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Overview')
    // What is known about the member is old by now, and nothing waits for it to be read again.
    await page.clock.setFixedTime(world.clock.now() + 120_000)
    await page.route('**/console/api/me', () => {})
    const before = replies.length
    const links: string[] = []
    for (const name of await pages.allTextContents()) {
      // Its charts are as large as all pages together, and are fetched when they are shown.
      if (name === 'API overview') continue
      await pages.filter({ hasText: new RegExp(`^${name}$`) }).click()
      await page.getByRole('heading', { level: 1, name: new RegExp(`^${name}`) }).waitFor()
      await settled(page)
      links.push(...(await docsLinksOn(page)))
    }
    assert.deepEqual(
      replies.slice(before).filter(reply => reply.includes('/console/assets/')),
      [],
    )
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    assert.deepEqual(await deadLinks(page, links), [])
  }
  await console.insider(fresh, 'OWNER', look, { ...WIDE, fetchesAhead: true })
})

test('a browser that saves data fetches a page when it is opened', () =>
  console.insider(organization, 'OWNER', async ({ page, load, organizationId, replies }) => {
    await load(`/${organizationId}`)
    await settled(page)
    await page.evaluate(`(async () => {
      for (let times = 0; times < 20; times++) await new Promise(resolve => requestIdleCallback(resolve))
    })()`)
    assert.deepEqual(
      replies.filter(reply => /assets\/(units|leases|invoices)-|\/(units|vendors)$/.test(reply)),
      [],
    )
  }))

test('a chosen theme survives a reload, whatever the system prefers', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage, email }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await openPage('')
    await page.getByRole('button', { name: email }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await page.reload()
    const color = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    assert.ok(Number(/\d+/.exec(color)?.[0]) < 50, color)
  }))

const MAX_SHIFT = 0.02

/** A page that shows its parts before all have arrived may shift. On a busy machine, that is no defect of the page. */
const WAIT_FOR_ALL_PARTS = `{
  const start = globalThis.setTimeout
  globalThis.setTimeout = (act, ms, ...rest) => start(act, ms === ${MAX_REVEAL_MS} ? 2 ** 31 - 1 : ms, ...rest)
}`

/** The width of the page, and the tables that have to be scrolled sideways. */
const MEASURE = `({
  width: document.documentElement.scrollWidth,
  scrolled: [...document.querySelectorAll('main section[tabindex="0"]')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(section => section.ariaLabel),
})`

const COLORS = { runOnly: ['color-contrast'] }

let lookedAt = 0
/** Serious findings of axe in the light theme, those about color in the dark theme, what moved, and whether the page fits. */
async function look(page: Page, path: string): Promise<string[]> {
  await settled(page)
  const found: string[] = []
  const shifts = await page.evaluate<{ value: number; what: string }[]>('globalThis.shifts ?? []')
  const shift = shifts.reduce((sum, { value }) => sum + value, 0)
  if (shift >= MAX_SHIFT) found.push(`${path} moves by ${shift}: ${shifts.map(({ what }) => what)}`)
  await loadAxe(page)
  // In the short size, every third page is checked with the navigation next to it, and again for colors, because pages share their parts.
  const isWhole = ++lookedAt % repeats(3, 1) === 0
  const where = isWhole ? 'document' : `{ exclude: [['aside']] }`
  found.push(...(await violations(page, {}, where)).map(finding => `${path} light ${finding}`))
  if (isWhole) {
    await page.emulateMedia({ colorScheme: 'dark' })
    found.push(...(await violations(page, COLORS)).map(finding => `${path} dark ${finding}`))
    if (lookedAt % repeats(9, 1) === 0) {
      await growOld(page)
      found.push(...(await violations(page, COLORS)).map(finding => `${path} after 30 s ${finding}`))
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }
  const laptop = await measuredAt(page, LAPTOP)
  if (laptop.width > LAPTOP.width) found.push(`${path} is ${laptop.width} wide on a laptop`)
  for (const table of laptop.scrolled) found.push(`${path}: ${table} is wider than a laptop`)
  const telephone = await measuredAt(page, TELEPHONE)
  if (telephone.width !== 380) found.push(`${path} is ${telephone.width} wide on a telephone`)
  await page.setViewportSize(LAPTOP)
  return found
}

let dialogsLookedAt = 0
/** Findings of axe, which the page has, in the open dialog; some of them after it has been open for 30 s. */
async function violationsOfDialog(page: Page, options: object): Promise<string[]> {
  const now = await violations(page, options, `'[role=dialog]'`)
  if (++dialogsLookedAt % repeats(6, 1) !== 0) return now
  await growOld(page)
  return [...now, ...(await violations(page, options, `'[role=dialog]'`)).map(finding => `after 30 s ${finding}`)]
}

/** Makes the page half a minute older, so that its data is due to be read again, and brings it back to the front. */
async function growOld(page: Page): Promise<void> {
  await page.clock.setFixedTime(world.clock.now() + 30_000)
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await filled(page)
  await page.clock.setFixedTime(world.clock.now())
}

async function measuredAt(page: Page, screen: typeof LAPTOP): Promise<{ width: number; scrolled: string[] }> {
  await page.setViewportSize(screen)
  await fitted(page)
  return page.evaluate(MEASURE)
}

async function transferred(page: Page, visit: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await visit()
  return bytes
}
