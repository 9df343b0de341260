/**
 * Money in the console: charged, billed, paid, taken back, held and returned, with a ledger that shows each of these line
 * by line.
 */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { INVOICE_STEPS } from '#contract/console/invoices.ts'
import { PAYMENT_STEPS } from '#contract/console/payments.ts'
import { assertNames, assertRefused } from '../contract/promises.ts'
import { deposit, openTenancy, rent } from '../domain/tenancy.ts'
import { charge, lease, store, unit } from '../records.ts'
import { prepare, useWorld } from '../world.ts'
import { openOffice, walk } from './office.ts'

const world = useWorld({ own: true })
const office = prepare(() => openOffice(world))
beforeEach(() => world.clock.advance(61_000))

const tenancy = () => openTenancy(world, office.org)

test('a draft is issued, paid in part, and paid in full by a payment with allocations', async () => {
  const { leaseId, dana } = await tenancy()
  const lines = [{ charge_code: 'UTILITY', description: 'Water', amount_cents: 10_000 }]
  const draft = await office.write('POST', '/invoices', {
    ...{ lease_id: leaseId, lines, is_draft: true, issue_date: '2026-03-01', due_date: '2026-03-05' },
    ...{ period_start: '2026-02-01', period_end: '2026-02-28' },
  })
  assert.deepEqual([draft.status, draft.balance_cents, draft.resident_id], ['DRAFT', 0, dana.id])
  assert.deepEqual(
    [draft.property_name, draft.resident_name, draft.allowed_steps],
    ['Maple Court', 'Dana Whitfield', ['ISSUE', 'VOID']],
  )
  const issued = await office.write('POST', `/invoices/${draft.invoice_id}/issue`, {})
  assert.deepEqual(
    [issued.status, issued.due_date, issued.allowed_steps],
    ['OPEN', '2026-03-05', ['VOID', 'RECORD_PAYMENT']],
  )
  const part = await office.write('POST', '/payments', {
    ...{ lease_id: leaseId, method: 'CHECK', amount_cents: 4_000, reference: '1042', payment_date: '2026-03-02' },
    allocations: [{ invoice_id: draft.invoice_id, amount_cents: 3_000 }],
  })
  assert.deepEqual([part.status, part.unapplied_cents, part.reference], ['PAID', 1_000, '1042'])
  assert.deepEqual(part.invoices, [{ invoice_id: draft.invoice_id, number: issued.number, amount_cents: 3_000 }])
  const pending = await office.write('POST', '/payments', {
    lease_id: leaseId,
    method: 'ACH',
    amount_cents: 6_000,
    status: 'PENDING',
  })
  assert.deepEqual([pending.status, pending.allowed_steps], ['PENDING', ['SETTLE', 'FAIL', 'CANCEL']])
  const settled = await office.write('POST', `/payments/${pending.payment_id}/settle`, {})
  assert.deepEqual([settled.status, settled.allowed_steps], ['PAID', ['REVERSE', 'REFUND', 'VOID']])
  const detail = await office.read(`/invoices/${draft.invoice_id}/detail`)
  assert.deepEqual(
    [detail.status, detail.paid_cents, detail.allowed_steps],
    ['PARTIALLY_PAID', 9_000, ['RECORD_PAYMENT']],
  )
  assert.deepEqual(
    (detail.payments as { payment_id: string; amount_cents: number }[]).map(each => [
      each.payment_id,
      each.amount_cents,
    ]),
    [
      [part.payment_id, 3_000],
      [pending.payment_id, 6_000],
    ],
  )
  assert.deepEqual(await office.logged(draft.invoice_id as string), ['invoice.create', 'invoice.issue'])
  assert.deepEqual(await office.logged(pending.payment_id as string), ['payment.record', 'payment.settle'])
})

