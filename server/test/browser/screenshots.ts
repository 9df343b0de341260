/**
 * Makes the screenshots that the README opens with, from a demo that it starts and throws away: `npm run screenshots`. They are committed,
 * so run it when the look of the overview changes.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { until } from '../service/processes.ts'
import { theBrowser } from './browser.ts'
import { settled } from './console-visit.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const FOLDER = join(ROOT, 'docs/images')
const SIZE = { width: 1440, height: 900 }
const MAX_BYTES = 200_000
const START_LIMIT_MS = 300_000

type Demo = { base_url: string; organization_id: string; console: { email: string; password: string } }

const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-screenshots-'))
const PORT = String(await freePort())
const service = spawn(join(ROOT, 'bin/gatehouse'), ['serve'], {
  env: { ...process.env, PORT, GATEHOUSE_DATA_DIR: dataDir },
  stdio: 'ignore',
})
try {
  await until(() => isReady().catch(() => false), START_LIMIT_MS)
  await mkdir(FOLDER, { recursive: true })
  await screenshots(await readDemo())
} finally {
  service.kill('SIGTERM')
  await once(service, 'exit')
  await rm(dataDir, { recursive: true, force: true })
}

async function isReady(): Promise<boolean> {
  return (await fetch(`${(await readDemo()).base_url}/readyz`)).ok
}

async function readDemo(): Promise<Demo> {
  return JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
}

async function screenshots({ base_url, organization_id, console: { email, password } }: Demo): Promise<void> {
  const browser = await theBrowser()
  const context = await browser.newContext({ viewport: SIZE, deviceScaleFactor: 2, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(`${base_url}/console/sign-in`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.goto(`${base_url}/console/${organization_id}`)
    await settled(page)
    const image = await webp(page)
    assert.ok(image.length < MAX_BYTES, `the ${theme} screenshot has ${image.length} bytes`)
    await writeFile(join(FOLDER, `console-${theme}.webp`), image)
  }
  await browser.close()
}

/** Playwright makes PNG and JPEG only; as WebP a page takes a fifth. */
async function webp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 85 })
  return Buffer.from(data, 'base64')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
