/** Importing a rent roll of another system in a real browser: a workbook is uploaded, its open questions are answered once, and it is stored. */
import assert from 'node:assert/strict'
import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { before, test } from 'node:test'
import pg from 'pg'
import type { Locator, Page } from 'playwright-core'
import { clientConfig } from '#server/db/session.ts'
import { cellsOf, fileOf } from '../import/imported.ts'
import { layoutFixture } from '../import/layouts.ts'
import { toTypedCell, workbookOf } from '../import/workbook.ts'
import { property, store } from '../records.ts'
import { useWorld } from '../world.ts'
import { hasValue, useConsole } from './console-visit.ts'

const world = useWorld({ own: true })
const console = useConsole(world)
// Two and a half months after the world begins, so that the days of two files have passed.
before(() => world.clock.advance(92 * 24 * 60 * 60 * 1_000))

const NAME = 'yardi-lease-charges-hard.csv'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function workbook(name: string, change: (cell: string) => string) {
  const rows = cellsOf(readFileSync(layoutFixture(NAME), 'utf8')).map(row => row.map(cell => toTypedCell(change(cell))))
  return { name, mimeType: TYPE, buffer: await workbookOf(rows) }
}

async function preview(page: Page, file: string | Awaited<ReturnType<typeof workbook>>): Promise<void> {
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Preview' }).click()
}

/** Chooses by typing: the choices may not have been read yet. */
async function choose(picker: Locator, choice: string): Promise<void> {
  await picker.fill(choice)
  await picker.page().getByRole('option', { name: choice }).waitFor()
  await picker.press('Enter')
  await hasValue(picker, choice)
}

