/** Random months of an office: leases of several units are billed, paid, renewed, given notice, ended and let again, and every figure is compared. */
import assert from 'node:assert/strict'
import type fc from 'fast-check'
import { DAY_MS } from '#server/base/instants.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { UnitRecord } from '#server/domain/units/records.ts'
import type { Context } from '#server/platform/context.ts'
import { calls } from '../calls.ts'
import { charge, lease, on, property, resident, store, unit } from '../records.ts'
import type { Organization, World } from '../world.ts'
import type { ModelInvoice, ModelPayment } from './ledger-model.ts'
import { stepOf } from './lone-lease.ts'
import { checkOffice } from './office-audit.ts'
import { type AgreedCharge, dayAfter, TenancyModel } from './office-model.ts'

export const officeStep = stepOf([
  ...(['bill', 'bill', 'bill', 'bill next', 'pay', 'pay', 'pay', 'pay', 'overpay', 'return check', 'refund'] as const),
  ...([
    'void month',
    'notice',
    'stay',
    'end',
    'let',
    'let',
    'change rent',
    'renew',
    'add pet',
    'concession',
    'late',
  ] as const),
  ...(['wait', 'wait', 'wait', 'month end'] as const),
])
type OfficeStep = typeof officeStep extends fc.Arbitrary<infer T> ? T : never

const UNITS = 3
const SIGNED_BEFORE = 5

export class OfficeHistory {
  readonly tenancies: TenancyModel[] = []
  readonly #world: World
  readonly #done: Map<string, number>
  readonly #org: Organization
  readonly #home = property()
  readonly #units = Array.from({ length: UNITS }, (_, index) => unit(this.#home, { label: String(index + 1) }))

