/** What pages say if their address names something that does not exist, and where they lead from there. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useOrganization, useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { chooseLease, row, settled, useConsole } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world)
before(async () => {
  await smallPortfolio(organization)
})

test('a log whose address names no entry of it says so, and leads to its newest entries', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, write }) => {
    await write('/owners', { name: 'Blue Sky LLC' })
    await world.call('/properties/none', organization)
    for (const [path, nouns, entry] of [
      ['/developers/traffic', 'calls', '404 GET'],
      ['/developers/log', 'entries', 'owner.create'],
    ] as const) {
      await openPage(`${path}?before=zzz`)
      await page.getByText(`No older ${nouns}`).waitFor()
      await page.getByRole('button', { name: `Show the newest ${nouns}` }).click()
      await row(page, entry).first().waitFor()
    }
  }))

test('the logs offer to clear a filter that they cannot use', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, write }) => {
    await write('/owners', { name: 'Green Hill LLC' })
    await world.call('/properties/none', organization)
    for (const [path, entry, filters] of [
      ['/developers/traffic', '404 GET', ['status=abc', 'method=LOOK', 'since=yesterday']],
      ['/developers/log', 'owner.create', ['since=yesterday', 'until=2026-02-30T00:00:00Z']],
    ] as const)
      for (const filter of filters) {
        await openPage(`${path}?${filter}`)
        await page.getByText('This URL has a filter that cannot be used').waitFor()
        await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click()
        await row(page, entry).first().waitFor()
      }
  }))

test('the pages of a lease that does not exist lead to the list of leases', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    for (const path of ['', '/edit', '/deposit-statement', '/resident-ledger']) {
      await openPage(`/leases/lease_01kh3zr6p2c8m5v7d0t4s6a9ge${path}`)
      await page.getByText('There is no such lease', { exact: true }).waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Leases', exact: true }).waitFor()
      await page.getByRole('link', { name: 'See all leases' }).click()
      await page.getByRole('heading', { level: 1, name: 'Leases' }).waitFor()
      await settled(page)
    }
  }))

test('a message that does not exist can be closed, so that the address no longer asks for it', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/messages?message=msg_01kh3zr6p2c8m5v7d0t4s6a9ge')
    await page.getByText('There is no such message.').waitFor()
    await page.getByRole('button', { name: 'Close message' }).click()
    await page.getByText('There is no such message.').waitFor({ state: 'detached' })
    assert.ok(!page.url().includes('message='), page.url())
  }))

test('a form whose address names a lease that does not exist asks for one', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    for (const path of ['/payments', '/invoices']) {
      await openPage(`${path}?new=1&lease_id=none`)
      await chooseLease(page.getByRole('dialog'))
    }
  }))

test('a report whose first day is after its last one says so in the words of the page, and shows its figures once that is corrected', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage, replies }) => {
    await openPage('/reports/income?from=2026-03-10&to=2026-03-01')
    const alert = page.getByRole('alert')
    await page.getByText('“From” must not be after “Through”. Change one of them.').or(alert).waitFor()
    assert.equal(await alert.count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Print' }).isDisabled(), true)
    assert.deepEqual(
      replies.filter(reply => reply.includes('/reports/')),
      [],
    )
    await page.getByLabel('From', { exact: true }).fill('2026-03-01')
    await page.getByRole('row', { name: /^Rent/ }).waitFor()
  }))

test('a list without rows, because its period ends before it begins, says so as a report does, and shows its rows once that is corrected', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    const none = page.getByText('Change the filters, or clear them.')
    await openPage('/payments?from=2026-03-10&to=2026-03-01')
    const hint = page.getByText('“From” must not be after “Through”. Change one of them.')
    await hint.or(none).waitFor()
    assert.equal(await none.count(), 0)
    await page.getByLabel('Through', { exact: true }).fill('2026-03-11')
    await none.waitFor()
    assert.equal(await hint.count(), 0)
    await openPage('/developers/traffic?since=2026-03-10T00:00:00Z&until=2026-03-01T00:00:00Z')
    await page.getByText('“From” must not be after “Until”. Change one of them.').waitFor()
  }))
