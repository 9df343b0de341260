/** A session that ends while a form is filled in or sent: nothing that was typed is lost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepare, useOrganization, useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { fitted, useConsole } from './console-visit.ts'
import { holdCall } from './page-calls.ts'
import { amountOf, tell, typeMemo } from './payment-form.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world)
// Stored before the first visit.
prepare(() => smallPortfolio(organization))

test('a form outlives its session: it says where to sign in, and is saved afterward', () =>
  console.insider(organization, 'ADMIN', async insider => {
    const { page } = insider
    const dialog = await typeMemo(insider)
    await amountOf(dialog).fill('12')
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await tell(insider)
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await dialog.getByRole('link', { name: 'Sign in in a new tab' }).waitFor()
    await page.context().addCookies(cookies)
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await page.getByText('Payment of $12.00 recorded').waitFor()
  }))

test('a form that is being sent when the end of its session is noticed stays, and says where to sign in', () =>
  console.insider(organization, 'ADMIN', async insider => {
    const { page } = insider
    const dialog = await typeMemo(insider)
    await amountOf(dialog).fill('14')
    await page.context().clearCookies()
    const record = dialog.getByRole('button', { name: 'Record payment' })
    const recording = await holdCall(page, 'POST', '**/payments', () => record.click())
    const refused = page.waitForResponse(reply => reply.status() === 401)
    await tell(insider)
    await refused
    await fitted(page)
    await recording.continue()
    await dialog.getByRole('link', { name: 'Sign in in a new tab' }).waitFor()
    assert.equal(await dialog.getByLabel('Memo').inputValue(), 'Paid at the office')
  }))
