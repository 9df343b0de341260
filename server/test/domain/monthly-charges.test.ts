/**
 * Monthly charges before and after they are issued: the preview, a single property, voiding a whole month, the invoice of a move-in, and late fees.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../calls.ts'
import { charge, lease, property, store, unit } from '../records.ts'
import { conflicts, names } from '../refusals.ts'
import { type Organization, useWorld } from '../world.ts'
import { addMonthlyCharge, openTenancy, type Tenancy } from './tenancy.ts'

const {
  chargeLateFees,
  generateInvoices,
  listProposedLateFees,
  moveIn,
  previewMonthlyCharges,
  setLateFeePolicy,
  voidInvoice,
  voidMonthlyCharges,
} = calls

const world = useWorld()
const preview = (org: Organization, fields: { property_id?: string; lease_id?: string } = {}, month = '2026-04') =>
  org.within(context => previewMonthlyCharges(context, { month, ...fields }))

test('the preview states what generating issues: the sum, each property, exceptions and changed invoices', async () => {
  const home = await openTenancy(world)
  const { org } = home
  await addMonthlyCharge(org, home.held)
  const other = await openTenancy(world, org)
  await addMonthlyCharge(org, other.held, { amount_cents: 90_000 })
  await openTenancy(world, org)
  const late = await openTenancy(world, org, { start_date: '2026-04-16' })
  await addMonthlyCharge(org, late.held, { amount_cents: 60_000, effective_from: '2026-04-16' })
  const draft = lease(unit(home.maple), { stage: 'DRAFT', signed_at: null })
  await store(org, { units: [{ ...home.home, id: draft.unit_id, label: '301' }], leases: [draft] })
  await org.within(context => generateInvoices(context, { month: '2026-03' }))
  await addMonthlyCharge(org, home.held, {
    code: 'PET',
    description: 'Cat',
    amount_cents: 2_500,
    effective_from: '2026-04-01',
  })

  const before = await preview(org)
  assert.deepEqual([before.invoices, before.total_cents], [3, 145_000 + 90_000 + 30_000])
  assert.deepEqual(
    before.properties.map(({ invoices, total_cents }) => [invoices, total_cents]).sort(),
    [
      [1, 145_000],
      [1, 30_000],
      [1, 90_000],
    ].sort(),
  )
  const reasons = before.exceptions.map(({ reason, lease_id, total_cents }) => [reason, lease_id, total_cents])
  assert.equal(reasons.length, 3)
  assert.ok(reasons.some(([reason, id]) => reason === 'NOT_SIGNED' && id === draft.id))
  assert.ok(reasons.some(([reason]) => reason === 'NO_CHARGES'))
  assert.ok(reasons.some(([reason, id, cents]) => reason === 'PRORATED' && id === late.leaseId && cents === 30_000))
  assert.deepEqual(
    before.changed.map(({ lease_id, last_total_cents, total_cents }) => [lease_id, last_total_cents, total_cents]),
    [[home.leaseId, 142_500, 145_000]],
  )
  assert.equal((await home.entries()).length, 1, 'a preview stores nothing')
  const issued = await org.within(context => generateInvoices(context, { month: '2026-04' }))
  assert.deepEqual([issued.invoices, issued.total_cents], [before.invoices, before.total_cents])
  const after = await preview(org)
  assert.deepEqual([after.invoices, after.billed], [0, { invoices: 3, total_cents: 265_000, paid_invoices: 0 }])
})

test('a lease with more charges than an invoice can hold is left out and named, and all others are billed', async () => {
  const home = await openTenancy(world)
  const other = await openTenancy(world, home.org)
  await addMonthlyCharge(home.org, other.held)
  const things = Array.from({ length: 101 }, (_, index) => `Thing ${index}`)
  for (const description of things)
    await addMonthlyCharge(home.org, home.held, { code: 'OTHER', description, amount_cents: 100 })
  const { invoices, exceptions } = await preview(home.org)
  assert.deepEqual(
    [invoices, exceptions.map(({ lease_id, reason, total_cents }) => [lease_id, reason, total_cents])],
    [1, [[home.leaseId, 'TOO_MANY_CHARGES', 0]]],
  )
  const generate = (fields: { lease_id?: string }) =>
    home.org.within(context => generateInvoices(context, { month: '2026-04', ...fields }))
  const issued = await generate({})
  assert.deepEqual([issued.invoices, issued.left_out, issued.leases_without_charges], [1, [home.leaseId], 0])
  await assert.rejects(generate({ lease_id: home.leaseId }), conflicts(/more charges than/))
})

test('a holdover in a unit that is out of service is billed, and the preview names the lease', async () => {
  const home = await openTenancy(world, undefined, { end_date: '2026-04-20' })
  await addMonthlyCharge(home.org, home.held)
  const retire = (in_service_to: string) => store(home.org, { units: [{ ...home.home, in_service_to }] })
  const reasons = async () => (await preview(home.org)).exceptions.map(({ lease_id, reason }) => [lease_id, reason])
  await retire('2026-04-30')
  assert.deepEqual(await reasons(), [])
  await retire('2026-04-29')
  assert.deepEqual(await reasons(), [[home.leaseId, 'UNIT_OUT_OF_SERVICE']])
  assert.equal((await preview(home.org)).total_cents, 142_500)
})

test('a month that cannot be billed yet is refused by the preview as well', async () => {
  const { org, held } = await openTenancy(world)
  await addMonthlyCharge(org, held)
  assert.equal((await preview(org, {}, '2027-03')).invoices, 1)
  await assert.rejects(preview(org, {}, '2027-04'), names('month'))
  await assert.rejects(
    org.within(context => generateInvoices(context, { month: '2027-04' })),
    names('month'),
  )
})

test('one property or one lease can be billed alone, and is previewed as it will be billed', async () => {
  const home = await openTenancy(world)
  const other = await openTenancy(world, home.org)
  for (const { held } of [home, other]) await addMonthlyCharge(home.org, held)
  const of = { property_id: other.maple.id }
  assert.equal((await preview(home.org, of)).invoices, 1)
  const issued = await home.org.within(context => generateInvoices(context, { month: '2026-04', ...of }))
  assert.equal(issued.invoices, 1)
  assert.deepEqual([(await home.entries()).length, (await other.entries()).length], [0, 1])
  const one = { lease_id: home.leaseId }
  assert.equal((await preview(home.org, { ...of, ...one })).invoices, 0, 'a lease of another property')
  const none = await home.org.within(context => generateInvoices(context, { month: '2026-04', ...of, ...one }))
  assert.equal(none.invoices, 0)
  assert.equal((await preview(home.org, one)).total_cents, 142_500)
  await home.org.within(context => generateInvoices(context, { month: '2026-04', ...one }))
  assert.equal((await preview(home.org)).billed.invoices, 2)
})

test('a whole month can be voided while none of it is paid; voiding releases credit, and the month can be generated again', async () => {
  const home = await openTenancy(world)
  const other = await openTenancy(world, home.org)
  for (const { held } of [home, other]) await addMonthlyCharge(home.org, held)
  await home.pay(50_000)
  const generate = () => home.org.within(context => generateInvoices(context, { month: '2026-03' }))
  const voidAll = () => home.org.within(context => voidMonthlyCharges(context, { month: '2026-03' }))
  await generate()
  assert.equal(
    (await preview(home.org, {}, '2026-03')).billed.paid_invoices,
    0,
    'credit does not count as a payment since then',
  )
  const voided = await voidAll()
  assert.deepEqual([voided.invoices, voided.total_cents, voided.next], [2, 285_000, null])
  assert.deepEqual(await home.figures(), { balance: -50_000, deposit: 0 })
  assert.deepEqual(await home.figures('2026-03-14'), { balance: 92_500, deposit: 0 }, 'earlier days stay as they were')
  assert.equal((await generate()).invoices, 2)
  await other.pay(10)
  await assert.rejects(voidAll(), conflicts(/1 invoice of \S+ is paid/))
  assert.deepEqual(await home.figures(), { balance: 92_500, deposit: 0 })
})

test('a lease that pays while a month is voided in parts keeps its invoice, and the others are voided', async () => {
  const home = await openTenancy(world)
  const [, other, last] = [home, await openTenancy(world, home.org), await openTenancy(world, home.org)].sort((a, b) =>
    a.leaseId < b.leaseId ? -1 : 1,
  ) as [Tenancy, Tenancy, Tenancy]
  for (const { held } of [other, last]) await addMonthlyCharge(home.org, held)
  await home.org.within(context => generateInvoices(context, { month: '2026-03' }))
  await other.pay(10)
  const voidAfter = (after?: string) =>
    home.org.within(context => voidMonthlyCharges(context, { month: '2026-03', ...(after && { after }) }))
  await assert.rejects(voidAfter(), conflicts(/1 invoice of \S+ is paid/))
  const rest = await voidAfter('lease_0')
  assert.deepEqual([rest.invoices, rest.total_cents, rest.left_out], [1, 142_500, [other.leaseId]])
  assert.deepEqual(await other.figures(), { balance: 142_490, deposit: 0 })
  assert.deepEqual(await last.figures(), { balance: 0, deposit: 0 })
  // The month of the lease that was left out is billed, and only the other is billed again.
  assert.equal((await preview(home.org, {}, '2026-03')).invoices, 1)
})

test('an invoice that was voided individually is not billed again, and the preview says so', async () => {
  const home = await openTenancy(world)
  await addMonthlyCharge(home.org, home.held)
  await home.org.within(context => generateInvoices(context, { month: '2026-04' }))
  const { data } = (await world.call('/invoices', home.org)).body
  await home.within(context => voidInvoice(context, { id: data[0]?.invoice_id as string }))
  const { invoices, exceptions } = await preview(home.org)
  assert.deepEqual([invoices, exceptions.map(({ reason }) => reason)], [0, ['INVOICE_VOID']])
})

test('a move-in bills the rest of the month if requested, and bills it only once', async () => {
  const home = await openTenancy(world, undefined, { start_date: '2026-03-10', move_in_date: null })
  await addMonthlyCharge(home.org, home.held, { amount_cents: 31_000, effective_from: '2026-03-10' })
  const move = (bills_month: boolean) =>
    home.within(context => moveIn(context, { lease_id: home.leaseId, move_in_date: '2026-03-10', bills_month }))
  assert.equal((await move(false)).balance_cents, 0)
  assert.equal((await move(true)).balance_cents, 22_000)
  assert.equal((await move(true)).balance_cents, 22_000)
})

test('late fees are proposed by the policy, charged when chosen, and never twice', async () => {
  const home = await openTenancy(world)
  const { org } = home
  const proposed = () => org.within(context => listProposedLateFees(context, {}))
  const { invoice_id: late } = await home.charge(10_000, { due_date: '2026-03-05' })
  await home.charge(10_000, { due_date: '2026-03-10' })
  await home.charge(0, { lines: [{ charge_code: 'UTILITY', description: 'Water', amount_cents: 100 }] })
  assert.deepEqual((await proposed()).data, [])
  const policy = { grace_days: 5, flat_cents: null, percent_basis_points: 525 }
  await assert.rejects(
    org.within(context => setLateFeePolicy(context, { ...policy, flat_cents: 100 })),
    names('percent_basis_points'),
  )
  await org.within(context => setLateFeePolicy(context, policy))
  const { data } = await proposed()
  assert.deepEqual(
    data.map(({ invoice_id, days_late, balance_cents, fee_cents }) => [
      invoice_id,
      days_late,
      balance_cents,
      fee_cents,
    ]),
    [[late, 10, 10_000, 525]],
  )
  const act = () => org.within(context => chargeLateFees(context, { invoice_ids: [late] }))
  assert.deepEqual(await Promise.all([act(), act()]).then(all => all.map(({ invoices }) => invoices).sort()), [0, 1])
  assert.deepEqual(await home.figures(), { balance: 20_625, deposit: 0 })
  assert.deepEqual((await proposed()).data, [])
  assert.ok((await home.logged()).some(({ action }) => action === 'late_fee.charge'))
  await org.within(context =>
    setLateFeePolicy(context, { grace_days: 0, flat_cents: null, percent_basis_points: null }),
  )
  assert.deepEqual((await proposed()).data, [])
})

test('a month of more than 1,000 leases is previewed, billed and voided in parts, and every lease is in one of them', async () => {
  const org = await world.organization()
  const maple = property()
  const units = Array.from({ length: 1_001 }, (_, number) => unit(maple, { label: String(number) }))
  const leases = units.map(home => lease(home))
  const charges = leases.map(held => charge(held, { effective_from: '2025-01-01', amount_cents: 100_000 }))
  await store(org, { properties: [maple], units, leases, charges })
  const parts = async <Part extends { next: string | null }>(work: (from: { after?: string }) => Promise<Part>) => {
    const first = await work({})
    assert.notEqual(first.next, null, 'there is a second part')
    const second = await work({ after: first.next as string })
    assert.equal(second.next, null, 'there is no third part')
    return [first, second]
  }
  const sizes = (all: { invoices: number; total_cents: number }[]) =>
    all.map(({ invoices, total_cents }) => [invoices, total_cents])
  const each = [
    [1_000, 100_000_000],
    [1, 100_000],
  ]
  const month = '2026-04'
  const previewed = await parts(from => org.within(context => previewMonthlyCharges(context, { month, ...from })))
  assert.deepEqual(sizes(previewed), each)
  assert.deepEqual(
    sizes(await parts(from => org.within(context => generateInvoices(context, { month, ...from })))),
    each,
  )
  assert.deepEqual(sizes(await parts(() => org.within(context => voidMonthlyCharges(context, { month })))), each)
})
