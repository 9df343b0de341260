/** SQL of invoices. `$1` is the organization. */
import type { ConsoleContract } from '#contract/console.ts'
import type { OutputOf } from '#contract/operation.ts'
import { INVOICE_STATUSES } from '#contract/v1/invoices.ts'
import { keysOf } from '#server/base/keys-of.ts'
import { columns } from '#server/db/columns.ts'
import { byIdsStatement, type ListDefinition } from '#server/db/list.ts'
import { lookup } from '#server/db/lookup.ts'
import { statement } from '#server/db/statement.ts'
import { IS_ALLOCATION, IS_OPEN, IS_PAID_SINCE_ISSUED } from '../ledger/conditions.ts'
import { inUnit, WITHIN_LEASES } from '../ledger/lease-filters.ts'
import { moneySearch } from '../ledger/money-search.ts'
import { PLACE_NAMES, type PlaceNames, placeOf, residentOf } from '../ledger/place-names.ts'
import { moneyByProperty, moneyByResident, moneyByStatus } from '../ledger/walks.ts'
import type { InvoiceRow, KnownInvoice } from './records.ts'
import { BALANCE, type InvoiceSort, invoiceSorts } from './sorts.ts'
import { invoicesByBalance, paidInvoicesByBalance } from './walks.ts'

type Detail = OutputOf<ConsoleContract['getInvoiceDetail']>

const COLUMNS = `i.id as invoice_id, i.number, i.lease_id, i.resident_id, i.property_id, i.unit_id, i.status, i.issue_date, i.due_date,
  i.period_start, i.period_end, i.lines, i.total_cents, i.paid_cents,
  ${BALANCE} as balance_cents, i.paid_at, i.voided_at, i.external_id, i.created_at, i.updated_at`

/**
 * The filter `paid` is the status PAID. Nearly all invoices have it, so they are found in the index of all invoices, and the index by status omits
 * them.
 */
type Filter = 'status' | 'paid' | 'overdue' | 'property_id' | 'unit_id' | 'lease_id' | 'updated_since'

export const invoiceList: ListDefinition<Filter, InvoiceSort> = {
  name: 'list_invoices',
  counted: { list: 'invoices', by: { status: 'c.status = ?', paid: `c.status = 'PAID'` } },
  matching: 'select i.id, i.issue_date from invoices i where i.organization_id = $1',
  matchOnce: false,
  filters: {
    status: `i.status = ? and i.status <> 'PAID'`,
    paid: `i.status = 'PAID'`,
    overdue: `i.due_date < ?::date and ${IS_OPEN}`,
    property_id: 'i.property_id = ?',
    unit_id: inUnit('i'),
    lease_id: 'i.lease_id = ?',
    updated_since: 'i.updated_at >= ?',
  },
  within: WITHIN_LEASES,
  narrow: ['lease_id', 'unit_id'],
  changes: {
    table: 'invoices',
    columns: 'issue_date, due_date, status, property_id, id',
    filters: ['status', 'paid', 'overdue', 'property_id'],
    usual: 'paid',
  },
  order: 'issue_date desc, id desc',
  sorts: invoiceSorts,
  walks: [
    moneyByResident('invoices', 'i'),
    moneyByProperty('invoices', 'i'),
    moneyByStatus('invoices', 'i', INVOICE_STATUSES),
    invoicesByBalance,
    paidInvoicesByBalance,
  ],
  columns: COLUMNS,
  joins: 'join invoices i on i.organization_id = $1 and i.id = page.id',
}

const { latest, ...found } = moneySearch<Filter>({
  table: 'invoices',
  row: 'i',
  date: 'issue_date',
  columns: ['due_date', 'status', 'updated_at', 'property_id'],
  own: { from: '(select $3::int as number) asked', by: 'number', is: 'i.number = asked.number' },
})

/**
 * Invoices that a search finds: `$2` are its words, `$3` a number or null. Those of a lease are found inside the index by lease, which also has
 * the dates and the status: 3,157 pages instead of 26,353 for a name with 5,799 invoices, of which each was looked up.
 */
export const invoiceSearchList: ListDefinition<Filter, InvoiceSort> = {
  name: 'search_invoices',
  ...found,
  walks: [{ filters: keysOf(invoiceList.filters), ...latest }],
  filters: invoiceList.filters,
  order: invoiceList.order,
  sorts: invoiceSorts,
  columns: COLUMNS,
  joins: invoiceList.joins,
}

export const findInvoice = statement<InvoiceRow>(
  'find_invoice',
  `select ${COLUMNS} from invoices i where i.organization_id = $1 and i.id = $2`,
  { isLookup: true },
)

export const listInvoiceStates = statement<Pick<InvoiceRow, 'invoice_id' | 'lease_id' | 'status'>>(
  'list_invoice_states',
  'select i.id as invoice_id, i.lease_id, i.status from invoices i where i.organization_id = $1 and i.id = any($2::text[])',
)

