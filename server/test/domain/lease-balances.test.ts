/** The running balances of leases are kept up to date by every posting, and equal plain sums on every day. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { addDays } from '#server/base/dates.ts'
import { newId } from '#server/base/ids.ts'
import { postEntries } from '#server/domain/ledger/money-of-leases.ts'
import type { LedgerEntry } from '#server/domain/ledger/records.ts'
import { createRandom } from '#server/seed/random.ts'
import { calls } from '../calls.ts'
import { invoice, lease, property, store, unit } from '../records.ts'
import { repeats } from '../sizes.ts'
import { type Organization, useOrganization, useWorld } from '../world.ts'
import { checkBalances } from './balances-audit.ts'
import { openTenancy } from './tenancy.ts'

const { getLease } = calls

const world = useWorld()
const STEPS = repeats(40, 400)
const LEASES = 6
const DAY = '2026-03-15'

const organization = useOrganization(world)
let bills: ReturnType<typeof invoice>[]
before(async () => {
  bills = await openLeases(organization)
})

test('every day shows the sum of the entries posted by then, in any order and any number at once', async () => {
  const random = createRandom('lease balances')
  const cancels: LedgerEntry[] = []
  for (let step = 0; step < STEPS; step++) {
    const entries = Array.from({ length: random.pick([1, 1, 2, 5, 30]) }, () => {
      // Some entries are reversed by later ones, so that days appear and disappear again because nothing is left on them.
      const undone = random.chance(0.3) ? cancels.pop() : undefined
      if (undone) return undone
      const made = entryOf(random)
      cancels.splice(random.integer(0, cancels.length), 0, { ...made, amount_cents: -made.amount_cents })
      return made
    })
    await organization.within(context => postEntries(context, entries))
    await checkBalances(world, organization.id)
  }
  const [counted] = await world.sql<{ rows: number; leases: number }>(
    'select count(*)::int as rows, count(distinct lease_id)::int as leases from lease_balances where organization_id = $1',
    [organization.id],
  )
  assert.ok((counted?.rows ?? 0) > 20)
  assert.equal(counted?.leases, LEASES)
})

test('a day without a change has no row', async () => {
  const one = await world.organization()
  const [bill] = await openLeases(one)
  const leaseId = bill?.lease_id as string
  const charge = {
    lease_id: leaseId,
    account: 'RECEIVABLE',
    code: 'RENT',
    amount_cents: 500,
    effective_on: DAY,
    description: 'x',
  } as const
  await one.within(context => postEntries(context, [charge]))
  await one.within(context => postEntries(context, [{ ...charge, amount_cents: 700, effective_on: addDays(DAY, 3) }]))
  await one.within(context => postEntries(context, [{ ...charge, amount_cents: -500 }]))
  assert.deepEqual(
    await world.sql(`select from_day::text, receivable_cents from lease_balances where organization_id = $1`, [one.id]),
    [{ from_day: addDays(DAY, 3), receivable_cents: 700 }],
  )
})

test('concurrent postings to the same leases lose nothing, even without earlier locks', async () => {
  await Promise.all(
    Array.from({ length: repeats(24, 200) }, (_, caller) =>
      organization.within(context => {
        const random = createRandom(`caller ${caller}`)
        return postEntries(context, [entryOf(random), entryOf(random), entryOf(random)])
      }),
    ),
  )
  await checkBalances(world, organization.id)
})

test('the first postings to a lease may come at the same time', async () => {
  const one = await world.organization()
  const leases = (await openLeases(one)).map(bill => bill.lease_id)
  const first = { account: 'RECEIVABLE', code: 'RENT', amount_cents: 500, description: 'x' } as const
  await Promise.all(
    Array.from({ length: repeats(8, 40) }, (_, caller) =>
      one.within(context =>
        postEntries(
          context,
          leases.map(lease_id => ({ ...first, lease_id, effective_on: addDays(DAY, caller % 3) })),
        ),
      ),
    ),
  )
  await checkBalances(world, one.id)
})

test('an entry for a lease that does not exist is refused, also among others', async () => {
  const one = await world.organization()
  const [bill] = await openLeases(one)
  const entry = { account: 'RECEIVABLE', code: 'RENT', amount_cents: 500, effective_on: DAY, description: 'x' } as const
  for (const lease_id of [newId('lease', 0), bills[0]?.lease_id as string]) {
    const entries = [
      { ...entry, lease_id: bill?.lease_id as string },
      { ...entry, lease_id },
    ]
    const posted = one.within(context => postEntries(context, entries))
    await assert.rejects(posted, { code: '23503', table: 'ledger_entries' })
  }
  const stored = await world.sql('select id from ledger_entries where organization_id = $1', [one.id])
  assert.equal(stored.length, 0)
})

/** Leases, each with an invoice that entries can refer to. */
async function openLeases(of: Organization) {
  const home = property()
  const units = Array.from({ length: LEASES }, () => unit(home))
  const leases = units.map(flat => lease(flat))
  const invoices = leases.map(one => invoice(one))
  await store(of, { properties: [home], units, leases, invoices })
  return invoices
}

/** A random entry without a payment, within some weeks of the day. */
function entryOf(random: ReturnType<typeof createRandom>): LedgerEntry {
  const { invoice_id, lease_id } = random.pick(bills)
  const effective_on = addDays(DAY, random.integer(-20, 20))
  const amount_cents = random.pick([-1, 1]) * random.pick([100, 100, 250, random.integer(1, 999)])
  const rest = { lease_id, amount_cents, effective_on, description: 'x' }
  if (random.chance(0.2)) return { ...rest, account: 'DEPOSIT', code: 'DEPOSIT' }
  const billed = random.chance(0.7) && { invoice_id, due_on: addDays(effective_on, random.integer(-5, 9)) }
  return { ...rest, account: 'RECEIVABLE', code: 'RENT', ...billed }
}

test('a lease shows the credit that it has today, whatever is dated in the future', async () => {
  const home = await openTenancy(world)
  const shown = async () => {
    const lease = await home.within(context => getLease(context, { lease_id: home.leaseId }))
    return [lease.balance_cents, lease.credit_cents, lease.credit_used_later_cents]
  }
  await home.pay(500, { payment_date: '2026-03-20' })
  assert.deepEqual(await shown(), [0, 0, 0], 'money that comes later is not credit yet')
  await home.pay(300)
  assert.deepEqual(await shown(), [-300, 300, 0], 'money that comes later uses none of the credit')
  await home.charge(1_000, { issue_date: '2026-04-01' })
  assert.deepEqual(await shown(), [-300, 300, 300], 'credit that pays a later invoice is credit until then')
  const { payment_id } = await home.pay(400)
  assert.deepEqual(await shown(), [-700, 700, 500])
  await home.within(context => calls.refundPayment(context, { id: payment_id, amount_cents: 50, on: '2026-03-18' }))
  assert.deepEqual(await shown(), [-700, 700, 550], 'credit that is refunded later is credit until then')
})
