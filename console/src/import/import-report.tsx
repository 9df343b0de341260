/** What an import stored or would store: counts, rejected rows with their lines, changes, warnings, and totals to check. */
import type { ReactNode } from 'react'
import type { ImportCheck, ImportProblem, ImportRemark, ImportReport, ImportTotal } from '#client/console.ts'
import { Badge } from '../kit/badge.tsx'
import { type Column, loadedWith, TableCard } from '../kit/data-table.tsx'
import { date, money, number } from '../kit/format.ts'
import { Card, Facts, None } from '../kit/page.tsx'
import { count, inWords, messageInWords } from '../kit/words.ts'

export function ImportReportParts({
  report,
  columns = false,
}: {
  report: ImportReport
  /** What asks about the ignored columns, in place of their list. */
  columns?: ReactNode
}) {
  const { problems, problem_count, changes, remarks, remark_count, ignored_columns, totals } = report
  return (
    <>
      <Card title={report.file_name}>
        <Counts report={report} />
      </Card>
      {problems.length > 0 && (
        <Table
          title={`Rejected rows and values (${count(problem_count, 'reason')})`}
          label="Rejected rows and values"
          columns={PROBLEMS}
          rows={problems}
          all={problem_count}
        />
      )}
      {changes.length > 0 && (
        <Card title="Changes" flush>
          <ul
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
            tabIndex={0}
            aria-label="Changes"
            className="max-h-80 overflow-y-auto"
          >
            {changes.map((change, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two changes may read the same
              <li key={index} className="border-b px-4 py-2 last:border-0">
                {messageInWords(change)}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {remarks.length > 0 && (
        <Table
          title={`Warnings (${number(remark_count)})`}
          label="Warnings"
          columns={REMARKS}
          rows={remarks}
          all={remark_count}
        />
      )}
      <Table title="Totals" label="Totals" columns={TOTALS} rows={totals} all={totals.length} />
      {report.reconciliation.length > 0 && (
        <Table
          title={reconciledTitle(report)}
          label="Reconciliation"
          columns={CHECKS}
          rows={report.reconciliation}
          all={report.reconciliation_count}
        />
      )}
      {columns}
      {!columns && ignored_columns.length > 0 && (
        <Card title="Ignored columns">
          <p className="text-soft">{ignored_columns.join(', ')}</p>
        </Card>
      )}
    </>
  )
}

function reconciledTitle({ reconciliation_count: all, difference_count: differing }: ImportReport): string {
  const sums = `${number(all)} of the file’s own sums`
  return differing === 0
    ? `Reconciliation: all ${sums} agree`
    : `Reconciliation: ${number(differing)} of ${sums} differ`
}

function Counts({ report }: { report: ImportReport }) {
  return (
    <Facts
      of={{
        Kind: inWords(report.kind),
        'As of': report.as_of && date(report.as_of),
        [report.written ? 'Rows stored' : 'Rows to store']: number(report.rows),
        'Rejected rows': number(report.rows_left_out),
        'Unchanged rows': number(report.unchanged),
        ...(report.moved_out > 0 && { 'Residents moved out': number(report.moved_out) }),
        ...Object.fromEntries(
          report.records.map(({ noun, created, updated }) => [
            inWords(noun.toUpperCase()),
            `${number(created)} new, ${number(updated)} changed`,
          ]),
        ),
      }}
    />
  )
}

/** The first of `all` rows. Two rows may be equal, so the position of each is its key. */
function Table<Row>({
  rows,
  all,
  ...table
}: {
  title: string
  label: string
  columns: Column<Row>[]
  rows: Row[]
  all: number
}) {
  const footer = all > rows.length && (
    <p className="border-t px-4 py-2 text-[13px] text-soft">
      Showing the first {number(rows.length)} of {number(all)}.
    </p>
  )
  const loaded = loadedWith(rows.map((row, index) => ({ ...row, place_in_list: index })))
  return <TableCard {...table} loaded={loaded} keyOf={row => String(row.place_in_list)} empty={null} footer={footer} />
}

const PROBLEMS: Column<ImportProblem>[] = [
  { header: 'Line', cell: row => <span className="tabular-nums">{row.line}</span> },
  { header: 'Column', cell: row => <span className="font-medium">{row.column}</span> },
  {
    header: 'Rejected',
    from: 'sm',
    cell: row => (
      <Badge tone={row.left_out === 'ROW' ? 'bad' : 'warn'}>{row.left_out === 'ROW' ? 'Row' : 'Value'}</Badge>
    ),
  },
  { header: 'Reason', wraps: true, cell: row => messageInWords(row.reason) },
]

const REMARKS: Column<ImportRemark>[] = [
  { header: 'Line', cell: row => row.line ?? <None /> },
  { header: 'Unit', cell: row => row.place },
  { header: 'Warning', wraps: true, cell: row => messageInWords(row.message) },
]

const amount = (figure: string, value: number) => (figure.endsWith('cents') ? money(value) : number(value))

const TOTALS: Column<ImportTotal>[] = [
  { header: 'Total', cell: row => inWords(row.figure.replace(/_cents$/, '').toUpperCase()) },
  { header: 'In the file', align: 'end', cell: row => amount(row.figure, row.in_file) },
  { header: 'Stored', align: 'end', cell: row => (row.stored === null ? <None /> : amount(row.figure, row.stored)) },
]

const CHECKS: Column<ImportCheck>[] = [
  { header: 'Line', cell: row => row.line ?? <None /> },
  { header: 'Sum', wraps: true, cell: row => row.block },
  { header: 'Figure', cell: row => inWords(row.figure.replace(/_cents$/, '').toUpperCase()) },
  { header: 'In the file', align: 'end', cell: row => amount(row.figure, row.stated) },
  { header: 'Imported', align: 'end', cell: row => amount(row.figure, row.read) },
  {
    header: 'Result',
    wraps: true,
    cell: row =>
      row.stated === row.read ? (
        <Badge tone="good">Equal</Badge>
      ) : (
        <>
          <Badge tone="warn">Differs</Badge> {amount(row.figure, row.read - row.stated)}.{' '}
          {row.why && messageInWords(row.why)}
        </>
      ),
  },
]
