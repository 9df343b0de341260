/** SQL of payments. `$1` is the organization. */
import type { Static } from 'typebox'
import type { Payment } from '#contract/v1/payments.ts'
import type { ListDefinition } from '#server/db/list.ts'
import { statement } from '#server/db/statement.ts'
import type { KnownPayment } from './records.ts'
import { type PaymentSort, paymentSorts, UNAPPLIED } from './sorts.ts'

export type PaymentRow = Static<typeof Payment>

const COLUMNS = `p.id as payment_id, p.status, p.method, p.amount_cents, p.refunded_cents, p.payment_date, p.received_at, p.reference,
  p.memo, p.lease_id, p.resident_id, p.property_id, p.unit_id,
  case when p.allocated_cents = 0 then '[]'::jsonb else (
    select jsonb_agg(jsonb_build_object('invoice_id', settled.invoice_id, 'amount_cents', settled.cents)
             order by settled.due_on, i.issue_date, i.number)
      from (
        select e.invoice_id, e.due_on, -sum(e.amount_cents) as cents
          from ledger_entries e
         where e.organization_id = $1 and e.payment_id = p.id and e.account = 'RECEIVABLE' and e.invoice_id is not null
         group by e.invoice_id, e.due_on
        having sum(e.amount_cents) <> 0
      ) settled
     cross join lateral (
       select paid.issue_date, paid.number
         from invoices paid
        where paid.organization_id = $1 and paid.id = settled.invoice_id
       offset 0
     ) i
  ) end as allocations,
  ${UNAPPLIED} as unapplied_cents, p.failure_reason, p.reversed_at, p.external_id, p.created_at, p.updated_at`

/** `paid` is the status PAID. Nearly all payments have it, so they are found in the index of all, and the one by status leaves them out. */
type Filter = 'status' | 'paid' | 'property_id' | 'lease_id' | 'updated_since'

export const paymentList: ListDefinition<Filter, PaymentSort> = {
  name: 'list_payments',
  counted: { list: 'payments', by: { status: 'c.status = ?', paid: `c.status = 'PAID'` } },
  matching: 'select p.id, p.payment_date from payments p where p.organization_id = $1',
  matchOnce: false,
  filters: {
    status: `p.status = ? and p.status <> 'PAID'`,
    paid: `p.status = 'PAID'`,
    property_id: 'p.property_id = ?',
    lease_id: 'p.lease_id = ?',
    updated_since: 'p.updated_at >= ?',
  },
  within: {
    property_id: {
      narrower: 'lease_id',
      condition: '(select l.property_id from leases l where l.organization_id = $1 and l.id = ?) = ?',
    },
  },
  changes: { columns: 'payment_date, status, id', filters: ['status', 'paid'] },
  order: 'payment_date desc, id desc',
  sorts: paymentSorts,
  columns: COLUMNS,
  joins: 'join payments p on p.organization_id = $1 and p.id = page.id',
}

/** The payments `$2`, in that order. */
export const listPaymentsById = statement<PaymentRow>(
  'list_payments_by_id',
  `select ${COLUMNS}
     from unnest($2::text[]) with ordinality as wanted (id, place)
     cross join lateral (
       select * from payments of_list where of_list.organization_id = $1 and of_list.id = wanted.id offset 0
     ) p
    order by wanted.place`,
)

export const insertPayments = statement<never>(
  'insert_payments',
  `insert into payments (
     organization_id, id, lease_id, property_id, unit_id, resident_id, status, method, amount_cents, allocated_cents, refunded_cents,
     payment_date, received_at, reversed_at, reference, memo, failure_reason, external_id, created_at
   )
   select $1, t.id, t."leaseId", t."propertyId", t."unitId", t."residentId", t.status, t.method, t."amountCents", settled.cents,
          t."refundedCents", t."paymentDate", t."receivedAt", t."reversedAt", t.reference, t.memo, t."failureReason", t."externalId", t."createdAt"
     from jsonb_to_recordset($2::jsonb) as t (
       id text, "leaseId" text, "propertyId" text, "unitId" text, "residentId" text, status text, method text, "amountCents" bigint,
       "refundedCents" bigint, "paymentDate" date, "receivedAt" timestamptz, "reversedAt" timestamptz, reference text, memo text,
       "failureReason" text, "externalId" text, "createdAt" timestamptz
     )
    cross join lateral (
      select coalesce(-sum(e.amount_cents), 0) as cents
        from ledger_entries e
       where e.organization_id = $1 and e.payment_id = t.id and e.account = 'RECEIVABLE' and e.invoice_id is not null
    ) settled`,
)

export const listPaymentsByExternalId = statement<KnownPayment>(
  'list_payments_by_external_id',
  `select p.external_id as "externalId", p.status, p.amount_cents as "amountCents", p.payment_date as "paymentDate"
     from payments p
    where p.organization_id = $1 and p.external_id = any($2::text[])`,
)

/** What moves a payment `$2` along, `$3` as JSON. */
export const updatePayment = statement<never>(
  'update_payment',
  `update payments p
      set (status, payment_date, refunded_cents, received_at, reversed_at, failure_reason) =
          row (t.status, t.payment_date, t.refunded_cents, t.received_at, t.reversed_at, t.failure_reason)
     from jsonb_to_record($3::jsonb) as t (
       status text, payment_date date, refunded_cents bigint, received_at timestamptz, reversed_at timestamptz, failure_reason text
     )
    where p.organization_id = $1 and p.id = $2`,
)
