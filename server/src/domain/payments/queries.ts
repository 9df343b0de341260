/** SQL of payments. `$1` is the organization. */
import { PAYMENT_STATUSES } from '#contract/v1/payments.ts'
import { keysOf } from '#server/base/keys-of.ts'
import { columns } from '#server/db/columns.ts'
import type { ListDefinition } from '#server/db/list.ts'
import { lookup } from '#server/db/lookup.ts'
import { statement } from '#server/db/statement.ts'
import { inUnit, WITHIN_LEASES } from '../ledger/lease-filters.ts'
import { moneySearch } from '../ledger/money-search.ts'
import { PLACE_NAMES, type PlaceNames, placeOf, residentOf } from '../ledger/place-names.ts'
import { moneyByProperty, moneyByResident, moneyByStatus } from '../ledger/walks.ts'
import { prefixRanges } from '../search-words/found.ts'
import type { KnownPayment, PaymentRow } from './records.ts'
import { type PaymentSort, paymentSorts, UNAPPLIED } from './sorts.ts'
import { PAYMENT_SUMS } from './sums.ts'
import { paymentsByMethod, paymentsByReference, paymentsByUnapplied } from './walks.ts'

/**
 * Where the money of the payment `p` comes from, by its entries: a withheld deposit takes from the deposit without paying the invoice of a deposit.
 * Both that and a prepaid opening balance have the method OTHER (`newReceivedPayment`), so the entries of all other payments are not looked up.
 */
const SOURCE = `case when p.method <> 'OTHER' then 'PAYER' else (
    select case when bool_or(e.account = 'DEPOSIT' and e.invoice_id is null) then 'SECURITY_DEPOSIT'
                when bool_or(e.code = 'OPENING_BALANCE') then 'OPENING_BALANCE'
                else 'PAYER' end
      from ledger_entries e
     where e.organization_id = $1 and e.payment_id = p.id
  ) end`

const COLUMNS = `p.id as payment_id, p.status, p.method, ${SOURCE} as source, p.amount_cents, p.refunded_cents, p.payment_date,
  case when p.voided_at is null then p.received_at end as received_at, p.reference, p.memo, p.lease_id, p.resident_id, p.property_id, p.unit_id,
  case when p.allocated_cents = 0 then '[]'::json else (
    select json_agg(json_build_object('invoice_id', allocated.invoice_id, 'amount_cents', allocated.cents)
             order by allocated.due_on, i.issue_date, i.number)
      from (
        select e.invoice_id, e.due_on, -sum(e.amount_cents) as cents
          from ledger_entries e
         where e.organization_id = $1 and e.payment_id = p.id and e.account = 'RECEIVABLE' and e.invoice_id is not null
         group by e.invoice_id, e.due_on
        having sum(e.amount_cents) <> 0
      ) allocated
     cross join lateral (
       select paid.issue_date, paid.number
         from invoices paid
        where paid.organization_id = $1 and paid.id = allocated.invoice_id
       offset 0
     ) i
  ) end as allocations,
  ${UNAPPLIED} as unapplied_cents, p.failure_reason, p.reversed_at, p.external_id, p.created_at, p.updated_at`

/**
 * The filter `paid` is the status PAID. Nearly all payments have it, so they are found in the index of all payments, and the index by status omits
 * them.
 */
type Filter = 'status' | 'paid' | 'property_id' | 'unit_id' | 'lease_id' | 'updated_since' | 'from' | 'to' | 'method'

const FILTERS: Record<Filter, string> = {
  status: `p.status = ? and p.status <> 'PAID'`,
  paid: `p.status = 'PAID'`,
  property_id: 'p.property_id = ?',
  unit_id: inUnit('p'),
  lease_id: 'p.lease_id = ?',
  updated_since: 'p.updated_at >= ?',
  from: 'p.payment_date >= ?',
  to: 'p.payment_date <= ?',
  method: 'p.method = ?',
}

const SUMS = `count(*)::int as payments, coalesce(sum(p.amount_cents), 0)::bigint as amount_cents,
  coalesce(sum(p.amount_cents) filter (where p.status = 'PAID'), 0)::bigint as paid_cents`

export const paymentList: ListDefinition<Filter, PaymentSort> = {
  name: 'list_payments',
  counted: { list: 'payments', by: { status: 'c.status = ?', paid: `c.status = 'PAID'` } },
  addedUp: PAYMENT_SUMS,
  matching: 'select p.id, p.payment_date from payments p where p.organization_id = $1',
  matchOnce: false,
  filters: FILTERS,
  within: WITHIN_LEASES,
  narrow: ['lease_id', 'unit_id'],
  changes: {
    table: 'payments',
    columns: 'payment_date, status, property_id, id',
    filters: ['status', 'paid', 'property_id'],
    usual: 'paid',
  },
  order: 'payment_date desc, id desc',
  sorts: paymentSorts,
  walks: [
    moneyByResident('payments', 'p'),
    moneyByProperty('payments', 'p'),
    moneyByStatus('payments', 'p', PAYMENT_STATUSES),
    paymentsByReference,
    paymentsByUnapplied,
    paymentsByMethod,
  ],
  sums: SUMS,
  columns: `${COLUMNS}, p.voided_at`,
  joins: 'join payments p on p.organization_id = $1 and p.id = page.id',
}

