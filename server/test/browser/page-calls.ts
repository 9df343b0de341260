/** The calls that a page makes: one is held back until a test lets it go on, or its reply is read on the way. */
import type { Page, Route } from 'playwright-core'
import { until } from '../service/processes.ts'

/** The first call of this method to a path that the page makes because of `act`, held back until the test lets it go on. */
export async function holdCall(
  page: Page,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  act: () => Promise<unknown>,
): Promise<Route> {
  const { promise, resolve } = Promise.withResolvers<Route>()
  let isHeld = false
  await page.route(path, async route => {
    if (isHeld || route.request().method() !== method) return route.fallback()
    isHeld = true
    resolve(route)
  })
  await act()
  return promise
}

/**
 * The text of the first reply to a page's request for a URL that `isWanted`, made while `act` runs. The browser forgets the body of a reply when the
 * next one comes, so it is read on its way.
 */
export async function nextReply(
  page: Page,
  isWanted: (url: URL) => boolean,
  act: () => Promise<unknown>,
): Promise<string> {
  const received: string[] = []
  await page.route(isWanted, async route => {
    const response = await route.fetch()
    received.push(await response.text())
    await route.fulfill({ response })
  })
  await act()
  await until(() => received.length > 0)
  await page.unroute(isWanted)
  return received[0] as string
}
