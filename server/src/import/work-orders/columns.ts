/** The columns of a file of work orders: AppFolio's export, or our template. */
import { assignColumns, PLACE_HEADERS, type TableColumns, type TableKind, vocabularyOf } from '../read/table-columns.ts'

export const WORK_ORDERS = vocabularyOf({
  ...PLACE_HEADERS,
  number: ['Work Order Number', 'Work Order', 'Work Order ID', 'WO Number', 'WO'],
  title: ['Title', 'Subject', 'Summary'],
  description: ['Job Description', 'Description', 'Work Order Description', 'Work Description'],
  status: ['Status', 'Work Order Status'],
  priority: ['Priority', 'Work Order Priority'],
  type: ['Work Order Type', 'Type'],
  category: ['Category', 'Work Order Issue', 'Issue', 'Trade'],
  vendor: ['Vendor', 'Vendor Name', 'Assigned Vendor'],
  resident: ['Primary Resident', 'Primary Tenant', 'Resident', 'Tenant', 'Requested By'],
  createdAt: ['Created At', 'Created On', 'Created', 'Date Created'],
  scheduledStart: ['Scheduled Start', 'Scheduled On', 'Scheduled Date', 'Scheduled'],
  scheduledEnd: ['Scheduled End'],
  dueOn: ['Due Date', 'Due On', 'Due'],
  completedAt: ['Completed On', 'Completed At', 'Completed Date', 'Date Completed', 'Completed', 'Work Done On'],
  amount: ['Amount', 'Cost', 'Total Cost'],
})

export type WorkOrderField = keyof typeof WORK_ORDERS.headers

export const workOrdersKind: TableKind<TableColumns<WorkOrderField>> = {
  needs: 'Work orders need Work Order Number, Property, and Job Description.',
  map: cells => assignColumns(WORK_ORDERS, cells),
  missing({ indexOf }) {
    const hasText = indexOf.has('description') || indexOf.has('title')
    return [...(indexOf.has('number') ? [] : ['Work Order Number']), ...(hasText ? [] : ['Job Description'])]
  },
}
