/** SQL of invoices and ledger entries that several statements share. `$1` is the organization. */
import { DEPOSIT_RETURNED } from './rules.ts'

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

/**
 * The money that the entry `e` says was received, negative if it was paid out, where `isOpeningCredit` says whether its payment is a prepaid opening
 * balance: that money was received before, so only its refunds count. A withheld deposit was received before too, so the entry that takes it from the
 * deposit is the opposite of the one that pays what is owed. A deposit that is paid is money of the payment that pays its invoice.
 */
export const cashOf = (isOpeningCredit: string) => `case
      when e.account = 'RECEIVABLE' and e.payment_id is not null and (e.code = 'REFUND' or not (${isOpeningCredit})) then -e.amount_cents
      when e.account = 'DEPOSIT' and e.invoice_id is null and (e.payment_id is not null or e.description = '${DEPOSIT_RETURNED}') then e.amount_cents
      else 0
    end`
