/** Conditions on invoices and ledger entries that several statements share. */

/** The entry `e` of an invoice allocates a payment to it, or takes an allocation away. */
export const IS_ALLOCATION = `e.account = 'RECEIVABLE' and e.payment_id is not null`

/** Something is owed on the invoice `i`. */
export const IS_OPEN = `i.status in ('OPEN', 'PARTIALLY_PAID')`
