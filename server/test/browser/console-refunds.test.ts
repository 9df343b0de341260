/** What the form of a refund says about the payment: how much of it is credit, and what a larger refund leaves owed. */
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { useConsole } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)

test('the form of a refund says how much of the payment is credit, and where a larger refund comes from', async () => {
  const organization = await world.organization()
  await smallPortfolio(organization)
  await console.insider(organization, 'ADMIN', async ({ page, openPage, read, write }) => {
    const [lease] = (await read('/leases?search=204')).data
    const lease_id = lease?.lease_id
    const lines = [{ charge_code: 'OTHER', description: 'Key', amount_cents: 5_000 }]
    const { invoice_id } = await write('/invoices', { lease_id, lines })
    const rest = { lease_id, method: 'CHECK' }
    for (const [amount_cents, said] of [
      [8_000, '$50.00 of it is credit. A larger refund is also taken from the invoices'],
      [2_000, 'The payment is credit on the lease, which is refunded.'],
    ] as const) {
      const allocations = amount_cents === 8_000 ? [{ invoice_id, amount_cents: 3_000 }] : []
      const { payment_id } = await write('/payments', { ...rest, amount_cents, allocations })
      await openPage(`/payments/${payment_id}`)
      await page.getByRole('button', { name: 'Refund payment' }).click()
      await page.getByRole('dialog', { name: 'Refund payment' }).getByText(said).waitFor()
    }
  })
})
