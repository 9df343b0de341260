/** Tells a list of charges from one of payments: both have a date, an amount, a unit and a tenant. */
import { Refusal } from '#server/base/refusal.ts'
import { inSeries } from '../read/header.ts'
import { headerOf, type TableColumns } from '../read/table-columns.ts'

const OF_CHARGES = /^(?:charge|bill|invoice)\b|\bdue\b/i
const TITLE_OF_CHARGES = /\b(?:charges?|invoices?|bills?|receivables?)\b/i
/** What only a list of payments has. A list of charges may state which part of each was paid. */
const OF_PAYMENTS = /\b(?:payments?|receipts?|received|payer|paid (?:by|on)|date paid|check|method)\b/i
const AMOUNT_OF_PAYMENTS = /paid|received|payment|receipt/i

const isAmount = (header: string) => header.trim().toLowerCase() === 'amount'

/**
 * Refuses charges, invoices and bills. Imported as payments, they would lower by their amounts what residents owe, instead of raising it. A word for
 * payments in any header or in the title shows that the file has payments.
 */
export function refuseCharges<Field extends string>(columns: TableColumns<Field>, title = ''): void {
  const { headers } = columns
  const words = [title, ...headers]
  // Next to another amount, what was paid may be a part of each charge.
  const isPaid = AMOUNT_OF_PAYMENTS.test(headerOf(columns, 'amount' as Field)) && !headers.some(isAmount)
  if (isPaid || words.some(word => OF_PAYMENTS.test(word))) return
  const signs = headers.filter(header => OF_CHARGES.test(header)).slice(0, 5)
  if (signs.length === 0 && !TITLE_OF_CHARGES.test(title)) return
  const columnsSay = signs.length === 1 ? `The column ${signs[0]} shows` : `The columns ${inSeries(signs)} show`
  const sign = signs.length > 0 ? columnsSay : `The title “${title.slice(0, 80)}” shows`
  throw new Refusal(
    'invalid_request',
    `${sign} that the file lists what was charged, which would be imported as paid. Import a ledger instead, which has charges and payments. If the amounts were paid, name the date column Payment Date.`,
  )
}
