/** Payments, invoices, imports, residents and messages in a real browser, for members whose role allows it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openReceiver } from '../webhooks/receiver.ts'
import { useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { chooseLease, chooseOfMenu, hasValue, takeStep, takeStepOfMenu, useConsole } from './console-visit.ts'
import { hasNoStep, openLease } from './record-page.ts'

const world = useWorld({ role: 'all' })
const console = useConsole(world)

test('a payment recorded in the console is applied to open invoices, sent to subscribers, and can be refunded', async () => {
  const organization = await world.organization()
  await smallPortfolio(organization)
  await using receiver = await openReceiver()
  const webhook = await world.call('/webhooks', {
    ...organization,
    method: 'POST',
    body: JSON.stringify({ event: 'payment.received', target_url: receiver.url }),
  })
  assert.equal(webhook.status, 201)
  await console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/payments')
    await page.getByRole('button', { name: 'Record payment' }).first().click()
    const form = page.getByRole('dialog', { name: 'Record payment' })
    await chooseLease(form)
    // The amount that is proposed arrives with the lease.
    await hasValue(form.getByLabel('Amount in dollars'), /\d/)
    await form.getByLabel('Amount in dollars').fill('0')
    await form.getByRole('button', { name: 'Record payment' }).click()
    await form.getByRole('textbox', { name: 'Amount in dollars' }).and(page.locator('[aria-invalid=true]')).waitFor()
    await form.getByLabel('Amount in dollars').fill('1,000.29')
    await form.getByLabel('Reference').fill('1042')
    await form.getByRole('button', { name: 'Record payment' }).click()
    await page.getByRole('heading', { name: 'Payment of $1,000.29' }).waitFor()
    await page.getByRole('link', { name: 'Invoice #1' }).waitFor()
    const payment = page.url()

    await openPage('/developers/webhooks')
    await page.getByRole('link', { name: receiver.url }).click()
    await page.getByText('1 attempt, last: Delivered').waitFor()
    const { data } = JSON.parse(receiver.received[0]?.body as string)
    assert.deepEqual([data.payment.amount_cents, data.payment.reference], [100_029, '1042'])

    await page.goto(payment)
    await page.getByRole('button', { name: 'Refund payment' }).click()
    const refund = page.getByRole('dialog', { name: 'Refund payment' })
    await refund.getByText(/^It is taken from the invoices with .*, which are then owed again\.$/).waitFor()
    await refund.getByLabel('Amount in dollars').fill('1000.30')
    await refund.getByRole('button', { name: 'Refund payment' }).click()
    await refund.locator('[aria-invalid=true], [role=alert]').waitFor()
    await refund.getByLabel('Amount in dollars').fill('')
    await refund.getByRole('button', { name: 'Refund payment' }).click()
    await page.getByRole('status').getByText('$1,000.29 refunded').waitFor()
    // This step is no longer allowed.
    await page.getByRole('button', { name: 'Reverse payment' }).waitFor({ state: 'detached' })
  })
})

test('a payment that the bank took back leads to the fee for it, and to the next payment', async () => {
  const organization = await world.organization()
  const { term } = await smallPortfolio(organization)
  await console.insider(organization, 'ADMIN', async ({ page, openPage, write }) => {
    const { payment_id } = await write('/payments', { lease_id: term.id, amount_cents: 10_000, method: 'CHECK' })
    await openPage(`/payments/${payment_id}`)
    await takeStep(page, 'Reverse payment')
    await page.getByRole('button', { name: 'Record payment' }).waitFor()
    await takeStep(page, 'Add charge', async form => {
      await form.getByRole('textbox', { name: 'Description' }).fill('Returned check')
      await form.getByLabel('Amount in dollars').fill('35')
    })
    await page.getByText('$35.00 charged with invoice #2').waitFor()
  })
})

test('a deduction that is removed from the form no longer counts against the deposit', async () => {
  const organization = await world.organization()
  await smallPortfolio(organization)
  await console.insider(organization, 'ADMIN', async insider => {
    const { page, read, write } = insider
    const [{ lease_id } = { lease_id: '' }] = (await read('/leases?search=204')).data as { lease_id: string }[]
    const lines = [{ charge_code: 'DEPOSIT', description: 'Security deposit', amount_cents: 100_000 }]
    const { invoice_id } = await write('/invoices', { lease_id, lines })
    const allocations = [{ invoice_id, amount_cents: 100_000 }]
    await write('/payments', { lease_id, method: 'CHECK', amount_cents: 100_000, allocations })
    await openLease(insider, '204')
    await chooseOfMenu(page, 'More steps', 'Withhold deposit')
    const dialog = page.getByRole('dialog', { name: 'Withhold deposit' })
    await dialog.getByLabel('Applied to open invoices in dollars').fill('0')
    for (const [place, dollars] of [
      [1, '150'],
      [2, '80'],
    ] as const) {
      if (place > 1) await dialog.getByRole('button', { name: 'Add deduction' }).click()
      await dialog.getByRole('textbox', { name: new RegExp(`^Deduction ${place}`) }).fill('Cleaning')
      await dialog.getByLabel(`Amount ${place} in dollars`).fill(dollars)
    }
    const outcome = dialog.getByRole('status')
    await outcome.getByText('$230.00 of the $1,000.00 held is withheld. $770.00 is left to return.').waitFor()
    await dialog.getByRole('button', { name: 'Remove deduction 1' }).click()
    await outcome.getByText('$80.00 of the $1,000.00 held is withheld. $920.00 is left to return.').waitFor()
  })
})

test('a voided bill is issued again, a restored payment pays the invoice that is chosen, and an unpaid deposit is waived', async () => {
  const organization = await world.organization()
  await smallPortfolio(organization)
  await console.insider(organization, 'ADMIN', async insider => {
    const { page, openPage, read, write } = insider
    const [{ lease_id } = { lease_id: '' }] = (await read('/leases?search=204')).data as { lease_id: string }[]
    await write('/invoices/generate', { month: '2026-04' })
    const [april] = (await read(`/invoices?lease_id=${lease_id}`)).data as { invoice_id: string; number: number }[]
    await write(`/invoices/${april?.invoice_id}/void`, {})
    await openPage('/invoices')
    await page.getByRole('button', { name: 'Generate monthly charges' }).click()
    const dialog = page.getByRole('dialog', { name: 'Generate monthly charges' })
    await dialog.getByLabel('Month').selectOption('April 2026')
    await dialog.getByText('No invoices to issue for this month.').waitFor()
    await dialog.getByRole('button', { name: 'Bill again' }).click()
    await dialog.getByText(/^Only the lease of .+, whose invoice was voided\./).waitFor()
    await dialog.getByRole('button', { name: 'Issue 1 invoice' }).click()
    await dialog.getByText('1 invoice issued for $1,425.00.').waitFor()

    const { payment_id } = await write('/payments', { lease_id, method: 'CHECK', amount_cents: 10_000 })
    await write(`/payments/${payment_id}/void`, {})
    await openPage(`/payments/${payment_id}`)
    const number = (april?.number as number) + 1
    await takeStep(page, 'Restore payment', async form => {
      await form.getByLabel('Applied to').selectOption('Invoices I choose')
      await form.getByLabel(`Invoice #${number}`).fill('60')
    })
    await page
      .getByRole('listitem')
      .filter({ hasText: `Invoice #${number}$60.00` })
      .waitFor()

    const lines = [{ charge_code: 'DEPOSIT', description: 'Pet deposit', amount_cents: 10_000 }]
    await write('/invoices', { lease_id, lines })
    await openLease(insider, '204')
    await takeStepOfMenu(page, 'Waive unpaid deposit', form => form.getByText(/ is no longer owed\./).waitFor())
    await hasNoStep(page, /Waive/)
    assert.equal((await read(`/leases/${lease_id}`)).open_deposit_cents, 0)
  })
})

test('an invoice is created with charges, issued from its draft, and voided', async () => {
  const organization = await world.organization()
  await smallPortfolio(organization)
  await console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/invoices')
    await page.getByRole('button', { name: 'New invoice' }).click()
    const form = page.getByRole('dialog', { name: 'New invoice' })
    await chooseLease(form)
    await form.getByLabel('Description').fill('Water, February')
    await form.getByLabel('Amount in dollars').fill('48.5')
    await form.getByRole('button', { name: 'Add charge' }).click()
    const second = form.getByRole('group', { name: 'Charge 2' })
    await second.getByLabel('Description').fill('Goodwill')
    await second.getByLabel('Charge', { exact: true }).selectOption('CONCESSION')
    await second.getByLabel('Amount in dollars').fill('8.50')
    await form.getByLabel('Save as a draft').check()
    await form.getByRole('button', { name: 'Create' }).click()
    await second.getByRole('textbox', { name: 'Amount in dollars' }).and(page.locator('[aria-invalid=true]')).waitFor()
    await second.getByLabel('Amount in dollars').fill('200000000000')
    await form.getByRole('button', { name: 'Create' }).click()
    await second.getByText('and $100,000,000,000.00.').waitFor()
    await second.getByLabel('Amount in dollars').fill('-8.50')
    await form.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Invoice #2' }).waitFor()
    await page.getByRole('row', { name: 'Total $40.00' }).waitFor()
    for (const [step, status] of [
      ['Issue invoice', 'Open'],
      ['Void invoice', 'Void'],
    ] as const) {
      await page.getByRole('button', { name: step, exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: step }).click()
      await page
        .getByRole('definition')
        .filter({ hasText: new RegExp(`^${status}$`) })
        .waitFor()
    }
    assert.equal(await page.getByRole('button', { name: 'Record payment' }).count(), 0)
    await page.getByText('Payments cannot be applied to a void invoice.').waitFor()
  })
})

test('late fees are proposed by the policy and reviewed, and only the chosen ones are charged', async () => {
  const organization = await world.organization()
  await smallPortfolio(organization)
  await console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/invoices')
    await page.getByRole('button', { name: 'Review late fees' }).click()
    await page.getByRole('link', { name: 'Set the late-fee policy' }).click()
    await page.getByLabel('Late fee').selectOption('A fixed amount')
    await page.getByLabel('Amount in dollars').fill('50')
    await page.getByLabel('Grace days').fill('5')
    await page.getByRole('button', { name: 'Save late-fee policy' }).click()
    await page.getByText('Late-fee policy saved').waitFor()
    await openPage('/invoices')
    await page.getByRole('button', { name: 'Review late fees' }).click()
    const dialog = page.getByRole('dialog', { name: 'Review late fees' })
    const fee = dialog.getByRole('checkbox', { name: /Dana Whitfield .* \$50\.00/ })
    await fee.uncheck()
    assert.ok(await dialog.getByRole('button', { name: 'Charge 0 late fees' }).isDisabled())
    await fee.check()
    await dialog.getByRole('button', { name: 'Charge 1 late fee, $50.00' }).click()
    await page.getByRole('row', { name: / #2 .*\$50\.00/ }).waitFor()
    await page.getByRole('row', { name: / #1 / }).getByRole('link').first().click()
    await takeStep(page, 'Void invoice', form => form.getByText(/^Invoice #2 charges a late fee of \$50\.00/).waitFor())
  })
})

test('a file with a bad row is previewed with line and column, refused as a whole, and imported without that row', async () => {
  const organization = await world.organization()
  const where = '"Oak - 1 Oak St Akron, OH 44301"'
  const rows = ['Property,Unit,BD/BA,Market Rent,Status', `${where},1,2/1,1400,Vacant-Unrented`, `${where},2,2/1,1400,`]
  const file = { name: 'roll.csv', mimeType: 'text/csv', buffer: Buffer.from(`${rows.join('\n')}\n`) }
  await console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/import')
    await page.getByLabel('File', { exact: true }).setInputFiles(file)
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('row', { name: /^3 Status Row/ }).waitFor()
    await page.getByText('1 row rejected').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Import/ }).count(), 0)
    await page.getByLabel('Skip rejected rows').check()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('Oak 1: new unit').waitFor()
    await page.getByText('No imports yet').waitFor()
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await page.getByText('1 row of roll.csv stored, 1 rejected.').waitFor()
    await page.getByRole('row', { name: /roll\.csv .* Rent roll .* 1 1$/ }).waitFor()
    await openPage('/properties')
    await page.getByRole('link', { name: 'Oak' }).waitFor()
  })
})

test('an owner, the owner’s property and a resident are created and edited', async () => {
  const organization = await world.organization()
  await console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    const form = page.getByRole('dialog')
    await openPage('/owners')
    await page.getByRole('button', { name: 'New owner' }).first().click()
    await form.getByLabel('Name').fill('Whitfield LLC')
    await form.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('row', { name: 'Whitfield LLC 0' }).waitFor()
    await openPage('/properties')
    await page.getByRole('button', { name: 'New property' }).first().click()
    await form.getByLabel('Name', { exact: true }).fill('Oak Flats')
    await form.getByLabel('Street address').fill('1 Oak St')
    await form.getByLabel('City').fill('Akron')
    await form.getByLabel('State').fill('OH')
    await form.getByLabel('ZIP code').fill('44301')
    await form.getByLabel('Owner').fill('whit')
    await form.getByRole('option', { name: 'Whitfield LLC' }).click()
    await form.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Oak Flats' }).waitFor()
    await openPage('/residents')
    await page.getByRole('button', { name: 'Add resident' }).first().click()
    await form.getByLabel('First name').fill('Dana')
    await form.getByRole('button', { name: 'Add resident' }).click()
    await page.getByRole('heading', { name: 'Dana' }).waitFor()
    await page.getByText('No leases').waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await form.getByLabel('Text messages').selectOption('OPTED_IN')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('definition').filter({ hasText: 'Opted in' }).waitFor()
    await openPage('/residents?status=NONE&search=dan')
    await page.getByRole('link', { name: 'Dana' }).waitFor()
  })
})

test('messages are listed, narrowed to the captured ones, and opened', async () => {
  const organization = await world.organization()
  await smallPortfolio(organization)
  const property = (await world.call('/properties', organization)).body.data[0]?.property_id
  const resident = (await world.call(`/residents?property_id=${property}`, organization)).body.data[0]?.resident_id
  const sent = await world.call('/messages', {
    ...organization,
    method: 'POST',
    body: JSON.stringify({ resident_id: resident, channel: 'EMAIL', subject: 'Water', body: 'It will be off.' }),
  })
  assert.equal(sent.status, 201)
  await console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    await openPage('/messages')
    await page.getByLabel('Status').selectOption('Sent')
    await page.getByText('No messages match').waitFor()
    await page.getByLabel('Status').selectOption('Captured')
    await page.getByRole('link', { name: 'Water' }).click()
    await page.getByText('It will be off.').waitFor()
    assert.match(page.url(), /status=CAPTURED.*message=msg_/)
    await page.getByRole('button', { name: 'Close message' }).click()
    await page.getByText('It will be off.').waitFor({ state: 'detached' })
    await openPage(`/residents/${resident}`)
    await page.getByRole('link', { name: 'Water' }).waitFor()
  })
})
