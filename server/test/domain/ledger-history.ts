/** One random history of a lease's money: takes random steps, and after each step compares the whole ledger with the model. */
import assert from 'node:assert/strict'
import type fc from 'fast-check'
import { asError } from '#server/base/as-error.ts'
import { addDays } from '#server/base/dates.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Context } from '#server/platform/context.ts'
import { calls as money } from '../calls.ts'
import type { World } from '../world.ts'
import { checkLedger, entriesOf } from './ledger-audit.ts'
import { LedgerModel, type ModelInvoice, type ModelPayment } from './ledger-model.ts'
import { type LoneLease, openLease, stepOf } from './lone-lease.ts'
import { openBooks } from './tenancy.ts'

/** A random step; the state at that moment decides which invoice or payment it applies to. */
export const step = stepOf([
  ...(['charge', 'charge', 'charge', 'deposit', 'deposit', 'free', 'draft', 'issue', 'void', 'void'] as const),
  ...(['pay', 'pay', 'pay', 'tell', 'pend', 'settle', 'fail', 'cancel', 'reverse', 'refund', 'refund'] as const),
  ...(['return', 'return', 'keep', 'withhold', 'withhold', 'open', 'close', 'wait', 'wait'] as const),
])
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const INVOICE_FITS: Partial<Record<Step['kind'], string[]>> = {
  issue: ['DRAFT'],
  void: ['OPEN', 'PARTIALLY_PAID', 'PAID'],
  tell: ['OPEN', 'PARTIALLY_PAID'],
}
const IN_TRANSIT: Step['kind'][] = ['settle', 'fail', 'cancel']

export class History {
  readonly model = new LedgerModel()
  readonly #world: World
  readonly #lease: LoneLease
  readonly #done: Map<string, number>
  #closedThrough = ''
  /** Invoices that were paid as part of an opening balance, so that no event was sent for them. */
  readonly #paidAtOpening = new Set<string>()
  #received = 0

  static async begin(world: World, done: Map<string, number>): Promise<History> {
    return new History(world, await openLease(world), done)
  }

  constructor(world: World, lease: LoneLease, done: Map<string, number>) {
    this.#world = world
    this.#lease = lease
    this.#done = done
  }

