/** Imports and uploads that take a while: other pages may be opened in the meantime, the tab asks before it is closed, and an upload can be stopped. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../service/processes.ts'
import { prepare, useOrganization, useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { settled, useConsole, WIDE } from './console-visit.ts'
import { holdCall } from './page-calls.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world, { plan: 'PRO' })
const home = prepare(() => smallPortfolio(organization).then(({ home }) => home))

function csv(name: string, rows: string[]) {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(`${rows.join('\n')}\n`) }
}

const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from('89504e470d0a1a0a', 'hex') })

test('an import goes on while another page is open, and says how it ended; the tab asks before it is closed', () =>
  console.insider(
    organization,
    'ADMIN',
    async ({ page, openPage }) => {
      const questions: string[] = []
      page.on('dialog', question => {
        questions.push(question.type())
        return question.dismiss()
      })
      await openPage('/import')
      const oak = '"Oak - 1 Oak St Akron, OH 44301"'
      const columns = 'Property,Unit,BD/BA,Market Rent,Status'
      const rows = [columns, `${oak},1,2/1,1400,Vacant-Unrented`, `${oak},2,2/1,abc,`]
      await page.getByLabel('File', { exact: true }).setInputFiles(csv('roll.csv', rows))
      await page.getByLabel('Skip rejected rows').check()
      await page.getByRole('button', { name: 'Preview' }).click()
      const start = page.getByRole('button', { name: 'Import 1 row' })
      await start.waitFor()
      await page.getByRole('heading', { name: /^Rejected rows and values \(2 reasons\)$/ }).waitFor()
      await page.getByText('Rows to store').waitFor()

      const failing = await holdCall(page, 'POST', '**/imports', () => start.click())
      void page.reload().catch(() => {})
      await until(() => questions.includes('beforeunload'))
      await page.getByRole('link', { name: 'Vendors', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Vendors' }).waitFor()
      // Someone lowers the role of the member while the file is on its way.
      const setRole = (role: string) =>
        world.sql('update console.members set role = $2 where organization_id = $1', [organization.id, role])
      await setRole('VIEWER')
      await failing.continue()
      await page.getByText(/^roll\.csv was not imported\. This requires the role Admin/).waitFor()
      await setRole('ADMIN')

      // The page has learned of the lower role from the refusal, and learns of the next one when it is loaded.
      await openPage('/import')
      await page.getByLabel('File', { exact: true }).setInputFiles(csv('roll.csv', rows.slice(0, 2)))
      await page.getByRole('button', { name: 'Preview' }).click()
      // The preview calls the same path.
      await start.waitFor()
      const running = await holdCall(page, 'POST', '**/imports', () => start.click())
      await page.getByRole('link', { name: 'Vendors', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Vendors' }).waitFor()
      await running.continue()
      await page.getByText('roll.csv imported').waitFor()

      await page.getByRole('link', { name: 'Import', exact: true }).click()
      await page.getByLabel('File', { exact: true }).setInputFiles(csv('roll.csv', rows.slice(0, 2)))
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.getByText('All of these rows are already stored, so the import will change nothing.').waitFor()
      await start.click()
      await page.getByText('Rows stored', { exact: true }).first().waitFor()
    },
    { ...WIDE, alone: true },
  ))

test('an upload can be stopped, and one that fails after its page was left says so', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage(`/units/${home.id}`)
    await settled(page)
    const add = page.getByLabel('Photos and documents to add')
    const card = page.getByRole('region', { name: 'Photos and documents' })
    await holdCall(page, 'POST', '**/files?*', () => add.setInputFiles([photo('kitchen.png'), photo('bath.png')]))
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await card.getByText('kitchen.png: The upload was stopped.').waitFor()
    await card.getByText('bath.png: The upload was stopped.').waitFor()
    await page.getByRole('button', { name: 'Add files' }).waitFor()
    assert.equal(await card.getByRole('button', { name: /^Show / }).count(), 0)

    const porch = { ...photo('porch.png'), buffer: Buffer.from('not a photo') }
    const failing = await holdCall(page, 'POST', '**/files?*', () => add.setInputFiles(porch))
    await page.getByRole('link', { name: 'Vendors', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Vendors' }).waitFor()
    await failing.continue()
    await page.getByText(/^1 file not added\. porch\.png: This is not a photo/).waitFor()
  }))