  static async begin(world: World, done: Map<string, number>): Promise<OfficeHistory> {
    const org = await world.organization({ timeZone: 'UTC' })
    const office = new OfficeHistory(world, org, done)
    await store(org, { properties: [office.#home], units: office.#units })
    for (const [index, start] of ['29', '30', '31'].entries())
      await office.#let(index, dayAfter(office.today(), -Number(start)), 5 + 13 * index, 100_000 + index)
    return office
  }

  constructor(world: World, org: Organization, done: Map<string, number>) {
    this.#world = world
    this.#org = org
    this.#done = done
  }

  today(): string {
    return new Date(this.#world.clock.now()).toISOString().slice(0, 10)
  }

  async take(step: OfficeStep): Promise<void> {
    const { kind, wait } = step
    if (kind === 'wait' || kind === 'month end') {
      const left =
        new Date(Date.UTC(Number(this.today().slice(0, 4)), Number(this.today().slice(5, 7)), 0)).getUTCDate() -
        Number(this.today().slice(8))
      this.#world.clock.advance((kind === 'wait' ? wait : left || 1) * DAY_MS)
    } else await this.#act(step)
    this.#done.set(kind, (this.#done.get(kind) ?? 0) + 1)
  }

  check(): Promise<void> {
    return checkOffice(this.#world, this.#org, this.tenancies, this.today())
  }

  async #act({ kind, pick, cents, days }: OfficeStep): Promise<void> {
    const today = this.today()
    const tenancy = this.tenancies[pick % this.tenancies.length] as TenancyModel
    const isPresent = tenancy.occupies(today)
    const next = dayAfter(`${today.slice(0, 7)}-28`, 5).slice(0, 7)
    switch (kind) {
      case 'bill':
        return this.#bill(today.slice(0, 7))
      case 'bill next':
        return this.#bill(next)
      case 'pay':
      case 'overpay':
        return this.#pay(tenancy, kind === 'pay' ? cents * 300 : 400_000, dayAfter(today, Math.min(0, days)))
      case 'return check':
      case 'refund':
        return this.#takeBack(tenancy, kind, pick)
      case 'void month':
        return this.#voidMonth(today.slice(0, 7))
      case 'notice':
        if (isPresent) await this.#notice(tenancy, dayAfter(today, wait20(cents)))
        return
      case 'stay':
        if (isPresent && tenancy.hasNotice && !this.#isLetAfter(tenancy)) await this.#stay(tenancy)
        return
      case 'end':
        if (isPresent) await this.#end(tenancy)
        return
      case 'let':
        return this.#letAgain(pick, dayAfter(today, Math.max(-3, days)), cents)
      case 'change rent':
      case 'add pet':
      case 'concession': {
        const code = ({ 'change rent': 'RENT', 'add pet': 'PET', concession: 'CONCESSION' } as const)[kind]
        const amount = code === 'RENT' ? 90_000 + cents * 101 : code === 'PET' ? cents : -cents
        if (isPresent) await this.#agree(tenancy, code, amount, today)
        return
      }
      case 'renew':
        if (isPresent && tenancy.moveOut === undefined) await this.#renew(tenancy, `${next}-01`, 95_000 + cents)
    }
  }

  #within<T>(work: (context: Context) => Promise<T>): Promise<T> {
    return this.#org.within(work)
  }

  #isLetAfter({ unitId, start }: TenancyModel): boolean {
    return this.tenancies.some(other => other.unitId === unitId && other.start > start)
  }

  async #bill(month: string): Promise<void> {
    const expected = this.tenancies.map(tenancy => ({ tenancy, bills: tenancy.toBill(month) }))
    const known = new Set(this.tenancies.flatMap(({ money }) => money.invoices.map(({ id }) => id)))
    const reply = await this.#within(context => calls.generateInvoices(context, { month }))
    const all = await this.#world.sql<ModelInvoice & { lease_id: string }>(
      `select id, number, lease_id, issue_date::text as issue, due_date::text as due, total_cents as total from invoices
        where organization_id = $1 order by number`,
      [this.#org.id],
    )
    const issued = all.filter(({ id }) => !known.has(id))
    for (const { tenancy, bills } of expected) {
      const made = issued.filter(({ lease_id }) => lease_id === tenancy.id)
      assert.deepEqual(
        made.map(({ issue, due, total }) => ({ issue, due, total })),
        bills.map(bill => bill.expected),
        `${month} of the lease from ${tenancy.start} to ${tenancy.moveOut}, with ${JSON.stringify(tenancy.charges)}`,
      )
      for (const [index, { id, number, issue, due, total }] of made.entries()) {
        tenancy.bill(month, bills[index]?.days ?? [], {
          id,
          number,
          issue,
          due,
          total,
          isDeposit: false,
          stage: 'ISSUED',
        })
      }
    }
    assert.equal(reply.invoices, issued.length)
    assert.equal(
      reply.total_cents,
      issued.reduce((sum, { total }) => sum + total, 0),
    )
  }

  async #pay({ id: lease_id, money, start }: TenancyModel, amount: number, day: string): Promise<void> {
    // Nobody pays before the lease is signed.
    const signed = dayAfter(start, -SIGNED_BEFORE)
    const date = day < signed ? signed : day
    if (date > this.today()) return
    const { payment_id: id } = await this.#within(context =>
      calls.recordPayment(context, { lease_id, method: 'CHECK', amount_cents: amount, payment_date: date }),
    )
    money.arrive({ id, status: 'PAID', date, amount, refunds: [], settles: new Map() })
  }