  async take({ kind, pick, cents, days, wait }: Step): Promise<void> {
    const { model } = this
    const on = addDays(this.#lease.today(), days)
    /** Usually an item that the step can be applied to, sometimes any item. */
    const choose = <T>(all: readonly T[], fits: (one: T) => boolean): T | undefined => {
      const from = pick % 4 === 0 ? all : all.filter(fits)
      return from[pick % Math.max(1, from.length)]
    }
    const invoice = choose(model.invoices, each => INVOICE_FITS[kind]?.includes(model.status(each)) ?? false)
    const payment = choose(model.payments, ({ status }) => status === (IN_TRANSIT.includes(kind) ? 'PENDING' : 'PAID'))
    /** Usually an amount up to what is available, sometimes more. */
    const within = (limit: number) => (pick % 5 === 0 ? cents : Math.max(1, Math.min(cents, limit)))
    switch (kind) {
      case 'wait':
        return this.#lease.pass(wait)
      case 'charge':
      case 'deposit':
      case 'free':
      case 'draft':
        return this.#charge(kind, on, pick % 9, cents)
      case 'issue':
        if (!invoice) return
        return this.#attempt(kind, invoice.issue, invoice.stage === 'DRAFT', async context => {
          await money.issueInvoice(context, { id: invoice.id })
          Object.assign(invoice, { stage: 'ISSUED', issuedAt: this.#world.clock.now() })
          model.applyCredit()
        })
      case 'void':
        return invoice && this.#void(invoice, on)
      case 'pay':
      case 'pend':
        return this.#pay(kind, on, cents)
      case 'tell':
        return invoice && this.#tell(invoice, on, within(model.owed(invoice)), (pick % 7) * 10)
      case 'settle':
        if (!payment) return
        return this.#attempt(kind, on, payment.status === 'PENDING', async context => {
          await money.settlePayment(context, { id: payment.id, payment_date: on })
          this.#received++
          model.arrive(Object.assign(payment, { status: 'PAID', date: on, arrivedAt: this.#world.clock.now() }))
        })
      case 'fail':
      case 'cancel':
        if (!payment) return
        return this.#attempt(kind, '9999', payment.status === 'PENDING', async context => {
          await (kind === 'fail' ? money.failPayment : money.cancelPayment)(context, { id: payment.id })
          payment.status = kind === 'fail' ? 'FAILED' : 'CANCELLED'
        })
      case 'reverse':
        if (!payment) return
        return this.#attempt(kind, on, payment.status === 'PAID' && on >= payment.date, async context => {
          await money.reversePayment(context, { id: payment.id, on })
          model.reverse(payment, on)
        })
      case 'refund':
        return payment && this.#refund(payment, on, cents)
      case 'return':
      case 'withhold':
        return this.#giveUp(kind, on, within(model.held()))
      case 'keep':
        return this.#keep(on, within(model.returnedBy(on)))
      case 'open':
        return this.#open(on, cents)
      case 'close':
        return this.#close(addDays(this.#lease.today(), -10 - (pick % 20)))
    }
  }

  async #charge(kind: 'charge' | 'deposit' | 'free' | 'draft', on: string, dueIn: number, cents: number) {
    const isDeposit = kind === 'deposit'
    const line = { charge_code: isDeposit ? 'DEPOSIT' : 'RENT', description: 'x', amount_cents: cents } as const
    const away = { charge_code: 'CONCESSION', description: 'x', amount_cents: -cents } as const
    const isDraft = kind === 'draft'
    const due = addDays(on, dueIn)
    await this.#attempt(kind, isDraft ? '9999' : on, true, async context => {
      const { lease_id } = this.#lease.place
      const fields = { lease_id, issue_date: on, due_date: due, is_draft: isDraft }
      const lines = kind === 'free' ? [line, away] : [line]
      const { invoice_id, number } = await money.createInvoice(context, { ...fields, lines })
      const total = kind === 'free' ? 0 : cents
      const stage = isDraft ? 'DRAFT' : 'ISSUED'
      this.model.issue({ id: invoice_id, number, issue: on, due, total, isDeposit, stage })
    })
  }

  async #void(invoice: ModelInvoice, on: string): Promise<void> {
    const isFree = invoice.stage !== 'VOID' && !this.model.isPaidSince(invoice) && on >= invoice.issue
    const effective = invoice.stage === 'DRAFT' ? '9999' : on
    await this.#attempt('void', effective, isFree, async context => {
      await money.voidInvoice(context, { id: invoice.id, on })
      if (invoice.stage === 'ISSUED') invoice.voidedOn = on
      invoice.stage = 'VOID'
      this.model.release(invoice)
    })
  }

  async #pay(kind: 'pay' | 'pend', on: string, cents: number): Promise<void> {
    const status = kind === 'pay' ? 'PAID' : 'PENDING'
    await this.#attempt(kind, kind === 'pay' ? on : '9999', true, async context => {
      const { lease_id } = this.#lease.place
      const fields = { lease_id, method: 'CHECK', status, amount_cents: cents, payment_date: on } as const
      const { payment_id: id } = await money.recordPayment(context, fields)
      if (status === 'PAID') this.#received++
      this.model.arrive(this.#arrived(id, on, cents, { status }))
    })
  }

  async #tell(invoice: ModelInvoice, on: string, cents: number, more: number): Promise<void> {
    const isOwed = invoice.stage === 'ISSUED' && cents <= this.model.owed(invoice)
    await this.#attempt('tell', on, isOwed, async context => {
      const allocations = [{ invoice_id: invoice.id, amount_cents: cents }]
      const { lease_id } = this.#lease.place
      const fields = { lease_id, method: 'CARD', amount_cents: cents + more, payment_date: on, allocations } as const
      const { payment_id: id } = await money.recordPayment(context, fields)
      this.#received++
      this.model.arrive(this.#arrived(id, on, cents + more), [{ invoice, cents }])
    })
  }

  async #refund(payment: ModelPayment, on: string, cents: number): Promise<void> {
    const left = payment.amount - this.model.refunded(payment)
    const isLeft = payment.status === 'PAID' && on >= payment.date && cents <= left
    await this.#attempt('refund', on, isLeft, async context => {
      await money.refundPayment(context, { id: payment.id, amount_cents: cents, on })
      this.model.refund(payment, cents, on)
    })
  }

  async #giveUp(kind: 'return' | 'withhold', on: string, cents: number): Promise<void> {
    const part = { lease_id: this.#lease.place.lease_id, amount_cents: cents, on }
    const owed = this.model.invoices.reduce((sum, one) => sum + (one.isDeposit ? 0 : this.model.owed(one)), 0)
    const isPossible = cents <= this.model.held() && (kind === 'return' || cents <= owed)
    await this.#attempt(kind, on, isPossible, async context => {
      if (kind === 'return') {
        await money.returnDeposit(context, part)
        this.model.giveDepositBack(cents, on)
      } else {
        const { payment_id: id, allocations } = await money.withholdDeposit(context, part)
        const invoiceOf = (id: string) => this.model.invoices.find(invoice => invoice.id === id)!
        const told = allocations.map(one => ({ invoice: invoiceOf(one.invoice_id), cents: one.amount_cents }))
        this.model.withhold(this.#arrived(id, on, cents, { isWithheld: true }), told)
      }
    })
  }

  /** Voids the return of a deposit. */
  async #keep(on: string, cents: number): Promise<void> {
    const { lease_id } = this.#lease.place
    await this.#attempt('keep', on, cents <= this.model.returnedBy(on), async context => {
      await money.voidDepositReturn(context, { lease_id, amount_cents: cents, on })
      this.model.giveDepositBack(-cents, on)
    })
  }

  async #open(on: string, cents: number): Promise<void> {
    const amountCents = cents % 2 === 0 ? cents : -cents
    const wasPaid = new Set(this.model.everPaid)
    const bring = (context: Context) =>
      openBooks(context, [{ ...this.#lease.place, resident_id: null, amount_cents: amountCents, as_of: on }])
    await this.#attempt('open', on, true, bring, async () => {
      const [made] = await this.#world.sql<{ id: string; number: number }>(
        `select id, number from (
           select id, number from invoices where organization_id = $1
           union all select id, null from payments where organization_id = $1
         ) made where not id = any($2::text[])`,
        [this.#lease.organization.id, [...this.model.invoices, ...this.model.payments].map(({ id }) => id)],
      )
      const { id, number } = made as { id: string; number: number }
      if (amountCents > 0) {
        const dates = { issue: on, due: addDays(on, -1) }
        this.model.issue({ id, number, ...dates, total: cents, isDeposit: false, stage: 'ISSUED' })
      } else {
        this.model.payments.push(this.#arrived(id, on, cents))
        this.model.applyCredit()
      }
      for (const paid of this.model.everPaid) if (!wasPaid.has(paid)) this.#paidAtOpening.add(paid)
    })
  }

  async #close(through: string): Promise<void> {
    await this.#lease.close(through)
    this.#closedThrough = through
  }

  #arrived(id: string, date: string, amount: number, fields: Partial<ModelPayment> = {}): ModelPayment {
    const arrivedAt = this.#world.clock.now()
    return { id, status: 'PAID', date, arrivedAt, amount, refunds: [], settles: new Map(), ...fields }
  }

  /** Takes a step if the model allows it, otherwise expects a refusal; then compares the whole ledger with the model. */
  async #attempt(
    kind: string,
    on: string,
    isAllowed: boolean,
    work: (context: Context) => Promise<void>,
    then: () => Promise<void> = async () => {},
  ): Promise<void> {
    const before = new Set((await entriesOf(this.#world, this.#lease.organization.id)).map(({ id }) => id))
    const isOpen = on > this.#closedThrough
    let refusal: unknown
    await this.#lease.organization.within(work).catch(error => {
      refusal = error
    })
    const entered = (await entriesOf(this.#world, this.#lease.organization.id)).filter(({ id }) => !before.has(id))
    if (refusal !== undefined) {
      assert.ok(refusal instanceof Refusal, String(asError(refusal).stack))
      assert.equal(entered.length, 0)
      if (isAllowed && isOpen) await this.#checkExcuse(kind, on, refusal)
    } else {
      assert.ok(
        isAllowed && isOpen,
        `${kind} on ${on} was not refused; the books are closed through ${this.#closedThrough}`,
      )
      await then()
      this.#done.set(kind, (this.#done.get(kind) ?? 0) + 1)
      for (const { effective_on } of entered) assert.ok(effective_on >= on, `${kind} on ${on} changes ${effective_on}`)
    }
    await checkLedger(this.#world, this.#lease.organization.id, this.model)
  }

  /** The refusals that the model cannot predict, because it does not keep the dates of allocations: those where the date is too early. */
  async #checkExcuse(kind: string, on: string, refusal: Refusal): Promise<void> {
    assert.equal(refusal.code, 'conflict')
    if (kind === 'void')
      return assert.match(
        refusal.message,
        /was applied to this invoice until (\S+)\. Void|of the deposit is still held/,
      )
    assert.ok(['return', 'withhold', 'reverse', 'refund'].includes(kind), `${kind} on ${on}: ${refusal.message}`)
    assert.match(refusal.message, /deposit/)
  }

  /** Checks that each received payment sent one event, and each invoice sent one when money or credit first paid it. */
  async checkEvents(): Promise<void> {
    const events = await this.#world.sql<{ type: string; id: string; count: number }>(
      `select type, coalesce(data #>> '{invoice,invoice_id}', data #>> '{payment,payment_id}') as id, count(*)::int
         from events where organization_id = $1 group by 1, 2`,
      [this.#lease.organization.id],
    )
    // A payment may be refunded in parts.
    assert.ok(events.every(({ type, count }) => type === 'payment.refunded' || count === 1))
    assert.equal(events.filter(({ type }) => type === 'payment.received').length, this.#received)
    const paid = events.filter(({ type }) => type === 'invoice.paid').map(({ id }) => id)
    assert.deepEqual(paid.sort(), [...this.model.everPaid].filter(id => !this.#paidAtOpening.has(id)).sort())
  }
}
