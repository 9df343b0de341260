/** SQL of the ledger. `$1` is the organization. */
import { statement } from '#server/db/statement.ts'

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
