/** SQL of the deposit statement. `$1` is the organization, `$2` the lease. */
import type { ConsoleContract } from '#contract/console.ts'
import type { OutputOf } from '#contract/operation.ts'
import { statement } from '#server/db/statement.ts'
import { hasNotLeft } from '../leases/columns.ts'
import { balanceOn } from '../ledger/balance.ts'
import { IS_DEPOSIT_RETURN } from '../ledger/conditions.ts'

export type DepositStatement = OutputOf<ConsoleContract['getDepositStatement']>
type Heading = Omit<
  DepositStatement,
  `${'received' | 'applied' | 'returned' | 'held'}_cents` | 'lines' | 'deductions' | 'as_of'
>

/** The lease and residents of the deposit, and what the lease owes at the end of the day `$3`. */
export const findDepositHeading = statement<Heading>(
  'find_deposit_heading',
  `select l.id as lease_id, o.name as organization_name, p.name as property_name,
          p.address_line || ', ' || p.city || ', ' || p.state || ' ' || p.postal_code as address, u.label as unit_label, named.residents,
          l.start_date, l.move_in_date, l.move_out_date, greatest(0, ledger.balance_cents) as owed_cents,
          greatest(0, -ledger.balance_cents) as credit_cents
     from leases l
     join organizations o on o.id = $1
     join properties p on p.organization_id = $1 and p.id = l.property_id
     join units u on u.organization_id = $1 and u.id = l.unit_id
     cross join lateral (
       select coalesce(jsonb_agg(r.full_name order by lr.is_primary desc, r.full_name), '[]') as residents
         from lease_residents lr
         join residents r on r.organization_id = $1 and r.id = lr.resident_id
        where lr.organization_id = $1 and lr.lease_id = l.id and ${hasNotLeft('$3::date')}
     ) named
     ${balanceOn('l.id', '$3')}
    where l.organization_id = $1 and l.id = $2`,
)

/** The payments `withheld` of the lease that are withheld deposits. */
const WITHHELD = `(
         select distinct held.payment_id
           from ledger_entries held
          where held.organization_id = $1 and held.lease_id = $2 and held.account = 'DEPOSIT' and held.payment_id is not null
            and held.invoice_id is null
       ) withheld`

/**
 * What was added to the deposit and taken from it, by day. An entry with an invoice is a payment of the deposit. An entry with only a payment is
 * the deposit withheld as that payment. An entry with neither is a deposit that was returned, or one that an import stated or corrected. The
 * refunded part of a withheld deposit is no longer applied to anything, because it went back to the resident.
 */
export const listDepositLines = statement<DepositStatement['lines'][number]>(
  'list_deposit_lines',
  `select moved.kind, moved.effective_on as "on", sum(moved.amount_cents)::bigint as amount_cents
     from (
       select case
                when e.payment_id is not null and e.invoice_id is null then 'APPLIED'
                when ${IS_DEPOSIT_RETURN} then 'RETURNED'
                else 'RECEIVED'
              end as kind,
              e.effective_on, e.amount_cents
         from ledger_entries e
        where e.organization_id = $1 and e.lease_id = $2 and e.account = 'DEPOSIT'
       union all
       select refunded.kind, e.effective_on, refunded.sign * e.amount_cents
         from ${WITHHELD}
         join ledger_entries e on e.organization_id = $1 and e.payment_id = withheld.payment_id
        cross join (values ('APPLIED', 1), ('RETURNED', -1)) refunded (kind, sign)
        where e.account = 'RECEIVABLE' and e.code = 'REFUND'
     ) moved
    group by moved.kind, moved.effective_on
   having sum(moved.amount_cents) <> 0
    order by moved.effective_on, array_position(array['RECEIVED', 'APPLIED', 'RETURNED'], moved.kind)`,
)

/** The invoices to which withheld deposits of the lease are applied. */
export const listDeductions = statement<DepositStatement['deductions'][number]>(
  'list_deposit_deductions',
  `select i.id as invoice_id, i.number, i.issue_date, i.lines, i.total_cents, applied.cents as applied_cents,
          i.total_cents - i.paid_cents as balance_cents
     from (
       select e.invoice_id, -sum(e.amount_cents)::bigint as cents
         from ${WITHHELD}
         join ledger_entries e on e.organization_id = $1 and e.payment_id = withheld.payment_id
        where e.account = 'RECEIVABLE' and e.invoice_id is not null
        group by e.invoice_id
       having sum(e.amount_cents) <> 0
     ) applied
     join invoices i on i.organization_id = $1 and i.id = applied.invoice_id
    order by i.issue_date, i.number`,
)
