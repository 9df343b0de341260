/** SQL of the ledger. `$1` is the organization. */
import { columns } from '#server/db/columns.ts'
import { statement } from '#server/db/statement.ts'
import { INVOICES_OF_LEASE, IS_ALLOCATION, IS_DEPOSIT_RETURN, IS_OPEN } from './conditions.ts'
import type { Change, Credit, LedgerPosition, LockedLease, OpenInvoice } from './records.ts'

export const ENTRIES = columns({
  id: 'uuid',
  lease_id: 'text',
  account: 'text',
  code: 'text',
  amount_cents: 'bigint',
  effective_on: 'date',
  recorded_at: 'timestamptz',
  description: 'text',
  invoice_id: 'text',
  payment_id: 'text',
  due_on: 'date',
})

/** The only statement that writes to the ledger. `settle_entries()` then brings the invoices and payments that the entries belong to up to date. */
export const insertEntries = statement<never>(
  'insert_ledger_entries',
  `insert into ledger_entries (
     organization_id, id, lease_id, account, code, amount_cents, effective_on, recorded_at, description, invoice_id, payment_id, due_on,
     direct_lease_id
   )
   select $1, t.id, t.lease_id, t.account, t.code, t.amount_cents, t.effective_on, t.recorded_at, t.description, t.invoice_id,
          t.payment_id, t.due_on, case when t.invoice_id is null and t.payment_id is null then t.lease_id end
     from ${ENTRIES.from(2)} t`,
)

/**
 * Locks leases in the order of their IDs, so that two transactions that lock the same leases never wait for each other. Each is looked up by its
 * key: given an array, PostgreSQL without statistics reads all leases of the organization, which made an import's cost grow with its square.
 */
export const lockLeases = statement<LockedLease>(
  'lock_leases',
  `select l.lease_id, l.property_id, l.unit_id,
          (
            select lr.resident_id from lease_residents lr
             where lr.organization_id = $1 and lr.lease_id = l.lease_id and lr.is_primary
          ) as resident_id
     from (select distinct named.id collate "C" as id from unnest($2::text[]) as named (id) order by 1) wanted
    cross join lateral (
      select l.id as lease_id, l.property_id, l.unit_id
        from leases l
       where l.organization_id = $1 and l.id = wanted.id
         for no key update
    ) l`,
)

/** The pairs of a lease in `$2` and a resident in `$3` in which the resident is not on the lease. */
export const listNotOnLeases = statement<{ lease_id: string; resident_id: string }>(
  'list_not_on_leases',
  `select pair.lease_id, pair.resident_id
     from unnest($2::text[], $3::text[]) as pair (lease_id, resident_id)
    where not exists (
      select from lease_residents lr
       where lr.organization_id = $1 and lr.lease_id = pair.lease_id and lr.resident_id = pair.resident_id
    )`,
)

/** The open invoices of the leases `$2`, in the order in which they are paid. */
export const listOpenInvoices = statement<OpenInvoice>(
  'list_open_invoices',
  `select i.id as invoice_id, i.lease_id, i.number, i.issue_date, i.due_date, i.is_deposit, i.total_cents,
          i.total_cents - i.paid_cents as balance_cents, i.first_paid_at is not null as was_paid, allocated.by_day as allocated
     from unnest($2::text[]) as wanted (lease_id)
     ${INVOICES_OF_LEASE}
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object('on', e.effective_on, 'cents', e.amount_cents)), '[]') as by_day
         from ledger_entries e
        where e.organization_id = $1 and e.invoice_id = i.id and ${IS_ALLOCATION}
     ) allocated
    where ${IS_OPEN}
    order by i.lease_id, i.due_date, i.issue_date, i.number`,
)

/** The credit of the leases `$2`, the oldest payment first. */
export const listCredits = statement<Credit>(
  'list_credits',
  `select p.id as payment_id, p.lease_id, p.payment_date, p.amount_cents - p.allocated_cents - p.refunded_cents as cents, credit.by_day
     from unnest($2::text[]) as wanted (lease_id)
     cross join lateral (
       select *
         from payments of_lease
        where of_lease.organization_id = $1 and of_lease.lease_id = wanted.lease_id and of_lease.status = 'PAID'
          and of_lease.allocated_cents + of_lease.refunded_cents < of_lease.amount_cents
       offset 0
     ) p
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object('on', e.effective_on, 'cents', -e.amount_cents)), '[]') as by_day
         from ledger_entries e
        where e.organization_id = $1 and e.payment_id = p.id and e.account = 'RECEIVABLE' and e.invoice_id is null
     ) credit
    order by p.lease_id, p.payment_date, p.id`,
)

/** The positions of the payment `$2`, without entries that cancel each other out on a day unless they refund some of it. */
export const listPositions = statement<LedgerPosition>(
  'list_payment_positions',
  `select e.account, e.invoice_id, e.due_on, i.issue_date, i.number, e.effective_on as "on", sum(e.amount_cents)::bigint as cents,
          coalesce(sum(e.amount_cents) filter (where e.code = 'REFUND'), 0)::bigint as refunded_cents
     from ledger_entries e
     left join lateral (
       select of_entry.issue_date, of_entry.number
         from invoices of_entry
        where of_entry.organization_id = $1 and of_entry.id = e.invoice_id
       offset 0
     ) i on true
    where e.organization_id = $1 and e.payment_id = $2
    group by e.account, e.invoice_id, e.due_on, i.issue_date, i.number, e.effective_on
   having sum(e.amount_cents) <> 0 or bool_or(e.code = 'REFUND')
    order by e.effective_on`,
)

const sumByDay = (condition: string) => `select e.effective_on as "on", sum(e.amount_cents)::bigint as cents
     from ledger_entries e
    where e.organization_id = $1 and ${condition}
    group by e.effective_on`

/** What was returned of the security deposit of the lease `$2`, less the returns that were voided, by day. */
export const listDepositReturns = statement<Change>(
  'list_deposit_returns',
  `select e.effective_on as "on", -sum(e.amount_cents)::bigint as cents
     from ledger_entries e
    where e.organization_id = $1 and e.lease_id = $2 and e.account = 'DEPOSIT' and ${IS_DEPOSIT_RETURN}
    group by e.effective_on`,
)

/** What was added to the security deposit of the lease `$2`, and what was taken from it, by day. */
export const listDeposits = statement<Change>('list_deposits', sumByDay(`e.lease_id = $2 and e.account = 'DEPOSIT'`))
