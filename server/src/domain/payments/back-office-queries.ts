/** SQL of a payment as the back office opens it. `$1` is the organization. */
import { statement } from '#server/db/statement.ts'

export type MoreOfPayment = { property_name: string; unit_label: string; resident_name: string | null }

/** Of the payment `$2`. */
export const findMoreOfPayment = statement<MoreOfPayment>(
  'find_more_of_payment',
  `select p.name as property_name, u.label as unit_label, who.resident_name
     from payments y
     join properties p on p.organization_id = $1 and p.id = y.property_id
     join units u on u.organization_id = $1 and u.id = y.unit_id
     left join lateral (
       select trim(r.first_name || ' ' || r.last_name) as resident_name
         from lease_residents lr
         join residents r on r.organization_id = $1 and r.id = lr.resident_id
        where lr.organization_id = $1 and lr.lease_id = y.lease_id and (lr.resident_id = y.resident_id or lr.is_primary)
        order by lr.resident_id = y.resident_id desc nulls last
        limit 1
     ) who on true
    where y.organization_id = $1 and y.id = $2`,
)

export const listInvoiceNumbers = statement<{ invoice_id: string; number: number }>(
  'list_invoice_numbers',
  'select i.id as invoice_id, i.number from invoices i where i.organization_id = $1 and i.id = any($2::text[])',
)
