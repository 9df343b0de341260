/** Reads one row of a ledger: a typed line, or the problems with it. */
import { parseCents } from '#server/base/money.ts'
import { PAYMENT_METHOD, type PaymentMethod } from '../payments/words.ts'
import { DATE, MONEY, textOf } from '../read/cells.ts'
import type { RowCells } from '../read/row-cells.ts'
import { ARROW } from '../read/sections.ts'
import { readPlace } from '../rows/place-cells.ts'
import type { FileReader } from '../rows/read-file.ts'
import type { FileRow, SkippedRow } from '../rows/row-items.ts'
import { type LedgerField, ledgerKind } from './columns.ts'
import { paymentSigns } from './payment-signs.ts'
import { isBalanceRow, kindOfLine, type LineKind } from './words.ts'

export type LedgerRow = FileRow & {
  date: string
  /** What the line adds to the balance, in cents; negative if it lowers what is owed. */
  cents: number
  kind: LineKind
  /** The line's amount in the column of charges, for the totals of the file. */
  charges: number
  /** The running balance that the file states after the line, in cents. */
  balance: number | undefined
  /** The resident as the file writes the name. */
  payer: string | undefined
  type: string
  code: string
  description: string
  dueDate: string | undefined
  method: PaymentMethod
  reference: string | undefined
  lineId: string | undefined
}

export const ledgerReader: FileReader<LedgerField, LedgerRow> = {
  kind: ledgerKind,
  what: 'a ledger',
  record: 'a line of a ledger',
  isRecord: cells =>
    DATE.parse(cells.text('date')) !== undefined &&
    (['charges', 'payments', 'posted'] as const).some(field => MONEY.parse(cells.text(field)) !== undefined),
  amount: 'charges',
  sums: ['charges', 'payments', 'balance'],
  read: readLine,
  skip,
  // The lines of a unit are written together, in the order of their days.
  key: ({ place: { property, unit, unitId }, date }) =>
    `${property.externalId ?? property.name} ${unitId ?? unit ?? ''}\n${date}`,
  group: ({ place: { property, unit, unitId } }) => `${property.externalId ?? property.name} ${unitId ?? unit ?? ''}`,
  cents: ({ charges }) => charges,
  payer: ({ payer }) => payer,
  check: paymentSigns,
}

/**
 * Returns why a row is not a line of a lease: rows that state a balance post nothing, and of the accounts in a general ledger, only receivables
 * belong to leases.
 */
function skip(cells: RowCells<LedgerField>, group: string | undefined): SkippedRow | undefined {
  const words = [cells.text('date'), cells.text('payer'), cells.text('description'), cells.textAt(0)]
  const hasAmount = cells.text('charges') !== '' || cells.text('payments') !== ''
  if (words.some(isBalanceRow) && !(cells.text('date') && hasAmount)) return { why: 'state a balance', cents: 0 }
  const isGeneral = isPosting(cells) || /^debits?$/i.test(cells.headerOf('charges'))
  const account = cells.text('code') || (group ?? '').replace(ARROW, '')
  if (!isGeneral || !account || /receivable/i.test(account)) return undefined
  return { why: 'belong to accounts other than receivables', cents: parseCents(cells.text('charges')) ?? 0 }
}

function isPosting(cells: RowCells<LedgerField>): boolean {
  return cells.has('posted') && cells.has('isCashPosting')
}

type Sides = Pick<LedgerRow, 'charges'> & { payments: number }

function readSides(cells: RowCells<LedgerField>): Sides {
  return { charges: cells.take('charges', MONEY, 'row') ?? 0, payments: cells.take('payments', MONEY, 'row') ?? 0 }
}

/** Reads a posting of the account of receivables: a debit is a charge, and a credit is a payment. */
function readPosting(cells: RowCells<LedgerField>): Sides {
  const cents = cells.take('posted', MONEY, 'row') ?? 0
  return { charges: Math.max(0, cents), payments: Math.max(0, -cents) }
}

function readLine(cells: RowCells<LedgerField>, heading: string | undefined): LedgerRow | undefined {
  const place = readPlace(cells, heading)
  const date = cells.take('date', DATE, 'row')
  const { charges, payments } = isPosting(cells) ? readPosting(cells) : readSides(cells)
  const dueDate = cells.take('dueDate', DATE, 'value')
  if (!cells.text('date')) cells.refuse('date', 'The date is missing. Write the date of the charge or payment.')
  if (cells.problems.length === 0 && charges !== 0 && payments !== 0) {
    cells.refuse('payments', 'The line has both a charge and a payment. Write them on two lines.')
  }
  const cents = charges - payments
  if (cells.problems.length === 0 && cents === 0) {
    cells.refuse('charges', 'The line has no amount. Write a charge or a payment, or remove the line.')
  }
  if (date === undefined) return undefined
  const type = cells.text('type')
  const kind = kindOfLine(type, cents, { charges, payments })
  return {
    line: cells.line,
    place,
    date,
    cents,
    kind,
    charges,
    balance: cells.take('balance', MONEY, 'value'),
    payer: cells.take('payer', textOf(400), 'value'),
    type,
    code: cells.take('code', textOf(200), 'value') ?? '',
    description: cells.take('description', textOf(1000), 'value') ?? '',
    dueDate: dueDate !== undefined && dueDate >= date ? dueDate : undefined,
    method: (kind === 'PAYMENT' || payments < 0 ? cells.take('method', PAYMENT_METHOD, 'value') : undefined) ?? 'OTHER',
    reference: cells.take('reference', textOf(200), 'value'),
    lineId: cells.take('lineId', textOf(150), 'row'),
  }
}
