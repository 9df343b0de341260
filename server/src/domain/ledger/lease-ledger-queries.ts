/** SQL of a lease's ledger as people read it. `$1` is the organization, `$2` the lease. */
import type { ListDefinition } from '#server/db/list.ts'
import { statement } from '#server/db/statement.ts'

/**
 * One line a charge, and one a payment and day: what of it settles which invoice is not told here, and moving credit to an invoice is no
 * line at all. An invoice that is taken back is told charge by charge as well. A refund also moves what it takes from invoices, as PAYMENT:
 * REFUND, the greater word, names the line.
 */
export const leaseLedger: ListDefinition<'account'> = {
  name: 'list_lease_ledger',
  matching: `select told.id, told.effective_on, told.recorded_at, told.account, told.code, told.description, told.amount_cents,
      told.balance_cents, told.invoice_id, told.payment_id
    from (
      select line.*, sum(line.amount_cents) over (
               partition by line.account order by line.effective_on, line.id
             )::bigint as balance_cents
        from (
          select min(e.id::text)::uuid as id, e.effective_on, min(e.recorded_at) as recorded_at, e.account, max(e.code) as code,
                 max(e.description) as description, sum(e.amount_cents)::bigint as amount_cents,
                 case when e.payment_id is null then e.invoice_id end as invoice_id, e.payment_id
            from ledger_entries e
           where e.organization_id = $1 and e.lease_id = $2
           group by e.account, e.effective_on, e.payment_id,
                    case when e.payment_id is null then e.id end, case when e.payment_id is null then e.invoice_id end,
                    case when e.payment_id is not null then e.recorded_at end
          having sum(e.amount_cents) <> 0
        ) line
    ) told
    where told.id is not null`,
  matchOnce: true,
  filters: { account: 'told.account = ?' },
  order: 'effective_on desc, id desc',
  sorts: {},
  columns: `page.id as line_id, page.effective_on, page.recorded_at, page.account, page.code, page.description, page.amount_cents,
    page.balance_cents, page.invoice_id, i.number as invoice_number, page.payment_id`,
  joins: 'left join invoices i on i.organization_id = $1 and i.id = page.invoice_id',
}

export const findLedgerLease = statement<{ id: string }>(
  'find_ledger_lease',
  'select id from leases where organization_id = $1 and id = $2',
)
