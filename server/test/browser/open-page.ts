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
 * Runs in the page. It resolves with false if the address has to be loaded, such as in another document than the console. The page that is open
 * already, whose state would stay, and a dialog, a menu or a toast, which could outlive their page, are first left for a page before the sign-in,
 * where nothing of them may remain. What was read before is forgotten, so that the page shows what the service has now.
 */
const follow = `async address => {
  const router = globalThis.__TSR_ROUTER__
  if (!router) return false
  const { queries } = router.options.context
  const { origin, pathname } = new URL(address)
  const isCovered = () => document.querySelector('[role=dialog], [role=menu], [role=status]:not(:empty)') !== null
  const isLeftFirst = pathname === location.pathname || isCovered()
  if (isLeftFirst && (queries.isMutating() > 0 || location.pathname === '/console/forgot-password')) return false
  void queries.cancelQueries()
  queries.clear()
  const show = (how, path) => new Promise(resolve => {
    const stop = router.subscribe('onRendered', () => {
      stop()
      resolve()
    })
    router.history[how](path, {}, { ignoreBlocker: true })
  })
  if (isLeftFirst) await show('push', '/console/forgot-password')
  if (isLeftFirst && isCovered()) return false
  await show(isLeftFirst ? 'replace' : 'push', address.slice(origin.length))
  return true
}`
