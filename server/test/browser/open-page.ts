/**
 * Opens pages of the console within the document that is open, as a link does: loading the console again takes twice the processor time of reading
 * and drawing a page.
 */
import type { Page } from 'playwright-core'

/** Opens the address in the page; resolves once nothing of the page before is left. */
export async function openAddress(page: Page, address: string): Promise<void> {
  if (!(await isFollowed(page, address))) await page.goto(address)
}

/** Whether the address was opened within the document. */
export function isFollowed(page: Page, address: string): Promise<boolean> {
  return page.evaluate<boolean>(`(${follow})(${JSON.stringify(address)})`)
}

/**
 * Runs in the page. It resolves with false if the address has to be loaded: in another document than the console, in the page that is open already,
 * whose state would stay, and behind a dialog, a menu or a toast, which could outlive their page. What was read before is forgotten, so that the
 * page shows what the service has now.
 */
const follow = `async address => {
  const router = globalThis.__TSR_ROUTER__
  const { pathname } = new URL(address)
  if (!router || pathname === location.pathname) return false
  if (document.querySelector('[role=dialog], [role=menu], [role=status]:not(:empty)')) return false
  const { queries } = router.options.context
  void queries.cancelQueries()
  queries.clear()
  await new Promise(resolve => {
    const stop = router.subscribe('onRendered', () => {
      stop()
      resolve()
    })
    router.history.push(address.slice(location.origin.length), {}, { ignoreBlocker: true })
  })
  return true
}`
