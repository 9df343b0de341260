/** A member or visitor of the console in a real browser: signs in, opens pages, and collects the errors that the browser reports. */
import assert from 'node:assert/strict'
import { before } from 'node:test'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { Role } from '#contract/roles.ts'
import { idFromUuid } from '#server/base/ids.ts'
import { addMember, PASSWORD } from '../console/visitor.ts'
import { until } from '../service/processes.ts'
import type { Organization, Reply, World } from '../world.ts'
import { loadAxe, violations } from './axe.ts'
import { PAGE_PATIENCE_MS, theBrowser } from './browser.ts'
import { openAddress } from './open-page.ts'
import { leaveWindow, takeWindow, type WindowOptions } from './windows.ts'

export const WIDE: BrowserContextOptions = { viewport: { width: 1600, height: 1000 } }
export const NARROW: BrowserContextOptions = { viewport: { width: 380, height: 800 } }

export type Guest = {
  page: Page
  /** Opens a page below /console, within the document that is open if possible; a window alone loads it. */
  open(path: string): Promise<void>
  /** Loads a page below /console, as a reload does. */
  load(path: string): Promise<void>
  /** Responses of the service so far: `GET 200 /console/api/me`. */
  replies: string[]
}

export type Insider = Guest & {
  email: string
  organizationId: string
  /** Opens a page of the organization. */
  openPage(path: string): Promise<void>
  /** Reads from the console's own API in the organization. */
  read(path: string): Promise<Reply['body']>
  /** Writes through the console's own API; the write must succeed. */
  write(path: string, body: unknown): Promise<Record<string, unknown>>
  /** Changes a record through the console's own API, as another member would; the change must succeed. */
  change(path: string, body: unknown): Promise<void>
}

type ConsoleWorld = {
  /** A visitor who is not signed in. */
  guest<T>(look: (guest: Guest) => Promise<T>, options?: WindowOptions): Promise<T>
  /** A member with the role, signed in, with no page opened yet. */
  insider<T>(
    organization: Organization,
    role: Role,
    look: (insider: Insider) => Promise<T>,
    options?: WindowOptions,
  ): Promise<T>
}

/** The console of a world, ready when the tests of the file run. */
export function useConsole(world: World): ConsoleWorld {
  const console = {} as ConsoleWorld
  before(async () => Object.assign(console, visitsOf(world, await theBrowser())))
  return console
}

/** The console of a world that is open. */
export function visitsOf(world: World, browser: Browser): ConsoleWorld {
  const origin = world.service.url as string
  const guest: ConsoleWorld['guest'] = (look, options = WIDE) =>
    visit(browser, origin, world.clock.now(), look, options)
  return {
    guest,
    insider: async (organization, role, look, options) => {
      const email = `${world.newId('user').slice(4)}@example.com`
      await addMember(world, organization, email, role)
      const organizationId = idFromUuid('organization', organization.id)
      return guest(async visitor => {
        const { request } = visitor.page
        // This loads two pages fewer than signing in through the form, which console-sign-in.test.ts covers.
        const data = { email, password: PASSWORD }
        const reply = await request.post(`${origin}/console/api/auth/sign-in/email`, { data, headers: { origin } })
        assert.ok(reply.ok(), await reply.text())
        const url = (path: string) => `${origin}/console/api/organizations/${organizationId}${path}`
        return look({
          ...visitor,
          email,
          organizationId,
          openPage: path => visitor.open(`/${organizationId}${path}`),
          read: async path => (await request.get(url(path))).json(),
          write: async (path, data) => {
            const reply = await request.post(url(path), { data, headers: { origin } })
            assert.ok(reply.ok(), await reply.text())
            return reply.json()
          },
          change: async (path, data) => {
            const reply = await request.patch(url(path), { data, headers: { origin } })
            assert.ok(reply.ok(), await reply.text())
          },
        })
      }, options)
    },
  }
}

/** Signs in through the form, from any page; resolves once the console is shown. */
export async function signIn({ page, open }: Guest, email: string, password = PASSWORD): Promise<void> {
  if (!page.url().includes('/sign-in')) await open('/sign-in')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page
    .getByRole('navigation', { name: 'Pages' })
    .or(page.getByRole('button', { name: 'Open menu' }))
    .waitFor()
}

/** Waits until the heading is there and no placeholder is left. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await filled(page)
}

/** Waits until no placeholder is left, even while a dialog hides the heading. */
export async function filled(page: Page): Promise<void> {
  const busy = page.locator('.shimmer, [aria-busy=true]')
  while ((await busy.count()) > 0) await busy.first().waitFor({ state: 'detached' })
}

/** Opens the dialog of a step by its button and submits it. */
export async function takeStep(page: Page, step: string, fill?: (dialog: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: step, exact: true }).click()
  await submitStep(page, step, fill)
}

/** Opens the dialog of a step from the menu of further steps and submits it. */
export async function takeStepOfMenu(
  page: Page,
  step: string,
  fill?: (dialog: Locator) => Promise<void>,
): Promise<void> {
  await chooseOfMenu(page, 'More steps', step)
  await submitStep(page, step, fill)
}

