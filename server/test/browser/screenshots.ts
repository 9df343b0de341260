/**
 * Makes the screenshots that the README opens with, from a demo that it starts and throws away: `npm run screenshots`. They are committed,
 * so run it when the look of the overview changes.
 */
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { theBrowser } from './browser.ts'
import { settled } from './console-visit.ts'
import { openDemo } from './demo.ts'

const FOLDER = fileURLToPath(new URL('../../../docs/images', import.meta.url))
const SIZE = { width: 1440, height: 900 }
const MAX_BYTES = 200_000

await mkdir(FOLDER, { recursive: true })
await using demo = await openDemo()
const browser = await theBrowser()
const page = await demo.signIn(browser, { viewport: SIZE, deviceScaleFactor: 2 })
for (const theme of ['light', 'dark'] as const) {
  await page.emulateMedia({ colorScheme: theme })
  await page.goto(demo.url)
  await settled(page)
  const image = await webp(page)
  assert.ok(image.length < MAX_BYTES, `the ${theme} screenshot has ${image.length} bytes`)
  await writeFile(join(FOLDER, `console-${theme}.webp`), image)
}
await browser.close()

/** Playwright makes PNG and JPEG only; as WebP a page takes a fifth. */
async function webp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 85 })
  return Buffer.from(data, 'base64')
}