  async #takeBack({ money }: TenancyModel, kind: 'return check' | 'refund', pick: number): Promise<void> {
    const paid = money.payments.filter(({ status }) => status === 'PAID')
    const payment: ModelPayment | undefined = paid[pick % Math.max(1, paid.length)]
    if (!payment) return
    const today = this.today()
    if (kind === 'return check') {
      await this.#within(context => calls.reversePayment(context, { id: payment.id, on: today }))
      money.reverse(payment, today)
      return
    }
    const left = payment.amount - money.refunded(payment)
    const amount_cents = Math.max(1, left >> (pick % 3))
    await this.#within(context => calls.refundPayment(context, { id: payment.id, amount_cents, on: today }))
    money.refund(payment, amount_cents, today)
  }

  async #voidMonth(month: string): Promise<void> {
    const [today, generated] = [
      this.today(),
      this.tenancies.flatMap(each => [...each.generated].map(([invoice, { month: of }]) => ({ each, invoice, of }))),
    ]
    const refusal = await this.#within(context => calls.voidMonthlyCharges(context, { month })).then(
      () => undefined,
      error => error,
    )
    if (refusal === undefined) for (const tenancy of this.tenancies) tenancy.voidMonth(month, today)
    else {
      assert.ok(refusal instanceof Refusal && refusal.code === 'conflict', String(refusal))
      assert.ok(
        generated.some(({ each, invoice, of }) => of === month && each.money.paid(invoice) > 0),
        refusal.message,
      )
    }
  }

  async #notice(tenancy: TenancyModel, move_out_date: string): Promise<void> {
    if (this.#isLetAfter(tenancy)) return
    await this.#within(context => calls.recordNotice(context, { lease_id: tenancy.id, move_out_date }))
    if (tenancy.moveOut !== undefined && move_out_date > tenancy.moveOut) tenancy.resumeCharges()
    tenancy.moveOut = move_out_date
    tenancy.hasNotice = true
  }

  async #stay(tenancy: TenancyModel): Promise<void> {
    await this.#within(context => calls.cancelNotice(context, { lease_id: tenancy.id }))
    tenancy.resumeCharges()
    tenancy.moveOut = undefined
    tenancy.hasNotice = false
  }

  async #end(tenancy: TenancyModel): Promise<void> {
    await this.#within(context => calls.endLease(context, { lease_id: tenancy.id, move_out_date: this.today() }))
    tenancy.moveOut = this.today()
    tenancy.endCharges(this.today())
  }

  async #letAgain(pick: number, start: string, cents: number): Promise<void> {
    const index = pick % UNITS
    const before = this.tenancies.filter(({ unitId }) => unitId === this.#units[index]?.id)
    if (before.every(({ moveOut }) => moveOut !== undefined && moveOut < start))
      await this.#let(index, start, 1 + (pick % 31), 80_000 + cents)
  }

  async #let(index: number, start: string, rent_due_day: number, rentCents: number): Promise<void> {
    const of = this.#units[index] as UnitRecord
    const made = lease(of, {
      start_date: start,
      end_date: null,
      term_type: 'MONTH_TO_MONTH',
      move_in_date: start,
      rent_due_day,
      signed_at: `${dayAfter(start, -SIGNED_BEFORE)}T12:00:00Z`,
    })
    const dana = resident()
    await store(this.#org, {
      leases: [made],
      residents: [dana],
      leaseResidents: [on(made, dana)],
      charges: [charge(made, { amount_cents: rentCents })],
    })
    const tenancy = new TenancyModel(made.id, of.id, start, rent_due_day)
    tenancy.agree('RENT', rentCents, start)
    this.tenancies.push(tenancy)
  }

  async #agree(
    tenancy: TenancyModel,
    code: AgreedCharge['code'],
    amount_cents: number,
    effective_on: string,
  ): Promise<void> {
    // A change that comes before one that is agreed for later would last until that one.
    if (tenancy.charges.some(each => each.code === code && each.from > effective_on)) return
    await this.#within(context =>
      calls.changeCharges(context, { lease_id: tenancy.id, effective_on, charges: [{ code, amount_cents }] }),
    )
    tenancy.agree(code, amount_cents, effective_on)
  }

  async #renew(tenancy: TenancyModel, starts_on: string, rent_cents: number): Promise<void> {
    if (tenancy.charges.some(({ from }) => from >= starts_on)) return
    const refusal = await this.#within(context =>
      calls.renewLease(context, { lease_id: tenancy.id, starts_on, end_date: dayAfter(starts_on, 364), rent_cents }),
    ).then(
      () => undefined,
      error => error,
    )
    if (refusal === undefined) tenancy.agree('RENT', rent_cents, starts_on)
    else assert.match(String(refusal.message), /A term from \S+ is already agreed/)
  }
}

function wait20(cents: number): number {
  return cents % 40
}
