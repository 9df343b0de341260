/** A lease for tests of money: its organization, its residents, and short names for what a test does and reads. */
import type { MemberInputOf } from '#contract/console/operation.ts'
import type { ConsoleContract } from '#contract/console.ts'
import { readFields } from '#server/base/read-object.ts'
import type { InvoiceLine } from '#server/domain/invoices/records.ts'
import type { LeaseCharge, LeaseRecord } from '#server/domain/leases/records.ts'
import { OpeningBalance, recordOpeningBalances } from '#server/domain/payments/opening-balances.ts'
import type { Context } from '#server/platform/context.ts'
import { calls } from '../calls.ts'
import { charge, lease, on, property, resident, store, unit } from '../records.ts'
import type { Organization, World } from '../world.ts'

const { createInvoice, recordPayment } = calls

export type Tenancy = Awaited<ReturnType<typeof openTenancy>>

/** One signed lease with a primary resident, in `organization` or in a new one. */
export async function openTenancy(world: World, organization?: Organization, fields: Partial<LeaseRecord> = {}) {
  const org = organization ?? (await world.organization())
  const maple = property()
  const home = unit(maple)
  const held = lease(home, fields)
  const dana = resident()
  await store(org, {
    properties: [maple],
    units: [home],
    leases: [held],
    residents: [dana],
    leaseResidents: [on(held, dana)],
  })
  const leaseId = held.id
  const within = <T>(work: (context: Context) => Promise<T>) => org.within(work)
  return {
    ...{ org, maple, home, held, dana, leaseId, within },
    /** Charges rent of `cents`, issued and due on March 1 unless `fields` state otherwise. */
    charge: (cents: number, fields: Partial<MemberInputOf<ConsoleContract['createInvoice']>> = {}) =>
      within(context =>
        createInvoice(context, { lease_id: leaseId, issue_date: '2026-03-01', lines: [rent(cents)], ...fields }),
      ),
    /** Records a check of `cents` on March 2. */
    pay: (cents: number, fields: Partial<MemberInputOf<ConsoleContract['recordPayment']>> = {}) =>
      within(context => {
        const check = { lease_id: leaseId, method: 'CHECK', amount_cents: cents, payment_date: '2026-03-02' } as const
        return recordPayment(context, { ...check, ...fields })
      }),
    entries: () =>
      world.sql<Entry>(
        `select account, code, amount_cents as cents, effective_on::text as "on", invoice_id, payment_id from ledger_entries
          where organization_id = $1 and lease_id = $2 order by effective_on, id`,
        [org.id, leaseId],
      ),
    /** What the lease owes on a day, and how much deposit is held for it. */
    async figures(day = '9999-12-31') {
      const [row] = await world.sql<{ balance: number; deposit: number }>(
        `select coalesce(sum(amount_cents) filter (where account = 'RECEIVABLE'), 0)::bigint as balance,
                coalesce(sum(amount_cents) filter (where account = 'DEPOSIT'), 0)::bigint as deposit
           from ledger_entries where organization_id = $1 and lease_id = $2 and effective_on <= $3`,
        [org.id, leaseId, day],
      )
      return row
    },
    /** What an invoice owes on a day. */
    async owed(invoiceId: string, day: string) {
      const [row] = await world.sql<{ cents: number }>(
        `select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries
          where organization_id = $1 and invoice_id = $2 and account = 'RECEIVABLE' and effective_on <= $3`,
        [org.id, invoiceId, day],
      )
      return row?.cents
    },
    events: () =>
      world.sql<{ type: string; data: Record<string, Record<string, unknown>> }>(
        'select type, data from events where organization_id = $1 order by id',
        [org.id],
      ),
    logged: () =>
      world.sql<{ action: string; subject: string; actor: string }>(
        `select action, subject, actor from administrative_log where organization_id = $1 and action !~ '^(key|organization)' order by id`,
        [org.id],
      ),
  }
}

type Entry = {
  account: string
  code: string
  cents: number
  on: string
  invoice_id: string | null
  payment_id: string | null
}

/** Records opening balances, each validated against its schema as in an import. */
export function openBooks(context: Context, balances: readonly OpeningBalance[]): Promise<void> {
  return recordOpeningBalances(
    context,
    balances.map(balance => readFields(OpeningBalance, balance)),
  )
}

/** Gives a lease a recurring charge: rent unless `fields` say otherwise. */
export async function addMonthlyCharge(
  org: Organization,
  of: LeaseRecord,
  fields: Partial<LeaseCharge> = {},
): Promise<void> {
  await store(org, { charges: [charge(of, { effective_from: '2025-01-01', ...fields })] })
}

export function rent(cents: number): InvoiceLine {
  return { charge_code: 'RENT', description: 'Rent', amount_cents: cents }
}

export function deposit(cents: number): InvoiceLine {
  return { charge_code: 'DEPOSIT', description: 'Deposit', amount_cents: cents }
}
