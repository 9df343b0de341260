/** Recognizes a column of both days of a lease by what it contains, because its header, such as `Lease`, may also be that of a name or a number. */
import { cleanCell } from './cells.ts'
import type { Columns } from './columns.ts'
import { LEASE_TERM } from './lease-days.ts'
import type { RentRollHeader } from './records.ts'
import type { TableRow } from './table.ts'

/** How many rows below the header are looked at. The first units may be vacant, or month to month. */
const MAX_ROWS = 50

type Table = { header: RentRollHeader; columns: Columns; rows: AsyncGenerator<TableRow> }

/** Returns the table with its column of the days of leases, if the file has no other column of them. */
export async function withLeaseColumn<Any extends Table>(table: Any): Promise<Any> {
  const { header, columns, rows } = table
  const { headers, ignored, indexOf } = columns
  const has = (['leaseFrom', 'leaseTo', 'leaseTerm'] as const).some(field => indexOf.has(field))
  const at = headers.findIndex(name => ignored.includes(name) && /\blease\b/i.test(name))
  if (has || at === -1) return table
  const read: TableRow[] = []
  let isTerm = false
  while (!isTerm && read.length < MAX_ROWS) {
    const next = await rows.next()
    if (next.done) break
    read.push(next.value)
    isTerm = LEASE_TERM.parse(cleanCell(next.value.cells[at] ?? ''))?.from !== undefined
  }
  const whole = { ...table, rows: following(read, rows) }
  if (!isTerm) return whole
  const others = ignored.toSpliced(ignored.indexOf(headers[at]!), 1)
  return {
    ...whole,
    header: { ...header, ignoredColumns: others },
    columns: { ...columns, ignored: others, indexOf: new Map(indexOf).set('leaseTerm', at) },
  }
}

async function* following(first: readonly TableRow[], rest: AsyncGenerator<TableRow>): AsyncGenerator<TableRow> {
  yield* first
  yield* rest
}