test('a Yardi workbook is imported into an empty organization, and the next month’s file asks no questions', async () => {
  const organization = await world.organization()
  await console.insider(organization, 'ADMIN', async ({ page, ...insider }) => {
    // The progress of a slow import is read often, so each page begins another minute, in which the member may make as many calls again.
    const openPage = (path: string) => {
      world.clock.advance(61_000)
      return insider.openPage(path)
    }
    await openPage('/import')
    await preview(page, await workbook('may.xlsx', cell => cell))
    await page.getByText('Yardi Voyager, Rent Roll with Lease Charges', { exact: true }).last().waitFor()
    await page.getByText('Cover', { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'What the file does not say' }).waitFor()
    await page.getByLabel('Street address').fill('1 Mill Road')
    await page.getByLabel('City').fill('Columbus')
    await page.getByLabel('State').fill('OH')
    await page.getByLabel('ZIP code').fill('43215')
    assert.equal(await page.getByLabel('petrent').inputValue(), 'PET')
    assert.equal(await page.getByLabel('zorb').inputValue(), '')
    await page.getByLabel('zorb').selectOption('Storage')
    await page.getByLabel('DOWN').selectOption('Offline, not for rent')
    await page.getByRole('button', { name: 'Continue to preview' }).click()

    await page.getByRole('heading', { name: /^Reconciliation: 2 of \d+ of the file’s own sums differ$/ }).waitFor()
    await page.getByRole('row', { name: /Future Residents\/Applicants Deposit .* Differs .*lines 34, 38/ }).waitFor()
    await page.getByRole('row', { name: /Total of Heron Yard Charges \$3,945\.00 \$3,945\.00 Equal/ }).waitFor()
    await page.getByRole('row', { name: /^34 Move In Value/ }).waitFor()
    for (const noun of ['Market rents', 'Residents on leases']) await page.getByText(noun, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Import 9 rows' }).click()
    await page.getByText('9 rows of may.xlsx stored, 0 rejected.').waitFor()
    await page.getByRole('link', { name: 'Open rent roll' }).waitFor()

    await openPage('/rent-roll?as_of_date=2026-05-01')
    await page.getByRole('row', { name: /0312 .*Ana García-Núñez/ }).waitFor()

    await openPage('/import')
    const later = (cell: string) =>
      cell.replace(/^As Of = .*/, 'As Of = 05/03/2026').replace(/^2026-05-01$/, '2026-05-08')
    await preview(page, await workbook('later.xlsx', later))
    await page.getByRole('button', { name: 'Import 9 rows' }).waitFor()
    assert.equal(await page.getByRole('heading', { name: 'What the file does not say' }).count(), 0)

    await openPage('/import')
    const untitled = Buffer.from('Unit,Status,Market Rent\nP-2,Vacant-Unrented,50\nP-3,Vacant-Unrented,50\n')
    await preview(page, { name: 'parking.csv', mimeType: 'text/csv', buffer: untitled })
    await page
      .getByText(/^The file does not name the property of these units: 2 units p-2 to p-3\. Which property is it\?$/)
      .waitFor()
    await choose(page.getByLabel('Property', { exact: true }), 'Heron Yard')
    await page.getByRole('button', { name: 'Continue to preview' }).click()
    await page.getByRole('button', { name: 'Import 2 rows' }).waitFor()
    // The answer holds when the file is previewed with another option, until it is changed.
    await page.getByLabel('Skip rejected rows').check()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByRole('button', { name: 'Import 2 rows' }).waitFor()
    await page.getByRole('button', { name: 'Change answers' }).click()
    await choose(page.getByLabel('Property', { exact: true }), 'Heron Yard')
    await page.getByRole('button', { name: 'Continue to preview' }).click()
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await page.getByText('2 rows of parking.csv stored, 0 rejected.').waitFor()

    await openPage('/import')
    const paid = Buffer.from('Date,Property,Unit,Tenant,Amount\n5/4/2026,heron-9,0312,Ana García-Núñez,1285\n')
    await preview(page, { name: 'paid.csv', mimeType: 'text/csv', buffer: paid })
    await page.getByText('Which property is heron-9?').waitFor()
    await choose(page.getByLabel('Property for heron-9'), 'Heron Yard')
    await page.getByRole('button', { name: 'Continue to preview' }).click()
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await page.getByText(/1 row of paid.csv stored/).waitFor()

    await openPage('/import-settings')
    const zorb = page.getByLabel('zorb', { exact: true })
    await choose(zorb, 'Parking')
    await page.getByRole('button', { name: 'Forget valet' }).click()
    await page.getByRole('button', { name: 'Save charge codes' }).click()
    await page.getByText('Charge codes saved').waitFor()
    await page.reload()
    await hasValue(zorb, 'Parking')
    assert.equal(await page.getByLabel('valet', { exact: true }).count(), 0)
  })
})

/** Keeps every import from continuing until the function that it resolves with is called. */
async function holdUnits(): Promise<() => Promise<void>> {
  const holder = new pg.Client(clientConfig(world.database.connection))
  await holder.connect()
  await holder.query('begin; lock table units in access exclusive mode')
  return () => holder.end()
}

test('a preview and an import can be canceled, and rows with a mistyped status can be left out', async () => {
  const organization = await world.organization()
  const place = '"Oak - 1 Oak St Akron, OH 44301"'
  const rows = `${place},1,Vacant-Unrented,900\n${place},2,Vcaant,900\n`
  const roll = {
    name: 'oak.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Property,Unit,Status,Market Rent\n${rows}`),
  }
  await console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/import')
    const goOn = await holdUnits()
    try {
      await preview(page, roll)
      await page.getByRole('button', { name: 'Cancel preview' }).click()
      await page.getByRole('progressbar').waitFor({ state: 'detached' })
      // The next preview has its turn although the first one could not continue.
      await page.getByRole('button', { name: 'Preview', exact: true }).click()
      await page.getByRole('button', { name: 'Cancel preview' }).waitFor()
    } finally {
      await goOn()
    }
    const asked = page.getByLabel('Vcaant')
    await page.getByText(/^A word that has no meaning, such as a mistyped one, can be left out/).waitFor()
    assert.ok(!(await asked.textContent())?.includes('Leave these rows out'))
    await page.getByLabel('Skip rejected rows instead of rejecting the whole file').check()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await asked.selectOption('Leave these rows out')
    await page.getByRole('button', { name: 'Continue to preview' }).click()
    await page.getByRole('row', { name: /“Vcaant” is not a unit status/ }).waitFor()

    const goOnAgain = await holdUnits()
    try {
      await page.getByRole('button', { name: 'Import 1 row' }).click()
      await page.getByRole('button', { name: 'Cancel import' }).click()
      await page.getByText('The import was canceled, so nothing of the file is stored.').waitFor()
    } finally {
      await goOnAgain()
    }
    await page.getByText('No imports yet').waitFor()
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await page.getByText('1 row of oak.csv stored, 1 rejected.').waitFor()
  })
})

