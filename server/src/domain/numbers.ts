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

/**
 * Takes `count` numbers and returns the first. Others who need numbers wait until our transaction is committed, so a caller that stores many
 * records takes their numbers in an earlier transaction.
 */
export async function takeNumbers({ db }: Context, take: Statement<Taken>, count: number): Promise<number> {
  if (count === 0) return 0
  const { last } = onlyRow(await db.query(take, [db.organizationId, count]))
  return last - count + 1
}
