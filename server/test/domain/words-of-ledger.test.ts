/** The descriptions of ledger lines, by which a reader recognizes a void or a withheld deposit without any other record. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../calls.ts'
import { useWorld } from '../world.ts'
import { deposit, openTenancy, type Tenancy } from './tenancy.ts'

const world = useWorld()

type Line = { account: string; code: string; description: string; amount_cents: number; effective_on: string }

async function linesSince(day: string, { org, leaseId }: Tenancy): Promise<string[]> {
  const { body } = await world.call(`/leases/${leaseId}/ledger?limit=100`, { key: org.key })
  return (body as unknown as { data: Line[] }).data
    .filter(({ effective_on }) => effective_on >= day)
    .map(({ account, code, description, amount_cents }) => `${account} ${code} ${description} ${amount_cents}`)
    .sort()
}

test('a withheld deposit is called that in both accounts, and what a payer paid is called a payment', async () => {
  const tenancy = await openTenancy(world)
  const { charge, pay, within, leaseId: lease_id } = tenancy
  await charge(0, { lines: [deposit(50_000)], issue_date: '2026-02-02' })
  await charge(90_000, { issue_date: '2026-02-02' })
  await pay(60_000, { payment_date: '2026-02-03' })
  await within(context => calls.withholdDeposit(context, { lease_id, amount_cents: 20_000, on: '2026-02-04' }))
  assert.deepEqual(await linesSince('2026-02-03', tenancy), [
    'DEPOSIT DEPOSIT Deposit paid 50000',
    'DEPOSIT DEPOSIT Deposit withheld -20000',
    'RECEIVABLE PAYMENT Deposit withheld -20000',
    'RECEIVABLE PAYMENT Payment -60000',
  ])
})

test('the lines of a void say so, even for a concession and for the longest description', async () => {
  const tenancy = await openTenancy(world)
  const { charge, within } = tenancy
  const long = 'x'.repeat(200)
  const lines = [
    { charge_code: 'RENT', description: 'Rent', amount_cents: 90_000 },
    { charge_code: 'CONCESSION', description: 'Move-in special', amount_cents: -5_000 },
    { charge_code: 'OTHER', description: long, amount_cents: 100 },
  ] as const
  const { invoice_id: id } = await charge(0, { lines: [...lines], issue_date: '2026-02-02' })
  const { invoice_id: other } = await charge(0, { lines: [deposit(50_000)], issue_date: '2026-02-02' })
  for (const invoice of [id, other]) {
    await within(context => calls.voidInvoice(context, { id: invoice, on: '2026-02-10' }))
  }
  assert.deepEqual(await linesSince('2026-02-10', tenancy), [
    'RECEIVABLE CONCESSION Void: Move-in special 5000',
    `RECEIVABLE DEPOSIT Void: ${deposit(50_000).description} -50000`,
    `RECEIVABLE OTHER Void: ${long.slice(6)} -100`,
    'RECEIVABLE RENT Void: Rent -90000',
  ])
})
