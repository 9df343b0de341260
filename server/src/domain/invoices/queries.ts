/** SQL of invoices. `$1` is the organization. */
import { statement } from '#server/db/statement.ts'

/** The last of `$2` numbers; whoever asks after us waits until our transaction is over. */
export const takeNumbers = statement<{ last: number }>(
  'take_invoice_numbers',
  `insert into invoice_numbers (organization_id, last_number) values ($1, $2::int)
   on conflict (organization_id) do update set last_number = invoice_numbers.last_number + $2::int
   returning last_number as last`,
)

export const insertInvoices = statement<never>(
  'insert_invoices',
  `insert into invoices (
     organization_id, id, number, lease_id, property_id, unit_id, resident_id, is_draft, is_deposit, issue_date, due_date, period_start,
     period_end, recurring_month, lines, total_cents, paid_at, first_paid_at, external_id, created_at
   )
   select $1, t.id, t.number, t."leaseId", t."propertyId", t."unitId", t."residentId", t."isDraft", t."isDeposit", t."issueDate",
          t."dueDate", t."periodStart", t."periodEnd", t."recurringMonth", t.lines, t."totalCents", t."paidAt", t."paidAt",
          t."externalId", t."createdAt"
     from jsonb_to_recordset($2::jsonb) as t (
       id text, number integer, "leaseId" text, "propertyId" text, "unitId" text, "residentId" text, "isDraft" boolean,
       "isDeposit" boolean, "issueDate" date, "dueDate" date, "periodStart" date, "periodEnd" date, "recurringMonth" date, lines jsonb,
       "totalCents" bigint, "paidAt" timestamptz, "externalId" text, "createdAt" timestamptz
     )`,
)
