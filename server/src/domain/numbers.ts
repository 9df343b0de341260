/** Numbers without gaps: those of an organization's invoices, and those of its work orders. */
import { onlyRow } from '#server/db/only-row.ts'
import { type Statement, statement } from '#server/db/statement.ts'
import type { Context } from '#server/platform/context.ts'

/** Takes `$2` numbers of the organization `$1` and returns the last. */
const takeFrom = (counters: string) => `
  insert into ${counters} (organization_id, last_number) values ($1, $2::int)
  on conflict (organization_id) do update set last_number = ${counters}.last_number + $2::int
  returning last_number as last`

type Taken = { last: number }

export const takeInvoiceNumbers = statement<Taken>('take_invoice_numbers', takeFrom('invoice_numbers'), {
  isContended: true,
})

export const takeWorkOrderNumbers = statement<Taken>('take_work_order_numbers', takeFrom('work_order_numbers'), {
  isContended: true,
})

/** The counters of the organization `$1` that are behind its records, so that the next one would get a number that is taken. */
export const listCountersBehind = statement<{ counter: string; records: string }>(
  'list_counters_behind',
  `select 'invoice_numbers' as counter, 'invoices' as records
    where (select max(number) from invoices where organization_id = $1)
          > coalesce((select last_number from invoice_numbers where organization_id = $1), 0)
   union all
   select 'work_order_numbers', 'work_orders'
    where (select max(number) from work_orders where organization_id = $1)
          > coalesce((select last_number from work_order_numbers where organization_id = $1), 0)`,
)

/**
 * Takes `count` numbers and returns the first. Others who need numbers wait until our transaction is committed, so a caller that stores many
 * records takes their numbers in an earlier transaction.
 */
export async function takeNumbers({ db }: Context, take: Statement<Taken>, count: number): Promise<number> {
  if (count === 0) return 0
  const { last } = onlyRow(await db.query(take, [db.organizationId, count]))
  return last - count + 1
}
