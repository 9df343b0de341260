/** The rest of a month that was billed only in part: a resident who stays, or moves in earlier, is billed for the remaining days exactly once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LeaseRecord } from '#server/domain/leases/records.ts'
import { calls } from '../calls.ts'
import { charge, store } from '../records.ts'
import { conflicts } from '../refusals.ts'
import { useWorld } from '../world.ts'
import { openTenancy, rent } from './tenancy.ts'

const {
  cancelNotice,
  changeCharges,
  endLease,
  generateInvoices,
  previewMonthlyCharges,
  recordNotice,
  rescheduleLease,
  voidInvoice,
  voidMonthlyCharges,
} = calls

const world = useWorld()

/** A lease with rent of $310 and parking of $31 in a month of 31 days, and what its tests do with it in March. */
async function open(fields: Partial<LeaseRecord> = {}) {
  const home = await openTenancy(world, undefined, fields)
  const { org, leaseId: lease_id, within } = home
  const parking = { code: 'PARKING', description: 'Spot 4', amount_cents: 3_100 } as const
  await store(org, { charges: [charge(home.held, { amount_cents: 31_000 }), charge(home.held, parking)] })
  return {
    ...home,
    generate: (month = '2026-03', of: { lease_id?: string } = {}) =>
      within(context => generateInvoices(context, { month, ...of })),
    preview: (month = '2026-03', of: { lease_id?: string } = {}) =>
      within(context => previewMonthlyCharges(context, { month, ...of })),
    /** Limits a call to the lease. */
    alone: { lease_id },
    /** Voids the invoice with a number, from today on or from another day. */
    async voidOf(number: number, on?: string) {
      const { data } = (await world.call('/invoices', org)).body
      const id = data.find(invoice => invoice.number === number)?.invoice_id as string
      await within(context => voidInvoice(context, { id, ...(on && { on }) }))
    },
    /** By how much the charges of March differ from its bill, for each lease of which the preview says so. */
    async differences() {
      const { exceptions } = await within(context => previewMonthlyCharges(context, { month: '2026-03' }))
      return exceptions.filter(({ reason }) => reason === 'CHARGES_DIFFER').map(one => one.difference_cents)
    },
    leaving: (move_out_date: string) => within(context => recordNotice(context, { lease_id, move_out_date })),
    staying: () => within(context => cancelNotice(context, { lease_id })),
    /** The period, total and status of each invoice, in the order of their numbers. */
    async invoices() {
      const { data } = (await world.call('/invoices?limit=100', { key: org.key })).body
      return data
        .toSorted((one, other) => Number(one.number) - Number(other.number))
        .map(({ period_start, period_end, total_cents, status }) => [period_start, period_end, total_cents, status])
    },
  }
}

const TO_20 = ['2026-03-01', '2026-03-20', 22_000, 'OPEN']

test('a notice that is canceled after the month was prorated for it bills the remaining days, once, as the preview states', async () => {
  const home = await open()
  await home.leaving('2026-03-20')
  await home.generate()
  assert.deepEqual(await home.invoices(), [TO_20])
  assert.equal((await home.preview()).invoices, 0, 'as long as the resident leaves, nothing remains')
  await home.staying()
  const { invoices, total_cents, exceptions, changed, properties, billed } = await home.preview()
  assert.deepEqual([invoices, total_cents, properties[0]?.total_cents, changed], [1, 12_100, 12_100, []])
  assert.deepEqual(
    exceptions.map(({ reason, total_cents, period_start, period_end }) => [
      reason,
      total_cents,
      period_start,
      period_end,
    ]),
    [['REMAINING_DAYS', 12_100, '2026-03-21', '2026-03-31']],
  )
  assert.deepEqual(billed, { invoices: 1, total_cents: 22_000, paid_invoices: 0 })
  const both = await Promise.all([home.generate(), home.generate()])
  assert.deepEqual(both.map(({ invoices, total_cents }) => [invoices, total_cents]).sort(), [
    [0, 0],
    [1, 12_100],
  ])
  assert.deepEqual(await home.invoices(), [TO_20, ['2026-03-21', '2026-03-31', 12_100, 'OPEN']])
  const after = await home.preview()
  assert.deepEqual([after.invoices, after.exceptions], [0, []])
  assert.deepEqual(after.billed, { invoices: 2, total_cents: 34_100, paid_invoices: 0 })
  assert.equal((await home.generate('2026-04')).total_cents, 34_100)
})

test('a move-out that is postponed twice bills the days in between each time, and a day that was billed is not billed again', async () => {
  const home = await open()
  await home.leaving('2026-03-20')
  await home.generate()
  await home.leaving('2026-03-25')
  assert.equal((await home.generate()).total_cents, 5_500)
  await home.leaving('2026-03-22')
  assert.equal((await home.generate()).invoices, 0, 'an earlier move-out credits nothing by itself')
  assert.deepEqual(await home.differences(), [-3_300])
  await home.staying()
  assert.equal((await home.generate()).total_cents, 6_600)
  assert.deepEqual(
    (await home.invoices()).map(([start, end]) => [start, end]),
    [
      ['2026-03-01', '2026-03-20'],
      ['2026-03-21', '2026-03-25'],
      ['2026-03-26', '2026-03-31'],
    ],
  )
  assert.equal((await home.generate()).invoices, 0)
})

