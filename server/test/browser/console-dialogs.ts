/** Opens every dialog of a page by its buttons and menus, each once in a run, and collects what axe finds in it. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { filled } from './console-visit.ts'

/** Buttons that open a dialog, by the verb they begin with. Those that act at once are left out. */
const OPENERS =
  /^(Add (charge|owner|resident|new resident)|Create (?!lease)|Edit|Generate|Invite|Message|New|Record|Refund|Return|Reverse|Review|Send message|Set|Void|Withhold|Write message)\b/
const MENUS = /^(Actions|More (steps|actions)|Views)/

/** Dialogs for which the pages of the test have nothing yet, such as a note to delete. They are made of the same parts as those that are opened. */
export const NOT_OPENED = [
  'Cancel this invitation?',
  'Delete file',
  'Delete note',
  'Delete views',
  'Edit note',
  'Menu',
  'Payload',
  'Reset the sandbox?',
  'Set up two-factor authentication',
  'Share this link',
  'Signing secret',
  'Your new key',
]

/** The dialogs whose title the source states, which must have been opened somewhere. */
export async function titlesOfSource(): Promise<string[]> {
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
    const dialog = page.getByRole('dialog')
    if ((await dialog.count()) === 0) return
    const title = await dialog.getByRole('heading', { level: 2 }).first().textContent()
    if (title && !seen.has(title)) {
      seen.add(title)
      await filled(page)
      found.push(...(await violations({})).map(finding => `${path} “${title}” ${finding}`))
      const wide = await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      if (wide) found.push(`${path} “${title}” scrolls sideways`)
    }
    await close(page, dialog)
  }
  const buttons = page.locator('main').getByRole('button', { name: OPENERS })
  for (let at = 0; at < (await buttons.count()); at++) {
    if (await buttons.nth(at).isEnabled()) await look(() => buttons.nth(at).click())
  }
  const menus = page.locator('main').getByRole('button', { name: MENUS })
  const names = new Set(await menus.allTextContents())
  for (let at = 0; at < Math.min(names.size, await menus.count()); at++) {
    const items = page.getByRole('menuitem')
    await menus.nth(at).click()
    const number = await items.count()
    await page.keyboard.press('Escape')
    for (let item = 0; item < number; item++) {
      await look(async () => {
        await menus.nth(at).click()
        await items.nth(item).waitFor()
        const isOpen = await items.nth(item).isEnabled()
        if (isOpen) await items.nth(item).click()
        else await page.keyboard.press('Escape')
      })
    }
  }
  return found
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
