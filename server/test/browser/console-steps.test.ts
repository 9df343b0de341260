/** The steps of leases, invoices and payments in a real browser: after each step the page and the service agree. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useOrganization, useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { chooseLease, hasValue, type Insider, takeStep, takeStepOfMenu, useConsole } from './console-visit.ts'
import { fact, figure, hasNoStep, openLease, status } from './record-page.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world)

before(async () => {
  await smallPortfolio(organization)
})

test('each step is taken in its form, and the service confirms what the page shows', t =>
  console.insider(organization, 'ADMIN', async insider => {
    await t.test('a deposit is paid, partly withheld for what is owed, and the rest returned', () => deposit(insider))
    await t.test('the charges of a month are generated only once', () => billing(insider))
    await t.test('a pending payment is received and reversed by the bank, fails, or is canceled', () =>
      payments(insider),
    )
    await t.test('a lease is renewed, receives notice, faces an eviction, and ends', () => leaving(insider))
    await t.test('a future lease gets another start date, and is canceled', () => notBegun(insider))
  }))

async function deposit(insider: Insider): Promise<void> {
  const { page } = insider
  const id = await storeDeposit(insider)
  await openLease(insider, '204')
  await figure(page, 'Deposit held', '$500.00').waitFor()

  await takeStepOfMenu(page, 'Withhold deposit', async dialog => {
    const applied = dialog.getByLabel('Applied to open invoices in dollars')
    await hasValue(applied, '500.00')
    await applied.fill('500.01')
    await dialog.getByRole('button', { name: 'Withhold deposit' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'more than the deposit' }).waitFor()
    await applied.fill('200.29')
    await dialog.getByRole('textbox', { name: /^Deduction 1/ }).fill('Carpet')
    await dialog.getByRole('textbox', { name: /^Amount 1 in dollars/ }).fill('80')
    await dialog.getByRole('button', { name: 'Add deduction' }).click()
    await dialog.getByRole('textbox', { name: /^Deduction 2/ }).fill('Cleaning')
    await dialog.getByRole('textbox', { name: /^Amount 2 in dollars/ }).fill('20')
    await dialog.getByText('$300.29 of the $500.00 held is withheld. $199.71 is left to return.').waitFor()
    await dialog.getByLabel('Memo').fill('Inspected')
  })
  await figure(page, 'Deposit held', '$199.71').waitFor()
  await figure(page, 'Balance', '$1,224.71').waitFor()
  await takeStepOfMenu(page, 'Return deposit', dialog => dialog.getByLabel('Amount in dollars').fill('199.71'))
  await figure(page, 'Deposit held', '$0.00').waitFor()
  await page.getByRole('row', { name: 'Mar 15, 2026 Deposit returned Deposit -$199.71' }).waitFor()
  await hasNoStep(page, /Withhold|Return/)

  await page.getByRole('link', { name: 'Deposit statement' }).click()
  const summary = page.getByRole('table', { name: 'Summary' })
  await summary.getByRole('row', { name: 'Withheld -$300.29' }).waitFor()
  await summary.getByRole('row', { name: 'Still owed by the resident $1,224.71' }).waitFor()
  await page.getByRole('row', { name: 'Cleaning, invoice #3 of Mar 15, 2026 $20.00' }).waitFor()

  assert.deepEqual(await invoice(1), ['PARTIALLY_PAID', 122_471])
  assert.deepEqual(await invoice(3), ['PAID', 0])
  const [kept] = (await world.call('/payments', organization)).body.data
  assert.deepEqual([kept?.amount_cents, kept?.memo, kept?.unapplied_cents], [30_029, 'Inspected', 0])
  assert.deepEqual(await events(), ['invoice.paid 2', 'payment.received 1'])
  assert.deepEqual((await logged(id, insider.email)).slice(-2), ['deposit.withhold', 'deposit.return'])
}

/** Bills a deposit of $500.00 to the lease of 204 and records its payment. console-money.test.ts covers the forms for both. */
async function storeDeposit({ read, write }: Insider): Promise<string> {
  const [{ lease_id } = { lease_id: '' }] = (await read('/leases?search=204')).data as { lease_id: string }[]
  const lines = [{ charge_code: 'DEPOSIT', description: 'Security deposit', amount_cents: 50_000 }]
  const { invoice_id } = await write('/invoices', { lease_id, lines })
  const allocations = [{ invoice_id, amount_cents: 50_000 }]
  await write('/payments', { lease_id, method: 'CHECK', amount_cents: 50_000, allocations })
  return lease_id
}

