/** One random history of a lease's money. After each random step, it checks what must hold on every day. */
import assert from 'node:assert/strict'
import type fc from 'fast-check'
import { asError } from '#server/base/as-error.ts'
import { addDays } from '#server/base/dates.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Context } from '#server/platform/context.ts'
import { calls as money } from '../calls.ts'
import { charge, store } from '../records.ts'
import type { World } from '../world.ts'
import { checkBalances } from './balances-audit.ts'
import { assertNeverBelowZero, entriesOf } from './ledger-audit.ts'
import { type LoneLease, openLease, stepOf } from './lone-lease.ts'
import { SeenRecords } from './seen-records.ts'
import { openBooks } from './tenancy.ts'

/** A random step; the state at that moment decides which invoice or payment it applies to. */
export const moneyStep = stepOf([
  ...(['charge', 'charge', 'deposit', 'draft', 'issue', 'void', 'pay', 'pay', 'pay', 'allocate', 'pend'] as const),
  ...([
    'settle',
    'reverse',
    'refund',
    'refund',
    'refund',
    'void payment',
    'void payment',
    'restore',
    'restore',
  ] as const),
  ...([
    'return',
    'keep',
    'withhold',
    'deduct',
    'waive',
    'waive',
    'waive',
    'deposit',
    'open',
    'bill',
    'bill',
    'bill alone',
    'void month',
    'void month',
    'late',
  ] as const),
  ...(['close', 'wait', 'wait'] as const),
])
type Step = typeof moneyStep extends fc.Arbitrary<infer T> ? T : never

/** The statuses that each step usually meets. */
const FITTING: Partial<Record<Step['kind'], string[]>> = {
  issue: ['DRAFT'],
  allocate: ['OPEN', 'PARTIALLY_PAID'],
  settle: ['PENDING'],
  restore: ['CANCELLED'],
}

export class MoneyHistory {
  readonly #world: World
  readonly #lease: LoneLease
  readonly #done: Map<string, number>
  readonly #seen: SeenRecords

  static async begin(world: World, done: Map<string, number>): Promise<MoneyHistory> {
    const lease = await openLease(world)
    await store(lease.organization, { charges: [charge(lease.tenancy, { amount_cents: 300 })] })
    await lease.organization.within(context =>
      money.setLateFeePolicy(context, { grace_days: 2, flat_cents: 7, percent_basis_points: null }),
    )
    return new MoneyHistory(world, lease, done)
  }

  constructor(world: World, lease: LoneLease, done: Map<string, number>) {
    this.#world = world
    this.#lease = lease
    this.#done = done
    this.#seen = new SeenRecords(world, lease.organization)
  }

