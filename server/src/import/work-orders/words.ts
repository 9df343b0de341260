/** The words of other systems for where work stands, how urgent it is, what kind it is and where it came from. */
import type { WorkOrderRecord } from '#server/domain/work-orders/records.ts'
import { type CellKind, oneOfWords } from '../read/cells.ts'

type Status = WorkOrderRecord['status']
type Priority = WorkOrderRecord['priority']
type Category = WorkOrderRecord['category']
type Source = WorkOrderRecord['source']

const STATUSES: Record<Status, readonly string[]> = {
  NEW: ['New', 'Open', 'Submitted', 'Unassigned'],
  SCHEDULED: ['Scheduled'],
  // Somebody has it in hand: assigned to a vendor, or a price is being asked for.
  IN_PROGRESS: ['In Progress', 'Assigned', 'Assigned by AppFolio', 'Estimate Requested', 'Estimated', 'Started'],
  ON_HOLD: ['On Hold', 'Waiting', 'Waiting for Parts', 'Deferred'],
  // The work is done; what is left is billing.
  COMPLETED: [
    'Completed',
    'Completed No Need To Bill',
    'Work Done',
    'Work Completed',
    'Ready to Bill',
    'Billed',
    'Done',
    'Closed',
  ],
  CANCELLED: ['Cancelled', 'Canceled', 'Void'],
}

const PRIORITIES: Record<Priority, readonly string[]> = {
  LOW: ['Low'],
  NORMAL: ['Normal', 'Medium', 'Standard', 'Routine'],
  HIGH: ['High'],
  EMERGENCY: ['Emergency', 'Urgent'],
}

/** The first that fits; of any other kind of work nothing is said. */
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
  is: 'a status of a work order',
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