async function billing({ page, openPage }: Insider): Promise<void> {
  await openPage('/invoices')
  const dialog = page.getByRole('dialog', { name: 'Generate monthly charges' })
  const open = async () => {
    await page.getByRole('button', { name: 'Generate monthly charges' }).click()
    await dialog.getByLabel('Month').selectOption('April 2026')
  }
  for (const round of [1, 2]) {
    await open()
    await dialog.getByText('1 invoice for $1,425.00 will be issued.').waitFor()
    await dialog.getByRole('button', { name: 'Issue 1 invoice' }).click()
    await dialog.getByText('1 invoice issued for $1,425.00.').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    if (round === 2) break
    // The charges of a month that nobody has paid are voided together, and generated again.
    await open()
    await dialog.getByText('1 invoice already issued, $1,425.00. None has been paid since.').waitFor()
    await dialog.getByRole('button', { name: 'Void these charges' }).click()
    const confirm = page.getByRole('dialog', { name: 'Void the charges of April 2026' })
    await confirm.getByRole('button', { name: 'Void 1 invoice' }).click()
    await confirm.waitFor({ state: 'detached' })
  }
  await open()
  await dialog.getByText('No invoices to issue for this month.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: / #5 .*Apr 1, 2026.*\$1,425\.00/ }).waitFor()
  const { data, pagination } = (await world.call('/invoices', organization)).body
  assert.equal(pagination.total, 5)
  const april = data.find(({ number }) => number === 5)
  assert.deepEqual([april?.period_start, april?.period_end, april?.status], ['2026-04-01', '2026-04-30', 'OPEN'])
}

async function payments(insider: Insider): Promise<void> {
  const { page } = insider
  const became = (word: string) => fact(page, 'Status', word)
  const answer = (step: string, reason?: string) =>
    takeStep(page, step, async dialog => {
      if (reason) await dialog.getByLabel('Reason').fill(reason)
    })

  const first = await recordPending(insider, '1224.71')
  assert.deepEqual(await invoice(1), ['PARTIALLY_PAID', 122_471])
  await answer('Mark as received')
  await became('Paid').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Invoice #1$1,224.71' }).waitFor()
  assert.deepEqual(
    [await payment(first), await invoice(1)],
    [
      ['PAID', null],
      ['PAID', 0],
    ],
  )
  assert.deepEqual(await events(), ['invoice.paid 3', 'payment.received 2'])
  await answer('Reverse payment', 'Account closed')
  await became('Reversed').waitFor()
  await page.getByText('A payment that is reversed is not applied to invoices.').waitFor()
  assert.deepEqual(
    [await payment(first), await invoice(1)],
    [
      ['REVERSED', 'Account closed'],
      ['PARTIALLY_PAID', 122_471],
    ],
  )

  const second = await recordPending(insider, '10')
  await answer('Record failure', 'Insufficient funds')
  await became('Failed').waitFor()
  await fact(page, 'Reason', 'Insufficient funds').waitFor()
  assert.deepEqual(await payment(second), ['FAILED', 'Insufficient funds'])

  const third = await recordPending(insider, '20')
  await answer('Cancel payment')
  await became('Canceled').waitFor()
  assert.deepEqual(
    [await payment(third), await invoice(1)],
    [
      ['CANCELLED', null],
      ['PARTIALLY_PAID', 122_471],
    ],
  )
  assert.deepEqual(await events(), ['invoice.paid 3', 'payment.received 2', 'payment.reversed 1'])

  const fourth = await recordPending(insider, '5')
  await answer('Mark as received')
  await became('Paid').waitFor()
  await answer('Void payment')
  await became('Voided').waitFor()
  // A toast stays while its button has the focus.
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.focus()
  assert.deepEqual(await payment(fourth), ['CANCELLED', null])
  await undo.click()
  await became('Paid').waitFor()
  assert.deepEqual(await payment(fourth), ['PAID', null])
}

async function leaving(insider: Insider): Promise<void> {
  const { page, email } = insider
  const id = await openLease(insider, '204')
  const lease = () => insider.read(`/leases/${id}`)
  await page.getByLabel('Note').fill('Prefers to be called.')
  await page.getByRole('button', { name: 'Add note' }).click()
  const timeline = page.getByRole('list', { name: 'Timeline' })
  await timeline.getByText('Prefers to be called.').waitFor()
  await timeline.getByText('Payment voided').first().waitFor()
  await takeStepOfMenu(page, 'Correct move-in date', dialog => hasValue(dialog.getByLabel('Moved in'), '2025-09-01'))
  await takeStepOfMenu(page, 'Renew lease', async dialog => {
    await dialog.getByRole('region', { name: 'Current term' }).getByText('Aug 31, 2026').waitFor()
    await hasValue(dialog.getByLabel('From'), '2026-09-01')
    await hasValue(dialog.getByLabel('To'), '2027-08-31')
    await dialog.getByLabel('Rent in dollars').fill('1,500.29')
  })
  const next = page.getByRole('list', { name: 'Terms' }).getByRole('listitem').filter({ hasText: 'Next' })
  await next.getByText('Sep 1, 2026 – Aug 31, 2027').waitFor()
  await next.getByText('Fixed, $1,500.29 per month, renewed on Mar 15, 2026').waitFor()
  await page.getByRole('row', { name: /^Rent Sep 1, 2026 \$1,500\.29/ }).waitFor()
  assert.equal(((await lease()).terms as { end_date: string }[])[1]?.end_date, '2027-08-31')
  assert.equal(await rentRoll('204', '2026-09-01', 'rent_cents'), 150_029)

  await takeStepOfMenu(page, 'Record notice to vacate', async dialog => {
    await dialog.getByLabel('Given on').fill('2026-03-10')
    await dialog.getByLabel('Move-out date').fill('2026-04-30')
  })
  await status(page, 'Notice').waitFor()
  await fact(page, 'Moves out', 'Apr 30, 2026').waitFor()
  assert.equal(await rentRoll('204', '2026-03-15', 'status'), 'NOTICE_UNRENTED')
  await hasNoStep(page, /Renew/)
  await takeStepOfMenu(page, 'Cancel notice')
  await fact(page, 'Moves out', 'none').waitFor()
  assert.equal((await lease()).move_out_date, null)

  await takeStepOfMenu(page, 'Record eviction filing', dialog => dialog.getByLabel('Filed on').fill('2026-03-12'))
  await status(page, 'Eviction').waitFor()
  await fact(page, 'Eviction filed', 'Mar 12, 2026').waitFor()
  assert.equal(await rentRoll('204', '2026-03-15', 'status'), 'EVICT')

  await takeStepOfMenu(page, 'End lease', dialog => dialog.getByLabel('Last day').fill('2026-03-14'))
  await status(page, 'Ended').waitFor()
  await fact(page, 'Moved out', 'Mar 14, 2026').waitFor()
  assert.deepEqual([(await lease()).status, (await lease()).move_out_date], ['ENDED', '2026-03-14'])
  assert.equal(await rentRoll('204', '2026-03-15', 'status'), 'VACANT_UNRENTED')
  assert.deepEqual(await logged(id, email), [
    ...['deposit.withhold', 'deposit.return', 'note.create', 'lease.renew', 'lease.record_notice'],
    'lease.cancel_notice',
    ...['lease.record_eviction', 'lease.end'],
  ])
}

async function notBegun(insider: Insider): Promise<void> {
  const { page, email } = insider
  const [home] = (await insider.read('/units?search=205')).data as { unit_id: string }[]
  const [dana] = (await insider.read('/all-residents')).data as { resident_id: string }[]
  const drawn = await insider.write('/leases', {
    ...{ unit_id: home?.unit_id, start_date: '2026-06-01', end_date: '2027-05-31' },
    residents: [{ resident_id: dana?.resident_id, role: 'PRIMARY' }],
    charges: [{ code: 'RENT', amount_cents: 142_500 }],
  })
  await insider.write(`/leases/${drawn.lease_id}/sign`, {})
  await insider.write('/invoices/generate', { month: '2026-06', lease_id: drawn.lease_id })
  const id = await openLease(insider, '205')
  await status(page, 'Future').waitFor()
  await takeStepOfMenu(page, 'Change start date', dialog => dialog.getByLabel('First day').fill('2026-06-15'))
  await fact(page, 'Starts', 'Jun 15, 2026').waitFor()
  await page.getByRole('row', { name: /^Rent Jun 15, 2026 \$1,425\.00/ }).waitFor()
  assert.deepEqual(
    [await rentRoll('205', '2026-06-14', 'resident_name'), await rentRoll('205', '2026-06-15', 'resident_name')],
    [null, 'Dana Whitfield'],
  )
  await takeStepOfMenu(page, 'Cancel lease', dialog => dialog.getByText('$1,425.00 is not paid yet').waitFor())
  await status(page, 'Canceled').waitFor()
  assert.equal(await page.locator('main header').getByRole('button').count(), 0, 'nothing more can be done to it')
  assert.equal(await rentRoll('205', '2026-06-15', 'resident_name'), null)
  assert.equal((await insider.read(`/leases/${id}`)).status, 'CANCELLED')
  assert.deepEqual((await logged(id, email)).slice(-2), ['lease.reschedule', 'lease.cancel'])
}

/** Records a pending payment and stays on its page; returns its ID. */
async function recordPending({ page, openPage }: Insider, dollars: string): Promise<string> {
  await openPage('/payments')
  await page.getByRole('button', { name: 'Record payment' }).first().click()
  const form = page.getByRole('dialog', { name: 'Record payment' })
  await chooseLease(form)
  await form.getByLabel('Amount in dollars').fill(dollars)
  await form.getByLabel('Status').selectOption('Pending')
  await form.getByRole('button', { name: 'Record payment' }).click()
  await fact(page, 'Status', 'Pending').waitFor()
  return page.url().split('/').at(-1) as string
}

async function invoice(number: number): Promise<unknown[]> {
  const { data } = (await world.call('/invoices', organization)).body
  const found = data.find(each => each.number === number)
  return [found?.status, found?.balance_cents]
}

async function payment(id: string): Promise<unknown[]> {
  const { status, failure_reason } = (await world.call(`/payments/${id}`, organization)).body
  return [status, failure_reason]
}

async function rentRoll(unit: string, day: string, field: string): Promise<unknown> {
  const { rows } = (await world.call(`/rent-roll?scope_id=portfolio&as_of_date=${day}`, organization)).body
  return (rows as Record<string, unknown>[]).find(({ unit_label }) => unit_label === unit)?.[field]
}

/** The number of events of each type. */
async function events(): Promise<string[]> {
  const counts = await world.sql<{ words: string }>(
    `select type || ' ' || count(*) as words from events where organization_id = $1 group by type order by type`,
    [organization.id],
  )
  return counts.map(({ words }) => words)
}

async function logged(subject: string, actor: string): Promise<string[]> {
  const lines = await world.sql<{ action: string }>(
    'select action from administrative_log where organization_id = $1 and subject = $2 and actor = $3 order by id',
    [organization.id, subject, actor],
  )
  return lines.map(({ action }) => action)
}
