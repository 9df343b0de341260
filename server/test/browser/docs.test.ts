/** The API reference in a real browser: complete, usable at any width, and served by this process alone. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { EVENT_TYPES } from '#contract/events.ts'
import { v1 } from '#contract/v1.ts'
import { DARK, LIGHT } from '#server/http/reference-theme.ts'
import { until } from '../service/processes.ts'
import { repeats } from '../sizes.ts'
import { useWorld } from '../world.ts'
import { PAGE_PATIENCE_MS, theBrowser } from './browser.ts'

// The document states a different origin from the one the pages are opened at, as it does behind a proxy.
const world = useWorld({ config: { publicUrl: 'https://gatehouse.example.com' } })
let browser: Browser
let origin: string
type Opened = { page: Page; requests: string[]; complaints: string[] }
let opened: Promise<Opened> | undefined

before(async () => {
  browser = await theBrowser()
  origin = world.service.url as string
})
after(async () => {
  await (await opened)?.page.context().close()
})

type Screen = { viewport: { width: number; height: number }; colorScheme: 'light' | 'dark' }
const WIDE: Screen = { viewport: { width: 1600, height: 1000 }, colorScheme: 'light' }
const NARROW: Screen = { viewport: { width: 380, height: 800 }, colorScheme: 'dark' }

// The phone comes first: another screen lays out everything again that was drawn before, which took 8 s of processor time after the other tests.
test('on a phone the reference fits the screen, follows a preference for dark, and its menu reaches an operation of every section', () =>
  visit(NARROW, async page => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await until(async () => (await brightness(page)) < 50)
    const lastOfEach = new Map(Object.values(v1).map(({ tag, summary }) => [tag, summary]))
    for (const summary of shareOf([...lastOfEach.values()], 3)) {
      await page.getByRole('button', { name: 'Open Menu' }).click()
      await openOperation(page, summary)
    }
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 380)
  }))

test('every operation has its own section, and the page is light unless the reader prefers dark', () =>
  visit(WIDE, async page => {
    await page.getByRole('heading', { level: 1, name: 'Gatehouse' }).waitFor()
    await until(async () => (await brightness(page)) > 200)
    const summaries = Object.values(v1).map(({ summary }) => summary)
    await linked(page, summaries)
    for (const summary of shareOf(summaries)) await openOperation(page, summary)
    const offers = page.getByText(/Ask AI|Generate MCP|Deploy|Open API Client/)
    assert.deepEqual(await offers.allTextContents(), [])
  }))

test('the reference has the colors and typeface of the console', async () => {
  const styles = await readFile(new URL('../../../console/src/styles.css', import.meta.url), 'utf8')
  for (const color of [...Object.values(LIGHT), ...Object.values(DARK)]) assert.ok(styles.includes(color), color)
  await visit(WIDE, async page => {
    await page.getByRole('heading', { level: 1, name: 'Gatehouse' }).waitFor()
    const look = `getComputedStyle(document.querySelector('h1'))`
    assert.match(await page.evaluate<string>(`${look}.fontFamily`), /^Inter/)
    assert.equal(await page.evaluate<string>(`${look}.color`), 'rgb(22, 32, 31)')
    assert.equal(await page.evaluate('document.fonts.load("14px Inter").then(([face]) => face?.status)'), 'loaded')
  })
})

test('every kind of event has a section with its headers and an example payload', () =>
  visit(WIDE, async page => {
    await linked(page, EVENT_TYPES)
    for (const type of shareOf(EVENT_TYPES)) {
      await openOperation(page, type)
      const section = page.locator('section', { has: page.getByRole('heading', { name: type, exact: true }) }).last()
      await section.getByText('webhook-signature').first().waitFor()
      await section.getByText(`"${type}"`).first().waitFor()
    }
  }))

test('a call tried on the page goes from the browser to this service, with the key and only the filters that were chosen', () =>
  visit(WIDE, async (page, requests) => {
    const { key } = await world.organization()
    await page.getByRole('textbox', { name: 'Value' }).first().fill(key)
    await openOperation(page, v1.listListings.summary)
    await page.getByRole('button', { name: `Test Request (get /api/v1${v1.listListings.path})` }).click()
    await page.getByRole('button', { name: 'Send' }).first().click()
    await page.getByText('200 OK').waitFor()
    assert.equal(requests.at(-1), `${origin}/api/v1/listings?limit=20&offset=0`)
  }))

test('scripts come from this service only, and none runs by eval or inline', async () => {
  const page = await fetch(`${origin}/docs`)
  const policy = (page.headers.get('content-security-policy') ?? '').split(';')
  assert.ok(policy.includes("script-src 'self'"))
  assert.ok(policy.includes("connect-src 'self'"))
  assert.ok(policy.includes("default-src 'none'"))
})

test('the code of the reference is sent compressed and only once', async () => {
  const first = await fetch(`${origin}/docs/reference.js`)
  const plain = await fetch(`${origin}/docs/reference.js`, { headers: { 'accept-encoding': 'identity' } })
  assert.equal(first.headers.get('content-encoding'), 'gzip')
  const refused = await fetch(`${origin}/docs/reference.js`, { headers: { 'accept-encoding': 'gzip;q=0' } })
  assert.equal(plain.headers.get('content-encoding'), null)
  assert.equal(refused.headers.get('content-encoding'), null)
  assert.equal(await first.text(), await plain.text())
  const again = await fetch(`${origin}/docs/reference.js`, {
    headers: { 'if-none-match': first.headers.get('etag') as string },
  })
  assert.equal(again.status, 304)
})

/** The brightness of the page itself, from 0 to 255. */
async function brightness(page: Page): Promise<number> {
  const color = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  return Number(/\d+/.exec(color)?.[0])
}

