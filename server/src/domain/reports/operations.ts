/** Reports as files, read and sent in batches from one snapshot, with the totals at the end. */
import type { MemberInputOf } from '#contract/console/operation.ts'
import type { getReport as operation } from '#contract/console/reports.ts'
import { csvLine } from '#server/base/csv.ts'
import { addMonths } from '#server/base/dates.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import type { Value } from '#server/db/value.ts'
import type { SnapshotContext } from '#server/platform/context.ts'
import type { Download } from '#server/platform/download.ts'
import { DEFINITIONS, type ReportColumn, type ReportDefinition } from './definitions.ts'
import type { ReportRow } from './queries.ts'

type Input = MemberInputOf<typeof operation>

export async function getReport(context: SnapshotContext, input: Input): Promise<Download> {
  const { report, format, property_id = null, to = context.today } = input
  // The name in the path can be any text, whatever the schema lists.
  if (!Object.hasOwn(DEFINITIONS, report)) throw new Refusal('not_found', 'There is no such report.')
  const definition = DEFINITIONS[report]
  const from = definition.of === 'DAY' ? undefined : (input.from ?? `${to.slice(0, 7)}-01`)
  if (from !== undefined && from > to) throw fieldError('from', `must not be after \`to\`, ${to}`)
  if (from !== undefined && definition.mostYears && from < addMonths(to, -12 * definition.mostYears)) {
    throw fieldError('from', `must not be more than ${definition.mostYears} years before \`to\`, ${to}`)
  }
  const { organizationId } = context.db
  const values: Value[] = [organizationId, ...(from === undefined ? [] : [from]), to, property_id]
  if (definition.needsTimeZone) values.push(context.timeZone)
  const batches = context.db.batches(definition.rows, values)
  const isCsv = format === 'csv'
  return {
    type: isCsv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    fileName: `${report}-${from === undefined ? '' : `${from}-`}${to}.${format}`,
    texts: isCsv ? csvOf(definition, batches) : jsonOf(definition, batches, { report, from: from ?? null, to }),
  }
}

async function* csvOf({ columns }: ReportDefinition, batches: AsyncIterable<ReportRow[]>): AsyncGenerator<string> {
  yield csvLine(columns.map(({ label }) => label))
  for await (const rows of batches) yield rows.map(row => csvLine(columns.map(each => csvCell(row, each)))).join('')
}

/** A cell of the CSV file. Amounts of money are in dollars there. */
function csvCell(row: ReportRow, { id, kind }: ReportColumn): string | number | null {
  const value = row[id] ?? null
  return kind === 'MONEY' && typeof value === 'number' ? value / 100 : value
}

async function* jsonOf(
  { columns }: ReportDefinition,
  batches: AsyncIterable<ReportRow[]>,
  about: object,
): AsyncGenerator<string> {
  const totals: (number | null)[] = columns.map(({ has_total }) => (has_total ? 0 : null))
  yield `${JSON.stringify({ ...about, columns }).slice(0, -1)},"rows":[`
  let isFirst = true
  for await (const rows of batches) {
    for (const row of rows)
      for (const [index, total] of totals.entries())
        if (total !== null) totals[index] = total + Number(row[columns[index]!.id] ?? 0)
    const text = rows
      .map(row => JSON.stringify({ id: row.id, cells: columns.map(({ id }) => row[id] ?? null) }))
      .join(',')
    yield isFirst ? text : `,${text}`
    isFirst = false
  }
  yield `],"totals":${JSON.stringify(totals)}}`
}