/** How long one try to open a menu or to choose from it may take. */
export const MENU_PATIENCE_MS = PAGE_PATIENCE_MS / 30

/**
 * Chooses an item of a menu. A dialog that has just closed returns the focus a moment later, which closes a menu that was opened in between, so the menu
 * is reopened until its item was clicked. While a menu is open, its button cannot be found, because the rest of the page is hidden from assistive
 * technology: that the item is not visible yet does not mean that the menu has to be opened.
 */
export async function chooseOfMenu(page: Page, menu: string, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name, exact: true })
  const button = page.getByRole('button', { name: menu })
  await button.or(item).first().waitFor()
  for (let tries = 1; ; tries++) {
    try {
      if (!(await item.isVisible())) await button.click({ timeout: MENU_PATIENCE_MS })
      return await item.click({ timeout: MENU_PATIENCE_MS })
    } catch (error) {
      if (tries === 10) throw error
    }
  }
}

async function submitStep(page: Page, step: string, fill?: (dialog: Locator) => Promise<void>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: step })
  await fill?.(dialog)
  await dialog.getByRole('button', { name: step, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Chooses the lease of Maple Court · 204 as one does by keyboard: the picker asks the service, and Enter takes the best it finds. */
export async function chooseLease(form: Locator): Promise<void> {
  const picker = form.getByRole('combobox', { name: 'Lease' })
  await picker.fill('204')
  await picker.press('Enter')
  await hasValue(picker, /Maple Court · 204$/)
}

/** A visit in a window of the browser. Afterward no other origin may have been contacted, and the browser may have reported no error. */
async function visit<T>(
  browser: Browser,
  origin: string,
  now: number,
  look: (guest: Guest) => Promise<T>,
  options: WindowOptions,
): Promise<T> {
  const window = await takeWindow(browser, origin, options)
  const { context, page, replies, strangers, complaints } = window
  try {
    // The clock of the page stands still, as that of the service does; timers run.
    await page.clock.setFixedTime(now)
    const load = async (path: string) => void (await page.goto(`${origin}/console${path}`))
    const guest: Guest = {
      page,
      replies,
      open: path => (options.alone ? load(path) : openAddress(page, `${origin}/console${path}`)),
      load,
    }
    const seen = await look(guest)
    assert.deepEqual(strangers, [])
    assert.deepEqual(complaints, [])
    await leaveWindow(window, origin, options)
    return seen
  } catch (error) {
    const shown = await whatIsShown(page)
    await context.close()
    if (error instanceof Error) error.stack += shown
    throw error
  }
}

/** Returns what the page shows, for the message of a test that has failed: what it waited for may never come. */
async function whatIsShown(page: Page): Promise<string> {
  const text = 'location.pathname + "\\n" + (document.querySelector("main") ?? document.body).innerText.slice(0, 1000)'
  const shown = await page.evaluate<string>(text).catch(() => 'nothing that could be read')
  return `\nThe page then showed ${shown}`
}

/** Checks that the dialog is open, that axe finds nothing serious in it, and that it is no wider than a phone. */
export async function assertFits(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.waitFor()
  await loadAxe(page)
  assert.deepEqual(await violations(page, {}, `'[role=dialog]'`), [])
  const wide = page.viewportSize() as { width: number; height: number }
  await page.setViewportSize({ width: 380, height: 800 })
  assert.ok((await dialog.evaluate(({ scrollWidth }) => scrollWidth)) <= 380)
  await page.setViewportSize(wide)
}

/** Waits for charts and tables, which take their size one frame later, or in a later one on a busy machine. */
export async function fitted(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (let frame = 0; frame < 2 || (frame < 60 && document.documentElement.scrollWidth > innerWidth); frame++)
      await new Promise(requestAnimationFrame)
  })()`)
}

/** Waits until the field holds the value, which may arrive after the field itself. */
export function hasValue(field: Locator, value: string | RegExp): Promise<void> {
  let held: string | undefined
  const holds = async () => {
    held = await field.inputValue()
    return typeof value === 'string' ? held === value : value.test(held)
  }
  return until(holds, PAGE_PATIENCE_MS).catch(cause => {
    throw new Error(`The field holds ${JSON.stringify(held)}, not ${value}`, { cause })
  })
}

/** Waits until the element has the focus, which a dialog or a form returns a moment after it has closed. */
export function hasFocus(element: Locator): Promise<void> {
  return element.and(element.page().locator(':focus')).waitFor()
}

/** A row of a table that holds these words in this order, with anything before, between and after them. */
export function row(page: Page, words: string): Locator {
  return page.getByRole('row', { name: new RegExp(words.replaceAll(/[{}?/]/g, '\\$&').replaceAll(' ', '.*')) })
}

/** Answers the browser's questions from now on, and returns those that were asked. The window of the visit is `alone`. */
export function answering(page: Page, mayLeave: () => boolean = () => false): string[] {
  const asked: string[] = []
  page.on('dialog', question => {
    asked.push(question.message())
    return mayLeave() ? question.accept() : question.dismiss()
  })
  return asked
}
