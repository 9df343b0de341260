/** What each report shows: its statement, and its columns in their order. */
import { MAX_REPORT_YEARS, type REPORTS } from '#contract/console/reports.ts'
import type { Statement } from '#server/db/statement.ts'
import {
  listDelinquency,
  listDeposits,
  listIncome,
  listMonths,
  listReceivables,
  listVendors,
  type ReportRow,
} from './queries.ts'

type ColumnKind = 'TEXT' | 'WORD' | 'DATE' | 'MONTH' | 'NUMBER' | 'PERCENT' | 'MONEY'

/** A column. Amounts of money, and counts whose sum means something, have a total. */
export type ReportColumn = { id: string; label: string; kind: ColumnKind; has_total: boolean }

export type ReportDefinition = {
  /** Whether the report is of one day or of a period. */
  of: 'DAY' | 'PERIOD'
  rows: Statement<ReportRow>
  /** The longest period, if the report has a row for each month of it, whether or not anything happened in that month. */
  mostYears?: number
  needsTimeZone?: true
  columns: readonly ReportColumn[]
}

const column = (id: string, label: string, kind: ColumnKind, has_total = kind === 'MONEY') => ({
  id,
  label,
  kind,
  has_total,
})
const who = [column('resident', 'Resident', 'TEXT'), column('unit', 'Unit', 'TEXT'), column('status', 'Status', 'WORD')]

export const DEFINITIONS: Record<(typeof REPORTS)[number], ReportDefinition> = {
  receivables: {
    of: 'DAY',
    rows: listReceivables,
    columns: [
      ...who,
      column('not_due', 'Not due', 'MONEY'),
      column('days_30', '1–30 days', 'MONEY'),
      column('days_60', '31–60 days', 'MONEY'),
      column('days_90', '61–90 days', 'MONEY'),
      column('older', 'Over 90 days', 'MONEY'),
      column('credit', 'Credit', 'MONEY'),
      column('balance', 'Balance', 'MONEY'),
    ],
  },
  delinquency: {
    of: 'DAY',
    rows: listDelinquency,
    columns: [
      ...who,
      column('phone', 'Phone', 'TEXT'),
      column('email', 'E-mail', 'TEXT'),
      column('oldest_due', 'Due since', 'DATE'),
      column('last_payment', 'Last payment', 'DATE'),
      column('balance', 'Balance', 'MONEY'),
      column('past_due', 'Past due', 'MONEY'),
    ],
  },
  deposits: {
    of: 'DAY',
    rows: listDeposits,
    columns: [...who, column('lease_from', 'Lease from', 'DATE'), column('deposit', 'Deposit held', 'MONEY')],
  },
  income: {
    of: 'PERIOD',
    rows: listIncome,
    columns: [
      column('code', 'Charge', 'WORD'),
      column('lines', 'Ledger entries', 'NUMBER', true),
      column('charged', 'Charged', 'MONEY'),
    ],
  },
  months: {
    of: 'PERIOD',
    rows: listMonths,
    mostYears: MAX_REPORT_YEARS,
    columns: [
      column('month', 'Month', 'MONTH'),
      column('units', 'Units', 'NUMBER'),
      column('offline', 'Offline', 'NUMBER'),
      column('occupied', 'Occupied', 'NUMBER'),
      column('occupancy', 'Occupancy', 'PERCENT'),
      column('vacancy_loss', 'Vacancy loss', 'MONEY'),
      column('charged', 'Charged', 'MONEY'),
      column('collected', 'Collected', 'MONEY'),
    ],
  },
  vendors: {
    of: 'PERIOD',
    rows: listVendors,
    needsTimeZone: true,
    columns: [
      column('vendor', 'Vendor', 'TEXT'),
      column('reported', 'Reported', 'NUMBER', true),
      column('completed', 'Completed', 'NUMBER', true),
      column('days', 'Days to complete', 'NUMBER'),
      column('cost', 'Cost of completed', 'MONEY'),
    ],
  },
}
