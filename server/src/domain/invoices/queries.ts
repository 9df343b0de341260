/** SQL of invoices. `$1` is the organization. */
import type { Static } from 'typebox'
import type { Invoice } from '#contract/v1/invoices.ts'
import type { ListDefinition } from '#server/db/list.ts'
import { statement } from '#server/db/statement.ts'
import { WAITS } from '../leases/columns.ts'
import type { MonthlyCharge, Occupancy } from './rules.ts'
import { BALANCE, type InvoiceSort, invoiceSorts } from './sorts.ts'

export type InvoiceRow = Static<typeof Invoice>

const COLUMNS = `i.id as invoice_id, i.number, i.lease_id, i.resident_id, i.property_id, i.unit_id, i.status, i.issue_date, i.due_date,
  i.period_start, i.period_end, i.lines, i.total_cents, i.paid_cents,
  ${BALANCE} as balance_cents, i.paid_at, i.voided_at, i.external_id, i.created_at, i.updated_at`

/** `paid` is the status PAID. Nearly all invoices have it, so they are found in the index of all, and the one by status leaves them out. */
type Filter = 'status' | 'paid' | 'overdue' | 'property_id' | 'lease_id' | 'updated_since'

export const invoiceList: ListDefinition<Filter, InvoiceSort> = {
  name: 'list_invoices',
  counted: { list: 'invoices', by: { status: 'c.status = ?', paid: `c.status = 'PAID'` } },
  matching: 'select i.id, i.issue_date from invoices i where i.organization_id = $1',
  matchOnce: false,
  filters: {
    status: `i.status = ? and i.status <> 'PAID'`,
    paid: `i.status = 'PAID'`,
    overdue: `i.due_date < ?::date and i.status in ('OPEN', 'PARTIALLY_PAID')`,
    property_id: 'i.property_id = ?',
    lease_id: 'i.lease_id = ?',
    updated_since: 'i.updated_at >= ?',
  },
  within: {
    property_id: {
      narrower: 'lease_id',
      condition: '(select l.property_id from leases l where l.organization_id = $1 and l.id = ?) = ?',
    },
  },
  changes: { columns: 'issue_date, due_date, status, id', filters: ['status', 'paid', 'overdue'] },
  order: 'issue_date desc, id desc',
  sorts: invoiceSorts,
  columns: COLUMNS,
  joins: 'join invoices i on i.organization_id = $1 and i.id = page.id',
}

export const findInvoice = statement<InvoiceRow>(
  'find_invoice',
  `select ${COLUMNS} from invoices i where i.organization_id = $1 and i.id = $2`,
)

export const listInvoiceStates = statement<{ id: string; leaseId: string; status: InvoiceRow['status'] }>(
  'list_invoice_states',
  'select i.id, i.lease_id as "leaseId", i.status from invoices i where i.organization_id = $1 and i.id = any($2::text[])',
)

/** The invoices `$2`, each with the payments that settle it, in that order. */
export const listPaidInvoices = statement<InvoiceRow & { payment_ids: string[] }>(
  'list_paid_invoices',
  `select ${COLUMNS}, settling.payment_ids
     from unnest($2::text[]) with ordinality as wanted (id, place)
     cross join lateral (
       select * from invoices of_list where of_list.organization_id = $1 and of_list.id = wanted.id offset 0
     ) i
     cross join lateral (
       select coalesce(jsonb_agg(payment.payment_id order by payment.payment_id), '[]') as payment_ids
         from (
           select e.payment_id
             from ledger_entries e
            where e.organization_id = $1 and e.invoice_id = i.id and e.account = 'RECEIVABLE' and e.payment_id is not null
            group by e.payment_id
           having sum(e.amount_cents) <> 0
         ) payment
     ) settling
    order by wanted.place`,
)

/** The last of `$2` numbers; whoever asks after us waits until our transaction is committed. */
export const takeNumbers = statement<{ last: number }>(
  'take_invoice_numbers',
  `insert into invoice_numbers (organization_id, last_number) values ($1, $2::int)
   on conflict (organization_id) do update set last_number = invoice_numbers.last_number + $2::int
   returning last_number as last`,
  { isContended: true },
)

