/** The columns of a file of work orders: AppFolio's export, or our template. */
import {
  assignRecordColumns,
  BUILDING_HEADERS,
  MORE_UNIT_HEADERS,
  mappable,
  PLACE_HEADERS,
  type TableColumns,
  type TableKind,
  vocabularyOf,
} from '../read/table-columns.ts'

/** The headers of the day on which something was done. */
function dayHeaders(done: string): string[] {
  return [done, `${done} At`, `${done} On`, `${done} Date`, `Date ${done}`]
}

export const WORK_ORDERS = vocabularyOf({
  ...PLACE_HEADERS,
  building: BUILDING_HEADERS,
  unit: [...PLACE_HEADERS.unit, ...MORE_UNIT_HEADERS],
  number: [
    ...['Work Order Number', 'Work Order', 'Work Order ID', 'Work Order No', 'WO Number', 'WO ID', 'WO No', 'WO'],
    ...[
      'Task ID',
      'Task Number',
      'Task No',
      'Ticket',
      'Ticket ID',
      'Ticket Number',
      'Ticket No',
      'Request ID',
      'Request Number',
    ],
    ...['Service Request ID', 'Service Request Number', 'Maintenance Request ID', 'Maintenance Request Number'],
    ...['Job ID', 'Job Number', 'Job No', 'Issue ID', 'Issue Number', 'Request No'],
  ],
  title: ['Title', 'Subject', 'Summary', 'Short Description', 'Brief Description', 'Task Name', 'Problem'],
  description: [
    'Job Description',
    'Description',
    'Work Order Description',
    'Work Description',
    'Problem Description',
    'Full Description',
    'Details',
  ],
  status: ['Status', 'Work Order Status'],
  priority: ['Priority', 'Work Order Priority', 'Urgency'],
  type: ['Work Order Type', 'Type'],
  category: ['Category', 'Work Order Issue', 'Issue', 'Trade'],
  vendor: [
    'Vendor',
    'Vendors',
    'Vendor Name',
    'Assigned Vendor',
    'Contractor',
    'Assigned To',
    'Technician',
    'Tech',
    'Assigned',
    'Assignee',
  ],
  resident: [
    'Primary Resident',
    'Primary Tenant',
    'Resident',
    'Tenant',
    'Requested By',
    'Requester',
    'Reported By',
    'Caller',
  ],
  createdAt: [
    ...['Created', 'Opened', 'Reported', 'Requested', 'Submitted', 'Entered', 'Received', 'Logged'].flatMap(dayHeaders),
    ...['Open Date', 'Request Date', 'Call Date', 'Entry Date'],
  ],
  scheduledStart: [...['Scheduled', 'Scheduled Start'].flatMap(dayHeaders), 'Scheduled For', 'Appointment Date'],
  scheduledEnd: dayHeaders('Scheduled End'),
  dueOn: ['Due Date', 'Due On', 'Due'],
  completedAt: [
    ...['Completed', 'Work Completed', 'Closed', 'Resolved', 'Finished'].flatMap(dayHeaders),
    ...['Completion Date', 'Close Date', 'Work Done On'],
  ],
  amount: ['Amount', 'Cost', 'Total Cost'],
})

export type WorkOrderField = keyof typeof WORK_ORDERS.headers

export const workOrdersKind: TableKind<TableColumns<WorkOrderField>> = {
  name: 'work_orders',
  needs: 'Work orders need Work Order Number, Property, and Job Description.',
  map: mapColumns,
  ...mappable(WORK_ORDERS),
  missing({ indexOf }) {
    // A list without them has the problem as its kind of work.
    const hasText = (['description', 'title', 'category'] as const).some(field => indexOf.has(field))
    return [...(indexOf.has('number') ? [] : ['Work Order Number']), ...(hasText ? [] : ['Job Description'])]
  },
}

/** Assigns the headers. `Task #` is the number of a task, while `Task` is what has to be done. */
function mapColumns(cells: readonly string[]): TableColumns<WorkOrderField> {
  const { headers } = assignRecordColumns(WORK_ORDERS, cells)
  const columns = assignRecordColumns(
    WORK_ORDERS,
    headers.map(header => header.replace(/ ?#$/, ' Number')),
  )
  const read = new Set(columns.indexOf.values())
  return { ...columns, headers, ignored: headers.filter((header, index) => header && !read.has(index)) }
}
