/** SQL of the ledger. `$1` is the organization. */
import { statement } from '#server/db/statement.ts'
import type { Change, Credit, LedgerPosition, LockedLease, OpenInvoice } from './records.ts'

/** The only statement that writes to the ledger. `settle_entries()` then brings the invoices and payments they bear up to date. */
export const insertEntries = statement<never>(
  'insert_ledger_entries',
  `insert into ledger_entries (
     organization_id, id, lease_id, account, code, amount_cents, effective_on, recorded_at, description, invoice_id, payment_id, due_on
   )
   select $1, t.id, t."leaseId", t.account, t.code, t."amountCents", t."effectiveOn", t."recordedAt", t.description, t."invoiceId",
          t."paymentId", t."dueOn"
     from jsonb_to_recordset($2::jsonb) as t (
       id uuid, "leaseId" text, account text, code text, "amountCents" bigint, "effectiveOn" date, "recordedAt" timestamptz,
       description text, "invoiceId" text, "paymentId" text, "dueOn" date
     )`,
)

/** In the order of ids, so that two who lock the same leases never wait for each other. */
export const lockLeases = statement<LockedLease>(
  'lock_leases',
  `select l.id, l.property_id as "propertyId", l.unit_id as "unitId",
          (
            select lr.resident_id from lease_residents lr
             where lr.organization_id = $1 and lr.lease_id = l.id and lr.is_primary
          ) as "residentId"
     from leases l
    where l.organization_id = $1 and l.id = any($2::text[])
    order by l.id
      for no key update of l`,
)

/** Of the pairs of a lease `$2` and a resident `$3`, those where the resident is not on the lease. */
export const listNotOnLeases = statement<{ leaseId: string; residentId: string }>(
  'list_not_on_leases',
  `select pair.lease_id as "leaseId", pair.resident_id as "residentId"
     from unnest($2::text[], $3::text[]) as pair (lease_id, resident_id)
    where not exists (
      select from lease_residents lr
       where lr.organization_id = $1 and lr.lease_id = pair.lease_id and lr.resident_id = pair.resident_id
    )`,
)

/**
 * Those of the leases `$2`, in the order in which they are settled. What is open is picked from a lease's invoices: told that it is open,
 * PostgreSQL without statistics walks through all that is open of the organization for each lease.
 */
export const listOpenInvoices = statement<OpenInvoice>(
  'list_open_invoices',
  `select i.id, i.lease_id as "leaseId", i.number, i.issue_date as "issueDate", i.due_date as "dueDate", i.is_deposit as "isDeposit",
          i.total_cents as "totalCents", i.total_cents - i.paid_cents as "balanceCents", i.first_paid_at is not null as "wasPaid",
          settled.by_day as settled
     from unnest($2::text[]) as wanted (lease_id)
     cross join lateral (
       select *
         from invoices of_lease
        where of_lease.organization_id = $1 and of_lease.lease_id = wanted.lease_id
       offset 0
     ) i
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object('on', e.effective_on, 'cents', e.amount_cents)), '[]') as by_day
         from ledger_entries e
        where e.organization_id = $1 and e.invoice_id = i.id and e.account = 'RECEIVABLE' and e.payment_id is not null
     ) settled
    where i.status in ('OPEN', 'PARTIALLY_PAID')
    order by i.lease_id, i.due_date, i.issue_date, i.number`,
)

/** Of the leases `$2`, the oldest payment first. */
export const listCredits = statement<Credit>(
  'list_credits',
  `select p.id as "paymentId", p.lease_id as "leaseId", p.payment_date as "paymentDate",
          p.amount_cents - p.allocated_cents - p.refunded_cents as cents
     from unnest($2::text[]) as wanted (lease_id)
     cross join lateral (
       select *
         from payments of_lease
        where of_lease.organization_id = $1 and of_lease.lease_id = wanted.lease_id and of_lease.status = 'PAID'
          and of_lease.allocated_cents + of_lease.refunded_cents < of_lease.amount_cents
       offset 0
     ) p
    order by p.lease_id, p.payment_date, p.id`,
)

/** What stands of the payment `$2`; what cancels out on a day is left out. */
export const listPositions = statement<LedgerPosition>(
  'list_payment_positions',
  `select e.account, e.invoice_id as "invoiceId", e.due_on as "dueOn", i.issue_date as "issueDate", i.number, e.effective_on as "on",
          sum(e.amount_cents)::bigint as cents
     from ledger_entries e
     left join lateral (
       select of_entry.issue_date, of_entry.number
         from invoices of_entry
        where of_entry.organization_id = $1 and of_entry.id = e.invoice_id
       offset 0
     ) i on true
    where e.organization_id = $1 and e.payment_id = $2
    group by e.account, e.invoice_id, e.due_on, i.issue_date, i.number, e.effective_on
   having sum(e.amount_cents) <> 0
    order by e.effective_on`,
)

/** What payments settled of the invoice `$2`, negative, and what was taken back, by day. */
export const listAllocations = statement<Change>(
  'list_invoice_allocations',
  `select e.effective_on as "on", sum(e.amount_cents)::bigint as cents
     from ledger_entries e
    where e.organization_id = $1 and e.invoice_id = $2 and e.account = 'RECEIVABLE' and e.payment_id is not null
    group by e.effective_on`,
)

/** What came into the deposit of the lease `$2`, and what left it, by day. */
export const listDeposits = statement<Change>(
  'list_deposits',
  `select e.effective_on as "on", sum(e.amount_cents)::bigint as cents
     from ledger_entries e
    where e.organization_id = $1 and e.lease_id = $2 and e.account = 'DEPOSIT'
    group by e.effective_on`,
)