const { latest, ...found } = moneySearch<Filter>({
  table: 'payments',
  row: 'p',
  date: 'payment_date',
  columns: ['status', 'updated_at', 'property_id', 'method'],
  own: {
    from: prefixRanges('$3'),
    by: 'reference',
    is: 'p.reference collate "C" >= asked.low and p.reference collate "C" < asked.high',
  },
  sums: {
    ofLease: `count(*) as payments, sum(p.amount_cents) as amount_cents, sum(p.amount_cents) filter (where p.status = 'PAID') as paid_cents`,
    ofAll: `coalesce(sum(part.payments), 0)::int as payments, coalesce(sum(part.amount_cents), 0)::bigint as amount_cents,
  coalesce(sum(part.paid_cents), 0)::bigint as paid_cents`,
  },
})

/**
 * Payments that a search finds: `$2` are its words, and `$3` the references that were perhaps meant or begun. Those of a lease are found inside the index by
 * lease, which also has the date, the status and the amount: 3,577 pages instead of 26,397 for a name with 5,624 paid ones, of which each was looked up.
 */
export const paymentSearchList: ListDefinition<Filter, PaymentSort> = {
  name: 'search_payments',
  ...found,
  walks: [{ filters: keysOf(FILTERS), ...latest }],
  filters: FILTERS,
  order: paymentList.order,
  sorts: paymentSorts,
  columns: `${COLUMNS}, p.voided_at`,
  joins: paymentList.joins,
}

/** One payment, a seventh cheaper than as a list of one. */
export const findPayment = statement<PaymentRow>(
  'find_payment',
  `select ${COLUMNS} from payments p where p.organization_id = $1 and p.id = $2`,
  { isLookup: true },
)

/** The payments `$2`, in this order. */
export const listPaymentsById = statement<PaymentRow>(
  'list_payments_by_id',
  `select ${COLUMNS}
     from unnest($2::text[]) with ordinality as wanted (id, place)
     ${lookup('payments', 'wanted.id', 'p')}
    order by wanted.place`,
)

export const NEW_PAYMENTS = columns({
  payment_id: 'text',
  lease_id: 'text',
  property_id: 'text',
  unit_id: 'text',
  resident_id: 'text',
  status: 'text',
  method: 'text',
  amount_cents: 'bigint',
  allocated_cents: 'bigint',
  refunded_cents: 'bigint',
  payment_date: 'date',
  received_at: 'timestamptz',
  reversed_at: 'timestamptz',
  reference: 'text',
  memo: 'text',
  failure_reason: 'text',
  external_id: 'text',
  created_at: 'timestamptz',
})

export const insertPayments = statement<never>(
  'insert_payments',
  `insert into payments (
     organization_id, id, lease_id, property_id, unit_id, resident_id, status, method, amount_cents, allocated_cents, refunded_cents,
     payment_date, received_at, reversed_at, reference, memo, failure_reason, external_id, created_at
   )
   select $1, t.payment_id, t.lease_id, t.property_id, t.unit_id, t.resident_id, t.status, t.method, t.amount_cents, t.allocated_cents,
          t.refunded_cents, t.payment_date, t.received_at, t.reversed_at, t.reference, t.memo, t.failure_reason, t.external_id, t.created_at
     from ${NEW_PAYMENTS.from(2)} t`,
)

export const listPaymentsByExternalId = statement<KnownPayment>(
  'list_payments_by_external_id',
  `select p.id as payment_id, p.external_id, p.status, p.amount_cents, p.payment_date
     from payments p
    where p.organization_id = $1 and p.external_id = any($2::text[])`,
)

/**
 * Stores the status of the payment `$2`, and whatever changes with it, from the JSON `$3`. A payment is received only once, so
 * the stored instant stays as it is, even while the payment is void.
 */
export const updatePayment = statement<never>(
  'update_payment',
  `update payments p
      set (status, payment_date, refunded_cents, received_at, reversed_at, failure_reason, voided_at) =
          row (t.status, t.payment_date, t.refunded_cents, coalesce(p.received_at, t.received_at), t.reversed_at, t.failure_reason, t.voided_at)
     from jsonb_to_record($3::jsonb) as t (
       status text, payment_date date, refunded_cents bigint, received_at timestamptz, reversed_at timestamptz, failure_reason text,
       voided_at timestamptz
     )
    where p.organization_id = $1 and p.id = $2`,
)

/** The names of the property, unit and resident of the payment `$2`, and when it was voided. */
export const findPaymentDetail = statement<PlaceNames & { voided_at: string | null }>(
  'find_payment_detail',
  `select ${PLACE_NAMES}, p.voided_at
     from payments p
     ${placeOf('p')}
     ${residentOf('p')}
    where p.organization_id = $1 and p.id = $2`,
)

export const listInvoiceNumbers = statement<{ invoice_id: string; number: number }>(
  'list_invoice_numbers',
  'select i.id as invoice_id, i.number from invoices i where i.organization_id = $1 and i.id = any($2::text[])',
)