test('residents who left later than their lease was ended are billed for the days in between', async () => {
  const home = await open()
  const end = (move_out_date: string) =>
    home.within(context => endLease(context, { lease_id: home.leaseId, move_out_date }))
  await end('2026-03-10')
  await home.generate()
  await end('2026-03-14')
  assert.equal((await home.generate()).total_cents, 4_400)
})

test('a lease that was billed ahead and then starts earlier is billed for its first days', async () => {
  const days = { start_date: '2026-03-25', move_in_date: null, end_date: '2027-02-28' }
  const home = await open(days)
  await home.generate()
  await home.within(context => rescheduleLease(context, { lease_id: home.leaseId, start_date: '2026-03-21' }))
  assert.equal((await home.preview()).exceptions[0]?.period_end, '2026-03-24')
  assert.equal((await home.generate()).total_cents, 4_400)
  assert.deepEqual(await home.invoices(), [
    ['2026-03-25', '2026-03-31', 7_700, 'OPEN'],
    ['2026-03-21', '2026-03-24', 4_400, 'OPEN'],
  ])
  assert.equal((await home.generate()).invoices, 0)
})

test('a concession that one part of a month could not take away in full is taken from the part that is billed next', async () => {
  const home = await open({ start_date: '2026-05-25', move_in_date: null, end_date: '2027-04-30' })
  const days = { effective_from: '2026-05-22', effective_to: '2026-05-24' }
  const special = { code: 'CONCESSION', description: 'Special', amount_cents: -62_000, ...days } as const
  await store(home.org, { charges: [charge(home.held, special)] })
  const startOn = async (start_date: string) => {
    await home.within(context => rescheduleLease(context, { lease_id: home.leaseId, start_date }))
    const { total_cents } = await home.preview('2026-05')
    assert.equal((await home.generate('2026-05')).total_cents, total_cents)
    return total_cents
  }
  await home.generate('2026-05')
  assert.deepEqual([await startOn('2026-05-21'), await startOn('2026-05-11')], [0, 9_400])
  assert.deepEqual(await home.invoices(), [
    ['2026-05-25', '2026-05-31', 7_700, 'OPEN'],
    ['2026-05-21', '2026-05-24', 0, 'PAID'],
    ['2026-05-11', '2026-05-20', 9_400, 'OPEN'],
  ])
  const { exceptions } = await home.preview('2026-05')
  assert.deepEqual(exceptions, [], 'together they are what one bill would have been')
})

test('the preview names a lease whose charges or days have changed since the month was billed', async () => {
  const home = await open()
  await home.generate()
  assert.deepEqual(await home.differences(), [])
  const cat = { code: 'PET', description: 'Cat', amount_cents: 3_100 } as const
  await home.within(context =>
    changeCharges(context, { lease_id: home.leaseId, effective_on: '2026-03-22', charges: [cat] }),
  )
  assert.deepEqual(await home.differences(), [1_000])
  await home.within(context => endLease(context, { lease_id: home.leaseId, move_out_date: '2026-02-28' }))
  assert.deepEqual(await home.differences(), [-34_100], 'they had left before the month began')
  assert.equal((await home.generate()).invoices, 0)
})

test('an invoice that a member created is never taken for the bill of the remaining days', async () => {
  const home = await open()
  await home.leaving('2026-03-20')
  await home.generate()
  await home.staying()
  const rest = { issue_date: '2026-03-21', period_start: '2026-03-21', period_end: '2026-03-31' }
  await home.charge(5_000, { ...rest, lines: [rent(5_000)] })
  assert.equal((await home.preview()).total_cents, 12_100)
  assert.equal((await home.generate()).total_cents, 12_100)
  assert.equal((await home.generate()).invoices, 0)
  assert.equal((await home.within(context => voidMonthlyCharges(context, { month: '2026-03' }))).total_cents, 34_100)
})

for (const [part, expected] of [
  ['first', ['2026-03-01', '2026-03-20', 22_000, 'OPEN']],
  ['last', ['2026-03-21', '2026-03-31', 12_100, 'OPEN']],
] as const) {
  test(`if the ${part} invoice of a month in parts is voided by itself, its days are billed again for that lease alone, once`, async () => {
    const home = await open()
    await home.leaving('2026-03-20')
    await home.generate()
    await home.staying()
    await home.generate()
    await home.voidOf(part === 'first' ? 1 : 2)
    assert.equal((await home.generate()).invoices, 0)
    const { invoices, exceptions, billed } = await home.preview()
    assert.deepEqual([invoices, exceptions.map(({ reason }) => reason), billed.invoices], [0, ['INVOICE_VOID'], 1])
    const { total_cents, exceptions: of } = await home.preview('2026-03', home.alone)
    assert.deepEqual(
      [total_cents, of.map(one => [one.reason, one.period_end])],
      [expected[2], [['REMAINING_DAYS', expected[1]]]],
    )
    const both = await Promise.all([home.generate('2026-03', home.alone), home.generate('2026-03', home.alone)])
    assert.deepEqual(both.map(({ invoices }) => invoices).sort(), [0, 1])
    assert.deepEqual((await home.invoices())[2], expected)
    assert.deepEqual((await home.preview()).exceptions, [])
  })
}

