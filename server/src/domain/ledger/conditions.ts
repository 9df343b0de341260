/** SQL of invoices and ledger entries that several statements share. `$1` is the organization. */
import { DEPOSIT_RETURN_VOIDED, DEPOSIT_RETURNED } from './rules.ts'

/** The entry `e` of an invoice allocates a payment to it, or takes an allocation away. */
export const IS_ALLOCATION = `e.account = 'RECEIVABLE' and e.payment_id is not null`

/** The entry `e` of a deposit returns some of it to the resident, or undoes such a return. */
export const IS_DEPOSIT_RETURN = `e.invoice_id is null and e.description in ('${DEPOSIT_RETURNED}', '${DEPOSIT_RETURN_VOIDED}')`

/** Something is owed on the invoice `i`. */
export const IS_OPEN = `i.status in ('OPEN', 'PARTIALLY_PAID')`

/**
 * A payment that was recorded after the invoice `i` is applied to it. An older payment is credit, which a void releases. IDs sort by creation time, and
 * the comparison is of IDs after their prefix of 4 characters, because the instants are equal where a test stops the clock.
 */
export const IS_PAID_SINCE = isAppliedSince('')

/**
 * A payment that was recorded after the invoice `i`, and not before it was issued, is applied to it. Nobody can have recorded a payment for a draft, so
 * what came in before it was issued is credit. An invoice of the monthly charges was never a draft, so `IS_PAID_SINCE` is enough there.
 */
export const IS_PAID_SINCE_ISSUED = isAppliedSince(`and not exists (
               select
                 from ledger_entries received
                where received.organization_id = $1 and received.payment_id = e.payment_id
                  and received.recorded_at < (
                    select min(charged.recorded_at)
                      from ledger_entries charged
                     where charged.organization_id = $1 and charged.invoice_id = i.id and charged.payment_id is null
                  )
             )`)

function isAppliedSince(more: string): string {
  return `i.paid_cents > 0 and exists (
        select from ledger_entries e
         where e.organization_id = $1 and e.invoice_id = i.id and ${IS_ALLOCATION}
           and substr(e.payment_id, 5) > substr(i.id, 5) ${more}
         group by e.payment_id
        having sum(e.amount_cents) <> 0
      )`
}

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
      when e.account = 'DEPOSIT' and (e.payment_id is not null and e.invoice_id is null or ${IS_DEPOSIT_RETURN}) then e.amount_cents
      else 0
    end`