test('fields that do not make a valid invoice or payment are named', async () => {
  const { leaseId } = await tenancy()
  const lines = [{ charge_code: 'RENT', description: 'Rent', amount_cents: 1 }]
  const send = (body: Record<string, unknown>) =>
    office.call('POST', '/invoices', { lease_id: leaseId, lines, ...body })
  assertNames(await send({ period_start: '2026-03-01' }), 'period_end')
  assertNames(await send({ period_end: '2026-03-01' }), 'period_start')
  assertNames(await send({ lease_id: 'nonsense' }), 'lease_id')
  assertNames(await send({ lines: [] }), 'lines')
  assertNames(await send({ due_date: '2026-03-01' }), 'due_date')
  assertNames(await office.call('POST', '/payments', { lease_id: leaseId, method: 'GOLD', amount_cents: 1 }), 'method')
  const foreign = await openTenancy(world)
  const owed = await foreign.charge(100)
  const allocations = [{ invoice_id: owed.invoice_id, amount_cents: 100 }]
  assertNames(
    await office.call('POST', '/payments', { lease_id: leaseId, method: 'CASH', amount_cents: 100, allocations }),
    'allocations[0].invoice_id',
  )
  assert.equal((await office.read(`/leases/${leaseId}/ledger`)).pagination.total, 0)
})

test('an invoice allows the steps that it lists, and no others, whatever its status', async () => {
  for (const status of ['DRAFT', 'OPEN', 'PARTIALLY_PAID', 'PAID', 'VOID']) {
    for (const step of INVOICE_STEPS) {
      const { leaseId, charge, pay } = await tenancy()
      const { invoice_id } = await charge(10_000, { is_draft: status === 'DRAFT' })
      if (status === 'PARTIALLY_PAID') await pay(4_000)
      if (status === 'PAID') await pay(10_000)
      if (status === 'VOID') await office.write('POST', `/invoices/${invoice_id}/void`, {})
      const detail = await office.read(`/invoices/${invoice_id}/detail`)
      assert.equal(detail.status, status)
      const allocations = [{ invoice_id, amount_cents: 1_000 }]
      const reply =
        step === 'RECORD_PAYMENT'
          ? await office.call('POST', '/payments', {
              lease_id: leaseId,
              method: 'CASH',
              amount_cents: 1_000,
              allocations,
            })
          : await office.call('POST', `/invoices/${invoice_id}/${step.toLowerCase()}`, {})
      if ((detail.allowed_steps as string[]).includes(step))
        assert.ok(reply.status < 300, `${status} ${step}: ${reply.text}`)
      else assertRefused(reply, 'conflict')
    }
  }
})

test('a payment allows the steps that it lists, and no others, whatever its status', async () => {
  const become: Record<string, string | undefined> = {
    FAILED: 'fail',
    CANCELLED: 'cancel',
    REVERSED: 'reverse',
    REFUNDED: 'refund',
  }
  for (const status of ['PENDING', 'PAID', 'FAILED', 'CANCELLED', 'REVERSED', 'REFUNDED']) {
    for (const step of PAYMENT_STEPS) {
      const { pay } = await tenancy()
      const isPaid = ['PAID', 'REVERSED', 'REFUNDED'].includes(status)
      const { payment_id } = await pay(10_000, { status: isPaid ? 'PAID' : 'PENDING' })
      const send = (name: string) =>
        office.call('POST', `/payments/${payment_id}/${name}`, name === 'cancel' ? undefined : {})
      const first = become[status]
      if (first) assert.equal((await send(first)).status, 200)
      const detail = await office.read(`/payments/${payment_id}/detail`)
      assert.equal(detail.status, status)
      const reply = await send(step.toLowerCase())
      if ((detail.allowed_steps as string[]).includes(step)) assert.equal(reply.status, 200, `${status} ${step}`)
      else assertRefused(reply, 'conflict')
    }
  }
})

