/**
 * Windows of the browser, which visits take one after another: a new one fetches and compiles the code of the console again, which takes as much
 * processor time as all the rest of a short visit. A window is left at the page to sign in, with the console loaded.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { PAGE_PATIENCE_MS } from './browser.ts'
import { isFollowed } from './open-page.ts'

export type WindowOptions = BrowserContextOptions & {
  /** Lets an idle page fetch the code of all other pages, which takes more processor time than anything else that most tests do. */
  fetchesAhead?: boolean
  /** Takes a new window and closes it afterward: for a visit that measures its first load, adds scripts, or lets the clock of the page run. */
  alone?: boolean
}

/** A page in a separate browser context, and what it has done since its visit began. */
type Window = {
  context: BrowserContext
  page: Page
  /** Responses of the service: `GET 200 /console/api/me`. */
  replies: string[]
  /** URLs requested from any other origin. */
  strangers: string[]
  /** Errors and warnings that the browser reported. */
  complaints: string[]
}

/** Windows without a visit, by the origin and the options they were opened with, apart from their size. */
const idle = new Map<string, Window[]>()

/** A browser that saves data fetches a page when it is opened. */
const SAVE_DATA = `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`

/** Whether nothing of the console outlives the page that is open: no call that changes something is made, and no theme is chosen. */
const IS_CLEAN = `(() => {
  const queries = globalThis.__TSR_ROUTER__?.options.context.queries
  return queries?.isMutating() === 0 && !document.documentElement.dataset.theme
})()`

export async function takeWindow(browser: Browser, origin: string, options: WindowOptions): Promise<Window> {
  const window = idle.get(kindOf(origin, options))?.pop()
  if (!window) return openWindow(browser, origin, options)
  if (options.viewport) await window.page.setViewportSize(options.viewport)
  return window
}

/** Makes the window like a new one, except for the files it has fetched, which never change. */
export async function leaveWindow(window: Window, origin: string, options: WindowOptions): Promise<void> {
  const { context, page } = window
  if (options.alone || options.fetchesAhead) return context.close()
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.clearCookies()
  // What a page has stored can be removed by a page of the same origin. Neither of these stores anything.
  const isKept = (await page.evaluate<boolean>(IS_CLEAN)) && (await isFollowed(page, `${origin}/console/sign-in`))
  if (!isKept) await page.goto(`${origin}/console/startup.js`)
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  await page.emulateMedia({ media: null, colorScheme: null })
  const kind = kindOf(origin, options)
  idle.set(kind, [...(idle.get(kind) ?? []), { context, page, ...listenTo(context, origin) }])
}

function kindOf(origin: string, { viewport: _size, ...options }: WindowOptions): string {
  return JSON.stringify([origin, options])
}

async function openWindow(
  browser: Browser,
  origin: string,
  { fetchesAhead = false, alone = false, ...options }: WindowOptions,
): Promise<Window> {
  // Animated colors would be checked before they reach their final values.
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  if (!fetchesAhead) await context.addInitScript(SAVE_DATA)
  // Its pages and its requests wait as long.
  context.setDefaultTimeout(PAGE_PATIENCE_MS)
  const heard = listenTo(context, origin)
  const page = await context.newPage()
  if (!alone) refuseToMove(page.clock)
  return { context, page, ...heard }
}

/** A clock that was moved cannot be set going again, so that the next visit would wait forever. */
function refuseToMove(clock: Page['clock']): void {
  for (const move of ['install', 'fastForward', 'pauseAt', 'resume', 'runFor', 'setSystemTime'] as const) {
    clock[move] = async () => {
      throw new Error(`${move}: a visit that moves the clock of its page takes a window alone`)
    }
  }
}

/** What the context does from now on; nobody listens for an earlier visit any longer, and the replies that its calls may still get are left out. */
export function listenTo(
  context: BrowserContext,
  origin: string,
): Pick<Window, 'replies' | 'strangers' | 'complaints'> {
  const replies: string[] = []
  const strangers: string[] = []
  const complaints: string[] = []
  const calls = new WeakSet<Request>()
  for (const event of ['request', 'response', 'weberror', 'console']) context.removeAllListeners(event)
  context.on('request', request => {
    calls.add(request)
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin) strangers.push(request.url())
  })
  context.on('response', response => {
    if (!calls.has(response.request())) return
    const { pathname } = new URL(response.url())
    replies.push(`${response.request().method()} ${response.status()} ${pathname}`)
  })
  context.on('weberror', error => complaints.push(String(error.error())))
  context.on('console', message => {
    // Many tests are about refused calls, and look at the page.
    if (
      /^Failed to load resource: (?:the server responded|net::ERR_CONNECTION_RESET)|^ApiError: (?:Failed on purpose|The service cannot be reached)/.test(
        message.text(),
      )
    )
      return
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  return { replies, strangers, complaints }
}
