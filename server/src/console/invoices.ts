/** Invoices and the ledger of a lease, as the console shows and changes them. */
import type { Static } from 'typebox'
import type { BackOffice } from '#contract/console/back-office.ts'
import type { InvoiceDetail } from '#contract/console/invoices.ts'
import type { ConsoleImplementations, MemberInputOf } from '#contract/console/operation.ts'
import { fieldError } from '#server/base/refusal.ts'
import { inFull } from '#server/domain/invoices/back-office.ts'
import { generateBatch } from '#server/domain/invoices/generate.ts'
import { createInvoice, issueInvoice, voidInvoice } from '#server/domain/invoices/issue.ts'
import { getInvoice } from '#server/domain/invoices/operations.ts'
import { getLeaseLedger } from '#server/domain/ledger/lease-ledger.ts'
import type { Context } from '#server/platform/context.ts'

type Invoices = Pick<
  BackOffice,
  'getInvoiceDetail' | 'createInvoice' | 'issueInvoice' | 'voidInvoice' | 'generateInvoices' | 'getLeaseLedger'
>

export const invoices: ConsoleImplementations<Invoices, Context> = {
  getInvoiceDetail: (context, { id }) => shown(context, getInvoice(context, { id })),

  createInvoice: (context, input) =>
    shown(
      context,
      createInvoice(context, {
        leaseId: input.lease_id,
        lines: input.lines,
        ...(input.resident_id !== undefined && { residentId: input.resident_id }),
        ...(input.issue_date !== undefined && { issueDate: input.issue_date }),
        ...(input.due_date !== undefined && { dueDate: input.due_date }),
        ...periodOf(input),
        ...(input.is_draft !== undefined && { isDraft: input.is_draft }),
        ...(input.external_id !== undefined && { externalId: input.external_id }),
      }),
    ),

  issueInvoice: (context, { id: invoiceId, issue_date: issueDate, due_date: dueDate }) =>
    shown(
      context,
      issueInvoice(context, {
        invoiceId,
        ...(issueDate !== undefined && { issueDate }),
        ...(dueDate !== undefined && { dueDate }),
      }),
    ),

  voidInvoice: (context, { id: invoiceId, on }) =>
    shown(context, voidInvoice(context, { invoiceId, ...(on !== undefined && { on }) })),

  generateInvoices: async (context, { month, after }) => {
    const billed = await generateBatch(context, { month, after })
    return { month, first_day: `${month}-01`, ...billed }
  },

  getLeaseLedger: (context, { lease_id, limit, offset, ...filters }) =>
    getLeaseLedger(context, lease_id, filters, { limit, offset }),
}

async function shown(context: Context, invoice: ReturnType<typeof getInvoice>): Promise<Static<typeof InvoiceDetail>> {
  return inFull(context, await invoice)
}

function periodOf({ period_start: start, period_end: end }: MemberInputOf<BackOffice['createInvoice']>) {
  if (start !== undefined && end !== undefined) return { period: { start, end } }
  if (start === undefined && end === undefined) return {}
  throw fieldError(start === undefined ? 'period_start' : 'period_end', 'is required when the other end is given')
}
