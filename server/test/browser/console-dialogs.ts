/** Opens every dialog of a page by its buttons and menus, each once in a run, and collects what axe finds in it. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { isLongRun } from '../sizes.ts'
import { filled, type Insider } from './console-visit.ts'

/** Buttons that open a dialog, by the verb they begin with. Those that act at once are left out. */
const OPENERS =
  /^(Add (charge|owner|resident|new resident)|Cancel invitation|Create (?!lease)|Delete|Edit|Generate|Invite|Message|New|Record|Refund|Return|Reverse|Review|Send message|Set|Show payload|Void|Withhold|Write message)\b/
const MENUS = /^(Actions|More (steps|actions)|Views)/

/** Dialogs that follow another one, by the test that leads to each and looks at it with `assertFits`. */
const ELSEWHERE: Record<string, string> = {
  'Reset the sandbox?': 'console-developers.test.ts',
  'Set up two-factor authentication': 'console-sign-in.test.ts',
  'Share this link': 'console-sign-in.test.ts',
  'Signing secret': 'console-webhooks.test.ts',
  'Your new key': 'console-developers.test.ts',
}

/** Gives the lists and records of the test what their dialogs are about. */
export async function storeForDialogs({ write, page, openPage }: Insider, lease: string): Promise<void> {
  await write('/notes', { subject: lease, body: 'Prefers calls after 5 PM.' })
  await write('/saved-views', { page: 'units', name: 'Vacant', query: 'group=VACANT' })
  await write('/invitations', { email: 'invited@example.com', role: 'VIEWER' })
  await openPage(`/leases/${lease}`)
  const photo = { name: 'kitchen.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'hex') }
  await page.locator('input[type=file]').setInputFiles(photo)
  await page.getByRole('button', { name: 'Delete kitchen.png' }).waitFor()
}

/** One black pixel. */
const PNG =
  '89504e470d0a1a0a0000000d4948445200000001000000010800000000' +
  '3a7e9b550000000a49444154789c6360000000020001e221bc330000000049454e44ae426082'

/** The dialogs whose title the source states and that nobody looked at. */
export async function dialogsNotLookedAt(seen: ReadonlySet<string>): Promise<string[]> {
  const titles = (await titlesOfSource()).filter(title => !seen.has(title))
  const isElsewhere = async (title: string) => {
    const file = ELSEWHERE[title]
    if (!file) return false
    return (await readFile(new URL(file, import.meta.url), 'utf8')).includes(`assertFits(page, '${title}')`)
  }
  const found = await Promise.all(titles.map(isElsewhere))
  return titles.filter((_, index) => !found[index])
}

async function titlesOfSource(): Promise<string[]> {
  const folder = fileURLToPath(new URL('../../../console/src/', import.meta.url))
  const texts = await Promise.all(globSync(`${folder}**/*.tsx`).map(file => readFile(file, 'utf8')))
  return texts.flatMap(text =>
    [...text.matchAll(/<(?:Dialog|Confirm)\s+title="([^"]+)"/g)].map(([, title]) => title as string),
  )
}

/** Looks at the dialogs of the page that `seen` does not have yet, and adds their titles. */
export async function lookAtDialogs(
  page: Page,
  path: string,
  seen: Set<string>,
  violations: (options: object) => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = []
  const look = async (open: () => Promise<void>) => {
    await open()
    await painted(page)
    const dialog = page.locator('[role=dialog]')
    if ((await dialog.count()) === 0) return
    const title = await dialog.locator('h2').first().textContent()
    if (title && !seen.has(title)) {
      seen.add(title)
      await filled(page)
      found.push(...(await violations({})).map(finding => `${path} “${title}” ${finding}`))
      const wide = await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      if (wide) found.push(`${path} “${title}” scrolls sideways`)
    }
    await close(page, dialog)
  }
  const buttons = page.locator('main button')
  const named = await labelsOf(buttons)
  for (const [at, label] of named.entries()) {
    if (label && OPENERS.test(label) && !hasOpened(label)) await look(() => buttons.nth(at).click())
  }
  // Each row of a table has the same menu.
  const menus = new Map<string, Locator>()
  const texts = await buttons.allTextContents()
  for (const [at, label] of named.entries()) {
    const text = texts[at] as string
    if (label && MENUS.test(label) && !menus.has(text)) menus.set(text, buttons.nth(at))
  }
  for (const menu of menus.values()) {
    const items = page.locator('[role=menuitem]')
    await menu.click()
    // Saved views are read when their menu is opened.
    await page.getByText('Loading…').waitFor({ state: 'detached' })
    const labels = await labelsOf(items)
    await page.keyboard.press('Escape')
    for (const [item, label] of labels.entries()) {
      if (!label || hasOpened(label)) continue
      await look(async () => {
        await menu.click()
        await items.nth(item).click()
      })
    }
  }
  return found
}

const opened = new Set<string>()
/**
 * Whether an earlier button or item had this label. In the short size only the first of them is opened, because they open the same dialog, except
 * those of a single word: Edit opens another dialog on every page.
 */
function hasOpened(label: string): boolean {
  if (isLongRun || !label.includes(' ')) return false
  const isKnown = opened.has(label)
  opened.add(label)
  return isKnown
}

/** The labels of buttons or items, each undefined if it is disabled or hidden. They are read at once, because finding elements by role takes long. */
function labelsOf(openers: Locator): Promise<(string | undefined)[]> {
  return openers.evaluateAll(all =>
    all.map(opener => {
      const isOff = opener.ariaDisabled === 'true' || opener.matches(':disabled') || !opener.checkVisibility()
      return isOff ? undefined : (opener.ariaLabel ?? opener.textContent).trim()
    }),
  )
}

/** Closes the dialog, and a list that is open in it. */
async function close(page: Page, dialog: Locator): Promise<void> {
  for (let tries = 0; (await dialog.count()) > 0; tries++) {
    assert.ok(tries < 5, 'the dialog stays open')
    await page.keyboard.press('Escape')
    await painted(page)
  }
}

/** The state of the page two frames later. */
async function painted(page: Page): Promise<void> {
  await page.evaluate('new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
}
