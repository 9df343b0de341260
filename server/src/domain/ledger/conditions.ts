/** SQL of invoices and ledger entries that several statements share. `$1` is the organization. */

/** The entry `e` of an invoice allocates a payment to it, or takes an allocation away. */
export const IS_ALLOCATION = `e.account = 'RECEIVABLE' and e.payment_id is not null`

/** Something is owed on the invoice `i`. */
export const IS_OPEN = `i.status in ('OPEN', 'PARTIALLY_PAID')`

/**
 * Joins `i`: all invoices of the lease `wanted.lease_id`. Statements filter them afterward: given a further condition, PostgreSQL without statistics
 * walks through all invoices of the organization that meet it, for each lease.
 */
export const INVOICES_OF_LEASE = `cross join lateral (
       select *
         from invoices of_lease
        where of_lease.organization_id = $1 and of_lease.lease_id = wanted.lease_id
       offset 0
     ) i`
