/** The words of other systems for the method and the status of a payment. */
import type { PaymentRecord } from '#server/domain/payments/records.ts'
import { type CellKind, comparable, oneOfWords } from '../read/cells.ts'

export type PaymentStatus = PaymentRecord['status']
export type PaymentMethod = PaymentRecord['method']

const STATUSES: Record<PaymentStatus, readonly string[]> = {
  PAID: [
    'Paid',
    'Received',
    'Cleared',
    'Posted',
    'Deposited',
    'Settled',
    'Completed',
    'Complete',
    'Successful',
    'Success',
  ],
  PENDING: ['Pending', 'Processing', 'In Process', 'Scheduled', 'Submitted'],
  FAILED: ['Failed', 'Declined', 'Rejected', 'Error'],
  REVERSED: ['NSF', 'Returned', 'Reversed', 'Bounced', 'Chargeback', 'Charged Back', 'Return'],
  REFUNDED: ['Refunded', 'Refund'],
  CANCELLED: ['Cancelled', 'Canceled', 'Void', 'Voided'],
}

const METHODS: Record<PaymentMethod, readonly string[]> = {
  ACH: [
    'ACH',
    'eCheck',
    'Electronic Check',
    'EFT',
    'Bank Transfer',
    'Direct Debit',
    'Direct Deposit',
    'Bank Account',
    'Wire',
  ],
  CARD: ['Card', 'Credit Card', 'Debit Card', 'CC', 'Visa', 'Mastercard', 'American Express', 'Discover'],
  CHECK: ['Check', 'Cheque', 'Paper Check', 'Personal Check', 'Cashiers Check', 'Lockbox'],
  CASH: ['Cash', 'Electronic Cash Payment', 'PayNearMe'],
  MONEY_ORDER: ['Money Order', 'Certified Funds'],
  OTHER: ['Other', 'Payment', 'Receipt', 'Tenant Receipt', 'Online Payment', 'Online', 'Electronic Payment'],
}

/** Ledger entries that are not payments. */
const NO_PAYMENTS = ['Charge', 'Invoice', 'Credit Memo', 'Adjustment', 'Bill', 'Deposit Refund']

/** A charge by its words, such as `Rent Charge` and `Recurring Charges`, and not a charge card. */
const CHARGE = /\bcharges?$|^(?:tenant |lease |rent )?invoices?$/i

export const PAYMENT_STATUS: CellKind<PaymentStatus> = {
  parse: oneOfWords(STATUSES),
  is: 'a payment status',
  write: 'Use Paid, Pending, Failed, Returned, Refunded or Canceled; empty means Paid.',
}

export const PAYMENT_METHOD: CellKind<PaymentMethod> = {
  parse: oneOfWords(METHODS),
  is: 'a known payment method, so it is imported as Other',
  write: 'Use ACH, Card, Check, Cash, Money Order or Other.',
}

export function isNotAPayment(text: string): boolean {
  return NO_PAYMENTS.some(word => comparable(word) === comparable(text)) || CHARGE.test(text)
}
