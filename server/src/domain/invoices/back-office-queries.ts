/** SQL of an invoice as the back office opens it. `$1` is the organization. */
import type { PAYMENT_METHODS } from '#contract/v1/payments.ts'
import { statement } from '#server/db/statement.ts'

export type MoreOfInvoice = {
  property_name: string
  unit_label: string
  resident_name: string | null
  payments: {
    payment_id: string
    payment_date: string
    method: (typeof PAYMENT_METHODS)[number]
    amount_cents: number
  }[]
}

/** Of the invoice `$2`. */
export const findMoreOfInvoice = statement<MoreOfInvoice>(
  'find_more_of_invoice',
  `select p.name as property_name, u.label as unit_label, who.resident_name, settling.payments
     from invoices i
     join properties p on p.organization_id = $1 and p.id = i.property_id
     join units u on u.organization_id = $1 and u.id = i.unit_id
     left join lateral (
       select trim(r.first_name || ' ' || r.last_name) as resident_name
         from lease_residents lr
         join residents r on r.organization_id = $1 and r.id = lr.resident_id
        where lr.organization_id = $1 and lr.lease_id = i.lease_id and (lr.resident_id = i.resident_id or lr.is_primary)
        order by lr.resident_id = i.resident_id desc nulls last
        limit 1
     ) who on true
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object(
                'payment_id', y.id, 'payment_date', y.payment_date, 'method', y.method, 'amount_cents', part.cents
              ) order by y.payment_date, y.id), '[]') as payments
         from (
           select e.payment_id, -sum(e.amount_cents) as cents
             from ledger_entries e
            where e.organization_id = $1 and e.invoice_id = i.id and e.account = 'RECEIVABLE' and e.payment_id is not null
            group by e.payment_id
           having sum(e.amount_cents) <> 0
         ) part
         join payments y on y.organization_id = $1 and y.id = part.payment_id
     ) settling
    where i.organization_id = $1 and i.id = $2`,
)
