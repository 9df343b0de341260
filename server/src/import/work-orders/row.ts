/** Reads one row of a work orders file: a typed record, or the problems with it. */
import type { WorkOrderRecord } from '#server/domain/work-orders/records.ts'
import { type CellKind, DATE, MONEY, textOf } from '../read/cells.ts'
import { MOMENT, type Moment, orderOf } from '../read/moments.ts'
import { quote, type RowCells } from '../read/row-cells.ts'
import { readPlace } from '../rows/place-cells.ts'
import type { FileReader } from '../rows/read-file.ts'
import type { FileRow } from '../rows/row-items.ts'
import { type WorkOrderField, workOrdersKind } from './columns.ts'
import { categoryOf, PRIORITY, sourceOf, WORK_STATUS } from './words.ts'

/** A work order of the file; what the file does not state is undefined. */
export type WorkOrderRow = FileRow & {
  number: string
  title: string | undefined
  description: string | undefined
  status: WorkOrderRecord['status'] | undefined
  priority: WorkOrderRecord['priority'] | undefined
  category: WorkOrderRecord['category'] | undefined
  source: WorkOrderRecord['source'] | undefined
  vendor: string | undefined
  /** The resident as the file writes the name. */
  resident: string | undefined
  createdAt: Moment | undefined
  scheduledStart: Moment | undefined
  scheduledEnd: Moment | undefined
  dueOn: string | undefined
  completedAt: Moment | undefined
  cents: number | undefined
}

export const workOrdersReader: FileReader<WorkOrderField, WorkOrderRow> = {
  kind: workOrdersKind,
  what: 'work orders',
  record: 'a work order',
  isRecord: cells =>
    /\d/.test(cells.text('number')) &&
    (['title', 'description', 'category'] as const).some(field => cells.text(field) !== ''),
  amount: 'amount',
  read: readWorkOrder,
  // Gatehouse numbers work orders in the order in which they were created, and those without a date in the order of the file.
  key: ({ createdAt }) => (createdAt ? orderOf(createdAt) : '9'),
  cents: ({ cents }) => cents ?? 0,
  payer: ({ resident }) => resident,
}

const DESCRIPTION: CellKind<string> = {
  parse: text => (text.length <= 5_000 ? text : undefined),
  is: 'text of at most 5,000 characters',
  write: 'Shorten it.',
}

function readWorkOrder(cells: RowCells<WorkOrderField>, heading: string | undefined): WorkOrderRow | undefined {
  const place = readPlace(cells, heading)
  // The property's ID may be appended, so the number is shorter than its column.
  const number = cells.take('number', textOf(150), 'row')
  const isKindOnly = !cells.has('title') && !cells.has('description')
  const title = cells.take(isKindOnly ? 'category' : 'title', textOf(200), 'value')
  const description = cells.take('description', DESCRIPTION, 'value')
  const type = cells.text('type')
  const category = cells.text('category')
  const amount = cells.take('amount', MONEY, 'value')
  if (!cells.text('number')) {
    cells.refuse('number', 'The work order number is missing. Add it, because later files are matched by it.')
  }
  if (title === undefined && description === undefined) {
    cells.refuse('description', 'The description is missing. Describe the work.')
  }
  if (amount !== undefined && amount < 0) {
    cells.drop('amount', `${quote(cells.text('amount'))} is below zero. Correct it, or leave it empty.`)
  }
  if (number === undefined) return undefined
  return {
    line: cells.line,
    place,
    number,
    title,
    description,
    status: cells.take('status', WORK_STATUS, 'row'),
    priority: cells.take('priority', PRIORITY, 'value'),
    category: (category && categoryOf(category)) || (type && categoryOf(type)) || undefined,
    source: type ? sourceOf(type) : undefined,
    vendor: cells.take('vendor', textOf(200), 'value'),
    resident: cells.take('resident', textOf(400), 'value'),
    createdAt: cells.take('createdAt', MOMENT, 'value'),
    scheduledStart: cells.take('scheduledStart', MOMENT, 'value'),
    scheduledEnd: cells.take('scheduledEnd', MOMENT, 'value'),
    dueOn: cells.take('dueOn', DATE, 'value'),
    completedAt: cells.take('completedAt', MOMENT, 'value'),
    cents: amount !== undefined && amount >= 0 ? amount : undefined,
  }
}