test('a month can be billed in parts, and no lease is billed twice', async () => {
  const org = await world.organization()
  const own = await openOffice(world, org)
  const { maple, held } = await openTenancy(world, org)
  const homes = Array.from({ length: 1_001 }, () => unit(maple))
  const leases = homes.map(home => lease(home))
  await store(org, { units: homes, leases, charges: [...leases, held].map(of => charge(of)) })
  const bill = (after?: unknown) =>
    own.write('POST', '/invoices/generate', { month: '2026-04', ...(after ? { after } : {}) })
  const first = await bill()
  assert.deepEqual([first.invoices, first.total_cents, first.first_day], [1_000, 142_500_000, '2026-04-01'])
  const second = await bill(first.next)
  assert.deepEqual([second.invoices, second.next], [2, null])
  const again = await bill()
  assert.deepEqual([again.invoices, again.total_cents, again.next], [0, 0, null])
  assert.equal((await own.read('/invoices')).pagination.total, 1_002)
  assertNames(await own.call('POST', '/invoices/generate', { month: '2026-13' }), 'month')
})

test('a payment repeated with its key is recorded once, and a different one with that key is refused', async () => {
  const { leaseId } = await tenancy()
  const body = { lease_id: leaseId, method: 'CASH', amount_cents: 5_000 }
  const send = (fields: object = {}) =>
    office.admin.call(office.admin.inside('/payments'), {
      headers: { 'idempotency-key': `form-${leaseId}` },
      body: { ...body, ...fields },
    })
  const [first, second] = [await send(), await send()]
  assert.deepEqual([first.status, second.status, second.body], [201, 201, first.body])
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assertRefused(await send({ amount_cents: 6_000 }), 'idempotency_key_reused')
  assert.equal((await office.read(`/payments?lease_id=${leaseId}`)).pagination.total, 1)
})

test('payments can be listed by the days on which they count, also in a search', async () => {
  const { leaseId, pay } = await tenancy()
  for (const day of ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05']) {
    await pay(1_000, { payment_date: day, reference: 'Till' })
  }
  const days = async (query: string) => {
    const rows = await office.rows(`/payments?lease_id=${leaseId}&${query}`)
    return rows.map(({ payment_date }) => payment_date)
  }
  assert.deepEqual(await days('from=2026-03-04'), ['2026-03-05', '2026-03-04'])
  assert.deepEqual(await days('from=2026-03-03&to=2026-03-04&search=till'), ['2026-03-04', '2026-03-03'])
  assert.deepEqual(await days('to=2026-03-02&sort=amount_cents'), ['2026-03-02'])
  assertNames(await office.call('GET', '/payments?from=3/5/26'), 'from')
})

test('payments can be listed by their method, and those that are listed are added up on all pages', async () => {
  const { leaseId, pay } = await tenancy()
  await pay(1_000, { method: 'CHECK', reference: 'Slip 7', payment_date: '2026-03-02' })
  await pay(2_500, { method: 'CHECK', reference: 'Slip 8', payment_date: '2026-03-03' })
  await pay(4_000, { method: 'CASH', reference: 'Slip 9', payment_date: '2026-03-03', status: 'PENDING' })
  const listed = async (query: string) => {
    const rows = await office.rows(`/payments?lease_id=${leaseId}&${query}`)
    const sums = await office.read(`/payment-sums?lease_id=${leaseId}&${query.replace(/&sort=\w+/, '')}`)
    assert.equal(sums.payments, rows.length, query)
    return [rows.map(({ amount_cents }) => amount_cents), sums.amount_cents, sums.paid_cents]
  }
  assert.deepEqual(await listed('status=ALL'), [[4_000, 2_500, 1_000], 7_500, 3_500])
  assert.deepEqual(await listed('method=check'), [[2_500, 1_000], 3_500, 3_500])
  assert.deepEqual(await listed('method=CHECK&from=2026-03-03&sort=amount_cents'), [[2_500], 2_500, 2_500])
  assert.deepEqual(await listed('method=CASH'), [[], 0, 0])
  assert.deepEqual(await listed('method=CASH&status=ALL&search=slip'), [[4_000], 4_000, 0])
  assert.deepEqual(await listed('search=slip+8'), [[2_500], 2_500, 2_500])
  assertNames(await office.call('GET', '/payments?method=coins'), 'method')
})

