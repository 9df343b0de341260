/** The console’s own operations that run in the transaction of their call, implemented by the nouns as those of version 1 are. */
import type { ConsoleOperations } from './implementations.ts'
import { generateInvoices } from './invoices/generate.ts'
import { createInvoice, issueInvoice, voidInvoice } from './invoices/issue.ts'
import { getInvoiceDetail } from './invoices/operations.ts'
import { getLeaseLedger } from './ledger/lease-ledger.ts'
import { getOverview } from './overview/operations.ts'
import { returnDeposit, withholdDeposit } from './payments/deposits.ts'
import { getPaymentDetail } from './payments/operations.ts'
import { cancelPayment, failPayment, settlePayment } from './payments/pending.ts'
import { recordPayment } from './payments/record.ts'
import { refundPayment, reversePayment } from './payments/reversals.ts'

export const consoleOperations = {
  getOverview,
  getInvoiceDetail,
  createInvoice,
  issueInvoice,
  voidInvoice,
  generateInvoices,
  getLeaseLedger,
  getPaymentDetail,
  recordPayment,
  settlePayment,
  failPayment,
  cancelPayment,
  reversePayment,
  refundPayment,
  returnDeposit,
  withholdDeposit,
} satisfies Partial<ConsoleOperations>
