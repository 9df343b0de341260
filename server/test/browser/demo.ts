/** The demo of a first start, as a real process with a data folder of its own, and a browser that is signed in to its console. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type Running, serve } from '../service/processes.ts'

export type Demo = AsyncDisposable & {
  /** The address of the console within the demo organization. */
  url: string
  /** Opens a browser context and signs in there; its page shows the overview. */
  signIn(browser: Browser, options: BrowserContextOptions): Promise<Page>
}

type Written = { organization_id: string; console: { email: string; password: string } }

export async function openDemo(): Promise<Demo> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-demo-'))
  const removed = () => rm(dataDir, { recursive: true, force: true })
  let service: Running
  try {
    service = await serve({ GATEHOUSE_DATA_DIR: dataDir })
  } catch (error) {
    await removed()
    throw error
  }
  const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as Written
  const url = `${service.url}/console/${demo.organization_id}`
  return {
    url,
    signIn: async (browser, options) => {
      const page = await (await browser.newContext({ reducedMotion: 'reduce', ...options })).newPage()
      const reply = await page.request.post(`${service.url}/console/api/auth/sign-in/email`, {
        data: demo.console,
        headers: { origin: service.url },
      })
      if (!reply.ok()) throw new Error(await reply.text())
      await page.goto(url)
      return page
    },
    async [Symbol.asyncDispose]() {
      // The embedded PostgreSQL stops with it, and so no longer uses the folder.
      service.signal('SIGTERM')
      await service.ended
      await removed()
    },
  }
}
