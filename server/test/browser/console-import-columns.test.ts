/** A member says in the preview of a file what its columns mean, in a real browser. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { useWorld } from '../world.ts'
import { loadAxe, violations } from './axe.ts'
import { fitted, hasValue, type Insider, NARROW, useConsole } from './console-visit.ts'

const world = useWorld({ own: true })
const console = useConsole(world)
before(() => world.clock.advance(92 * 24 * 60 * 60 * 1_000))

async function preview(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
}

async function chooseMeaning(picker: Locator, meaning: string): Promise<void> {
  await picker.fill(meaning)
  await picker.page().getByRole('option', { name: meaning, exact: true }).waitFor()
  await picker.press('Enter')
  await hasValue(picker, meaning)
}

const OFFICE = `Property Name,Property Street,City,State,Zip,Door,Family,Monthly $,Zone
Oak Court,1 Oak St,Akron,OH,44301,1,Ann Elm,"1,000.00",A
Oak Court,1 Oak St,Akron,OH,44301,2,Bo Fir,900.00,B
`

test('a member says what the columns of a file mean, and the next file of its kind is read so', async () => {
  const organization = await world.organization()
  const office = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await console.insider(organization, 'ADMIN', async ({ page, ...insider }) => {
    const openPage = (path: string) => {
      world.clock.advance(61_000)
      return insider.openPage(path)
    }
    await openPage('/import')
    await preview(page, office('office.csv', OFFICE))
    await page.getByRole('heading', { name: 'What the columns mean' }).waitFor()
    await page.getByText(/^The header row lacks Unit and Status or Tenant\./).waitFor()
    await page.getByText('Such as 1,000.00 · 900.00').waitFor()
    await hasValue(page.getByLabel('Property Name'), 'Property Name')
    await chooseMeaning(page.getByLabel('Door'), 'Tenant')
    await chooseMeaning(page.getByLabel('Family'), 'Tenant')
    await page.getByRole('button', { name: 'Preview with these columns' }).click()
    await page.getByText(/“Door” and “Family” are both mapped to Tenant/).waitFor()
    await chooseMeaning(page.getByLabel('Door'), 'Unit')
    await page.getByRole('button', { name: 'Preview with these columns' }).click()

    await page.getByText('Door as Unit, Family as Tenant').waitFor()
    await page.getByRole('heading', { name: 'Ignored columns' }).waitFor()
    await chooseMeaning(page.getByLabel('Monthly $'), 'Rent')
    await chooseMeaning(page.getByLabel('Zone'), 'Ignore this column')
    await page.getByRole('button', { name: 'Preview with these columns' }).click()
    await page.getByText('Door as Unit, Family as Tenant, Monthly $ as Rent').waitFor()
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await page.getByText('2 rows of office.csv stored, 0 rejected.').waitFor()

    await openPage('/import')
    await preview(page, office('next.csv', OFFICE.replace('900.00', '950.00')))
    await page.getByText('Door as Unit, Family as Tenant, Monthly $ as Rent').waitFor()
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await page.getByText('2 rows of next.csv stored, 0 rejected.').waitFor()

    await openPage('/import-settings')
    await hasValue(page.getByLabel('Monthly $', { exact: true }), 'Rent')
    await page.getByRole('button', { name: 'Forget Zone' }).click()
    await page.getByRole('button', { name: 'Save columns of rent rolls' }).click()
    await page.getByText('Columns of rent rolls saved').waitFor()
    await openPage('/import')
    await preview(page, office('last.csv', OFFICE.replace('900.00', '950.00')))
    await hasValue(page.getByLabel('Zone'), 'No answer')
  })
})

test('the columns of a file fit a phone, even if the file has many of them with long words', async () => {
  const organization = await world.organization()
  const words = [
    'Resident(s) on file with the office',
    'W'.repeat(60),
    ...Array.from({ length: 20 }, (_, at) => `Note ${at}`),
  ]
  const cells = words.map((_, at) => (at === 0 ? 'Ann Elm' : `${'x'.repeat(50)}${at}`))
  const text = `Property,Unit,${words.join(',')}\nOak Court,1,${cells.join(',')}\n`
  const look = async ({ page, openPage }: Insider) => {
    await openPage('/import')
    await preview(page, { name: 'wide.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page.getByRole('heading', { name: 'What the columns mean' }).waitFor()
    await chooseMeaning(page.getByLabel('Resident(s) on file with the office'), 'Tenant')
    await loadAxe(page)
    assert.deepEqual(await violations(page, {}), [])
    await fitted(page)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
  }
  await console.insider(organization, 'ADMIN', look, NARROW)
})
