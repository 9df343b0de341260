/** SQL of the ledger of a lease, in the form in which people read it. `$1` is the organization, `$2` the lease. */
import type { ListDefinition } from '#server/db/list.ts'
import { statement } from '#server/db/statement.ts'
import { cashOf } from './conditions.ts'

/**
 * The lines: one per charge, also of a voided invoice, and one per payment and day. A line does not show how the payment is allocated, and applying
 * credit to an invoice makes no line. A refund also posts PAYMENT entries for what it takes from invoices: its line is named REFUND, because that
 * is the greater of the two words. A payment that is a withheld deposit is named so in both accounts, because nobody paid it. Only the lines of
 * concessions are negative, so a line with the other sign is that of a void. Opening credits are recognized among the entries of the lease: without
 * statistics, PostgreSQL could look them up in the index that has those of the whole organization.
 */
export const leaseLedger: ListDefinition<'account' | 'updated_since'> = {
  name: 'list_lease_ledger',
  matching: `select shown.id, shown.effective_on, shown.recorded_at, shown.account, shown.code, shown.description, shown.amount_cents,
      shown.balance_cents, shown.cash_cents, shown.invoice_id, shown.payment_id
    from (
      select line.*, sum(line.amount_cents) over (
               partition by line.account order by line.effective_on, line.id
             )::bigint as balance_cents
        from (
          select min(e.id::text)::uuid as id, e.effective_on, min(e.recorded_at) as recorded_at, e.account, max(e.code) as code,
                 case when bool_or(e.is_void) then left('Void: ' || max(e.description), 200)
                   when bool_or(e.is_withheld_deposit) and max(e.description) = 'Payment' then 'Deposit withheld'
                   else max(e.description) end as description,
                 sum(e.amount_cents)::bigint as amount_cents,
                 sum(${cashOf('e.is_opening_credit')})::bigint as cash_cents,
                 case when e.payment_id is null then e.invoice_id end as invoice_id, e.payment_id
            from (
              select entry.id, entry.effective_on, entry.recorded_at, entry.account, entry.code, entry.description, entry.amount_cents,
                     entry.invoice_id, entry.payment_id,
                     entry.account = 'RECEIVABLE' and entry.payment_id is null and entry.invoice_id is not null
                       and (entry.amount_cents < 0) <> (entry.code = 'CONCESSION') as is_void,
                     bool_or(entry.code = 'OPENING_BALANCE') over (partition by entry.payment_id) as is_opening_credit,
                     bool_or(entry.account = 'DEPOSIT' and entry.invoice_id is null and entry.payment_id is not null)
                       over (partition by entry.payment_id) as is_withheld_deposit
                from ledger_entries entry
               where entry.organization_id = $1 and entry.lease_id = $2
            ) e
           group by e.account, e.effective_on, e.payment_id,
                    case when e.payment_id is null then e.id end, case when e.payment_id is null then e.invoice_id end,
                    case when e.payment_id is not null then e.recorded_at end
          having sum(e.amount_cents) <> 0
        ) line
    ) shown
    where shown.id is not null`,
  matchOnce: true,
  filters: { account: 'shown.account = ?', updated_since: 'shown.recorded_at >= ?' },
  order: 'effective_on desc, id desc',
  sorts: {},
  columns: `page.id as line_id, page.effective_on, page.recorded_at, page.account, page.code, page.description, page.amount_cents,
    page.balance_cents, page.cash_cents, page.invoice_id, i.number as invoice_number, page.payment_id`,
  joins: 'left join invoices i on i.organization_id = $1 and i.id = page.invoice_id',
}

/** The lines as members see them, with how each payment was made. */
export const ledgerWithPayments: ListDefinition<'account' | 'updated_since'> = {
  ...leaseLedger,
  name: 'list_lease_ledger_with_payments',
  columns: `${leaseLedger.columns}, y.method as payment_method, y.reference as payment_reference`,
  joins: `${leaseLedger.joins} left join payments y on y.organization_id = $1 and y.id = page.payment_id`,
}

export const findLedgerLease = statement<{ id: string }>(
  'find_ledger_lease',
  'select id from leases where organization_id = $1 and id = $2',
)