export const insertInvoices = statement<never>(
  'insert_invoices',
  `insert into invoices (
     organization_id, id, number, lease_id, property_id, unit_id, resident_id, is_draft, is_deposit, issue_date, due_date, period_start,
     period_end, recurring_month, lines, total_cents, paid_cents, paid_at, first_paid_at, external_id, created_at
   )
   select $1, t.id, t.number, t."leaseId", t."propertyId", t."unitId", t."residentId", t."isDraft", t."isDeposit", t."issueDate",
          t."dueDate", t."periodStart", t."periodEnd", t."recurringMonth", t.lines, t."totalCents", settled.cents, paid.at, paid.at,
          t."externalId", t."createdAt"
     from jsonb_to_recordset($2::jsonb) as t (
       id text, number integer, "leaseId" text, "propertyId" text, "unitId" text, "residentId" text, "isDraft" boolean,
       "isDeposit" boolean, "issueDate" date, "dueDate" date, "periodStart" date, "periodEnd" date, "recurringMonth" date, lines jsonb,
       "totalCents" bigint, "externalId" text, "createdAt" timestamptz
     )
    cross join lateral (
      select coalesce(-sum(e.amount_cents), 0) as cents, max(e.recorded_at) as at
        from ledger_entries e
       where e.organization_id = $1 and e.invoice_id = t.id and e.account = 'RECEIVABLE' and e.payment_id is not null
    ) settled
    cross join lateral (
      select case when settled.cents = t."totalCents" and not t."isDraft" then coalesce(settled.at, t."createdAt") end as at
    ) paid`,
)

/** The draft `$2` is issued on day `$3`, due on `$4`, at the instant `$5`; with a total of 0 it is paid at once. */
export const updateAsIssued = statement<InvoiceRow>(
  'issue_invoice',
  `update invoices i
      set is_draft = false, issue_date = $3, due_date = $4,
          paid_at = case when i.total_cents = 0 then $5::timestamptz end,
          first_paid_at = case when i.total_cents = 0 then $5::timestamptz end
    where i.organization_id = $1 and i.id = $2
   returning ${COLUMNS}`,
)

/** The invoice `$2` is void from day `$3` on, at the instant `$4`. */
export const updateAsVoid = statement<InvoiceRow>(
  'void_invoice',
  `update invoices i
      set voided_on = $3, voided_at = $4
    where i.organization_id = $1 and i.id = $2
   returning ${COLUMNS}`,
)

/** A signed lease that is occupied on a day of the month from `$2` to `$3`, and whose recurring charges of it are not billed yet. */
const IS_TO_BILL = `l.stage = 'SIGNED' and l.start_date <= $3::date and (l.move_out_date is null or l.move_out_date >= $2::date)
  and (${WAITS}) is not true
  and not exists (
    select from invoices i where i.organization_id = $1 and i.lease_id = l.id and i.recurring_month = $2::date offset 0
  )`

/**
 * The next `$5` leases to bill after the id `$4`. They are walked through by id and picked from: told that they are signed, PostgreSQL without
 * statistics reads all that are signed for each page.
 */
export const listLeasesToBill = statement<{ id: string }>(
  'list_leases_to_bill',
  `select l.id
     from (select * from leases next where next.organization_id = $1 and next.id > $4 order by next.id offset 0) l
    where ${IS_TO_BILL}
    order by l.id
    limit $5::int`,
)

export type ChargedLease = Occupancy & { id: string; rentDueDay: number; charges: MonthlyCharge[] }

/**
 * Those of the leases `$4` that are to be billed, with the charges that are in force in the month. Each is looked up by its id alone: told
 * that it is signed, PostgreSQL without statistics walks through the index of signed leases: 680 pages a lease among 3,000.
 */
export const listChargedLeases = statement<ChargedLease>(
  'list_charged_leases',
  `select l.id, l.start_date as "startDate", l.move_out_date as "moveOutDate", l.rent_due_day as "rentDueDay", in_force.charges
     from unnest($4::text[]) as wanted (id)
     cross join lateral (
       select * from leases of_list where of_list.organization_id = $1 and of_list.id = wanted.id offset 0
     ) l
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object(
                'code', c.code, 'description', c.description, 'amountCents', c.amount_cents, 'effectiveFrom', c.effective_from,
                'effectiveTo', c.effective_to
              ) order by c.description, c.effective_from), '[]') as charges
         from lease_charges c
        where c.organization_id = $1 and c.lease_id = l.id and c.effective_from <= $3::date
          and (c.effective_to is null or c.effective_to >= $2::date)
     ) in_force
    where ${IS_TO_BILL}
    order by l.id`,
)