  async take({ kind, pick, cents, days, wait }: Step): Promise<void> {
    if (kind === 'wait') return this.#lease.pass(wait)
    if (kind === 'close') return void (await this.#lease.close(addDays(this.#lease.today(), -20 - (pick % 20))))
    // A deposit is waived no earlier than it was last paid, so most waivers are of today.
    const on = addDays(this.#lease.today(), kind === 'waive' && pick % 4 > 0 ? 0 : days)
    const known = await entriesOf(this.#world, this.#lease.organization.id)
    const before = new Set(known.map(({ id }) => id))
    let refusal: unknown
    await this.#lease.organization
      .within(context => this.#act(context, kind, pick, cents, on))
      .catch(error => {
        refusal = error
      })
    const entries = await entriesOf(this.#world, this.#lease.organization.id)
    const posted = entries.filter(({ id }) => !before.has(id))
    if (refusal !== undefined) {
      assert.ok(refusal instanceof Refusal, String(asError(refusal).stack))
      assert.equal(posted.length, 0)
      return
    }
    this.#done.set(kind, (this.#done.get(kind) ?? 0) + 1)
    const first = ['issue', 'settle', 'bill', 'bill alone', 'void month'].includes(kind)
      ? '1900-01-01'
      : kind === 'late'
        ? this.#lease.today()
        : on
    for (const { effective_on } of posted) assert.ok(effective_on >= first, `${kind} on ${on} changes ${effective_on}`)
    assertNeverBelowZero(entries)
    await checkBalances(this.#world, this.#lease.organization.id)
    await this.#seen.check(kind, { withholds: kind === 'withhold' || kind === 'deduct', isSilent: kind === 'open' })
  }

  async #act(context: Context, kind: Step['kind'], pick: number, cents: number, on: string): Promise<unknown> {
    const { lease_id } = this.#lease.place
    const invoices = await this.#ids('invoices', FITTING[kind])
    const payments = await this.#ids('payments', FITTING[kind])
    const one = (ids: string[], status: string) => ids[pick % Math.max(1, ids.length)] ?? status
    const month = addDays(this.#lease.today(), (pick % 3) * 15 - 15).slice(0, 7)
    switch (kind) {
      case 'charge':
      case 'deposit':
      case 'draft': {
        const charge_code = kind === 'deposit' ? 'DEPOSIT' : 'RENT'
        const lines = [{ charge_code, description: 'x', amount_cents: cents } as const]
        const dates = { issue_date: on, due_date: addDays(on, pick % 9), is_draft: kind === 'draft' }
        return money.createInvoice(context, { lease_id, ...dates, lines })
      }
      case 'issue':
        return money.issueInvoice(context, { id: one(invoices, 'inv_none') })
      case 'void':
        return money.voidInvoice(context, { id: one(invoices, 'inv_none'), on })
      case 'pay':
      case 'pend':
      case 'allocate': {
        const status = kind === 'pend' ? 'PENDING' : 'PAID'
        const allocations = [{ invoice_id: one(invoices, 'inv_none'), amount_cents: Math.max(1, cents >> 2) }]
        return money.recordPayment(context, {
          ...({ lease_id, method: 'CHECK', status, amount_cents: cents, payment_date: on } as const),
          ...(kind === 'allocate' && { allocations }),
        })
      }
      case 'settle':
        return money.settlePayment(context, { id: one(payments, 'pay_none') })
      case 'reverse':
        return money.reversePayment(context, { id: one(payments, 'pay_none'), on })
      case 'refund':
        return money.refundPayment(context, {
          id: one(payments, 'pay_none'),
          amount_cents: Math.max(1, cents >> 3),
          on,
        })
      case 'void payment':
        return money.voidPayment(context, { id: one(payments, 'pay_none'), on })
      case 'restore':
        return money.restorePayment(context, { id: one(payments, 'pay_none'), on })
      case 'return':
        return money.returnDeposit(context, { lease_id, amount_cents: Math.max(1, cents >> 3), on })
      case 'keep':
        return money.voidDepositReturn(context, { lease_id, amount_cents: Math.max(1, cents >> 4), on })
      case 'withhold':
        return money.withholdDeposit(context, { lease_id, amount_cents: Math.max(1, cents >> 3), on })
      case 'deduct':
        return money.withholdDeposit(context, {
          lease_id,
          deductions: [{ description: 'Paint', amount_cents: cents }],
          on,
        })
      case 'open': {
        const amount_cents = pick % 2 === 0 ? cents : -cents
        return openBooks(context, [{ ...this.#lease.place, resident_id: null, amount_cents, as_of: on }])
      }
      case 'waive':
        return money.waiveDeposit(context, { lease_id, on })
      case 'bill':
        return money.generateInvoices(context, { month })
      case 'bill alone':
        return money.generateInvoices(context, { month, lease_id })
      case 'void month':
        return money.voidMonthlyCharges(context, { month })
      case 'late': {
        const { data } = await money.listProposedLateFees(context, {})
        return money.chargeLateFees(context, { invoice_ids: data.map(({ invoice_id }) => invoice_id) })
      }
    }
    return undefined
  }

  /** The invoices or payments that the step can usually be applied to, in the order in which they were made. */
  async #ids(table: 'invoices' | 'payments', statuses = ['OPEN', 'PAID']): Promise<string[]> {
    const rows = await this.#world.sql<{ id: string }>(
      `select id from ${table} where organization_id = $1 and status = any($2) order by id`,
      [this.#lease.organization.id, statuses],
    )
    return rows.map(({ id }) => id)
  }
}
