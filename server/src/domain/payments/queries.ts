/** SQL of payments. `$1` is the organization. */
import { statement } from '#server/db/statement.ts'
import type { KnownPayment } from './records.ts'

export const insertPayments = statement<never>(
  'insert_payments',
  `insert into payments (
     organization_id, id, lease_id, property_id, unit_id, resident_id, status, method, amount_cents, refunded_cents, payment_date,
     received_at, reversed_at, reference, memo, failure_reason, external_id, created_at
   )
   select $1, t.id, t."leaseId", t."propertyId", t."unitId", t."residentId", t.status, t.method, t."amountCents", t."refundedCents",
          t."paymentDate", t."receivedAt", t."reversedAt", t.reference, t.memo, t."failureReason", t."externalId", t."createdAt"
     from jsonb_to_recordset($2::jsonb) as t (
       id text, "leaseId" text, "propertyId" text, "unitId" text, "residentId" text, status text, method text, "amountCents" bigint,
       "refundedCents" bigint, "paymentDate" date, "receivedAt" timestamptz, "reversedAt" timestamptz, reference text, memo text,
       "failureReason" text, "externalId" text, "createdAt" timestamptz
     )`,
)

export const listPaymentsByExternalId = statement<KnownPayment>(
  'list_payments_by_external_id',
  `select p.external_id as "externalId", p.status, p.amount_cents as "amountCents", p.payment_date as "paymentDate"
     from payments p
    where p.organization_id = $1 and p.external_id = any($2::text[])`,
)
