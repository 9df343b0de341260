/** What a member types stays, and means what it says, while the records around it change. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMember, PASSWORD } from '../console/visitor.ts'
import { until } from '../service/processes.ts'
import { prepare, useOrganization, useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { answering, chooseLease, hasFocus, hasValue, type Insider, settled, useConsole, WIDE } from './console-visit.ts'
import { holdCall } from './page-calls.ts'
import { amountOf, tell, typeMemo } from './payment-form.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world)
const books = prepare(() => smallPortfolio(organization))

/** A reply that no retry follows. */
const FAULT = { error: 'internal', message: 'This was refused for the test.', request_id: 'req_test' }
const CHARGE = { charge_code: 'OTHER', description: 'Key', amount_cents: 3_300 }

/** Charges the lease, and tells the page as another tab does. */
async function charge(insider: Insider): Promise<void> {
  await insider.write('/invoices', { lease_id: books.term.id, lines: [CHARGE] })
  await tell(insider)
}

test('the amount of a payment follows the balance of the lease until somebody types one', () =>
  console.insider(organization, 'ADMIN', async insider => {
    const { page, openPage, read } = insider
    const owed = async () => ((await read(`/leases/${books.term.id}`)).balance_cents as number) / 100
    await openPage(`/leases/${books.term.id}`)
    await settled(page)
    await page.getByRole('button', { name: 'Record payment' }).click()
    const dialog = page.getByRole('dialog')
    const showsOwed = async () => Number(await amountOf(dialog).inputValue()) === (await owed())
    await until(showsOwed)
    await hasFocus(amountOf(dialog))
    await charge(insider)
    await until(showsOwed)
    await hasFocus(amountOf(dialog))
    const chosen = '[document.activeElement.selectionStart, document.activeElement.selectionEnd]'
    assert.deepEqual(await page.evaluate(chosen), [0, (await amountOf(dialog).inputValue()).length])
    await amountOf(dialog).fill('777')
    await charge(insider)
    await dialog.getByText((await owed()).toLocaleString('en-US', { minimumFractionDigits: 2 })).waitFor()
    assert.equal(await amountOf(dialog).inputValue(), '777')
  }))

test('what was typed stays while another tab signs in to another account, or the role no longer allows it, and is saved afterward', () =>
  console.insider(organization, 'ADMIN', async insider => {
    const { page, openPage, email, read } = insider
    const elsewhere = await world.organization()
    const stranger = 'stranger@example.com'
    await addMember(world, elsewhere, stranger, 'ADMIN')
    const signIn = async (email: string) => {
      const { origin } = new URL(page.url())
      const data = { email, password: PASSWORD }
      const reply = await page.request.post(`${origin}/console/api/auth/sign-in/email`, { data, headers: { origin } })
      assert.ok(reply.ok())
    }
    const setRole = (role: string) =>
      world.sql('update console.members m set role = $1 from console.users u where u.id = m.user_id and u.email = $2', [
        role,
        email,
      ])
    await openPage('/vendors')
    await page.getByRole('button', { name: 'New vendor' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New vendor' })
    await dialog.getByLabel('Name').fill('Reliable Plumbing')
    const refused = async () => {
      await Promise.all([page.waitForResponse(/\/api\/me$/), tell(insider)])
      await dialog.getByRole('button', { name: 'Create vendor' }).click()
      await dialog.getByRole('alert').waitFor()
      await hasValue(dialog.getByLabel('Name'), 'Reliable Plumbing')
    }
    await signIn(stranger)
    await refused()
    await dialog.getByText(`You are signed in as ${stranger}, which is not a member of this organization.`).waitFor()
    await signIn(email)
    await setRole('VIEWER')
    await refused()
    await setRole('ADMIN')
    await dialog.getByRole('button', { name: 'Create vendor' }).click()
    await page.getByText('Reliable Plumbing created').waitFor()
    assert.equal((await read('/vendors?search=reliable')).data.length, 1)
  }))

test('a lease that is chosen for a payment fills in what it owes', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, read }) => {
    const owed = ((await read(`/leases/${books.term.id}`)).balance_cents as number) / 100
    await openPage('/payments?new=1')
    const dialog = page.getByRole('dialog')
    await chooseLease(dialog)
    await until(async () => Number(await amountOf(dialog).inputValue()) === owed)
  }))

test('part of an invoice is paid from its page by typing one amount', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, read }) => {
    await openPage(`/invoices/${books.rent.invoice_id}`)
    await settled(page)
    await page.getByRole('button', { name: 'Record payment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Invoice #1').waitFor()
    await amountOf(dialog).fill('20')
    await hasValue(dialog.getByLabel('Invoice #1'), '20.00')
    await dialog.getByLabel('Invoice #1').fill('30')
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await dialog.getByText('Must not add up to more than the payment, $20.00.').waitFor()
    await dialog.getByLabel('Invoice #1').fill('20')
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await page.getByText('Payment of $20.00 recorded').waitFor()
    assert.equal((await read(`/invoices/${books.rent.invoice_id}`)).paid_cents, 2_000)
  }))

test('the charges of a new lease stay when its unit is chosen', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage }) => {
    await openPage('/leases/new')
    await page.getByRole('combobox', { name: 'Property' }).and(page.locator('[value="Maple Court"]')).waitFor()
    await page.getByRole('button', { name: 'Add charge' }).click()
    await page.getByLabel('Dollars per month').nth(1).fill('85')
    const unit = page.getByRole('combobox', { name: 'Unit' })
    await unit.fill('204')
    await unit.press('Enter')
    await page.waitForURL(new RegExp(books.home.id))
    await hasValue(unit, '204')
    assert.equal(await page.getByLabel('Dollars per month').nth(1).inputValue(), '85')
  }))

