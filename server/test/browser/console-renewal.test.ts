/** A lease is renewed in a real browser while the term after the present one is agreed already. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signed, storeHome } from '../leasing.ts'
import { useWorld } from '../world.ts'
import { takeStepOfMenu, useConsole } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)

test('a lease whose next term is agreed already is renewed from the end of that term, at its rent', async () => {
  const other = await world.organization()
  const { lease_id } = await signed(other, await storeHome(other))
  await console.insider(other, 'ADMIN', async ({ page, openPage, read, write }) => {
    await write(`/leases/${lease_id}/renew`, { end_date: '2027-08-31', rent_cents: 150_000 })
    await openPage(`/leases/${lease_id}`)
    await takeStepOfMenu(page, 'Renew lease', async form => {
      await form.getByRole('region', { name: 'Next term' }).getByText('$1,500.00 per month').waitFor()
      assert.equal(await form.getByLabel('From', { exact: true }).inputValue(), '2027-09-01')
      assert.equal(await form.getByLabel(/^To/).inputValue(), '2028-08-31')
      await form.getByText('The rent stays as it is.').waitFor()
    })
    const { terms, recurring_charges } = await read(`/leases/${lease_id}`)
    assert.equal((terms as unknown[]).length, 3)
    const rents = (recurring_charges as { from: string; amount_cents: number }[]).map(one => one.amount_cents)
    assert.deepEqual(rents, [142_500, 150_000])
  })
})