test('the ledger of a lease lists charges and payments, with the balance after each', async () => {
  const { leaseId, charge, pay } = await tenancy()
  const march = await charge(142_500)
  const check = await pay(145_000, { method: 'CHECK', reference: '1042', payment_date: '2026-03-05' })
  // The invoice counts from a day before it was entered, and is paid in part by an earlier overpayment.
  const water = await charge(7_500, { issue_date: '2026-03-04', lines: [{ ...rent(7_500), charge_code: 'UTILITY' }] })
  const held = await charge(50_000, { issue_date: '2026-03-06', lines: [deposit(50_000)] })
  const second = await pay(60_000, { payment_date: '2026-03-07' })
  await office.write('POST', `/payments/${second.payment_id}/refund`, { amount_cents: 1_000, on: '2026-03-08' })
  const lines = await office.rows(`/leases/${leaseId}/ledger`)
  const told = lines.map(line => [line.effective_on, line.account, line.code, line.amount_cents, line.balance_cents])
  assert.deepEqual(told, [
    ['2026-03-08', 'RECEIVABLE', 'REFUND', 1_000, -4_000],
    ['2026-03-07', 'DEPOSIT', 'DEPOSIT', 50_000, 50_000],
    ['2026-03-07', 'RECEIVABLE', 'PAYMENT', -60_000, -5_000],
    ['2026-03-06', 'RECEIVABLE', 'DEPOSIT', 50_000, 55_000],
    ['2026-03-05', 'RECEIVABLE', 'PAYMENT', -145_000, 5_000],
    ['2026-03-04', 'RECEIVABLE', 'UTILITY', 7_500, 150_000],
    ['2026-03-01', 'RECEIVABLE', 'RENT', 142_500, 142_500],
  ])
  const of = (field: string) => lines.map(line => line[field]).filter(value => value !== null)
  assert.deepEqual(of('invoice_number'), [held.number, water.number, march.number])
  assert.deepEqual([...new Set(of('payment_id'))], [second.payment_id, check.payment_id])
  const paid = (line: { [field: string]: unknown }) => [line.payment_method, line.payment_reference]
  assert.deepEqual(paid(lines[4] ?? {}), ['CHECK', '1042'])
  assert.deepEqual(paid(lines[5] ?? {}), [null, null])
  const { payments } = await office.read(`/invoices/${march.invoice_id}/detail`)
  const [first = {}] = payments as { method?: string; reference?: string }[]
  assert.deepEqual([first.method, first.reference], ['CHECK', '1042'])
  const shown = await office.read(`/leases/${leaseId}`)
  assert.deepEqual([shown.balance_cents, shown.deposit_held_cents, shown.credit_cents], [-4_000, 50_000, 4_000])
  assert.equal((await walk(office, `/leases/${leaseId}/ledger`, 'line_id')).length, 7)
  assert.equal((await walk(office, `/leases/${leaseId}/ledger?account=DEPOSIT`, 'line_id')).length, 1)
  assertRefused(await office.call('GET', '/leases/nonsense/ledger'), 'not_found')
})

test('a deposit is partly returned and partly withheld, and never more than is held', async () => {
  const { leaseId, charge, pay } = await tenancy()
  await charge(50_000, { lines: [deposit(50_000)] })
  await pay(50_000)
  await charge(30_000)
  const due = await office.read(`/leases/${leaseId}`)
  assert.deepEqual([due.deposit_held_cents, due.past_due_cents, due.balance_cents], [50_000, 30_000, 30_000])
  const at = `/leases/${leaseId}`
  const kept = await office.write('POST', `${at}/withhold-deposit`, { amount_cents: 30_000, memo: 'Carpet' })
  assert.deepEqual([kept.status, kept.memo, kept.unapplied_cents], ['PAID', 'Carpet', 0])
  const left = await office.write('POST', `${at}/return-deposit`, { amount_cents: 15_000 })
  assert.deepEqual([left.deposit_held_cents, left.balance_cents, left.past_due_cents], [5_000, 0, 0])
  assertRefused(await office.call('POST', `${at}/return-deposit`, { amount_cents: 5_001 }), 'conflict')
  assert.deepEqual(await office.logged(leaseId), ['deposit.withhold', 'deposit.return'])
  assertRefused(await office.call('POST', '/leases/nonsense/return-deposit', { amount_cents: 1 }), 'not_found')
})