test('a prorated invoice that is voided because the resident stays is replaced by one for the whole month', async () => {
  const home = await open()
  await home.leaving('2026-03-20')
  await home.generate()
  await home.staying()
  await home.voidOf(1)
  assert.equal((await home.preview('2026-03', home.alone)).total_cents, 34_100)
  const before = [await home.figures('2026-03-10'), await home.figures('2026-03-14')]
  await home.generate('2026-03', home.alone)
  assert.deepEqual((await home.invoices())[1], ['2026-03-01', '2026-03-31', 34_100, 'OPEN'])
  const [made] = (await world.call('/invoices', home.org)).body.data
  assert.deepEqual([made?.issue_date, made?.due_date], ['2026-03-15', '2026-03-15'], 'on the day of the void')
  assert.deepEqual([await home.figures('2026-03-10'), await home.figures('2026-03-14')], before)
})

test('a month that is voided and billed again, even after it has ended, changes no earlier day and is due on the day of the void', async () => {
  const home = await open()
  const again = async (month: string) => {
    const days = [`${month}-01`, `${month}-14`, '2026-03-14']
    const before = await Promise.all(days.map(day => home.figures(day)))
    await home.within(context => voidMonthlyCharges(context, { month }))
    assert.equal((await home.generate(month)).total_cents, 34_100)
    assert.deepEqual(await Promise.all(days.map(day => home.figures(day))), before)
    const [made] = (await world.call('/invoices', home.org)).body.data
    return [made?.issue_date, made?.due_date, made?.period_start, made?.period_end]
  }
  await home.generate('2026-01')
  await home.generate()
  assert.deepEqual(await again('2026-03'), ['2026-03-15', '2026-03-15', '2026-03-01', '2026-03-31'])
  assert.deepEqual(await again('2026-03'), ['2026-03-15', '2026-03-15', '2026-03-01', '2026-03-31'], 'once more')
  assert.deepEqual(await again('2026-01'), ['2026-03-15', '2026-03-15', '2026-01-01', '2026-01-31'])
  assert.deepEqual(await again('2026-01'), ['2026-03-15', '2026-03-15', '2026-01-01', '2026-01-31'], 'once more')
  assert.equal((await home.preview('2026-01')).billed.invoices, 1)
  assert.deepEqual(await home.figures(), { balance: 68_200, deposit: 0 })
})

test('if the first invoice of a month in parts is void, voiding the month voids the others, and the whole month can be billed', async () => {
  const home = await open()
  await home.leaving('2026-03-20')
  await home.generate()
  await home.staying()
  await home.generate()
  await home.voidOf(1)
  assert.equal((await home.within(context => voidMonthlyCharges(context, { month: '2026-03' }))).total_cents, 12_100)
  assert.equal((await home.generate()).total_cents, 34_100)
})

test('days in front of those that were billed and days after them are billed by one call, to the cent', async () => {
  const home = await open({ start_date: '2026-03-10', move_in_date: null, move_out_date: '2026-03-20' })
  await store(home.org, {
    charges: [charge(home.held, { code: 'PET', description: 'Cat', amount_cents: 100, effective_from: '2026-03-01' })],
  })
  await home.generate()
  await store(home.org, { leases: [{ ...home.held, start_date: '2026-03-04', move_out_date: null }] })
  const { invoices, exceptions } = await home.preview()
  assert.deepEqual([invoices, exceptions[0]?.period_start, exceptions[0]?.period_end], [2, '2026-03-04', '2026-03-31'])
  assert.equal((await home.generate()).invoices, 2)
  assert.deepEqual(
    (await home.invoices()).map(([start, end]) => [start, end]),
    [
      ['2026-03-10', '2026-03-20'],
      ['2026-03-04', '2026-03-09'],
      ['2026-03-21', '2026-03-31'],
    ],
  )
  const total = (await home.invoices()).reduce((sum, invoice) => sum + Number(invoice[2]), 0)
  assert.deepEqual([total, await home.differences()], [24_290, []])
})

test('voiding the charges of a month voids its remaining days too, and the month is billed again as a whole', async () => {
  const home = await open()
  const voidMonth = () => home.within(context => voidMonthlyCharges(context, { month: '2026-03' }))
  await home.leaving('2026-03-20')
  await home.generate()
  await home.staying()
  await home.generate()
  const voided = await voidMonth()
  assert.deepEqual([voided.invoices, voided.total_cents], [2, 34_100])
  await home.leaving('2026-03-20')
  assert.equal((await home.generate()).total_cents, 22_000)
  await home.staying()
  assert.equal((await home.generate()).total_cents, 12_100, 'the invoice that was voided with its month bills nothing')
  await home.pay(34_100)
  await assert.rejects(voidMonth(), conflicts(/^2 invoices of 2026-03 are paid/))
})