export const listInvoicesByExternalId = statement<KnownInvoice>(
  'list_invoices_by_external_id',
  `select i.id as invoice_id, i.external_id, i.status, i.total_cents, i.issue_date
     from invoices i
    where i.organization_id = $1 and i.external_id = any($2::text[])`,
)

/** The payments `part` that are applied to the invoice `i`, each with its amount. */
const APPLIED_PAYMENTS = `select e.payment_id, -sum(e.amount_cents) as cents
             from ledger_entries e
            where e.organization_id = $1 and e.invoice_id = i.id and ${IS_ALLOCATION}
            group by e.payment_id
           having sum(e.amount_cents) <> 0`

/** The invoices `$2`, in this order, each with the IDs of the payments that are applied to it. */
export const listPaidInvoices = statement<InvoiceRow & { payment_ids: string[] }>(
  'list_paid_invoices',
  `select ${COLUMNS}, applied.payment_ids
     from unnest($2::text[]) with ordinality as wanted (id, place)
     ${lookup('invoices', 'wanted.id', 'i')}
     cross join lateral (
       select coalesce(jsonb_agg(part.payment_id order by part.payment_id), '[]') as payment_ids
         from (
           ${APPLIED_PAYMENTS}
         ) part
     ) applied
    order by wanted.place`,
)

export const NEW_INVOICES = columns({
  invoice_id: 'text',
  number: 'integer',
  lease_id: 'text',
  property_id: 'text',
  unit_id: 'text',
  resident_id: 'text',
  is_draft: 'boolean',
  is_deposit: 'boolean',
  issue_date: 'date',
  due_date: 'date',
  period_start: 'date',
  period_end: 'date',
  recurring_month: 'date',
  lines: 'jsonb',
  total_cents: 'bigint',
  paid_cents: 'bigint',
  paid_at: 'timestamptz',
  external_id: 'text',
  created_at: 'timestamptz',
})

export const insertInvoices = statement<never>(
  'insert_invoices',
  `insert into invoices (
     organization_id, id, number, lease_id, property_id, unit_id, resident_id, is_draft, is_deposit, issue_date, due_date, period_start,
     period_end, recurring_month, lines, total_cents, paid_cents, paid_at, first_paid_at, external_id, created_at
   )
   select $1, t.invoice_id, t.number, t.lease_id, t.property_id, t.unit_id, t.resident_id, t.is_draft, t.is_deposit, t.issue_date,
          t.due_date, t.period_start, t.period_end, t.recurring_month, t.lines, t.total_cents, t.paid_cents, t.paid_at, t.paid_at,
          t.external_id, t.created_at
     from ${NEW_INVOICES.from(2)} t`,
)

/** Issues the draft `$2` on day `$3`, due on `$4`, at the instant `$5`. If its total is 0, it is PAID immediately. */
export const updateAsIssued = statement<InvoiceRow>(
  'issue_invoice',
  `update invoices i
      set is_draft = false, issue_date = $3, due_date = $4,
          paid_at = case when i.total_cents = 0 then $5::timestamptz end,
          first_paid_at = case when i.total_cents = 0 then $5::timestamptz end
    where i.organization_id = $1 and i.id = $2
   returning ${COLUMNS}`,
)

/** Voids the invoice `$2` from day `$3` on, at the instant `$4`. */
export const updateAsVoid = statement<InvoiceRow>(
  'void_invoice',
  `update invoices i
      set voided_on = $3, voided_at = $4, paid_at = null
    where i.organization_id = $1 and i.id = $2
   returning ${COLUMNS}`,
)

/** The names of the property, unit and resident of the invoice `$2`, the payments that are applied to it, and the late fee that was charged for it. */
export const findInvoiceDetail = statement<
  PlaceNames & Pick<Detail, 'payments' | 'late_fee'> & { is_paid_since: boolean }
>(
  'find_invoice_detail',
  `select ${PLACE_NAMES}, applied.payments, fee.late_fee, ${IS_PAID_SINCE_ISSUED} as is_paid_since
     from invoices i
     ${placeOf('i')}
     ${residentOf('i')}
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object(
                'payment_id', y.id, 'payment_date', y.payment_date, 'method', y.method, 'reference', y.reference, 'amount_cents', part.cents
              ) order by y.payment_date, y.id), '[]') as payments
         from (
           ${APPLIED_PAYMENTS}
         ) part
         join payments y on y.organization_id = $1 and y.id = part.payment_id
     ) applied
     left join lateral (
       select jsonb_build_object('invoice_id', charged.id, 'number', charged.number, 'total_cents', charged.total_cents) as late_fee
         from late_fees f
         join invoices charged on charged.organization_id = $1 and charged.id = f.fee_invoice_id
        where f.organization_id = $1 and f.invoice_id = i.id and charged.voided_on is null
     ) fee on true
    where i.organization_id = $1 and i.id = $2`,
)

export const listInvoicesById = byIdsStatement<InvoiceRow>(invoiceList, 'i.id', 0)
