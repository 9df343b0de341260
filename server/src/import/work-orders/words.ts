/** The words of other systems for the status, priority, category and source of a work order. */
import type { WorkOrderRecord } from '#server/domain/work-orders/records.ts'
import { type CellKind, oneOfWords } from '../read/cells.ts'

type Status = WorkOrderRecord['status']
type Priority = WorkOrderRecord['priority']
type Category = WorkOrderRecord['category']
type Source = WorkOrderRecord['source']

const STATUSES: Record<Status, readonly string[]> = {
  NEW: ['New', 'Open', 'Submitted', 'Unassigned', 'Received', 'Requested', 'Not Started', 'Reopened', 'Call', 'Web'],
  SCHEDULED: ['Scheduled'],
  // Work that has been assigned to a vendor or is being estimated.
  IN_PROGRESS: [
    'In Progress',
    'Assigned',
    'Assigned by AppFolio',
    'Estimate Requested',
    'Estimated',
    'Started',
    'In Process',
    'Work In Progress',
  ],
  ON_HOLD: [
    'On Hold',
    'Waiting',
    'Waiting for Parts',
    'Waiting on Parts',
    'Awaiting Parts',
    'Parts on Order',
    'Deferred',
  ],
  // The work is done and only billing is left.
  COMPLETED: [
    'Completed',
    'Complete',
    'Completed No Need To Bill',
    'Work Done',
    'Work Completed',
    'Ready to Bill',
    'Billed',
    'Done',
    'Closed',
    'Resolved',
    'Finished',
  ],
  CANCELLED: ['Cancelled', 'Canceled', 'Void', 'Voided', 'Declined'],
}

const PRIORITIES: Record<Priority, readonly string[]> = {
  LOW: ['Low'],
  NORMAL: ['Normal', 'Medium', 'Standard', 'Routine'],
  HIGH: ['High'],
  EMERGENCY: ['Emergency', 'Urgent', 'Critical'],
}

/** Categories by their words; the first match counts, and other work has no category. */
const CATEGORIES: readonly (readonly [Category, RegExp])[] = [
  ['UNIT_TURN', /\b(unit )?turn(over)?\b|make[- ]ready/i],
  ['PEST_CONTROL', /\bpest|\brodent|\broach|\bbed ?bug/i],
  ['SAFETY', /\bsafety|\bsmoke|carbon monoxide|\bfire\b/i],
  ['APPLIANCE', /appliance|refrigerator|\bfridge|\bstove|\boven\b|dishwasher|\bwasher|\bdryer|microwave/i],
  ['HVAC', /\bhvac\b|heating|cooling|furnace|thermostat|air condition|\ba\/?c\b/i],
  ['PLUMBING', /plumbing|\bleak|toilet|faucet|\bdrain|water heater|\bsink\b|\bsewer/i],
  ['ELECTRICAL', /electric|outlet|lighting|\blights?\b|breaker/i],
  ['LOCKS', /\block|\bkeys?\b/i],
  ['CLEANING', /clean|janitor|carpet/i],
  ['STRUCTURAL', /structural|\broof|\bwindow|\bdoor|drywall|floor|foundation|\bgutter|siding/i],
]

const SOURCES: Partial<Record<Source, readonly string[]>> = {
  RESIDENT: ['Resident', 'Tenant', 'Resident Request', 'Tenant Request', 'Service Request'],
  STAFF: ['Internal', 'Unit Turn', 'Inspection', 'Preventative', 'Preventive', 'Recurring', 'Owner'],
}

export const WORK_STATUS: CellKind<Status> = {
  parse: oneOfWords(STATUSES),
  is: 'a work order status',
  write: 'Use New, Assigned, Scheduled, Waiting, Work Done, Completed or Canceled.',
}

export const PRIORITY: CellKind<Priority> = {
  parse: oneOfWords(PRIORITIES),
  is: 'a priority',
  write: 'Use Low, Normal, High, Urgent or Emergency.',
}

export function categoryOf(text: string): Category | undefined {
  return CATEGORIES.find(([, words]) => words.test(text))?.[0]
}

export const sourceOf = oneOfWords(SOURCES)
