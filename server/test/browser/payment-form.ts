/** What tests about the form of a payment share: opening it with something typed, and telling its page of a change. */
import type { Locator } from 'playwright-core'
import { type Insider, settled } from './console-visit.ts'

/** Tells the page that something changed, as another tab does. */
export async function tell({ page }: Insider): Promise<void> {
  const organizationId = new URL(page.url()).pathname.split('/')[2]
  const other = await page.context().newPage()
  await other.goto(new URL('/console/startup.js', page.url()).href)
  await other.evaluate(
    `{ const channel = new BroadcastChannel('gatehouse changes'); channel.postMessage('${organizationId}') }`,
  )
  await other.close()
}

export const amountOf = (dialog: Locator) => dialog.getByLabel('Amount in dollars')

/** Opens the form of a payment of the lease and types a memo. */
export async function typeMemo({ page, openPage }: Insider): Promise<Locator> {
  await openPage('/leases')
  await page.getByRole('main').getByRole('link', { name: /^Dana/ }).first().click()
  await page.getByRole('heading', { level: 1, name: /^Lease|Dana/ }).waitFor()
  await settled(page)
  await page.getByRole('button', { name: 'Record payment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Memo').fill('Paid at the office')
  return dialog
}
