/** Messages to the residents of leases, some of whom have no address. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signed, storeHome } from '../leasing.ts'
import { resident, store } from '../records.ts'
import { useWorld } from '../world.ts'
import { useConsole } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)

test('a resident without an address does not keep a message from the other residents of the lease', async () => {
  const org = await world.organization()
  const home = await storeHome(org)
  const child = resident({ first_name: 'Kim', email: null, phone: null })
  await store(org, { residents: [child] })
  await signed(org, home, {
    residents: [
      { resident_id: home.dana.id, role: 'PRIMARY' },
      { resident_id: child.id, role: 'OCCUPANT' },
      { resident_id: home.lee.id, role: 'CO_TENANT' },
    ],
  })
  await console.insider(org, 'ADMIN', async ({ page, openPage, read }) => {
    await openPage('/leases')
    await page.getByRole('checkbox', { name: /^Select Dana/ }).click()
    await page.getByRole('button', { name: 'Message residents' }).click()
    const dialog = page.getByRole('dialog')
    const text = dialog.getByLabel('Message', { exact: true })
    await text.fill('Hello {{first_name}}, the water is off.')
    await dialog.getByText('Everyone receives {{first_name}} as it is written here.').waitFor()
    await text.fill('The water is off on Monday.')
    await dialog.getByText('{{first_name}}').waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Message residents 1' }).click()
    await page.getByText(/^1 lease messaged\. .*Not sent to Kim Whitfield/).waitFor()
    assert.equal((await read('/messages')).pagination.total, 2)
  })
})