test('a file without rows, or with rejected rows only, is not offered for import', async () => {
  const organization = await world.organization()
  await console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/import')
    const roll = (rows: string) => ({
      name: 'oak.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Property,Unit,Status,Market Rent\n${rows}`),
    })
    await preview(page, roll(''))
    await page.getByText('The file has no rows to import.').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Import 0/ }).count(), 0)
    await page.getByLabel('Skip rejected rows instead of rejecting the whole file').check()
    await preview(page, roll('"Oak - 1 Oak St Akron, OH 44301",1,Vacant-Unrented,x\n'))
    await page.getByText('Every row of the file is rejected, so there is nothing to import.').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Import 0/ }).count(), 0)
  })
})

test('a file that is corrected on the disk is chosen again, and what was read before is not imported', async () => {
  const organization = await world.organization()
  const roll = (rows: string) => `Property,Unit,Status,Market Rent\n${rows}`
  const first = '"Oak - 1 Oak St Akron, OH 44301",1,Vacant-Unrented,900\n'
  const path = fileOf(roll(first))
  let seconds = 1_000_000_000
  const save = (rows: string) => {
    writeFileSync(path, roll(rows))
    seconds += 60
    utimesSync(path, seconds, seconds)
  }
  await console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/import')
    await preview(page, path)
    await page.getByRole('button', { name: 'Import 1 row' }).waitFor()

    // The browser does not read a file that was changed after it was chosen.
    save(first + first.replace(',1,', ',2,'))
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByText('The file has been changed or moved since it was chosen. Choose it again.').waitFor()
    await page.getByRole('button', { name: 'Import 1 row' }).waitFor({ state: 'detached' })
    await preview(page, path)
    await page.getByRole('button', { name: 'Import 2 rows' }).waitFor()

    // For the browser, choosing a file of the same name again is not a change of the field.
    save(first + first.replace(',1,', ',2,') + first.replace(',1,', ',3,'))
    await page.getByLabel('File', { exact: true }).setInputFiles(path)
    await page.getByRole('button', { name: 'Import 2 rows' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByRole('button', { name: 'Import 3 rows' }).waitFor()
  })
})

test('a preview and an import whose replies are lost say what is stored, or where to see it', async () => {
  const organization = await world.organization()
  const rows = 'Property,Unit,Status,Market Rent\n"Oak - 1 Oak St Akron, OH 44301",1,Vacant-Unrented,900\n'
  const roll = { name: 'oak.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
  await console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    const sent = '**/console/api/organizations/*/imports'
    await openPage('/import')
    await page.route(sent, async route =>
      route.request().method() === 'POST' ? route.abort('connectionreset') : route.fallback(),
    )
    await preview(page, roll)
    await page.getByText(/Nothing is stored by a preview\.$/).waitFor()
    await page.unroute(sent)
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByRole('button', { name: 'Import 1 row' }).waitFor()

    // The reply is lost after the file was stored.
    await page.route(sent, async route => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await page.getByText(/Preview it again to see whether its rows are already stored\.$/).waitFor()
    await page.unroute(sent)
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByText('All of these rows are already stored, so the import will change nothing.').waitFor()
  })
})

test('a menu of properties names them after the import has read them too', async () => {
  const organization = await world.organization()
  await store(organization, { properties: [property({ name: 'Maple Court' })] })
  await console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    await openPage('/import-settings')
    await page.getByText('No answers yet').waitFor()
    await page.getByRole('link', { name: 'Invoices' }).click()
    await page.getByRole('combobox', { name: 'Property' }).click()
    await page.getByRole('option', { name: 'Maple Court' }).waitFor()
  })
})
