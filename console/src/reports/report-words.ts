/** The names of the reports, and the question each answers. */
import type { ReportName } from './use-report.ts'

type Words = { name: ReportName; title: string; about: string; empty: string; isOfDay: boolean }

export const REPORTS: readonly Words[] = [
  {
    name: 'receivables',
    title: 'Aged receivables',
    about: 'What every lease owes, by how long it is past due.',
    empty: 'No lease has a balance on this day.',
    isOfDay: true,
  },
  {
    name: 'delinquency',
    title: 'Delinquency',
    about: 'Who is past due, largest amount first, with phone, e-mail and last payment.',
    empty: 'Nobody is past due on this day.',
    isOfDay: true,
  },
  {
    name: 'deposits',
    title: 'Deposits held',
    about: 'Security deposits held for each lease.',
    empty: 'No deposit is held on this day.',
    isOfDay: true,
  },
  {
    name: 'income',
    title: 'Income by charge type',
    about: 'What was charged in a period, less what was voided in it. Deposits and opening balances are not income.',
    empty: 'Nothing was charged in this period.',
    isOfDay: false,
  },
  {
    name: 'months',
    title: 'Monthly summary',
    about: 'Occupancy, vacancy loss, charges and collections, month by month.',
    empty: 'Choose a period.',
    isOfDay: false,
  },
  {
    name: 'vendors',
    title: 'Work orders by vendor',
    about: 'Work orders reported and completed in a period, how long they took and what they cost.',
    empty: 'No work order was reported or completed in this period.',
    isOfDay: false,
  },
]