/**
 * The reference on a screen of this kind, in one window, because drawing it takes seconds of processor time. Afterward no other origin may have been
 * contacted, and the browser may have reported no error.
 */
async function visit<T>(screen: Screen, look: (page: Page, requests: string[]) => Promise<T>): Promise<T> {
  opened ??= openDocs(screen)
  const { page, requests, complaints } = await opened
  await page.setViewportSize(screen.viewport)
  await page.emulateMedia({ colorScheme: screen.colorScheme })
  const seen = await look(page, requests)
  assert.deepEqual(
    requests.filter(url => new URL(url).origin !== origin),
    [],
  )
  assert.deepEqual(complaints, [])
  return seen
}

async function openDocs(options: BrowserContextOptions): Promise<Opened> {
  const context = await browser.newContext(options)
  const requests: string[] = []
  const complaints: string[] = []
  context.on('request', request => requests.push(request.url()))
  context.on('weberror', error => complaints.push(String(error.error())))
  context.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  context.setDefaultTimeout(PAGE_PATIENCE_MS)
  const page = await context.newPage()
  await page.goto(`${origin}/docs`)
  return { page, requests, complaints }
}

/**
 * The sections that are opened: all in the long size. In the short one every twentieth unless stated, because drawing one takes most of a second of
 * processor time and all are drawn the same way.
 */
function shareOf<Section>(sections: readonly Section[], every = 20): Section[] {
  return sections.filter((_, index) => index % repeats(every, 1) === 0)
}

/** Waits until a link leads to every section. They are read at once, because finding each by its role takes long in a page of this size. */
async function linked(page: Page, sections: readonly string[]): Promise<void> {
  await until(async () => {
    const links = await page.locator('a').allTextContents()
    return sections.every(section => links.some(link => link.startsWith(section)))
  }, PAGE_PATIENCE_MS)
}

function linkTo(page: Page, summary: string) {
  return page.getByRole('link', { name: new RegExp(`^${summary}`) }).first()
}

/** Follows the link to an operation; sections are drawn only when they come into view. */
async function openOperation(page: Page, summary: string): Promise<void> {
  await linkTo(page, summary).click()
  await page.getByRole('heading', { name: summary, exact: true }).waitFor()
}
