/** Reads one row of a payments file: a typed record, or the problems with it. */
import { DATE, MONEY, textOf } from '../read/cells.ts'
import type { RowCells } from '../read/row-cells.ts'
import { quote } from '../read/row-cells.ts'
import { readPlace } from '../rows/place-cells.ts'
import type { FileReader } from '../rows/read-file.ts'
import type { FileRow } from '../rows/row-items.ts'
import { refuseCharges } from './charges.ts'
import { type PaymentField, paymentsKind } from './columns.ts'
import { isNotAPayment, PAYMENT_METHOD, PAYMENT_STATUS, type PaymentMethod, type PaymentStatus } from './words.ts'

export type PaymentRow = FileRow & {
  date: string
  cents: number
  /** The payer as the file writes the name. */
  payer: string | undefined
  method: PaymentMethod
  reference: string | undefined
  memo: string | undefined
  status: PaymentStatus
  /** The file's word for the status, if it has one. */
  statusText: string | undefined
  /** The date on which a payment was returned; optional in the file. */
  returnedOn: string | undefined
  paymentId: string | undefined
}

export const paymentsReader: FileReader<PaymentField, PaymentRow> = {
  kind: paymentsKind,
  what: 'payments',
  refuseOther: refuseCharges,
  record: 'a payment',
  isRecord: cells => DATE.parse(cells.text('date')) !== undefined && MONEY.parse(cells.text('amount')) !== undefined,
  amount: 'amount',
  read: readPayment,
  // The status is part of the key, so that equal rows with different outcomes have the same order in a later file.
  key: ({ date, status }) => `${date} ${status}`,
  cents: ({ cents }) => cents,
  payer: ({ payer }) => payer,
}

function readPayment(cells: RowCells<PaymentField>, heading: string | undefined): PaymentRow | undefined {
  const place = readPlace(cells, heading)
  const date = cells.take('date', DATE, 'row')
  const cents = cells.take('amount', MONEY, 'row')
  const returnedOn = cells.take('returnedOn', DATE, 'row')
  const status = cells.take('status', PAYMENT_STATUS, 'row') ?? (returnedOn ? 'REVERSED' : 'PAID')
  if (isNotAPayment(cells.text('method'))) {
    const what = quote(cells.text('method'))
    cells.refuse('method', `${what} is not a payment. Export receipts only, or remove the row.`)
  }
  if (!cells.text('date')) cells.refuse('date', 'The date is missing. Write the date of the payment.')
  if (!cells.text('amount')) cells.refuse('amount', 'The amount is missing. Write the amount that was paid.')
  if (cents !== undefined && cents <= 0) {
    const reason = `${quote(cells.text('amount'))} is not above zero. If it reverses a payment, either skip this row and reverse that payment in Gatehouse, or remove this row and write Returned as the status in the row of that payment. Otherwise, write the amount that was paid.`
    cells.refuse('amount', reason)
  }
  if (returnedOn !== undefined && status !== 'REVERSED') {
    const reason = `The payment was returned on ${returnedOn}, but its status is ${quote(cells.text('status'))}. Correct one of the two.`
    cells.refuse('returnedOn', reason)
  } else if (returnedOn !== undefined && date !== undefined && returnedOn < date) {
    const reason = `The payment was returned on ${returnedOn}, before it was made on ${date}. Correct one of the two.`
    cells.refuse('returnedOn', reason)
  }
  if (date === undefined || cents === undefined) return undefined
  return {
    line: cells.line,
    place,
    date,
    cents,
    payer: cells.take('payer', textOf(400), 'value'),
    method: cells.take('method', PAYMENT_METHOD, 'value') ?? 'OTHER',
    reference: cells.take('reference', textOf(200), 'value'),
    memo: cells.take('memo', textOf(1000), 'value'),
    status,
    statusText: cells.text('status') || undefined,
    returnedOn,
    paymentId: cells.take('paymentId', textOf(200), 'row'),
  }
}
