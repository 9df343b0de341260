/** A lease that is entered months after it began: the office is offered what was never billed, and told what a last day leaves charged. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeHome } from '../leasing.ts'
import { useWorld } from '../world.ts'
import { hasValue, type Insider, takeStep, takeStepOfMenu, useConsole } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)

/** Creates a lease that began on January 10, unless stated, in the form for a new one, and does with it what `after` says; today is March 15. */
async function enterLate(
  { page, openPage }: Insider,
  { home, only, dana }: Awaited<ReturnType<typeof storeHome>>,
  after: string,
  { firstDay = '2026-01-10', hasRent = true } = {},
) {
  await openPage(`/leases/new?property_id=${home.id}&unit_id=${only.id}&resident_id=${dana.id}`)
  await page.getByRole('combobox', { name: 'Role of Dana Whitfield' }).waitFor()
  await page.getByLabel('First day').fill(firstDay)
  if (hasRent) await page.getByLabel('Dollars per month').fill('$1,400')
  else await page.getByRole('button', { name: 'Remove charge 1' }).click()
  await page.getByLabel('After creating it').selectOption(after)
  await page.getByRole('button', { name: 'Create lease' }).click()
  await page.getByRole('heading', { name: 'Lease of Dana Whitfield' }).waitFor()
}

/** The periods that are billed, the first one first. */
async function billed({ read }: Insider) {
  const { data } = await read('/invoices?sort=issue_date')
  return data.map(({ period_start, total_cents }) => [period_start, total_cents])
}

const ALL = [
  ['2026-01-10', 99_355],
  ['2026-02-01', 140_000],
  ['2026-03-01', 140_000],
]

test('a new lease that began months ago is billed from its first day through this month', async () => {
  const other = await world.organization()
  const home = await storeHome(other)
  await console.insider(other, 'ADMIN', async insider => {
    await enterLate(insider, home, 'MOVED_IN')
    await insider.page
      .getByText('Lease signed, move-in recorded and billed from January 2026 through March 2026')
      .waitFor()
    assert.deepEqual(await billed(insider), ALL)
  })
})

test('recording the move-in of a lease that began months ago offers the months that were never billed, and bills those that are chosen', async () => {
  const other = await world.organization()
  const home = await storeHome(other)
  await console.insider(other, 'ADMIN', async insider => {
    await enterLate(insider, home, 'SIGNED')
    await takeStep(insider.page, 'Record move-in', async dialog => {
      await hasValue(dialog.getByLabel('Moved in'), '2026-01-10')
      await dialog.getByLabel(/^Issue the prorated invoice for January 2026: \$993\.55/).waitFor()
      const others = /^Also issue the 2 invoices missing for February 2026 – March 2026: \$2,800\.00/
      assert.equal(await dialog.getByLabel(others).isChecked(), true)
    })
    assert.deepEqual(await billed(insider), ALL)
  })
})

test('a lease that began more than a year ago was billed elsewhere, so only this month is billed', async () => {
  const other = await world.organization()
  const home = await storeHome(other)
  await console.insider(other, 'ADMIN', async insider => {
    await enterLate(insider, home, 'MOVED_IN', { firstDay: '2024-06-10' })
    await insider.page
      .getByText('Lease signed, move-in recorded and March 2026 billed. Earlier months were not billed')
      .waitFor()
    assert.deepEqual(await billed(insider), [['2026-03-01', 140_000]])
  })
})

test('nothing is said to be billed of a lease for which no charge is due, whether it began this month, months ago or years ago', async () => {
  for (const firstDay of ['2026-03-10', '2026-01-10', '2024-06-10']) {
    const other = await world.organization()
    const home = await storeHome(other)
    await console.insider(other, 'ADMIN', async insider => {
      await enterLate(insider, home, 'MOVED_IN', { firstDay, hasRent: false })
      const said = 'Lease signed and move-in recorded. Nothing was billed, because no charge is due'
      await insider.page.getByText(said).waitFor()
      assert.deepEqual(await billed(insider), [])
    })
  }
})

test('a notice with a move-out date names what is charged for days after it, as the end of a lease does', async () => {
  const other = await world.organization()
  const home = await storeHome(other)
  await console.insider(other, 'ADMIN', async insider => {
    await enterLate(insider, home, 'MOVED_IN')
    const { data } = await insider.read('/leases')
    const lease_id = data[0]!.lease_id
    await insider.write('/invoices/generate', { month: '2026-04', lease_id })
    await takeStepOfMenu(insider.page, 'Record notice to vacate', async dialog => {
      await dialog.getByLabel('Move-out date').fill('2026-03-20')
      await dialog.getByText(/\$1,400\.00 is charged for later days\. Void/).waitFor()
      await dialog
        .getByText(/Invoice #3 charges \$1,400\.00 through Mar 31, 2026\. To charge only the days through Mar 20, 2026/)
        .waitFor()
    })
  })
})
