/** A browser for tests: the Chromium of an npm package, with its own libraries and fonts, so that the machine needs nothing installed. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { hasRoomInMemory } from '../run-folders.ts'
import { shared } from '../shared.ts'

/** How long a test waits for a page before it fails, enough for a slow machine. */
export const PAGE_PATIENCE_MS = 180_000

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url))

/** The browser of the process, closed when the process ends; each visitor has a separate context. */
export function theBrowser(): Promise<Browser> {
  return shared('browser', openBrowser, browser => browser.close())
}

async function openBrowser(): Promise<Browser> {
  const folder = await unpackedChromium()
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    // Its processes share what they draw in memory. In files of the temporary folder, that took them 8% more processor time.
    ignoreDefaultArgs: hasRoomInMemory() ? ['--disable-dev-shm-usage'] : [],
    // Maglev, but not TurboFan: visits, pages and axe took 7% more processor time with both compilers, and 22% more with neither.
    args: ['--js-flags=--no-opt'],
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: folder },
  })
}

/** Unpacks Chromium once for each version (2 s, 200 MB). Two test files that start together never see half of it. */
async function unpackedChromium(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(MODULES, '@sparticuz/chromium/package.json'), 'utf8'))
  const folder = join(MODULES, '.cache', `chromium-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(join(MODULES, '.cache'), { recursive: true })
  const fresh = await mkdtemp(`${folder}-`)
  try {
    await unpackInto(fresh)
    await writeFile(join(fresh, 'fonts.conf'), `<fontconfig><dir prefix="relative">fonts</dir></fontconfig>\n`)
    await rename(fresh, folder)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

/**
 * The package unpacks into the temporary folder, and it unpacks its libraries only if it believes that it runs in AWS
 * Lambda.
 */
async function unpackInto(folder: string): Promise<void> {
  const script = "import chromium from '@sparticuz/chromium'; await chromium.executablePath()"
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  })
}