test('the unit that is chosen for a lead stays when a unit is added to the property', () =>
  console.insider(organization, 'ADMIN', async insider => {
    const { page, openPage, write } = insider
    await openPage('/leads?new=1')
    const dialog = page.getByRole('dialog')
    const choose = async (label: string, choice: string) => {
      const picker = dialog.getByRole('combobox', { name: label })
      await picker.fill(choice)
      await page.getByRole('option', { name: choice }).click()
      await hasValue(picker, choice)
      return picker
    }
    await choose('Property', 'Maple Court')
    const unit = await choose('Unit', '204')
    await write('/units', { property_id: books.court.id, label: '206', in_service_from: '2026-01-01' })
    await tell(insider)
    await unit.click()
    await page.getByRole('option', { name: '206' }).waitFor()
    await unit.press('Escape')
    assert.equal(await unit.inputValue(), '204')
  }))

test('a year that is typed with two digits is one of this century, when its field is left and when its form is sent', () =>
  console.insider(organization, 'ADMIN', async insider => {
    const { page, read } = insider
    const dialog = await typeMemo(insider)
    const day = dialog.getByLabel('Date', { exact: true })
    const type = async (text: string) => {
      await day.focus()
      await page.keyboard.type(text)
    }
    await type('3/5/26')
    await amountOf(dialog).fill('13')
    await hasValue(day, '2026-03-05')
    await type('3/6/26')
    await page.keyboard.press('Enter')
    await page.getByText('Payment of $13.00 recorded').waitFor()
    const { data } = await read(`/payments?lease_id=${books.term.id}`)
    const made = (data as { amount_cents: number; payment_date: string }[]).find(
      payment => payment.amount_cents === 1_300,
    )
    assert.equal(made?.payment_date, '2026-03-06')
  }))

test('a form keeps what was typed on a click outside, while its record cannot be read, and before another page is opened', () =>
  console.insider(
    organization,
    'ADMIN',
    async insider => {
      const { page } = insider
      const dialog = await typeMemo(insider)
      const isKept = async () => assert.equal(await dialog.getByLabel('Memo').inputValue(), 'Paid at the office')
      await page.mouse.click(5, 5)
      await isKept()
      await page.route('**/leases/*', route => route.fulfill({ status: 500, json: FAULT }))
      await charge(insider)
      await page.getByText(FAULT.message).waitFor()
      await isKept()
      await page.unroute('**/leases/*')
      const asked = answering(page)
      const address = page.url()
      await page.evaluate('history.back()')
      await until(() => asked.length === 1)
      assert.deepEqual(asked, ['Leave this page? What you typed has not been saved.'])
      await until(() => page.url() === address)
      await isKept()
    },
    { ...WIDE, alone: true },
  ))

test('a call that outlasts its dialog says how it ended, and leaves the next dialog open', () =>
  console.insider(organization, 'ADMIN', async insider => {
    const { page } = insider
    const dialog = await typeMemo(insider)
    await amountOf(dialog).fill('10')
    const record = dialog.getByRole('button', { name: 'Record payment' })
    const recording = await holdCall(page, 'POST', '**/payments', () => record.click())
    await dialog.getByRole('button', { name: 'Cancel' }).and(page.locator(':disabled')).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add charge' }).click()
    await dialog.getByLabel('Description').fill('Key')
    await recording.fulfill({ status: 409, json: { ...FAULT, error: 'conflict' } })
    await page.getByText(`Record payment: ${FAULT.message}`).waitFor()
    assert.equal(await dialog.getByLabel('Description').inputValue(), 'Key')
  }))

test('payments are recorded one after another, each on the day and by the method of the one before', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, read }) => {
    await openPage('/payments?new=1')
    const dialog = page.getByRole('dialog')
    await chooseLease(dialog)
    await dialog.getByLabel('Method').selectOption('Money order')
    await dialog.getByLabel('Date', { exact: true }).fill('2026-03-02')
    for (const [amount, submit] of [
      ['31', 'Record and add another'],
      ['32', 'Record payment'],
    ] as const) {
      await amountOf(dialog).fill(amount)
      await dialog.getByRole('button', { name: submit }).click()
      await page.getByText(`Payment of $${amount}.00 recorded`).waitFor()
      if (amount === '32') break
      // The form begins again, and its first field has the focus.
      await hasValue(dialog.getByRole('combobox', { name: 'Lease' }), '')
      await hasFocus(dialog.getByRole('combobox', { name: 'Lease' }))
      assert.equal(await amountOf(dialog).inputValue(), '')
      await chooseLease(dialog)
    }
    await page.waitForURL(/payments\/pay_/)
    await page.getByRole('list', { name: 'Timeline' }).getByText('Payment recorded').waitFor()
    const { data } = await read(`/payments?lease_id=${books.term.id}`)
    const made = (data as { amount_cents: number; method: string; payment_date: string }[])
      .filter(({ amount_cents }) => amount_cents === 3_100 || amount_cents === 3_200)
      .map(({ method, payment_date }) => [method, payment_date])
    assert.deepEqual(made, Array(2).fill(['MONEY_ORDER', '2026-03-02']))
  }))

test('a name that runs from right to left leaves the unit in its place behind it', () =>
  console.insider(organization, 'ADMIN', async ({ page, openPage, change }) => {
    await change(`/properties/${books.court.id}`, { name: 'בית אלון' })
    await openPage('/invoices')
    await settled(page)
    const place = page.getByRole('main').getByRole('link', { name: /204$/ }).first()
    const [property, unit] = await Promise.all([
      place.locator('bdi').boundingBox(),
      place.locator('span').boundingBox(),
    ])
    assert.ok(property && unit && property.x + property.width <= unit.x, JSON.stringify([property, unit]))
  }))
