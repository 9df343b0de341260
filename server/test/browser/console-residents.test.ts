/** The residents of a lease in a real browser: a roommate joins on a day and leaves on another, and becomes the primary resident in between. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { calls } from '../calls.ts'
import { signed, storeHome } from '../leasing.ts'
import { useWorld } from '../world.ts'
import { chooseOfMenu, hasValue, NARROW, takeStepOfMenu, useConsole } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)

type Resident = { name: string; role: string; from: string | null; to: string | null }

async function change(page: Page, name: string, step: string, fields: Record<string, string>): Promise<void> {
  await chooseOfMenu(page, `Actions for ${name}`, step)
  const form = page.getByRole('dialog', { name: step })
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(new RegExp(`^${label}`)).fill(value)
  await form.getByRole('button', { name: step }).click()
  await form.waitFor({ state: 'detached' })
}

for (const [size, options] of [
  ['a wide screen', {}],
  ['a phone', NARROW],
] as const) {
  test(`on ${size}, a roommate joins a lease, becomes its primary resident, and the former one leaves`, async () => {
    const org = await world.organization()
    const { lease_id } = await signed(org, await storeHome(org))
    await console.insider(
      org,
      'ADMIN',
      async ({ page, openPage, read }) => {
        const residents = async () =>
          ((await read(`/leases/${lease_id}`)).residents as Resident[]).map(each => [each.name, each.role, each.from])
        await openPage(`/leases/${lease_id}`)
        await takeStepOfMenu(page, 'Add resident', async form => {
          await hasValue(form.getByLabel('First day'), '2026-03-15')
          await form.getByLabel('First name').fill('Ines')
          await form.getByLabel('Last name').fill('Ortega')
          await form.getByLabel('First day').fill('2026-02-01')
        })
        await page.getByText('from Feb 1, 2026').waitFor()
        assert.deepEqual(await residents(), [
          ['Dana Whitfield', 'PRIMARY', null],
          ['Ines Ortega', 'CO_TENANT', '2026-02-01'],
        ])
        await chooseOfMenu(page, 'Actions for Dana Whitfield', 'Change days')
        await page.getByText('make another resident the primary one first').waitFor()
        await page.getByRole('button', { name: 'Cancel' }).click()
        await change(page, 'Ines Ortega', 'Make primary resident', { From: '2026-03-01' })
        await page.getByRole('heading', { name: 'Lease of Ines Ortega' }).waitFor()
        await change(page, 'Dana Whitfield', 'Change days', { 'Last day': '2026-03-10' })
        const former = page.getByRole('region', { name: 'Former residents' })
        await former.getByRole('link', { name: 'Dana Whitfield' }).waitFor()
        await former.getByText('to Mar 10, 2026').waitFor()
        assert.deepEqual(await residents(), [['Ines Ortega', 'PRIMARY', '2026-02-01']])
        await change(page, 'Dana Whitfield', 'Change days', { 'Last day': '' })
        await former.waitFor({ state: 'detached' })
        await change(page, 'Dana Whitfield', 'Change role', { From: '2026-03-12' })
        assert.equal((await residents()).length, 2)
        assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
      },
      options,
    )
  })
}

test('a resident who was added by mistake is removed from the lease, and the primary resident is not', async () => {
  const org = await world.organization()
  const home = await storeHome(org)
  const { lease_id } = await signed(org, home)
  await org.within(context =>
    calls.addLeaseResident(context, { lease_id, resident_id: home.lee.id, role: 'OCCUPANT', from: '2026-02-01' }),
  )
  await console.insider(org, 'ADMIN', async ({ page, openPage, read }) => {
    await openPage(`/leases/${lease_id}`)
    await page.getByRole('button', { name: 'Actions for Dana Whitfield' }).click()
    await page.getByRole('menuitem', { name: 'Change days' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Remove resident' }).count(), 0)
    await page.keyboard.press('Escape')
    await change(page, 'Lee Whitfield', 'Remove resident', {})
    await page.getByText('Lee Whitfield removed from the lease').waitFor()
    await page.getByRole('button', { name: 'Actions for Lee Whitfield' }).waitFor({ state: 'detached' })
    const { residents } = await read(`/leases/${lease_id}`)
    assert.deepEqual(
      (residents as Resident[]).map(({ name }) => name),
      ['Dana Whitfield'],
    )
  })
})
