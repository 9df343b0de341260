/** The page of a record as tests read it: opening a lease, the facts and figures on its page, and the steps that it does not offer. */
import type { Locator, Page } from 'playwright-core'
import { until } from '../service/processes.ts'
import { type Insider, MENU_PATIENCE_MS } from './console-visit.ts'

/** Opens the lease of a unit from the list of leases; returns its ID. */
export async function openLease({ page, openPage }: Insider, unit: string): Promise<string> {
  await openPage(`/leases?search=${unit}`)
  await page.getByRole('link', { name: 'Dana Whitfield' }).click()
  await page.getByRole('heading', { name: 'Lease of Dana Whitfield' }).waitFor()
  return page.url().split('/').at(-1) as string
}

/** The whole value of a fact. */
export function fact(page: Page, name: string, value: string): Locator {
  return page
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: name }) })
    .getByRole('definition')
    .filter({ hasText: new RegExp(`^(–)?${value}$`) })
}

/** The status in the header of a lease. */
export function status(page: Page, word: string): Locator {
  return figure(page, 'Status', word)
}

/** A value in the header of a record. */
export function figure(page: Page, name: string, value: string): Locator {
  return page
    .getByRole('region', { name: 'Summary' })
    .locator('dl > div')
    .filter({ hasText: name })
    .getByText(value, { exact: true })
}

/** Waits until the menu of further steps has none of this name, because the page may still show what was before the last step, and closes it. */
export async function hasNoStep(page: Page, name: RegExp): Promise<void> {
  const menu = page.getByRole('menu', { name: 'More steps' })
  await until(async () => {
    const button = page.getByRole('button', { name: 'More steps' })
    if (!(await menu.isVisible())) await button.click({ timeout: MENU_PATIENCE_MS }).catch(() => {})
    return menu.isVisible()
  })
  await until(async () => (await page.getByRole('menuitem', { name }).count()) === 0, 60_000)
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
}
