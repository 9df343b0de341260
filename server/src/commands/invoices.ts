/** `invoices`: generates the monthly charges. */
import { InvoiceMonth } from '#contract/console/monthly-charges.ts'
import { isBusinessDate } from '../base/dates.ts'
import { formatCents } from '../base/money.ts'
import { readFields } from '../base/read-object.ts'
import { counted } from '../base/text.ts'
import { generateMonth } from '../domain/invoices/generate.ts'
import { type Command, ORGANIZATION_OPTION, WrongUsage } from './command.ts'
import { withSession } from './session.ts'

export const generateInvoicesCommand: Command = {
  words: 'invoices generate',
  about:
    'Generate the monthly charges. A lease that already has an invoice for the month is billed only for days that it leaves out.',
  ifInterrupted: 'Invoices that were issued stay. Run the command again for the others: no lease is billed twice.',
  options: {
    org: ORGANIZATION_OPTION,
    month: { value: 'YYYY-MM', required: true, about: 'The month to bill.' },
  },
  run: call => {
    const month = call.text('month') as string
    if (!isBusinessDate(`${month}-01`)) {
      throw new WrongUsage('--month must be a month such as 2026-03, with a year from 1900 to 2999')
    }
    return withSession(call, async session => {
      const organization = await session.organization(call.text('org') as string)
      const generated = await generateMonth(readFields(InvoiceMonth, { month }), work =>
        session.within(organization, work),
      )
      const { invoices, total_cents, leases_without_charges: without } = generated
      const { left_out, in_closed_books } = generated
      const issued = `Issued ${counted(invoices, 'invoice')} with a total of ${formatCents(total_cents)}.`
      const left = without > 0 ? ` ${counted(without, 'lease has', 'leases have')} no charges.` : ''
      const tooMany = left_out.map(
        lease => `Lease ${lease} was left out: it has more charges than an invoice can hold.`,
      )
      const closed = in_closed_books.map(
        lease =>
          `Lease ${lease} was left out: the books are closed through ${organization.books_closed_through}, and it would be billed on an earlier day or that one. Charge it on a later date, or reopen the books.`,
      )
      return { json: { month, ...generated }, lines: [`${issued}${left}`, ...tooMany, ...closed] }
    })
  },
}
