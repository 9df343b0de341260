/**
 * How long a click on each entry of the console's sidebar takes until the first rows are painted, in a real browser, on the demo as a first start
 * creates it. A first visit begins when the browser has been idle, as it is seconds after signing in; a repeated visit is one within the same page
 * load. Options: --rounds 5 (each signs in with a new browser).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { theBrowser } from '../server/test/browser/browser.ts'
import { openDemo } from '../server/test/browser/demo.ts'
import { closeShared } from '../server/test/shared.ts'
import { printAims } from './measure/aims.ts'
import { print } from './measure/print.ts'
import { quantile } from './measure/quantile.ts'

/** The promise: a click shows rows within this time. */
const AIM_MS = 100
const VISITS = ['first', 'repeated'] as const
/** A member may make 600 calls per minute. */
const CALLS_PER_MINUTE = 500
/** The browser has nothing to fetch for so long that it has read ahead what it reads ahead. */
const QUIET_MS = 1_000

/** The heading of the page that is left stays until the next page is shown, and a message is handled after the frame is painted. */
const WATCH = `
  document.querySelector('main h1').dataset.left = ''
  globalThis.rowsAfter = new Promise(resolve => {
    addEventListener('click', () => {
      const clickedAt = performance.now()
      const isThere = () => {
        const main = document.querySelector('main')
        const heading = main?.querySelector('h1')
        if (!heading || 'left' in heading.dataset) return false
        const row = main.querySelector('tbody tr')
        return row?.checkVisibility({ visibilityProperty: true }) || !main.querySelector('.shimmer, [aria-busy=true]')
      }
      const look = () => {
        if (!isThere()) return requestAnimationFrame(look)
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - clickedAt)
        port2.postMessage('')
      }
      requestAnimationFrame(look)
    }, { capture: true, once: true })
  })
  undefined`

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const times = new Map<string, Record<(typeof VISITS)[number], number[]>>()

try {
  await using demo = await openDemo()
  const browser = await theBrowser()
  const pace = openPace()
  for (let round = 0; round < Number(values.rounds); round++) {
    const page = await demo.signIn(browser, { viewport: { width: 1440, height: 900 } })
    const quiet = watchCalls(page, pace)
    await quiet()
    const names = await page.locator('nav[aria-label=Pages] a').allTextContents()
    for (const visit of VISITS) {
      // The overview is shown already, so it is visited last.
      for (const name of [...names.slice(1), names[0]!]) {
        await pace.rest()
        const taken = times.get(name) ?? { first: [], repeated: [] }
        times.set(name, taken)
        taken[visit].push(await timeToRows(page, name))
        await quiet()
      }
    }
    await page.context().close()
  }
} finally {
  await closeShared()
}
report()

/** The time from the click to the frame that shows rows, or the whole page if it has none, by the browser's own clock. */
async function timeToRows(page: Page, name: string): Promise<number> {
  await page.evaluate(WATCH)
  await page.locator('nav[aria-label=Pages] a').getByText(name, { exact: true }).click()
  return page.evaluate<number>('globalThis.rowsAfter')
}

/** Resolves once the page has asked for nothing for a while. */
function watchCalls(page: Page, pace: ReturnType<typeof openPace>): () => Promise<void> {
  let pending = 0
  let changedAt = performance.now()
  const change = (by: number) => {
    pending += by
    changedAt = performance.now()
  }
  page.on('request', request => {
    if (request.url().includes('/console/api/')) pace.note()
    change(1)
  })
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', () => change(-1))
  return async () => {
    while (pending > 0 || performance.now() - changedAt < QUIET_MS) await pause(50)
  }
}

/** Keeps the calls of the one member below what the service allows. */
function openPace() {
  let calls: number[] = []
  return {
    note: () => calls.push(performance.now()),
    async rest() {
      for (;;) {
        calls = calls.filter(at => performance.now() - at < 60_000)
        if (calls.length < CALLS_PER_MINUTE) return
        await pause(1_000)
      }
    },
  }
}

function report(): void {
  print(`from the click to the first rows, in ms, ${values.rounds} rounds`)
  print('')
  print('                         first visit        repeated')
  print('                         median    p95      median    p95')
  const figures = (sample: readonly number[]) =>
    [0.5, 0.95].map(share => quantile(sample, share).toFixed(0).padStart(6)).join(' ')
  for (const [name, taken] of times)
    print(`${name.padEnd(24)} ${VISITS.map(visit => figures(taken[visit])).join('     ')}`)
  const all = VISITS.map(visit => [...times.values()].flatMap(taken => taken[visit]))
  print(`${'all pages'.padEnd(24)} ${all.map(figures).join('     ')}`)
  print('')
  printAims(
    VISITS.map((visit, index) => {
      const p95 = quantile(all[index]!, 0.95)
      return {
        what: `console, ${visit} visit: click to rows, p95 of all pages`,
        aim: `below ${AIM_MS} ms`,
        measured: `${p95.toFixed(0)} ms`,
        isMet: p95 < AIM_MS,
      }
    }),
  )
}
