/** What the console calls in addition to version 1: for a person, and within an organization. Generated from the contract by `npm run generate`; do not edit. */
import type { Caller, CallOptions, NoInput } from './call.ts'
import { eachItem, type WithoutPage } from './pages.ts'
import type {
  Allocation,
  Invoice,
  InvoiceLine,
  InvoiceList,
  LeaseResident,
  Listing,
  ListingList,
  Owner,
  OwnerList,
  Pagination,
  Portfolio,
  PortfolioList,
  Property,
  PropertyList,
  RecurringCharge,
  Resident,
  ResidentDetail,
  ResidentList,
  Webhook,
  WebhookList,
  WorkOrder,
  WorkOrderList,
} from './v1.ts'

export type {
  Allocation,
  Invoice,
  InvoiceLine,
  InvoiceList,
  LeaseResident,
  Listing,
  ListingList,
  Owner,
  OwnerList,
  Pagination,
  Portfolio,
  PortfolioList,
  Property,
  PropertyList,
  RecurringCharge,
  Resident,
  ResidentDetail,
  ResidentList,
  Webhook,
  WebhookList,
  WorkOrder,
  WorkOrderList,
}

export type AcceptedInvitation = {
  /** The organization. */
  organization_id: string
  /** The person’s e-mail address. */
  email: string
  /** What the person may do. */
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
}

export type AdministrativeEntry = {
  /** ID of the entry. */
  id: string
  /** When the change was made. */
  occurred_at: string
  /** The author of the change: an e-mail address, the ID of a key, or `operator`. */
  actor: string
  /** What was done, as a noun and a verb. */
  action: string
  /** ID of what was changed. */
  subject: string | null
  /** Fields before the change. */
  before: Record<string, unknown> | null
  /** Fields after the change. */
  after: Record<string, unknown> | null
}

export type AdministrativeEntryPage = {
  /** The entries, newest first. */
  data: AdministrativeEntry[]
  /** The value of `before` for the next page; null at the end of the log. */
  next: string | null
}

export type Aging = {
  /** Due today or later. */
  not_due_cents: number
  /** 1 to 30 days past due. */
  days_30_cents: number
  /** 31 to 60 days past due. */
  days_60_cents: number
  /** 61 to 90 days past due. */
  days_90_cents: number
  /** More than 90 days past due. */
  older_cents: number
}

export type AllResidentList = {
  /** The items on this page. */
  data: ResidentDetail[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type BilledMonth = {
  /** How many invoices were issued for the month, void ones left out. */
  invoices: number
  /** The total of these invoices, in cents. */
  total_cents: number
  /** How many of these invoices have a payment applied that was recorded after they were issued. */
  paid_invoices: number
}

export type BillingException = {
  /** The lease. */
  lease_id: string
  /** The primary resident’s name. */
  resident_name: string | null
  /** The property’s name. */
  property_name: string
  /** The unit’s label. */
  unit_label: string
  /** NO_CHARGES: nothing is charged in the month. NOT_SIGNED: the lease is a draft or waits for a signature. UNIT_OCCUPIED: an earlier lease still occupies the unit. INVOICE_VOID: an invoice of the month was voided individually, so the lease is left alone; generate the charges of this lease alone to bill it again. PRORATED: the lease is billed for only part of the month. REMAINING_DAYS: the month was billed in part, for a move-out that was canceled or postponed or for a start that is now earlier, and the remaining days are billed. TOO_MANY_CHARGES: the lease has more charges than an invoice can hold, so it is left out until some of them end. UNIT_OUT_OF_SERVICE: the lease is billed, but its unit is out of service on some of these days, on which the rent roll does not show it: either the residents have left, or the unit is still in service. CHARGES_DIFFER: the month was billed, and the charges or the days of the lease have changed since; `difference_cents` is not billed or credited by itself. BOOKS_CLOSED: the first day to bill is one whose books are closed, so the lease is left out: charge it on a later date, or reopen the books. */
  reason: 'NO_CHARGES' | 'NOT_SIGNED' | 'UNIT_OCCUPIED' | 'INVOICE_VOID' | 'PRORATED' | 'REMAINING_DAYS' | 'TOO_MANY_CHARGES' | 'UNIT_OUT_OF_SERVICE' | 'CHARGES_DIFFER' | 'BOOKS_CLOSED'
  /** The amount that would be billed, in cents, or that would be but for closed books; 0 if nothing. */
  total_cents: number
  /** For CHARGES_DIFFER, how much more the charges of the lease for its days of the month come to than what was billed, in cents; negative if less. Otherwise 0. */
  difference_cents: number
  /** The first day of that amount, if there is one. */
  period_start: string | null
  /** The last day of that amount, if there is one. */
  period_end: string | null
}

export type Call = {
  /** The call. */
  request_id: string
  /** When the call arrived. */
  occurred_at: string
  /** ID of the key the call was made with. */
  key_id: string
  /** Name of the key. */
  key_name: string | null
  /** The method. */
  method: string
  /** The route, with its parameters by name. */
  route: string | null
  /** The path, without its query. */
  path: string
  /** The HTTP status of the reply. */
  status: number
  /** The `error` of the reply. */
  error: 'invalid_request' | 'unauthorized' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'request_timeout' | 'conflict' | 'idempotency_in_progress' | 'cursor_expired' | 'payload_too_large' | 'uri_too_long' | 'unsupported_media_type' | 'idempotency_key_reused' | 'rate_limited' | 'headers_too_large' | 'internal_error' | 'not_implemented' | 'unavailable' | null
  /** Why a known key was refused, which the caller is not told; at 400, the names of the fields that are not valid. */
  reason: string | null
  /** The scope the call needed. */
  scope: string | null
  /** The address the call came from. */
  caller_ip: string | null
  /** The caller’s User-Agent header. */
  user_agent: string | null
  /** How long the call took, in milliseconds. */
  latency_ms: number
  /** Whether the reply is that of an earlier call with the same Idempotency-Key. */
  replayed: boolean
  /** How a streamed reply ended: COMPLETED, when the caller read everything; ABORTED, when the caller went away or stalled; FAILED, when the service could not continue, or cut it off because the key was revoked. */
  outcome: 'COMPLETED' | 'ABORTED' | 'FAILED' | null
}

export type CallPage = {
  /** The calls, newest first. */
  data: Call[]
  /** The value of `before` for the next page; null at the end of the log. */
  next: string | null
  /** How far back this page looked, if it stopped before it was full; null otherwise. */
  looked_back_to: string | null
}

export type ChangedCharge = {
  /** The lease. */
  lease_id: string
  /** The primary resident’s name. */
  resident_name: string | null
  /** The property’s name. */
  property_name: string
  /** The unit’s label. */
  unit_label: string
  /** The first day of the month billed last. */
  last_month: string
  /** The amount that was billed last, in cents. */
  last_total_cents: number
  /** The amount that would be billed now, in cents. */
  total_cents: number
}

export type ChargeQuestion = {
  /** The word in the file, matched regardless of case and punctuation. */
  word: string
  /** Charge code that the charge is imported as. */
  suggestion: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'OTHER' | null
}

export type ChargedLateFees = {
  /** How many fees were charged. */
  invoices: number
  /** Their total, in cents. */
  total_cents: number
  /** How many invoices were left out, because they are no longer overdue or already had their fee. */
  left_out: number
}

export type ColumnChoices = {
  /** Kind of file, recognized by its header row. */
  kind: 'RENT_ROLL' | 'PAYMENTS' | 'WORK_ORDERS' | 'LEDGER'
  /** What a column can be. */
  columns: string[]
}

export type DeletedInvitation = {
  /** The invitation. */
  invitation_id: string
  /** True. */
  deleted: boolean
}

export type DeletedNote = {
  /** The note. */
  note_id: string
  /** True. */
  deleted: boolean
}

export type DeletedSavedView = {
  /** The view. */
  view_id: string
  /** True. */
  deleted: boolean
}

export type DepositDeduction = {
  /** The invoice. */
  invoice_id: string
  /** The invoice’s number. */
  number: number
  /** The day from which it is owed. */
  issue_date: string
  /** What the invoice charges. */
  lines: InvoiceLine[]
  /** The sum of its lines, in cents. */
  total_cents: number
  /** The amount paid from the deposit, in cents. */
  applied_cents: number
  /** The amount still to be paid, in cents. */
  balance_cents: number
}

export type DepositLine = {
  /** RECEIVED was paid by the resident; APPLIED was withheld for what the lease owes; RETURNED went back to the resident. */
  kind: 'RECEIVED' | 'APPLIED' | 'RETURNED'
  /** The day. */
  on: string
  /** The amount, in cents; negative if it lowers the deposit. */
  amount_cents: number
}

export type DepositStatement = {
  /** The lease. */
  lease_id: string
  /** Name of the organization that holds the deposit. */
  organization_name: string
  /** The property’s name. */
  property_name: string
  /** The property’s address. */
  address: string
  /** The unit’s label. */
  unit_label: string
  /** The residents, primary first. */
  residents: string[]
  /** The first day of the lease. */
  start_date: string
  /** The day they moved in. */
  move_in_date: string | null
  /** The last day of the occupancy. */
  move_out_date: string | null
  /** The day of the statement: today. */
  as_of: string
  /** The amounts that were added to the deposit and taken from it, earliest first. */
  lines: DepositLine[]
  /** The invoices that the deposit was applied to, earliest first. */
  deductions: DepositDeduction[]
  /** The amount received as a deposit, in cents. */
  received_cents: number
  /** The amount applied to invoices, in cents. */
  applied_cents: number
  /** The amount returned to the resident, in cents. */
  returned_cents: number
  /** The amount still held, in cents. */
  held_cents: number
  /** The amount the lease still owes on the day of the statement, or on the day of its last line if that is later, in cents. */
  owed_cents: number
  /** The amount that the resident has paid beyond what the lease owes on that day, in cents. */
  credit_cents: number
}

export type EndedSessions = {
  /** How many sessions were ended. */
  ended: number
}

export type ErrorFigures = {
  /** The `error` of the reply. */
  error: 'invalid_request' | 'unauthorized' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'request_timeout' | 'conflict' | 'idempotency_in_progress' | 'cursor_expired' | 'payload_too_large' | 'uri_too_long' | 'unsupported_media_type' | 'idempotency_key_reused' | 'rate_limited' | 'headers_too_large' | 'internal_error' | 'not_implemented' | 'unavailable' | null
  /** The HTTP status. */
  status: number
  /** Number of calls. */
  calls: number
}

export type FailingWebhook = {
  /** ID of the subscription. */
  webhook_id: string
  /** The type of event. */
  event: 'lead.created' | 'ticket.created' | 'ticket.completed' | 'payment.received' | 'payment.reversed' | 'payment.refunded' | 'lease.signed' | 'invoice.paid' | 'records.changed'
  /** The URL that events are sent to, as it was given. */
  target_url: string
  /** Number of attempts. */
  attempts: number
  /** Number of failed attempts. */
  failed: number
  /** Failed attempts, in percent, rounded down. */
  failed_pct: number
  /** The highest of 50, 70 and 90 that was reached. */
  threshold_pct: number
}

export type FailingWebhooks = {
  /** The subscriptions. */
  data: FailingWebhook[]
}

export type Failure = {
  /** The method. */
  method: string
  /** The route, with its parameters by name. */
  route: string | null
  /** The `error` of the reply. */
  error: 'invalid_request' | 'unauthorized' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'request_timeout' | 'conflict' | 'idempotency_in_progress' | 'cursor_expired' | 'payload_too_large' | 'uri_too_long' | 'unsupported_media_type' | 'idempotency_key_reused' | 'rate_limited' | 'headers_too_large' | 'internal_error' | 'not_implemented' | 'unavailable' | null
  /** The HTTP status. */
  status: number
  /** How many calls failed. */
  calls: number
  /** When the last of them was made. */
  last_seen_at: string
  /** ID of one of these calls. */
  sample_request_id: string
}

export type FailureList = {
  /** How far back to look: an hour, a day or 30 days. */
  window: '1h' | '24h' | '30d'
  /** The groups, most frequent first. */
  data: Failure[]
}

export type File = {
  /** The file. */
  file_id: string
  /** The unit, work order or lease it belongs to. */
  record_id: string
  /** Name of the file, with the extension of its type. */
  name: string
  /** Type of the content. */
  content_type: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/heic' | 'application/pdf'
  /** Size in bytes. */
  size_bytes: number
  /** Actor that uploaded the file. */
  uploaded_by: string
  /** When the file was uploaded. */
  created_at: string
}

export type FileList = {
  /** The files. */
  data: File[]
}

export type FormerLeaseResident = {
  /** ID of the resident. */
  resident_id: string
  /** First and last name of the resident. */
  name: string
  /** The role of the resident on their last day. */
  role: 'PRIMARY' | 'CO_TENANT' | 'OCCUPANT' | 'GUARANTOR'
  /** The resident’s first day on the lease. Null if that is the first day of the lease. */
  from: string | null
  /** The resident’s last day on the lease. */
  to: string
}

export type FoundRecord = {
  /** The record. */
  id: string
  /** The type of record. */
  type: 'PROPERTY' | 'UNIT' | 'RESIDENT' | 'LEASE' | 'LEAD' | 'INVOICE' | 'PAYMENT' | 'WORK_ORDER' | 'VENDOR' | 'OWNER' | 'PORTFOLIO'
  /** Name of the record. */
  title: string
  /** What distinguishes it from others with that name. */
  detail: string | null
  /** The status of the record today. */
  status: string | null
  /** Total of an invoice or amount of a payment, in cents; null for other records. */
  amount_cents: number | null
}

export type GeneratedInvoices = {
  /** The month. */
  month: string
  /** The first day of the month. */
  first_day: string
  /** How many invoices were issued. */
  invoices: number
  /** The total of these invoices, in cents. */
  total_cents: number
  /** How many leases have no charges in the month. */
  leases_without_charges: number
  /** The leases that were left out, because they have more charges than an invoice can hold. A call for one of them alone is refused. */
  left_out: string[]
  /** The leases that were left out, because the books are closed on the first day to bill. A call for one of them alone is refused. */
  in_closed_books: string[]
  /** The `after` of the next call, or null after the last lease. */
  next: string | null
}

export type ImportCheck = {
  /** Name of the sum in the file. */
  block: string
  /** Line of the file. */
  line: number | null
  /** What is added up; an amount in cents if the name ends in `cents`. */
  figure: string
  /** Sum that the file states. */
  stated: number
  /** Sum of the rows that are imported. */
  read: number
  /** Reason for a difference. */
  why: string | null
}

export type ImportColumn = {
  /** Header of the column in the file. */
  header: string
  /** First different values of the column. */
  samples: string[]
  /** Whether the organization said what the column means. */
  is_answered: boolean
  /** Column that it is read as, also by its own header; null if it is ignored. */
  column: string | null
}

export type ImportList = {
  /** The items on this page. */
  data: PastImport[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type ImportMapping = {
  /** Properties by their code or name. */
  properties: MappedProperty[]
  /** Charge codes. */
  charges: MappedCharge[]
  /** Words for the status of units. */
  statuses: MappedStatus[]
  /** Layouts that were chosen for rent rolls. */
  layouts: MappedLayout[]
  /** Columns of files. */
  columns: MappedColumn[]
  /** What columns can be. */
  column_choices: ColumnChoices[]
}

export type ImportMeaning = {
  /** Charge code of the file. */
  word: string
  /** Charge code that the charge is imported as. */
  code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'OTHER'
  /** Whether the dictionary or an answer covers the code; if not, it is imported as OTHER. */
  is_known: boolean
}

export type ImportProblem = {
  /** Line of the file. */
  line: number
  /** Header of the column. */
  column: string
  /** What is wrong and what to do. */
  reason: string
  /** Whether the whole row is rejected or only the value is not imported. */
  left_out: 'ROW' | 'VALUE'
}

export type ImportProgress = {
  /** Rows processed so far. */
  rows_done: number | null
  /** Rows of the file. */
  rows_known: number | null
}

export type ImportQuestions = {
  /** Properties without an address. */
  properties: PropertyQuestion[]
  /** Charge codes; unknown ones have no suggestion. */
  charges: ChargeQuestion[]
  /** Words for units that are not for rent, and words of unknown meaning, which have no suggestion. */
  statuses: StatusQuestion[]
}

export type ImportRemark = {
  /** Line of the file. */
  line: number | null
  /** Property and unit. */
  place: string
  /** The remark. */
  message: string
}

export type ImportReport = {
  /** Name of the file. */
  file_name: string
  /** Kind of file, recognized by its header row. */
  kind: 'RENT_ROLL' | 'PAYMENTS' | 'WORK_ORDERS' | 'LEDGER'
  /** Day of the rent roll. */
  as_of: string | null
  /** Whether this was a dry run. */
  dry_run: boolean
  /** Whether the file was imported. */
  written: boolean
  /** What the file changes, in short. An import that names it is refused if it would change something else. */
  preview: string
  /** Rows that are imported. */
  rows: number
  /** Rows that are rejected. */
  rows_left_out: number
  /** Rows without a change. */
  unchanged: number
  /** Residents moved out because they are no longer in the file. */
  moved_out: number
  /** Created and updated records, by kind. */
  records: ImportedCount[]
  /** First changes. */
  changes: string[]
  /** Sums of the file. */
  totals: ImportTotal[]
  /** Layout of the rent roll. */
  layout: 'yardi-lease-charges' | 'yardi-rent-roll' | 'yardi-breeze' | 'onesite' | 'entrata' | 'buildium' | 'resman' | 'template' | null
  /** Name of the report in its system. */
  layout_title: string | null
  /** Sheet of the workbook that was read. */
  sheet: string | null
  /** Sheets not read. */
  other_sheets: string[]
  /** Questions that the file leaves open and nobody has answered yet. */
  questions: ImportQuestions
  /** Charge codes of the file. */
  charge_codes: ImportMeaning[]
  /** First sums that the file states: those that differ, then the others. */
  reconciliation: ImportCheck[]
  /** Number of all such sums. */
  reconciliation_count: number
  /** Number of such sums that differ. */
  difference_count: number
  /** First rows and values that cannot be imported, by line. */
  problems: ImportProblem[]
  /** Number of all problems. */
  problem_count: number
  /** First remarks. */
  remarks: ImportRemark[]
  /** Number of all remarks. */
  remark_count: number
  /** Ignored columns. */
  ignored_columns: string[]
  /** Why the file can only be read if somebody says what its columns mean; null if it can be read. `columns` then has all of them. */
  refusal: string | null
  /** Columns that are ignored, and those of which the organization said what they mean. */
  columns: ImportColumn[]
  /** What a column can be. */
  column_choices: string[]
}

export type ImportTotal = {
  /** What is added up; an amount in cents if the name ends in `cents`. */
  figure: string
  /** Sum in the file. */
  in_file: number
  /** Sum in the database; null if nothing was written, as for a file with rejected rows. */
  stored: number | null
}

export type ImportedCount = {
  /** Kind of record. */
  noun: string
  /** Records created. */
  created: number
  /** Records updated. */
  updated: number
}

export type InspectedDelivery = {
  /** ID of the delivery. */
  delivery_id: string
  /** ID of the subscription. */
  webhook_id: string
  /** Status of the delivery. PENDING before the first attempt; RETRYING after a failed attempt; DELIVERED after a successful one; EXHAUSTED when the last attempt failed; CANCELLED if the subscription was paused or deleted. */
  status: 'PENDING' | 'DELIVERED' | 'RETRYING' | 'EXHAUSTED' | 'CANCELLED'
  /** When the event happened. */
  created_at: string
}

export type InspectedEvent = {
  /** ID of the event, which is sent as `webhook-id` with its deliveries. */
  event_id: string
  /** The type of event. */
  type: 'lead.created' | 'ticket.created' | 'ticket.completed' | 'payment.received' | 'payment.reversed' | 'payment.refunded' | 'lease.signed' | 'invoice.paid' | 'records.changed'
  /** When the event happened. */
  timestamp: string
  /** Whether this is a test event with sample data. */
  is_test: boolean
  /** Its deliveries, by subscription. */
  deliveries: InspectedDelivery[]
}

export type Inspection = {
  /** The ID. */
  id: string
  /** Name of the record; null if it has none or is not found. */
  name: string | null
  /** Calls, newest first. */
  calls: Call[]
  /** Events, newest first. */
  events: InspectedEvent[]
}

export type Invitation = {
  /** The invitation. */
  invitation_id: string
  /** The person’s e-mail address. */
  email: string
  /** What the person may do. */
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
  /** The member who sent the invitation. */
  invited_by: string
  /** When the invitation was created. */
  created_at: string
  /** When the invitation expires. */
  expires_at: string
  /** Status of the e-mail with the link: QUEUED until the mail server accepts it, FAILED if it could not be sent, NONE if the link is handed over by hand. */
  email_status: 'NONE' | 'QUEUED' | 'SENT' | 'FAILED'
  /** Why the e-mail could not be sent. */
  failure_reason: string | null
}

export type InvitationList = {
  /** The invitations, newest first. */
  data: Invitation[]
}

export type InvitationPreview = {
  /** The person’s e-mail address. */
  email: string
  /** What the person may do. */
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
  /** The organization. */
  organization_name: string
  /** The member who sent the invitation. */
  invited_by: string
  /** What accepting requires. CREATE_ACCOUNT: a name and a password. SIGN_IN: signing in to the account that has the address. CONFIRM: nothing more, since that account is signed in. ASK_OPERATOR: the invitation cannot be accepted, because the address of the account is not verified; an operator has to add the person. */
  step: 'CREATE_ACCOUNT' | 'SIGN_IN' | 'CONFIRM' | 'ASK_OPERATOR'
}

export type InvoiceDetail = {
  /** ID of the invoice. */
  invoice_id: string
  /** Number of the invoice within the organization, counting from 1. */
  number: number
  /** ID of the lease that is billed. */
  lease_id: string
  /** ID of the resident the invoice is addressed to. */
  resident_id: string | null
  /** ID of the property of the lease. */
  property_id: string
  /** ID of the unit of the lease. */
  unit_id: string
  /** Status of the invoice. A DRAFT is not owed yet; OPEN, PARTIALLY_PAID and PAID say how much has been paid; a VOID invoice is no longer owed. A change that is posted for a later day, such as a void, shows here at once; the ledger of the lease states its day, and balances include it from that day on. */
  status: 'DRAFT' | 'OPEN' | 'PARTIALLY_PAID' | 'PAID' | 'VOID'
  /** The day the invoice is issued and its total becomes owed. */
  issue_date: string
  /** The last day on which a payment is on time. */
  due_date: string
  /** First day of the billing period. */
  period_start: string | null
  /** Last day of the billing period. */
  period_end: string | null
  /** The charges on the invoice. Either every line is a DEPOSIT or none is. */
  lines: InvoiceLine[]
  /** Sum of the lines, in cents. Never negative. */
  total_cents: number
  /** Amount of the payments and credits applied to the invoice, in cents, including those of later days. */
  paid_cents: number
  /** Amount still to be paid, in cents. 0 for a DRAFT or VOID invoice. */
  balance_cents: number
  /** When the invoice became PAID. */
  paid_at: string | null
  /** When the invoice became VOID. The void may count from another day, which the ledger of the lease states. */
  voided_at: string | null
  /** ID of this record in the system it was imported from. */
  external_id: string | null
  /** When the record was created. */
  created_at: string
  /** When the record was last updated. */
  updated_at: string
  /** The property’s name. */
  property_name: string
  /** The unit’s label. */
  unit_label: string
  /** The resident’s name, or that of the lease’s primary resident if no resident is named. */
  resident_name: string | null
  /** Payments applied to this invoice, earliest first. */
  payments: InvoicePayment[]
  /** The late fee that was charged for this invoice, unless it was voided. A void of this invoice leaves it. */
  late_fee: InvoiceLateFee | null
  /** The steps that are possible now. */
  allowed_steps: ('ISSUE' | 'VOID' | 'RECORD_PAYMENT')[]
}

export type InvoiceLateFee = {
  /** ID of the invoice. */
  invoice_id: string
  /** Number of the invoice within the organization, counting from 1. */
  number: number
  /** Sum of the lines, in cents. Never negative. */
  total_cents: number
}

export type InvoicePayment = {
  /** ID of the payment. */
  payment_id: string
  /** The day the payment counts as received. */
  payment_date: string
  /** Payment method. */
  method: 'ACH' | 'CARD' | 'CHECK' | 'CASH' | 'MONEY_ORDER' | 'OTHER'
  /** Check number or transfer reference. */
  reference: string | null
  /** The amount applied to this invoice, in cents. */
  amount_cents: number
}

export type IssuedKey = {
  /** The key. */
  key_id: string
  /** ID that a key shares with its successors by rotation. */
  family_id: string
  /** What the key is for. */
  name: string
  /** Enough of the key to recognize it. */
  mask: string
  /** What the key may do. */
  scopes: ('properties:read' | 'accounting:read' | 'maintenance:read' | 'maintenance:write' | 'comms:write' | 'webhooks:manage')[]
  /** The key’s own quota, in calls per any 60 seconds; null if the tier’s quota applies. */
  requests_per_minute: number | null
  /** The quota in force, in calls per any 60 seconds: the key’s own, or else the tier’s. */
  effective_requests_per_minute: number
  /** Address ranges the key may be used from; empty for any address. */
  allowed_cidrs: string[]
  /** The creator of the key: an e-mail address, or `operator`. */
  created_by: string
  /** When the key was created. */
  created_at: string
  /** When the key expires; null if it never does. */
  expires_at: string | null
  /** When the key was revoked. */
  revoked_at: string | null
  /** When the key was last used. Updated every few seconds. */
  last_used_at: string | null
  /** The address the key was last used from. */
  last_used_address: string | null
  /** The text of the key. Keep it: it is not stored and cannot be shown again. */
  api_key: string
}

export type Key = {
  /** The key. */
  key_id: string
  /** ID that a key shares with its successors by rotation. */
  family_id: string
  /** What the key is for. */
  name: string
  /** Enough of the key to recognize it. */
  mask: string
  /** What the key may do. */
  scopes: ('properties:read' | 'accounting:read' | 'maintenance:read' | 'maintenance:write' | 'comms:write' | 'webhooks:manage')[]
  /** The key’s own quota, in calls per any 60 seconds; null if the tier’s quota applies. */
  requests_per_minute: number | null
  /** The quota in force, in calls per any 60 seconds: the key’s own, or else the tier’s. */
  effective_requests_per_minute: number
  /** Address ranges the key may be used from; empty for any address. */
  allowed_cidrs: string[]
  /** The creator of the key: an e-mail address, or `operator`. */
  created_by: string
  /** When the key was created. */
  created_at: string
  /** When the key expires; null if it never does. */
  expires_at: string | null
  /** When the key was revoked. */
  revoked_at: string | null
  /** When the key was last used. Updated every few seconds. */
  last_used_at: string | null
  /** The address the key was last used from. */
  last_used_address: string | null
}

export type KeyList = {
  /** The keys, newest first. */
  data: Key[]
}

export type KeyQuota = {
  /** The key. */
  key_id: string
  /** Name of the key. */
  name: string
  /** Enough of the key to recognize it. */
  mask: string
  /** Quota of the key, in calls per any 60 seconds. */
  requests_per_minute: number
  /** Calls that count toward the quota now. */
  calls_last_minute: number
  /** The most calls that counted toward the quota in one of the last 15 minutes. */
  peak_per_minute: number
  /** Calls of the last 15 minutes that were answered 429. */
  refused: number
  /** Number of calls. */
  calls: number
}

export type LateFeePolicy = {
  /** How many days a payment may be late without a fee, which is first proposed on the day after them. */
  grace_days: number
  /** The fee, in cents; null if it is a percentage. It is charged once for the month of a lease, even if the month was billed in parts. */
  flat_cents: number | null
  /** The fee in hundredths of a percent of what is overdue; null if it is a fixed amount. */
  percent_basis_points: number | null
}

export type LeadDetail = {
  /** ID of the lead. */
  lead_id: string
  /** First name of the person. */
  first_name: string
  /** Last name of the person. */
  last_name: string
  /** E-mail address of the person. */
  email: string | null
  /** Phone number of the person. */
  phone: string | null
  /** Where the lead came from, such as a website or a referral. */
  source: string
  /** Status of the lead. */
  status: 'NEW' | 'CONTACTED' | 'TOURED' | 'APPLIED' | 'LEASED' | 'LOST'
  /** ID of the property the lead is interested in. */
  property_id: string | null
  /** ID of the unit the lead is interested in. */
  unit_id: string | null
  /** Desired move-in date. */
  desired_move_in: string | null
  /** Number of bedrooms the lead is looking for. */
  bedrooms_wanted: number | null
  /** Highest monthly rent the lead is looking for, in cents. */
  max_rent_cents: number | null
  /** Additional notes. */
  notes: string | null
  /** ID of this record in the system it was imported from. */
  external_id: string | null
  /** When the record was created. */
  created_at: string
  /** When the record was last updated. */
  updated_at: string
  /** The name of the property of interest. */
  property_name: string | null
  /** The label of the unit of interest. */
  unit_label: string | null
  /** The lease that was created for the lead: the last one that is not canceled, or else the last one. Null if there is none. */
  lease_id: string | null
  /** The statuses it can move to now. */
  next_statuses: ('NEW' | 'CONTACTED' | 'TOURED' | 'APPLIED' | 'LEASED' | 'LOST')[]
}

export type LeadList = {
  /** The items on this page. */
  data: LeadDetail[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type LeaseDetail = {
  /** ID of the lease. */
  lease_id: string
  /** ID of the unit’s property. */
  property_id: string
  /** ID of the leased unit. */
  unit_id: string
  /** Label of the unit. */
  unit_label: string
  /** Status of the lease today. A signed lease is FUTURE before start_date, ENDED after move_out_date, and ACTIVE otherwise. It stays FUTURE after start_date while an earlier lease still occupies the unit. */
  status: 'DRAFT' | 'PENDING_SIGNATURE' | 'FUTURE' | 'ACTIVE' | 'ENDED' | 'CANCELLED'
  /** Whether the current term has an agreed end. */
  term_type: 'FIXED' | 'MONTH_TO_MONTH'
  /** First day of the lease. */
  start_date: string
  /** Last day of the current term. The end of the term does not end the occupancy: a holdover resident stays, and a renewal sets a later day once it begins. */
  end_date: string | null
  /** Actual or planned move-in date. */
  move_in_date: string | null
  /** Last day of the occupancy: scheduled while in the future, actual afterward. */
  move_out_date: string | null
  /** The day notice to vacate was given. Null if there is no notice or it was canceled. */
  notice_given_on: string | null
  /** The day an eviction was filed. Null if there is none or it was canceled. */
  eviction_filed_on: string | null
  /** When the lease was signed by its last party. */
  signed_at: string | null
  /** Current monthly rent, in cents. For a lease that has not begun, the monthly rent on its first day. */
  rent_cents: number
  /** Every recurring charge of the lease (past, current and upcoming), oldest first. */
  recurring_charges: RecurringCharge[]
  /** Security deposit held for the lease, in cents. */
  deposit_held_cents: number
  /** Balance of the lease, in cents. Negative when prepaid. */
  balance_cents: number
  /** Day of the month on which rent is due. In shorter months, rent is due on the last day. */
  rent_due_day: number
  /** The residents who have not left the lease, the primary resident first. Those of a lease that has ended are the residents of its last day. */
  residents: LeaseResident[]
  /** ID of this record in the system it was imported from. */
  external_id: string | null
  /** When the record was created. */
  created_at: string
  /** When the record was last updated. */
  updated_at: string
  /** The property’s name. */
  property_name: string
  /** The residents who have left the lease, the last one first. */
  former_residents: FormerLeaseResident[]
  /** All terms (past, current and upcoming), earliest first. */
  terms: LeaseTerm[]
  /** The security deposit that the lease requires, in cents; null if none. It is billed when the lease is signed. */
  security_deposit_cents: number | null
  /** Amount that was due before today and is not paid, in cents. */
  past_due_cents: number
  /** Amount that was paid and is not applied to an invoice today, in cents. */
  credit_cents: number
  /** The part of that credit that is applied to an invoice or refunded on a later day, in cents. */
  credit_used_later_cents: number
  /** The open amount of its invoices, except those of deposits, in cents, also of those of later days. */
  open_charges_cents: number
  /** The part of it that is owed by today, in cents: the most that can be withheld of the deposit today without deductions. */
  owed_charges_cents: number
  /** What was returned of security deposits, in cents, except returns that were voided. */
  deposit_returned_cents: number
  /** What is charged for security deposits and has not been paid, in cents. */
  open_deposit_cents: number
  /** The lead for whom the lease was created; null if none. */
  lead_id: string | null
  /** The last day on which its unit is in service; null if none is known. After it, the unit is on no rent roll. */
  unit_in_service_to: string | null
  /** The steps that can be taken now. A step may still be refused because of its input. */
  allowed_steps: ('EDIT' | 'SEND' | 'SIGN' | 'CANCEL' | 'RESCHEDULE' | 'MOVE_IN' | 'CHANGE_CHARGES' | 'ADD_RESIDENT' | 'CHANGE_RESIDENT' | 'RENEW' | 'CANCEL_RENEWAL' | 'RECORD_NOTICE' | 'CANCEL_NOTICE' | 'RECORD_EVICTION' | 'CANCEL_EVICTION' | 'END' | 'RETURN_DEPOSIT' | 'VOID_DEPOSIT_RETURN' | 'WITHHOLD_DEPOSIT' | 'WAIVE_DEPOSIT')[]
}

export type LeaseLedger = {
  /** The items on this page. */
  data: LeaseLedgerLine[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type LeaseLedgerLine = {
  /** ID of the line. */
  line_id: string
  /** The day from which the line counts. */
  effective_on: string
  /** When the line was posted. */
  recorded_at: string
  /** RECEIVABLE is what the lease owes. DEPOSIT is the security deposit that is held for it. */
  account: 'RECEIVABLE' | 'DEPOSIT'
  /** The kind of charge, PAYMENT or REFUND. */
  code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'DEPOSIT' | 'OPENING_BALANCE' | 'OTHER' | 'PAYMENT' | 'REFUND'
  /** Description of the line. */
  description: string
  /** The amount, in cents; negative when it lowers the balance. */
  amount_cents: number
  /** The balance of the account after this line, in cents. */
  balance_cents: number
  /** Money received with this line, in cents; negative if it was paid out. 0 for a charge, and for an opening balance, whose money was received earlier. The two lines of a withheld deposit, one in each account, add up to 0. */
  cash_cents: number
  /** ID of the invoice that charges or voids the amount. */
  invoice_id: string | null
  /** Number of the invoice. */
  invoice_number: number | null
  /** ID of the payment that was applied, reversed or refunded. */
  payment_id: string | null
  /** Payment method. */
  payment_method: 'ACH' | 'CARD' | 'CHECK' | 'CASH' | 'MONEY_ORDER' | 'OTHER' | null
  /** Check number or transfer reference. */
  payment_reference: string | null
}

export type LeaseList = {
  /** The items on this page. */
  data: LeaseListItem[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type LeaseListItem = {
  /** ID of the lease. */
  lease_id: string
  /** Status of the lease today. A signed lease is FUTURE before start_date, ENDED after move_out_date, and ACTIVE otherwise. It stays FUTURE after start_date while an earlier lease still occupies the unit. */
  status: 'DRAFT' | 'PENDING_SIGNATURE' | 'FUTURE' | 'ACTIVE' | 'ENDED' | 'CANCELLED'
  /** The primary resident. */
  resident_name: string | null
  /** First day of the lease. */
  start_date: string
  /** Last day of the current term. The end of the term does not end the occupancy: a holdover resident stays, and a renewal sets a later day once it begins. */
  end_date: string | null
  /** Actual or planned move-in date. */
  move_in_date: string | null
  /** Last day of the occupancy: scheduled while in the future, actual afterward. */
  move_out_date: string | null
  /** The day notice to vacate was given. Null if there is no notice or it was canceled. */
  notice_given_on: string | null
  /** The day an eviction was filed. Null if there is none or it was canceled. */
  eviction_filed_on: string | null
  /** Current monthly rent, in cents. For a lease that has not begun, the monthly rent on its first day. */
  rent_cents: number
  /** Balance of the lease, in cents. Negative when prepaid. */
  balance_cents: number
  /** ID of the unit’s property. */
  property_id: string
  /** The property’s name. */
  property_name: string
  /** ID of the leased unit. */
  unit_id: string
  /** Label of the unit. */
  unit_label: string
  /** Whether the current term has an agreed end. */
  term_type: 'FIXED' | 'MONTH_TO_MONTH'
  /** ID of this record in the system it was imported from. */
  external_id: string | null
  /** When the record was created. */
  created_at: string
  /** When the record was last updated. */
  updated_at: string
}

export type LeaseSummary = {
  /** ID of the lease. */
  lease_id: string
  /** Status of the lease today. A signed lease is FUTURE before start_date, ENDED after move_out_date, and ACTIVE otherwise. It stays FUTURE after start_date while an earlier lease still occupies the unit. */
  status: 'DRAFT' | 'PENDING_SIGNATURE' | 'FUTURE' | 'ACTIVE' | 'ENDED' | 'CANCELLED'
  /** The primary resident. */
  resident_name: string | null
  /** First day of the lease. */
  start_date: string
  /** Last day of the current term. The end of the term does not end the occupancy: a holdover resident stays, and a renewal sets a later day once it begins. */
  end_date: string | null
  /** Actual or planned move-in date. */
  move_in_date: string | null
  /** Last day of the occupancy: scheduled while in the future, actual afterward. */
  move_out_date: string | null
  /** The day notice to vacate was given. Null if there is no notice or it was canceled. */
  notice_given_on: string | null
  /** The day an eviction was filed. Null if there is none or it was canceled. */
  eviction_filed_on: string | null
  /** Current monthly rent, in cents. For a lease that has not begun, the monthly rent on its first day. */
  rent_cents: number
  /** Balance of the lease, in cents. Negative when prepaid. */
  balance_cents: number
}

export type LeaseTerm = {
  /** The first day of the term. */
  starts_on: string
  /** The last day of the term; null if it has no end. */
  end_date: string | null
  /** Whether it has an agreed end. */
  term_type: 'FIXED' | 'MONTH_TO_MONTH'
  /** The day the renewal was agreed on; null for the first term. */
  agreed_on: string | null
}

export type ListedPayment = {
  /** ID of the payment. */
  payment_id: string
  /** Status of the payment. A PENDING payment has not been received yet; a PAID one has; a FAILED one never was; a CANCELLED one never was either, or was recorded by mistake and voided; a REVERSED one was returned by the payer’s bank; a REFUNDED one was paid back in full. A change that is posted for a later day shows here at once; the ledger of the lease states its day, and balances include it from that day on. */
  status: 'PENDING' | 'PAID' | 'FAILED' | 'REVERSED' | 'REFUNDED' | 'CANCELLED'
  /** Payment method. */
  method: 'ACH' | 'CARD' | 'CHECK' | 'CASH' | 'MONEY_ORDER' | 'OTHER'
  /** Where the money comes from. PAYER is money from the resident, or from somebody who pays for them. SECURITY_DEPOSIT is a deposit that was withheld for what the lease owes, and OPENING_BALANCE was prepaid before the records begin; neither is new money. The source of a payment never changes. */
  source: 'PAYER' | 'SECURITY_DEPOSIT' | 'OPENING_BALANCE'
  /** Total amount of the payment, in cents. */
  amount_cents: number
  /** Amount refunded, in cents. The ledger of the lease states the day of each refund. */
  refunded_cents: number
  /** The day the payment counts as received. */
  payment_date: string
  /** When the payment became PAID. Null until then, and if the payment was voided. */
  received_at: string | null
  /** Check number or transfer reference. */
  reference: string | null
  /** A note about the payment. */
  memo: string | null
  /** ID of the lease the payment is for. */
  lease_id: string
  /** ID of the resident who paid. */
  resident_id: string | null
  /** ID of the property of the lease. */
  property_id: string
  /** ID of the unit of the lease. */
  unit_id: string
  /** Invoices this payment is applied to, earliest due date first. */
  allocations: Allocation[]
  /** Amount not yet applied to an invoice, in cents, which is a credit of the lease. 0 unless the payment is PAID. */
  unapplied_cents: number
  /** Why the payment failed or was reversed. */
  failure_reason: string | null
  /** When the payment became REVERSED. The reversal may count from another day, which the ledger of the lease states. */
  reversed_at: string | null
  /** ID of this record in the system it was imported from. */
  external_id: string | null
  /** When the record was created. */
  created_at: string
  /** When the record was last updated. */
  updated_at: string
  /** When the payment was voided because it was recorded by mistake. Its status is then CANCELLED. */
  voided_at: string | null
}

export type ListedPaymentList = {
  /** The items on this page. */
  data: ListedPayment[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type LongestVacant = {
  /** ID of the unit. */
  unit_id: string
  /** Label of the unit within its property. */
  unit_label: string
  /** The property’s name. */
  property_name: string
  /** The unit’s current floor plan. */
  unit_type: string | null
  /** Market rent per month, in cents; null while unknown. */
  market_rent_cents: number | null
  /** Days since the last residents left; null if it was never leased. */
  days_vacant: number | null
}

export type MappedCharge = {
  /** The word in the file, matched regardless of case and punctuation. */
  word: string
  /** Charge code that the charge is imported as. */
  code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'OTHER'
}

export type MappedColumn = {
  /** Kind of file, recognized by its header row. */
  kind: 'RENT_ROLL' | 'PAYMENTS' | 'WORK_ORDERS' | 'LEDGER'
  /** Header of the column in the file, matched regardless of case and punctuation. */
  word: string
  /** Column that it is read as; null if it is ignored. */
  column: string | null
}

export type MappedLayout = {
  /** Layout that the header row of the file shows. */
  recognized_as: 'yardi-lease-charges' | 'yardi-rent-roll' | 'yardi-breeze' | 'onesite' | 'entrata' | 'buildium' | 'resman' | 'template'
  /** Layout of the rent roll. */
  layout: 'yardi-lease-charges' | 'yardi-rent-roll' | 'yardi-breeze' | 'onesite' | 'entrata' | 'buildium' | 'resman' | 'template'
}

export type MappedProperty = {
  /** Code or name that files give the property. */
  word: string
  /** The property. */
  property_id: string
}

export type MappedStatus = {
  /** The word in the file. */
  word: string
  /** Status of a unit with this word. */
  status: 'CURRENT' | 'NOTICE_RENTED' | 'NOTICE_UNRENTED' | 'EVICT' | 'VACANT_RENTED' | 'VACANT_UNRENTED' | 'OFFLINE'
}

export type Me = {
  /** The person who is signed in. */
  user: User
  /** The organizations the person belongs to. */
  organizations: Membership[]
}

export type Member = {
  /** The person. */
  user_id: string
  /** The person’s e-mail address. */
  email: string
  /** The person’s name. */
  name: string
  /** What the person may do. */
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
  /** Whether the person signs in with two-factor authentication. */
  two_factor_enabled: boolean
  /** Whether the person has confirmed the address. An account that was created from a link handed over by hand is not verified, and can belong only to this organization until it is. */
  email_verified: boolean
  /** When the person became a member. */
  joined_at: string
}

export type MemberList = {
  /** The members, ordered by e-mail address. */
  data: Member[]
}

export type Membership = {
  /** The organization. */
  organization_id: string
  /** Name of the organization. */
  name: string
  /** The person’s role in the organization. */
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
  /** Whether the organization is a sandbox. */
  is_sandbox: boolean
  /** The organization a sandbox belongs to. */
  live_organization_id: string | null
  /** The organization’s plan. */
  plan: 'STARTER' | 'GROWTH' | 'PRO' | 'SCALE' | 'ENTERPRISE'
  /** The API tier the plan includes; null if it includes none. */
  tier: 'CORE' | 'AUTOMATION' | 'PARTNER' | null
  /** The organization’s time zone, as an IANA name. */
  time_zone: string
}

export type MessageList = {
  /** The items on this page. */
  data: MessageListItem[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type MessageListItem = {
  /** ID of the message. */
  message_id: string
  /** Status of the message. QUEUED while it waits to be sent or retried; SENT once the mail server or the SMS provider has accepted it; FAILED when it will not be retried; CAPTURED if it was stored and is never sent. */
  status: 'QUEUED' | 'SENT' | 'FAILED' | 'CAPTURED'
  /** The channel the message is sent by. */
  channel: 'EMAIL' | 'SMS'
  /** ID of the resident the message is for. */
  resident_id: string
  /** The address or phone number the message is sent to, mostly masked. */
  to_masked: string
  /** Subject of an e-mail. Null for an SMS. */
  subject: string | null
  /** Text of the message. */
  body: string
  /** When the mail server or the SMS provider accepted the message. Null before that, and for a captured message. */
  sent_at: string | null
  /** Why the message FAILED, in words. */
  failure_reason: string | null
  /** Whether the message was stored instead of sent. Always true in a sandbox organization; otherwise true if the service is not set up to send by this channel. */
  is_captured: boolean
  /** ID of this record in the system it was imported from. */
  external_id: string | null
  /** When the record was created. */
  created_at: string
  /** When the record was last updated. */
  updated_at: string
  /** The resident’s name. */
  resident_name: string
}

export type MonthlyChargesPreview = {
  /** The month. */
  month: string
  /** How many invoices would be issued. */
  invoices: number
  /** Their total, in cents. */
  total_cents: number
  /** These invoices by property. */
  properties: PropertyCharges[]
  /** Leases to review. */
  exceptions: BillingException[]
  /** Leases whose bill differs from their last one. */
  changed: ChangedCharge[]
  /** What has already been billed for the month. */
  billed: BilledMonth
  /** The `after` of the next call, or null after the last lease. */
  next: string | null
}

export type MostPastDue = {
  /** The lease. */
  lease_id: string
  /** The primary resident. */
  resident_name: string | null
  /** The property’s name. */
  property_name: string
  /** Label of the unit within its property. */
  unit_label: string
  /** What was due before today and is not paid, less the credit of the lease, in cents. */
  past_due_cents: number
}

export type Name = {
  /** The record. */
  id: string
  /** Name of the record. */
  name: string
}

export type Names = {
  /** The names, by ID. */
  data: Name[]
}

export type NewInvitation = {
  /** The invitation. */
  invitation_id: string
  /** The person’s e-mail address. */
  email: string
  /** What the person may do. */
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
  /** The member who sent the invitation. */
  invited_by: string
  /** When the invitation was created. */
  created_at: string
  /** When the invitation expires. */
  expires_at: string
  /** Status of the e-mail with the link: QUEUED until the mail server accepts it, FAILED if it could not be sent, NONE if the link is handed over by hand. */
  email_status: 'NONE' | 'QUEUED' | 'SENT' | 'FAILED'
  /** Why the e-mail could not be sent. */
  failure_reason: string | null
  /** The link to accept the invitation, shown only once, to hand over by hand; null if it is sent by e-mail. */
  accept_url: string | null
}

export type NotListedReason = {
  /** The reason. */
  code: 'NOT_MARKED' | 'PROPERTY_INACTIVE' | 'NO_BEDROOMS' | 'NO_BATHROOMS' | 'NO_MARKET_RENT' | 'OUT_OF_SERVICE' | 'OFFLINE' | 'LEASED' | 'RENTED_AHEAD'
  /** The reason in words. */
  message: string
}

export type Note = {
  /** ID of the note. */
  note_id: string
  /** ID of the record. */
  subject: string
  /** The member who wrote it. */
  author: string
  /** The text. */
  body: string
  /** When it was added. */
  created_at: string
  /** When its author last changed it. */
  edited_at: string | null
}

export type OfflineSpan = {
  /** The first day offline. */
  starts_on: string
  /** The last day offline; null while unknown. */
  ends_on: string | null
  /** The reason. */
  reason: string
}

export type OpenWorkOrders = {
  /** The status. */
  status: 'NEW' | 'SCHEDULED' | 'IN_PROGRESS' | 'ON_HOLD' | 'COMPLETED' | 'CANCELLED'
  /** The number of work orders. */
  work_orders: number
}

export type Overview = {
  /** Today, in the organization’s time zone. */
  as_of_date: string
  /** Properties under management. */
  properties: number
  /** Units in service. */
  units: number
  /** Occupied units. */
  occupied: number
  /** Vacant units. */
  vacant: number
  /** Offline units. */
  offline: number
  /** Vacant units that are rented from a later day. */
  vacant_rented: number
  /** Occupied units whose residents gave notice. */
  on_notice: number
  /** Occupied units with an eviction filed. */
  evictions: number
  /** Occupied units, in percent of all units that are not offline. */
  occupancy_pct: number
  /** Occupied and vacant rented units, in percent of all units that are not offline. */
  leased_pct: number
  /** What was due before today and is not paid, less the credit of each lease, in cents. */
  past_due_cents: number
  /** The part of it that residents of occupied units owe, in cents. */
  past_due_current_cents: number
  /** Invoices that are past due. */
  overdue_invoices: number
  /** Open work orders, by status. */
  open_work_orders: OpenWorkOrders[]
  /** Active leases whose term or stay ends within 60 days. */
  leases_ending: number
  /** Leases that are waiting to be signed. */
  leases_to_sign: number
  /** FUTURE leases that begin within 60 days, or wait for their unit to become free. */
  move_ins: number
  /** Leads in status NEW, which nobody has contacted yet. */
  new_leads: number
  /** Units to make ready, as the group TO_MAKE_READY of the list of units defines them. */
  to_make_ready: number
  /** Units to make ready that are rented from a later day. */
  to_make_ready_rented: number
  /** Vacant units without a next lease, longest vacant first. */
  longest_vacant: LongestVacant[]
  /** The open amounts of invoices by how long they are past due, in cents. */
  aging: Aging
  /** Leases that are past due, highest amount first. */
  most_past_due: MostPastDue[]
}

export type PastImport = {
  /** ID of the import, which is that of its entry in the administrative log. */
  import_id: string
  /** When the file was imported. */
  imported_at: string
  /** The member who imported the file. */
  imported_by: string
  /** Kind of file, recognized by its header row. */
  kind: 'RENT_ROLL' | 'PAYMENTS' | 'WORK_ORDERS' | 'LEDGER'
  /** Name of the file. */
  file_name: string
  /** Rows that were imported. */
  rows: number
  /** Rows that were rejected. */
  rows_left_out: number
}

export type PaymentDetail = {
  /** ID of the payment. */
  payment_id: string
  /** Status of the payment. A PENDING payment has not been received yet; a PAID one has; a FAILED one never was; a CANCELLED one never was either, or was recorded by mistake and voided; a REVERSED one was returned by the payer’s bank; a REFUNDED one was paid back in full. A change that is posted for a later day shows here at once; the ledger of the lease states its day, and balances include it from that day on. */
  status: 'PENDING' | 'PAID' | 'FAILED' | 'REVERSED' | 'REFUNDED' | 'CANCELLED'
  /** Payment method. */
  method: 'ACH' | 'CARD' | 'CHECK' | 'CASH' | 'MONEY_ORDER' | 'OTHER'
  /** Where the money comes from. PAYER is money from the resident, or from somebody who pays for them. SECURITY_DEPOSIT is a deposit that was withheld for what the lease owes, and OPENING_BALANCE was prepaid before the records begin; neither is new money. The source of a payment never changes. */
  source: 'PAYER' | 'SECURITY_DEPOSIT' | 'OPENING_BALANCE'
  /** Total amount of the payment, in cents. */
  amount_cents: number
  /** Amount refunded, in cents. The ledger of the lease states the day of each refund. */
  refunded_cents: number
  /** The day the payment counts as received. */
  payment_date: string
  /** When the payment became PAID. Null until then, and if the payment was voided. */
  received_at: string | null
  /** Check number or transfer reference. */
  reference: string | null
  /** A note about the payment. */
  memo: string | null
  /** ID of the lease the payment is for. */
  lease_id: string
  /** ID of the resident who paid. */
  resident_id: string | null
  /** ID of the property of the lease. */
  property_id: string
  /** ID of the unit of the lease. */
  unit_id: string
  /** Invoices this payment is applied to, earliest due date first. */
  allocations: Allocation[]
  /** Amount not yet applied to an invoice, in cents, which is a credit of the lease. 0 unless the payment is PAID. */
  unapplied_cents: number
  /** Why the payment failed or was reversed. */
  failure_reason: string | null
  /** When the payment became REVERSED. The reversal may count from another day, which the ledger of the lease states. */
  reversed_at: string | null
  /** ID of this record in the system it was imported from. */
  external_id: string | null
  /** When the record was created. */
  created_at: string
  /** When the record was last updated. */
  updated_at: string
  /** The property’s name. */
  property_name: string
  /** The unit’s label. */
  unit_label: string
  /** The resident’s name, or that of the lease’s primary resident if no resident is named. */
  resident_name: string | null
  /** When the payment was voided because it was recorded by mistake. Its status is then CANCELLED. */
  voided_at: string | null
  /** Invoices this payment is applied to, earliest due date first. */
  invoices: PaymentInvoice[]
  /** The steps that are possible now. */
  allowed_steps: ('SETTLE' | 'FAIL' | 'CANCEL' | 'REVERSE' | 'REFUND' | 'VOID' | 'RESTORE')[]
}

export type PaymentInvoice = {
  /** ID of the invoice. */
  invoice_id: string
  /** The invoice’s number. */
  number: number
  /** The amount applied to this invoice, in cents. */
  amount_cents: number
}

export type PaymentSums = {
  /** The number of payments. */
  payments: number
  /** Their total amount, in cents. */
  amount_cents: number
  /** The part of it that is PAID, in cents. */
  paid_cents: number
}

export type Plan = {
  /** The plan. */
  plan: 'STARTER' | 'GROWTH' | 'PRO' | 'SCALE' | 'ENTERPRISE'
  /** Whether the Partner API was added to the plan. */
  has_partner_agreement: boolean
  /** The tier. */
  tier: 'CORE' | 'AUTOMATION' | 'PARTNER' | null
  /** Every tier, smallest first. */
  tiers: TierFigures[]
  /** The sandbox, if there is one. */
  sandbox_organization_id: string | null
}

export type PropertyCharges = {
  /** The property. */
  property_id: string
  /** The property’s name. */
  property_name: string
  /** How many invoices would be issued. */
  invoices: number
  /** Their total, in cents. */
  total_cents: number
}

export type PropertyQuestion = {
  /** Code or name that the file gives it. If the file does not name it, the name is empty, and this describes its units. */
  word: string
  /** Name of the property. */
  name: string
  /** Street address. */
  address_line: string
  /** City. */
  city: string
  /** State, two letters. */
  state: string
  /** ZIP code. */
  postal_code: string
}

export type PropertyRecord = {
  /** ID of the property. */
  property_id: string
  /** Name of the property. */
  name: string
  /** Type of property. */
  type: 'SINGLE_FAMILY' | 'MULTI_FAMILY' | 'CONDO' | 'TOWNHOUSE' | 'COMMERCIAL' | 'OTHER'
  /** Street address of the property. */
  address_line: string
  /** City of the property. */
  city: string
  /** Two-letter state code. */
  state: string
  /** ZIP code of the property. */
  postal_code: string
  /** Name of the owner. */
  owner_name: string | null
  /** ID of the owner. */
  owner_id: string | null
  /** ID of the portfolio the property belongs to. */
  portfolio_id: string | null
  /** Number of units in service today. */
  unit_count: number
  /** Current value, in cents. 0 if unknown. */
  current_value: number
  /** Whether the property is under management. */
  is_active: boolean
  /** ID of this record in the system it was imported from. */
  external_id: string | null
  /** When the record was created. */
  created_at: string
  /** When the record was last updated. */
  updated_at: string
  /** The year the property was built. */
  year_built: number | null
}

export type ProposedLateFee = {
  /** The overdue invoice. */
  invoice_id: string
  /** The invoice’s number. */
  number: number
  /** The lease. */
  lease_id: string
  /** The primary resident’s name. */
  resident_name: string | null
  /** The property’s name. */
  property_name: string
  /** The unit’s label. */
  unit_label: string
  /** The day the invoice was due. */
  due_date: string
  /** How many days ago that was. */
  days_late: number
  /** The amount that is overdue today, in cents. A payment of a later day has not reduced it yet. */
  balance_cents: number
  /** The proposed fee, in cents. */
  fee_cents: number
}

export type ProposedLateFees = {
  /** When a late fee is proposed, and how high it is. If both amounts are null, none is proposed. */
  policy: LateFeePolicy
  /** The fees. */
  data: ProposedLateFee[]
}

export type RemovedMember = {
  /** The person. */
  user_id: string
  /** True. */
  removed: boolean
}

export type RouteFigures = {
  /** The method. */
  method: string
  /** The route, with its parameters by name. */
  route: string | null
  /** Number of calls. */
  calls: number
  /** Calls answered with 400 or higher, except 429. */
  errors: number
  /** 95th percentile of the latency, in milliseconds. */
  p95_ms: number | null
}

export type Sandbox = {
  /** The sandbox. */
  organization_id: string
  /** The live organization that the sandbox belongs to. */
  live_organization_id: string
  /** Name of the sandbox. */
  name: string
}

export type SavedView = {
  /** The view. */
  view_id: string
  /** The page of the console, as in its URL. */
  page: string
  /** Name of the view. */
  name: string
  /** The filters and the order of the list, as in the URL after the question mark. */
  query: string
  /** When the name was first used. */
  created_at: string
}

export type SavedViewList = {
  /** The views. */
  data: SavedView[]
}

export type SearchResults = {
  /** The records, best first. */
  data: FoundRecord[]
}

export type Session = {
  /** ID of the session, which cannot be used to sign in. */
  session_id: string
  /** Whether it is the session of this call. */
  is_current: boolean
  /** When the person signed in. */
  created_at: string
  /** When the session was last extended, which happens at most once a day. */
  last_seen_at: string
  /** When the session expires unless it is extended. */
  expires_at: string
  /** Address the person signed in from. */
  ip_address: string | null
  /** The User-Agent header of the browser. */
  user_agent: string | null
}

export type Sessions = {
  /** The sessions. */
  data: Session[]
}

export type Settings = {
  /** The organization. */
  organization_id: string
  /** Name of the organization. */
  name: string
  /** IANA time zone in which the organization’s days begin. A change takes effect at once: if it is another day there, statuses and balances are shown for that day. */
  time_zone: string
  /** Today’s date in the time zone. */
  today: string
  /** Whether the organization is a sandbox. */
  is_sandbox: boolean
  /** Street address of the office. */
  address_line: string | null
  /** City. */
  city: string | null
  /** State, as two letters. */
  state: string | null
  /** ZIP code. */
  postal_code: string | null
  /** The last closed day: nothing is posted to the ledger on that day or before. Not after today. Null if the books are open. */
  books_closed_through: string | null
  /** Name that e-mail to residents comes from. Defaults to the name of the organization. */
  sender_name: string | null
  /** Address that replies to e-mail go to. */
  reply_to: string | null
}

export type StatusQuestion = {
  /** The word in the file. */
  word: string
  /** Status of a unit with this word. */
  suggestion: 'CURRENT' | 'NOTICE_RENTED' | 'NOTICE_UNRENTED' | 'EVICT' | 'VACANT_RENTED' | 'VACANT_UNRENTED' | 'OFFLINE' | null
}

export type TierFigures = {
  /** The tier. */
  tier: 'CORE' | 'AUTOMATION' | 'PARTNER'
  /** Name of the tier. */
  title: string
  /** The scopes the tier includes. */
  scopes: ('properties:read' | 'accounting:read' | 'maintenance:read' | 'maintenance:write' | 'comms:write' | 'webhooks:manage')[]
  /** Quota of a key, in calls per any 60 seconds. */
  requests_per_minute: number
  /** Whether a key may have a quota of its own. */
  own_requests_per_minute: boolean
  /** Whether the tier includes a sandbox. */
  sandbox: boolean
  /** The plans that include the tier. */
  plans: string
  /** Whether this is the organization’s tier. */
  is_current: boolean
}

export type Timeline = {
  /** The entries, newest first. */
  data: TimelineEntry[]
  /** The value of `before` for the next page; null at the end. */
  next: string | null
}

export type TimelineEntry = {
  /** ID of the entry, the message or the note. */
  id: string
  /** CHANGE is an entry of the administrative log; MESSAGE was sent to a resident; NOTE was added by a member. */
  kind: 'CHANGE' | 'MESSAGE' | 'NOTE'
  /** When it happened. */
  occurred_at: string
  /** The actor; null for a message, because a message does not record one. */
  actor: string | null
  /** ID of the record it is about: this one, or one that belongs to it. */
  subject: string
  /** What was done, for a CHANGE. */
  action: string | null
  /** The subject of a message, or the text of a note. */
  text: string | null
  /** The status of a message, or the one that a work order or a lead was given. */
  status: string | null
  /** When a note was last changed. */
  edited_at: string | null
  /** Whether it is a note that the caller wrote. */
  is_own: boolean
  /** The types of the events that a CHANGE emitted to webhook subscribers. */
  events: string[]
}

export type TrafficBucket = {
  /** Start of the bucket. */
  begins_at: string
  /** Number of calls. */
  calls: number
  /** Calls answered with 400 or higher, except 429. */
  errors: number
  /** Calls answered with 429. */
  rate_limited: number
  /** Median latency, in milliseconds. */
  p50_ms: number | null
  /** 95th percentile of the latency, in milliseconds. */
  p95_ms: number | null
}

export type TrafficOverview = {
  /** How far back to look: an hour, a day or 30 days. */
  window: '1h' | '24h' | '30d'
  /** Start of the window. */
  since: string
  /** End of the window. */
  until: string
  /** Length of a bucket, in seconds. */
  bucket_seconds: number
  /** Number of calls. */
  calls: number
  /** Calls answered with 400 or higher, except 429. */
  errors: number
  /** Calls answered with 429. */
  rate_limited: number
  /** Median latency, in milliseconds. */
  p50_ms: number | null
  /** 95th percentile of the latency, in milliseconds. */
  p95_ms: number | null
  /** Oldest first, without gaps. */
  buckets: TrafficBucket[]
  /** The routes with the most calls. */
  top_routes: RouteFigures[]
  /** The most frequent errors. */
  top_errors: ErrorFigures[]
  /** Valid keys, busiest first. */
  keys: KeyQuota[]
}

export type UnitDetail = {
  /** ID of the unit. */
  unit_id: string
  /** Label of the unit within its property. */
  label: string
  /** The unit’s current floor plan. */
  unit_type: string | null
  /** Number of bedrooms. 0 means a studio. */
  bedrooms: number | null
  /** Number of bathrooms. */
  bathrooms: number | null
  /** Floor area in square feet. */
  sqft: number | null
  /** The first day on which the unit can be moved into. */
  available_from: string | null
  /** Whether the unit is advertised while it is vacant. */
  is_listed: boolean
  /** ID of the lease that occupies the unit today. */
  current_lease_id: string | null
  /** ID of this record in the system it was imported from. */
  external_id: string | null
  /** When the record was created. */
  created_at: string
  /** When the record was last updated. */
  updated_at: string
  /** The property. */
  property_id: string
  /** The property’s name. */
  property_name: string
  /** The rent-roll status today, null while the unit is not in service. CURRENT, NOTICE_RENTED, NOTICE_UNRENTED and EVICT are occupied. */
  status: 'CURRENT' | 'NOTICE_RENTED' | 'NOTICE_UNRENTED' | 'EVICT' | 'VACANT_RENTED' | 'VACANT_UNRENTED' | 'OFFLINE' | null
  /** Market rent per month in force today, in cents; null while unknown. */
  market_rent_cents: number | null
  /** The first day in service. */
  in_service_from: string
  /** The last day in service. */
  in_service_to: string | null
  /** Title of the listing. */
  listing_title: string | null
  /** Description of the listing. */
  listing_description: string | null
  /** Photos, best first. */
  photos: string[]
  /** Amenities. */
  amenities: string[]
  /** Whether it is in the listings today. */
  is_in_listings: boolean
  /** Why it is not in the listings; empty if and only if it is. */
  not_listed_because: NotListedReason[]
  /** The steps that can be taken now, most likely first. A step may still be refused because of its input. */
  allowed_steps: ('LIST' | 'UNLIST' | 'SET_RATE' | 'END_OFFLINE' | 'SET_OFFLINE' | 'RETIRE')[]
  /** All rates, past and future, latest first. */
  rates: UnitRate[]
  /** Offline spans that have not ended, earliest first. */
  offline_spans: OfflineSpan[]
  /** The main facts of a lease. */
  current_lease: LeaseSummary | null
  /** The main facts of a lease. */
  coming_lease: LeaseSummary | null
}

export type UnitList = {
  /** The items on this page. */
  data: UnitListItem[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type UnitListItem = {
  /** ID of the unit. */
  unit_id: string
  /** Label of the unit within its property. */
  label: string
  /** The unit’s current floor plan. */
  unit_type: string | null
  /** Number of bedrooms. 0 means a studio. */
  bedrooms: number | null
  /** Number of bathrooms. */
  bathrooms: number | null
  /** Floor area in square feet. */
  sqft: number | null
  /** The first day on which the unit can be moved into. */
  available_from: string | null
  /** Whether the unit is advertised while it is vacant. */
  is_listed: boolean
  /** ID of the lease that occupies the unit today. */
  current_lease_id: string | null
  /** ID of this record in the system it was imported from. */
  external_id: string | null
  /** When the record was created. */
  created_at: string
  /** When the record was last updated. */
  updated_at: string
  /** The property. */
  property_id: string
  /** The property’s name. */
  property_name: string
  /** The rent-roll status today, null while the unit is not in service. CURRENT, NOTICE_RENTED, NOTICE_UNRENTED and EVICT are occupied. */
  status: 'CURRENT' | 'NOTICE_RENTED' | 'NOTICE_UNRENTED' | 'EVICT' | 'VACANT_RENTED' | 'VACANT_UNRENTED' | 'OFFLINE' | null
  /** Market rent per month in force today, in cents; null while unknown. */
  market_rent_cents: number | null
  /** The first day in service. */
  in_service_from: string
  /** The last day in service. */
  in_service_to: string | null
  /** The primary resident of the current lease. */
  resident_name: string | null
}

export type UnitRate = {
  /** The first day. */
  effective_from: string
  /** The unit’s current floor plan. */
  unit_type: string | null
  /** Market rent per month, in cents. */
  market_rent_cents: number | null
}

export type User = {
  /** The person. */
  id: string
  /** The address the person signs in with. */
  email: string
  /** The person’s name. */
  name: string
  /** Whether the person signs in with two-factor authentication. */
  two_factor_enabled: boolean
  /** Whether the person has confirmed the address. Until then they can belong to only one organization. */
  email_verified: boolean
}

export type Vendor = {
  /** The vendor. */
  vendor_id: string
  /** Name of the vendor; no two vendors have the same name, in any case. */
  name: string
  /** What the vendor does. */
  trade: string | null
  /** E-mail address. */
  email: string | null
  /** Phone number. */
  phone: string | null
  /** Whether the vendor is offered for new work. */
  is_active: boolean
  /** Number of work orders of the vendor that are neither completed nor canceled. */
  open_work_order_count: number
  /** ID of this record in the system it was imported from. */
  external_id: string | null
  /** When the record was created. */
  created_at: string
  /** When the record was last updated. */
  updated_at: string
}

export type VendorList = {
  /** The items on this page. */
  data: Vendor[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type VoidedInvoices = {
  /** The month. */
  month: string
  /** How many invoices were voided. */
  invoices: number
  /** Their total, in cents. */
  total_cents: number
  /** The leases that have paid since the first call, whose invoices were not voided. */
  left_out: string[]
  /** The `after` of the next call, or null after the last lease. */
  next: string | null
}

export type UpdateMeInput = {
  /** The person’s name. */
  name: string
}

export type EndSessionInput = {
  /** The session. */
  session_id: string
}

export type LookUpInvitationInput = {
  /** The text after `#token=` in the link of the invitation. */
  token: string
}

export type AcceptInvitationInput = {
  /** The text after `#token=` in the link of the invitation. */
  token: string
  /** The person’s name. */
  name?: string | undefined
  /** At least 10 characters. */
  password?: string | undefined
}

export type CreateKeyInput = {
  /** What the key is for. */
  name: string
  /** What the key may do. */
  scopes: ('properties:read' | 'accounting:read' | 'maintenance:read' | 'maintenance:write' | 'comms:write' | 'webhooks:manage')[]
  /** When the key expires; null if it never does. */
  expires_at?: string | null | undefined
  /** Address ranges the key may be used from. Defaults to any address. */
  allowed_cidrs?: string[] | undefined
  /** Quota in calls per any 60 seconds, instead of the tier’s; Partner API only. */
  requests_per_minute?: number | null | undefined
}

export type RotateKeyInput = {
  /** The key. */
  key_id: string
  /** How many hours the old key stays valid. Defaults to 24. */
  overlap_hours?: number | undefined
}

export type RevokeKeyInput = {
  /** The key. */
  key_id: string
}

export type ListCallsInput = {
  /** Returns only calls of this key. */
  key_id?: string | undefined
  /** Returns only calls of this route, written as in the log. */
  route?: string | undefined
  /** Returns only calls by this method. */
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE' | undefined
  /** Returns only calls answered with this status. */
  status?: number | undefined
  /** Returns only calls answered with a status of this class. */
  status_class?: '2xx' | '4xx' | '5xx' | undefined
  /** Returns only calls answered with a status of 400 or higher. */
  failed?: 'true' | undefined
  /** Returns only calls from this address. */
  ip?: string | undefined
  /** Returns only this call. */
  request_id?: string | undefined
  /** Returns only calls at or after this time. */
  since?: string | undefined
  /** Returns only calls before this time. */
  until?: string | undefined
  /** The `next` value of the previous page. */
  before?: string | undefined
  /** How many calls to return. */
  limit?: number | undefined
}

export type GetCallInput = {
  /** The call. */
  request_id: string
}

export type ListFailuresInput = {
  /** How far back to look: an hour, a day or 30 days. */
  window: '1h' | '24h' | '30d'
}

export type GetTrafficOverviewInput = {
  /** How far back to look: an hour, a day or 30 days. */
  window: '1h' | '24h' | '30d'
}

export type ExportCallsInput = {
  /** Returns only calls of this key. */
  key_id?: string | undefined
  /** Returns only calls of this route, written as in the log. */
  route?: string | undefined
  /** Returns only calls by this method. */
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE' | undefined
  /** Returns only calls answered with this status. */
  status?: number | undefined
  /** Returns only calls answered with a status of this class. */
  status_class?: '2xx' | '4xx' | '5xx' | undefined
  /** Returns only calls answered with a status of 400 or higher. */
  failed?: 'true' | undefined
  /** Returns only calls from this address. */
  ip?: string | undefined
  /** Returns only this call. */
  request_id?: string | undefined
  /** Returns only calls at or after this time. */
  since?: string | undefined
  /** Returns only calls before this time. */
  until?: string | undefined
  /** CSV, or one JSON object per line. */
  format: 'csv' | 'ndjson'
}

export type ListAdministrativeEntriesInput = {
  /** Returns only entries with this action, such as `key.revoke`. */
  action?: string | undefined
  /** Returns only changes made by this actor. */
  actor?: string | undefined
  /** Returns only changes made at or after this time. */
  since?: string | undefined
  /** Returns only changes made before this time. */
  until?: string | undefined
  /** The `next` value of the previous page. */
  before?: string | undefined
  /** How many entries to return. */
  limit?: number | undefined
}

export type UpdateMemberInput = {
  /** The person. */
  user_id: string
  /** What the person may do. */
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
}

export type RemoveMemberInput = {
  /** The person. */
  user_id: string
}

export type CreateInvitationInput = {
  /** The person’s e-mail address. */
  email: string
  /** What the person may do. */
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
}

export type DeleteInvitationInput = {
  /** The invitation. */
  invitation_id: string
}

export type UpdateSettingsInput = {
  /** Name of the organization. */
  name?: string | undefined
  /** IANA time zone in which the organization’s days begin. A change takes effect at once: if it is another day there, statuses and balances are shown for that day. */
  time_zone?: string | undefined
  /** Street address of the office. */
  address_line?: string | null | undefined
  /** City. */
  city?: string | null | undefined
  /** State, as two letters. */
  state?: string | null | undefined
  /** ZIP code. */
  postal_code?: string | null | undefined
  /** The last closed day: nothing is posted to the ledger on that day or before. Not after today. Null if the books are open. */
  books_closed_through?: string | null | undefined
  /** Name that e-mail to residents comes from. Defaults to the name of the organization. */
  sender_name?: string | null | undefined
  /** Address that replies to e-mail go to. */
  reply_to?: string | null | undefined
}

export type PauseWebhookInput = {
  /** The subscription. */
  id: string
}

export type UpdateWebhookInput = {
  /** The subscription. */
  id: string
  /** URL the events are sent to. */
  target_url?: string | undefined
  /** Your own description. */
  description?: string | null | undefined
}

export type InspectIdInput = {
  /** The ID. */
  id: string
}

export type ListInvoicesInput = {
  /** Returns only invoices in this status. OVERDUE means due before today in the organization’s time zone and not paid in full. ALL returns every invoice, which is the default. */
  status?: 'DRAFT' | 'OPEN' | 'PARTIALLY_PAID' | 'PAID' | 'VOID' | 'OVERDUE' | 'ALL' | undefined
  /** Returns only invoices for leases at this property. */
  property_id?: string | undefined
  /** Returns only invoices for leases of this unit. */
  unit_id?: string | undefined
  /** Returns only invoices for this lease. */
  lease_id?: string | undefined
  /** Returns only records that were created or updated at or after this instant. A value that follows from today’s date or from other records, such as a status, a balance or the name of another record, does not count as an update; `GET /changes` includes those. When you poll, let consecutive calls overlap by 60 seconds. An update is dated by the clock of the database: if that is ever set back by more than the overlap, read the list once without this filter. `GET /changes` does not depend on a clock. */
  updated_since?: string | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
  /** Only those for which each word of the text, in any order, begins a word of a resident’s name, the unit’s label or the property’s name, and those that match the number. */
  search?: string | undefined
  /** The column to order the list by instead, descending with `-` before it. Text is ordered by code point, words of a fixed set in the order of that set. Unknown values come last either way, and the ID breaks ties. */
  sort?: 'number' | 'status' | 'resident_name' | 'property_name' | 'issue_date' | 'due_date' | 'total_cents' | 'balance_cents' | '-number' | '-status' | '-resident_name' | '-property_name' | '-issue_date' | '-due_date' | '-total_cents' | '-balance_cents' | undefined
}

export type ListListingsInput = {
  /** Returns only units in this city. Give the whole name; case does not matter. */
  city?: string | undefined
  /** Returns only units in this state. Give the two-letter code; case does not matter. */
  state?: string | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
  /** The column to order the list by instead, descending with `-` before it. Text is ordered by code point, words of a fixed set in the order of that set. Unknown values come last either way, and the ID breaks ties. */
  sort?: 'propertyName' | 'city' | 'listingTitle' | 'bedrooms' | 'sqft' | 'availableFrom' | 'marketRentCents' | '-propertyName' | '-city' | '-listingTitle' | '-bedrooms' | '-sqft' | '-availableFrom' | '-marketRentCents' | undefined
}

export type ListPaymentsInput = {
  /** Returns only payments in this status. ALL returns every payment. Defaults to PAID, or to ALL if updated_since is given. */
  status?: 'PENDING' | 'PAID' | 'FAILED' | 'REVERSED' | 'REFUNDED' | 'CANCELLED' | 'ALL' | undefined
  /** Returns only payments for leases at this property. */
  property_id?: string | undefined
  /** Returns only payments for leases of this unit. */
  unit_id?: string | undefined
  /** Returns only payments for this lease. */
  lease_id?: string | undefined
  /** Returns only records that were created or updated at or after this instant. A value that follows from today’s date or from other records, such as a status, a balance or the name of another record, does not count as an update; `GET /changes` includes those. When you poll, let consecutive calls overlap by 60 seconds. An update is dated by the clock of the database: if that is ever set back by more than the overlap, read the list once without this filter. `GET /changes` does not depend on a clock. */
  updated_since?: string | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
  /** Only those for which each word of the text, in any order, begins a word of a resident’s name, the unit’s label or the property’s name, and those that match the reference. */
  search?: string | undefined
  /** Only payments from this day on. */
  from?: string | undefined
  /** Only payments through this day. */
  to?: string | undefined
  /** Only payments by this method. */
  method?: 'ACH' | 'CARD' | 'CHECK' | 'CASH' | 'MONEY_ORDER' | 'OTHER' | undefined
  /** The column to order the list by instead, descending with `-` before it. Text is ordered by code point, words of a fixed set in the order of that set. Unknown values come last either way, and the ID breaks ties. */
  sort?: 'payment_date' | 'status' | 'resident_name' | 'property_name' | 'method' | 'reference' | 'unapplied_cents' | 'amount_cents' | '-payment_date' | '-status' | '-resident_name' | '-property_name' | '-method' | '-reference' | '-unapplied_cents' | '-amount_cents' | undefined
}

export type ListPropertiesInput = {
  /** Returns only properties in this city. Give the whole name; case does not matter. */
  city?: string | undefined
  /** Returns only properties in this state. Give the two-letter code; case does not matter. */
  state?: string | undefined
  /** Returns only properties of this owner. Give an owner ID or the owner’s whole name; case does not matter. */
  owner?: string | undefined
  /** Returns only properties of this portfolio. */
  portfolio_id?: string | undefined
  /** Returns only records that were created or updated at or after this instant. A value that follows from today’s date or from other records, such as a status, a balance or the name of another record, does not count as an update; `GET /changes` includes those. When you poll, let consecutive calls overlap by 60 seconds. An update is dated by the clock of the database: if that is ever set back by more than the overlap, read the list once without this filter. `GET /changes` does not depend on a clock. */
  updated_since?: string | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
  /** Only those for which each word of the text, in any order, begins a word of the name or the address. Case, accents and punctuation do not matter. */
  search?: string | undefined
  /** The column to order the list by instead, descending with `-` before it. Text is ordered by code point, words of a fixed set in the order of that set. Unknown values come last either way, and the ID breaks ties. */
  sort?: 'name' | 'city' | 'type' | 'owner_name' | 'unit_count' | 'current_value' | '-name' | '-city' | '-type' | '-owner_name' | '-unit_count' | '-current_value' | undefined
}

export type ListResidentsInput = {
  /** Returns only residents of this property. */
  property_id?: string | undefined
  /** Returns only residents of this unit. */
  unit_id?: string | undefined
  /** Returns only records that were created or updated at or after this instant. A value that follows from today’s date or from other records, such as a status, a balance or the name of another record, does not count as an update; `GET /changes` includes those. When you poll, let consecutive calls overlap by 60 seconds. An update is dated by the clock of the database: if that is ever set back by more than the overlap, read the list once without this filter. `GET /changes` does not depend on a clock. */
  updated_since?: string | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
  /** The column to order the list by instead, descending with `-` before it. Text is ordered by code point, words of a fixed set in the order of that set. Unknown values come last either way, and the ID breaks ties. */
  sort?: 'last_name' | 'unit_label' | 'status' | 'role' | 'email' | 'phone' | 'move_in_date' | 'lease_balance_cents' | '-last_name' | '-unit_label' | '-status' | '-role' | '-email' | '-phone' | '-move_in_date' | '-lease_balance_cents' | undefined
}

export type ListWebhooksInput = {
  /** Returns only subscriptions to this type of event. */
  event?: 'lead.created' | 'ticket.created' | 'ticket.completed' | 'payment.received' | 'payment.reversed' | 'payment.refunded' | 'lease.signed' | 'invoice.paid' | 'records.changed' | undefined
  /** Returns only subscriptions in this status. ALL returns every subscription, which is the default. */
  status?: 'ACTIVE' | 'PAUSED' | 'ALL' | undefined
  /** Returns only records that were created or updated at or after this instant. A value that follows from today’s date or from other records, such as a status, a balance or the name of another record, does not count as an update; `GET /changes` includes those. When you poll, let consecutive calls overlap by 60 seconds. An update is dated by the clock of the database: if that is ever set back by more than the overlap, read the list once without this filter. `GET /changes` does not depend on a clock. */
  updated_since?: string | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
  /** The column to order the list by instead, descending with `-` before it. Text is ordered by code point, words of a fixed set in the order of that set. Unknown values come last either way, and the ID breaks ties. */
  sort?: 'target_url' | 'event' | 'status' | 'last_success_at' | 'last_failure_at' | 'created_at' | '-target_url' | '-event' | '-status' | '-last_success_at' | '-last_failure_at' | '-created_at' | undefined
}

export type ListWorkOrdersInput = {
  /** Returns only work orders with this priority. MEDIUM means NORMAL, and URGENT means EMERGENCY. */
  priority?: 'LOW' | 'NORMAL' | 'HIGH' | 'EMERGENCY' | 'MEDIUM' | 'URGENT' | undefined
  /** Returns only work orders in this category. */
  category?: 'PLUMBING' | 'ELECTRICAL' | 'HVAC' | 'APPLIANCE' | 'PEST_CONTROL' | 'LOCKS' | 'STRUCTURAL' | 'CLEANING' | 'UNIT_TURN' | 'SAFETY' | 'OTHER' | undefined
  /** Returns only work orders for this property and its units. */
  property_id?: string | undefined
  /** Returns only work orders for this unit. */
  unit_id?: string | undefined
  /** Returns only the work order with exactly this ID in another system: capitals and spaces count. */
  external_id?: string | undefined
  /** Returns only records that were created or updated at or after this instant. A value that follows from today’s date or from other records, such as a status, a balance or the name of another record, does not count as an update; `GET /changes` includes those. When you poll, let consecutive calls overlap by 60 seconds. An update is dated by the clock of the database: if that is ever set back by more than the overlap, read the list once without this filter. `GET /changes` does not depend on a clock. */
  updated_since?: string | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
  /** Only those for which each word of the text, in any order, begins a word of a resident’s name, the unit’s label or the property’s name, and those that match the number or the title. */
  search?: string | undefined
  /** Only work orders in this status. OPEN means neither completed nor canceled, and OVERDUE means open and due before today in the organization’s time zone. */
  status?: 'OPEN' | 'OVERDUE' | 'NEW' | 'SCHEDULED' | 'IN_PROGRESS' | 'ON_HOLD' | 'COMPLETED' | 'CANCELLED' | 'ALL' | undefined
  /** Only work orders of this vendor. */
  vendor_id?: string | undefined
  /** The column to order the list by instead, descending with `-` before it. Text is ordered by code point, words of a fixed set in the order of that set. Unknown values come last either way, and the ID breaks ties. */
  sort?: 'title' | 'status' | 'priority' | 'category' | 'property_name' | 'vendor_name' | 'due_date' | 'created_at' | '-title' | '-status' | '-priority' | '-category' | '-property_name' | '-vendor_name' | '-due_date' | '-created_at' | undefined
}

export type SumPaymentsInput = {
  /** Returns only payments in this status. ALL returns every payment. Defaults to PAID, or to ALL if updated_since is given. */
  status?: 'PENDING' | 'PAID' | 'FAILED' | 'REVERSED' | 'REFUNDED' | 'CANCELLED' | 'ALL' | undefined
  /** Returns only payments for leases at this property. */
  property_id?: string | undefined
  /** Returns only payments for leases of this unit. */
  unit_id?: string | undefined
  /** Returns only payments for this lease. */
  lease_id?: string | undefined
  /** Returns only records that were created or updated at or after this instant. A value that follows from today’s date or from other records, such as a status, a balance or the name of another record, does not count as an update; `GET /changes` includes those. When you poll, let consecutive calls overlap by 60 seconds. An update is dated by the clock of the database: if that is ever set back by more than the overlap, read the list once without this filter. `GET /changes` does not depend on a clock. */
  updated_since?: string | undefined
  /** Only those for which each word of the text, in any order, begins a word of a resident’s name, the unit’s label or the property’s name, and those that match the reference. */
  search?: string | undefined
  /** Only payments from this day on. */
  from?: string | undefined
  /** Only payments through this day. */
  to?: string | undefined
  /** Only payments by this method. */
  method?: 'ACH' | 'CARD' | 'CHECK' | 'CASH' | 'MONEY_ORDER' | 'OTHER' | undefined
}

export type ListFilesInput = {
  /** The unit, work order or lease. */
  record_id: string
}

export type UploadFileInput = {
  /** The unit, work order or lease. */
  record_id: string
  /** Name of the file. */
  name: string
}

export type DownloadFileInput = {
  /** The file. */
  file_id: string
}

export type DeleteFileInput = {
  /** The file. */
  file_id: string
}

export type ListVendorsInput = {
  /** Only those for which each word of the text, in any order, begins a word of the name or the trade. Case, accents and punctuation do not matter. */
  search?: string | undefined
  /** Returns only the vendor with this name, in any case. */
  name?: string | undefined
  /** Whether only vendors who are offered for new work are returned, or only the others. */
  is_active?: 'true' | 'false' | undefined
  /** The column to order the list by instead, descending with `-` before it. Text is ordered by code point, words of a fixed set in the order of that set. Unknown values come last either way, and the ID breaks ties. */
  sort?: 'name' | 'trade' | 'open_work_order_count' | 'external_id' | '-name' | '-trade' | '-open_work_order_count' | '-external_id' | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
}

export type GetVendorInput = {
  /** The vendor. */
  vendor_id: string
}

export type CreateVendorInput = {
  /** Name of the vendor; no two vendors have the same name, in any case. */
  name: string
  /** What the vendor does. */
  trade?: string | null | undefined
  /** E-mail address. */
  email?: string | null | undefined
  /** Phone number. */
  phone?: string | null | undefined
  /** Whether the vendor is offered for new work. */
  is_active?: boolean | undefined
  /** ID of this record in the system it was imported from. */
  external_id?: string | null | undefined
}

export type UpdateVendorInput = {
  /** The vendor. */
  vendor_id: string
  /** Name of the vendor; no two vendors have the same name, in any case. */
  name?: string | undefined
  /** What the vendor does. */
  trade?: string | null | undefined
  /** E-mail address. */
  email?: string | null | undefined
  /** Phone number. */
  phone?: string | null | undefined
  /** Whether the vendor is offered for new work. */
  is_active?: boolean | undefined
  /** ID of this record in the system it was imported from. */
  external_id?: string | null | undefined
}

export type ListVendorWorkOrdersInput = {
  /** The vendor. */
  vendor_id: string
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
}

export type SearchInput = {
  /** What to look for. */
  query: string
}

export type GetReportInput = {
  /** The report. */
  report: 'receivables' | 'delinquency' | 'deposits' | 'income' | 'months' | 'vendors'
  /** The first day of the period. Defaults to the first day of the month of `to`. */
  from?: string | undefined
  /** The day of the report, or the last day of the period. Defaults to today. */
  to?: string | undefined
  /** Limits the report to this property. */
  property_id?: string | undefined
  /** CSV, or one JSON object. */
  format: 'csv' | 'json'
}

export type ExportListInput = {
  /** The list. */
  list: 'properties' | 'units' | 'listings' | 'leases' | 'lease-ledger' | 'leads' | 'residents' | 'invoices' | 'payments' | 'work-orders' | 'messages' | 'vendors' | 'vendor-work-orders' | 'owners' | 'portfolios' | 'webhooks' | 'deliveries' | 'keys' | 'members' | 'invitations' | 'imports' | 'administrative-log' | 'failures'
  /** The query of the list call, such as filters and `sort`, and the ID in its path, under the name it has there; `limit`, `offset` and `before` are ignored. */
  filters?: string | undefined
}

export type ListNamesInput = {
  /** Up to 200 IDs, separated by commas. */
  ids: string
}

export type CreateOwnerInput = {
  /** The owner’s name; no two owners have the same name. */
  name: string
  /** ID of this record in the system it was imported from. */
  external_id?: string | null | undefined
}

export type CreatePortfolioInput = {
  /** The portfolio’s name; no two portfolios have the same name. */
  name: string
  /** ID of this record in the system it was imported from. */
  external_id?: string | null | undefined
}

export type GetOwnerInput = {
  /** The owner. */
  owner_id: string
}

export type ListOwnersInput = {
  /** Only those for which each word of the text, in any order, begins a word of the name. Case, accents and punctuation do not matter. */
  search?: string | undefined
  /** The column to order the list by instead, descending with `-` before it. Text is ordered by code point, words of a fixed set in the order of that set. Unknown values come last either way, and the ID breaks ties. */
  sort?: 'name' | 'property_count' | 'external_id' | '-name' | '-property_count' | '-external_id' | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
}

export type GetPortfolioInput = {
  /** The portfolio. */
  portfolio_id: string
}

export type ListPortfoliosInput = {
  /** Only those for which each word of the text, in any order, begins a word of the name. Case, accents and punctuation do not matter. */
  search?: string | undefined
  /** The column to order the list by instead, descending with `-` before it. Text is ordered by code point, words of a fixed set in the order of that set. Unknown values come last either way, and the ID breaks ties. */
  sort?: 'name' | 'property_count' | 'external_id' | '-name' | '-property_count' | '-external_id' | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
}

export type UpdateOwnerInput = {
  /** The owner. */
  owner_id: string
  /** The owner’s name; no two owners have the same name. */
  name?: string | undefined
  /** ID of this record in the system it was imported from. */
  external_id?: string | null | undefined
}

export type UpdatePortfolioInput = {
  /** The portfolio. */
  portfolio_id: string
  /** The portfolio’s name; no two portfolios have the same name. */
  name?: string | undefined
  /** ID of this record in the system it was imported from. */
  external_id?: string | null | undefined
}

export type CreatePropertyInput = {
  /** The property’s name; no two properties have the same name. */
  name: string
  /** The kind of property. */
  type: 'SINGLE_FAMILY' | 'MULTI_FAMILY' | 'CONDO' | 'TOWNHOUSE' | 'COMMERCIAL' | 'OTHER'
  /** Street address. */
  address_line: string
  /** City. */
  city: string
  /** State, two letters. */
  state: string
  /** ZIP code. */
  postal_code: string
  /** The year it was built. */
  year_built?: number | null | undefined
  /** Current value in cents; 0 when unknown. */
  current_value?: number | undefined
  /** The owner. */
  owner_id?: string | null | undefined
  /** The portfolio it belongs to. */
  portfolio_id?: string | null | undefined
  /** Whether the property is under management. Defaults to true. */
  is_active?: boolean | undefined
  /** ID of this record in the system it was imported from. */
  external_id?: string | null | undefined
}

export type UpdatePropertyInput = {
  /** The property. */
  id: string
  /** The property’s name; no two properties have the same name. */
  name?: string | undefined
  /** The kind of property. */
  type?: 'SINGLE_FAMILY' | 'MULTI_FAMILY' | 'CONDO' | 'TOWNHOUSE' | 'COMMERCIAL' | 'OTHER' | undefined
  /** Street address. */
  address_line?: string | undefined
  /** City. */
  city?: string | undefined
  /** State, two letters. */
  state?: string | undefined
  /** ZIP code. */
  postal_code?: string | undefined
  /** The year it was built. */
  year_built?: number | null | undefined
  /** Current value in cents; 0 when unknown. */
  current_value?: number | undefined
  /** The owner. */
  owner_id?: string | null | undefined
  /** The portfolio it belongs to. */
  portfolio_id?: string | null | undefined
  /** Whether the property is under management. Defaults to true. */
  is_active?: boolean | undefined
  /** ID of this record in the system it was imported from. */
  external_id?: string | null | undefined
}

export type CreateUnitInput = {
  /** The property. */
  property_id: string
  /** The unit’s label; no two units of a property have the same label. */
  label: string
  /** Bedrooms; 0 is a studio. */
  bedrooms?: number | null | undefined
  /** Bathrooms. */
  bathrooms?: number | null | undefined
  /** Floor area in square feet. */
  sqft?: number | null | undefined
  /** The first day in service. Defaults to today. */
  in_service_from?: string | undefined
  /** The last day in service. */
  in_service_to?: string | null | undefined
  /** The first day the unit can be moved into. */
  available_from?: string | null | undefined
  /** Title of the listing. */
  listing_title?: string | null | undefined
  /** Description of the listing. */
  listing_description?: string | null | undefined
  /** Photos, best first. */
  photos?: string[] | undefined
  /** Amenities. */
  amenities?: string[] | undefined
  /** The floor plan. */
  unit_type?: string | null | undefined
  /** Market rent per month, in cents. */
  market_rent_cents?: number | null | undefined
  /** ID of this record in the system it was imported from. */
  external_id?: string | null | undefined
}

export type GetUnitInput = {
  /** The unit. */
  unit_id: string
}

export type ListUnitsInput = {
  /** Returns only units of this property. */
  property_id?: string | undefined
  /** Returns only units in this status today. */
  status?: 'CURRENT' | 'NOTICE_RENTED' | 'NOTICE_UNRENTED' | 'EVICT' | 'VACANT_RENTED' | 'VACANT_UNRENTED' | 'OFFLINE' | 'ALL' | undefined
  /** Only units in this group today. OCCUPIED, VACANT and ON_NOTICE contain the statuses of that name, and LEASED contains occupied and vacant rented units. TO_MAKE_READY contains vacant and offline units with an open work order of the category UNIT_TURN, and vacant units that are not listed and for which no such work order has been completed since the last residents left. */
  group?: 'OCCUPIED' | 'VACANT' | 'LEASED' | 'ON_NOTICE' | 'TO_MAKE_READY' | undefined
  /** Only units that are listed, or only those that are not. */
  is_listed?: 'true' | 'false' | undefined
  /** Only those for which each word of the text, in any order, begins a word of the label or the property’s name. Case, accents and punctuation do not matter. */
  search?: string | undefined
  /** The column to order the list by instead, descending with `-` before it. Text is ordered by code point, words of a fixed set in the order of that set. Unknown values come last either way, and the ID breaks ties. */
  sort?: 'property_name' | 'status' | 'resident_name' | 'bedrooms' | 'unit_type' | 'market_rent_cents' | 'is_listed' | '-property_name' | '-status' | '-resident_name' | '-bedrooms' | '-unit_type' | '-market_rent_cents' | '-is_listed' | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
}

export type UpdateUnitInput = {
  /** The unit. */
  unit_id: string
  /** The unit’s label; no two units of a property have the same label. */
  label?: string | undefined
  /** Bedrooms; 0 is a studio. */
  bedrooms?: number | null | undefined
  /** Bathrooms. */
  bathrooms?: number | null | undefined
  /** Floor area in square feet. */
  sqft?: number | null | undefined
  /** The first day in service. Defaults to today. */
  in_service_from?: string | undefined
  /** The last day in service. */
  in_service_to?: string | null | undefined
  /** The first day the unit can be moved into. */
  available_from?: string | null | undefined
  /** Title of the listing. */
  listing_title?: string | null | undefined
  /** Description of the listing. */
  listing_description?: string | null | undefined
  /** Photos, best first. */
  photos?: string[] | undefined
  /** Amenities. */
  amenities?: string[] | undefined
  /** The floor plan. */
  unit_type?: string | null | undefined
  /** Market rent per month, in cents. */
  market_rent_cents?: number | null | undefined
  /** ID of this record in the system it was imported from. */
  external_id?: string | null | undefined
  /** The first day of the new market rent and floor plan. Defaults to today. */
  effective_on?: string | undefined
}

export type EndUnitOfflineInput = {
  /** The unit. */
  unit_id: string
  /** The first day on which it can be occupied and leased again. Defaults to today. */
  back_on?: string | undefined
}

export type RetireUnitInput = {
  /** The unit. */
  unit_id: string
  /** The last day in service. Defaults to today. */
  last_day?: string | undefined
}

export type SetUnitOfflineInput = {
  /** The unit. */
  unit_id: string
  /** The first day offline. Defaults to today. */
  starts_on?: string | undefined
  /** The last day offline; null while unknown. */
  ends_on?: string | null | undefined
  /** Why the unit can be neither occupied nor leased. */
  reason: string
}

export type SetUnitRateInput = {
  /** The unit. */
  unit_id: string
  /** The first day of the new market rent and floor plan. Defaults to today. */
  effective_on?: string | undefined
  /** The floor plan. */
  unit_type?: string | null | undefined
  /** Market rent per month, in cents. */
  market_rent_cents?: number | null | undefined
}

export type ListUnitInput = {
  /** The unit. */
  unit_id: string
}

export type UnlistUnitInput = {
  /** The unit. */
  unit_id: string
}

export type CreateLeaseInput = {
  /** The unit. */
  unit_id: string
  /** The property of the unit. */
  property_id?: string | undefined
  /** The lead for whom the lease is created. Its status becomes APPLIED, and LEASED when the lease is signed, unless it cannot follow the present one. */
  lead_id?: string | undefined
  /** The first day of the lease. */
  start_date: string
  /** The last day of the term; null for month to month. */
  end_date?: string | null | undefined
  /** Type of the term. Defaults to FIXED if there is an end_date, and to MONTH_TO_MONTH otherwise. */
  term_type?: 'FIXED' | 'MONTH_TO_MONTH' | undefined
  /** The planned move-in date. */
  move_in_date?: string | null | undefined
  /** The day of the month on which rent is due. Defaults to 1. */
  rent_due_day?: number | undefined
  /** The residents on the lease, exactly one of them PRIMARY. */
  residents: {
    /** The resident. */
    resident_id: string
    /** The role of the resident on the lease. */
    role: 'PRIMARY' | 'CO_TENANT' | 'OCCUPANT' | 'GUARANTOR'
  }[]
  /** Recurring charges. */
  charges?: {
    /** What the charge is for. */
    code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'OTHER'
    /** Description of the charge. Defaults to the description of its code. Code and description together identify a charge of the lease. */
    description?: string
    /** Amount per month, in cents; a CONCESSION is negative. */
    amount_cents: number
    /** The first day it is in force. Defaults to the start date of the lease. */
    from?: string
    /** The last day it is in force. */
    to?: string | null
  }[] | undefined
  /** The security deposit, in cents, billed when the lease is signed. Defaults to none. */
  security_deposit_cents?: number | null | undefined
  /** ID of this record in the system it was imported from. */
  external_id?: string | null | undefined
}

export type EditLeaseInput = {
  /** The lease. */
  lease_id: string
  /** The first day of the lease. */
  start_date: string
  /** The last day of the term; null for month to month. */
  end_date?: string | null | undefined
  /** Type of the term. Defaults to FIXED if there is an end_date, and to MONTH_TO_MONTH otherwise. */
  term_type?: 'FIXED' | 'MONTH_TO_MONTH' | undefined
  /** The planned move-in date. */
  move_in_date?: string | null | undefined
  /** The day of the month on which rent is due. Defaults to 1. */
  rent_due_day?: number | undefined
  /** The residents on the lease, exactly one of them PRIMARY. */
  residents: {
    /** The resident. */
    resident_id: string
    /** The role of the resident on the lease. */
    role: 'PRIMARY' | 'CO_TENANT' | 'OCCUPANT' | 'GUARANTOR'
  }[]
  /** Recurring charges. */
  charges?: {
    /** What the charge is for. */
    code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'OTHER'
    /** Description of the charge. Defaults to the description of its code. Code and description together identify a charge of the lease. */
    description?: string
    /** Amount per month, in cents; a CONCESSION is negative. */
    amount_cents: number
    /** The first day it is in force. Defaults to the start date of the lease. */
    from?: string
    /** The last day it is in force. */
    to?: string | null
  }[] | undefined
  /** The security deposit, in cents, billed when the lease is signed. Defaults to none. */
  security_deposit_cents?: number | null | undefined
  /** ID of this record in the system it was imported from. */
  external_id?: string | null | undefined
}

export type GetLeaseInput = {
  /** The lease. */
  lease_id: string
}

export type ListLeasesInput = {
  /** Returns only leases with this status today. */
  status?: 'DRAFT' | 'PENDING_SIGNATURE' | 'FUTURE' | 'ACTIVE' | 'ENDED' | 'CANCELLED' | 'ALL' | undefined
  /** Returns only leases of this property. */
  property_id?: string | undefined
  /** Returns only leases of this unit. */
  unit_id?: string | undefined
  /** Returns only leases this resident is on. */
  resident_id?: string | undefined
  /** Returns only active leases whose stay or term ends from today until this day. */
  ends_by?: string | undefined
  /** Returns only active leases whose residents move out from today until this day. */
  moves_out_by?: string | undefined
  /** Returns only FUTURE leases that start by this day. */
  starts_by?: string | undefined
  /** Only those for which each word of the text, in any order, begins a word of the name of a resident, the unit’s label or the property’s name. Case, accents and punctuation do not matter. */
  search?: string | undefined
  /** The column to order the list by instead, descending with `-` before it. Text is ordered by code point, words of a fixed set in the order of that set. Unknown values come last either way, and the ID breaks ties. */
  sort?: 'resident_name' | 'property_name' | 'status' | 'start_date' | 'end_date' | 'move_out_date' | 'rent_cents' | 'balance_cents' | '-resident_name' | '-property_name' | '-status' | '-start_date' | '-end_date' | '-move_out_date' | '-rent_cents' | '-balance_cents' | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
}

export type CancelLeaseInput = {
  /** The lease. */
  lease_id: string
}

export type AddLeaseResidentInput = {
  /** The lease. */
  lease_id: string
  /** The resident. */
  resident_id: string
  /** The role of the resident on the lease; PRIMARY only if the lease has no primary resident. */
  role: 'PRIMARY' | 'CO_TENANT' | 'OCCUPANT' | 'GUARANTOR'
  /** The first day of the resident on the lease. Defaults to today, or to the first day of a lease that has not begun. A day that has passed restates the rent rolls from that day on. */
  from?: string | undefined
}

export type ChangeLeaseResidentInput = {
  /** The lease. */
  lease_id: string
  /** The resident. */
  resident_id: string
  /** The first day of the resident on the lease; null for the first day of the lease. */
  from?: string | null | undefined
  /** The last day of the resident on the lease; null if they stay until the lease ends. */
  to?: string | null | undefined
  /** The role of the resident. PRIMARY makes the present primary resident a CO_TENANT. */
  role?: 'PRIMARY' | 'CO_TENANT' | 'OCCUPANT' | 'GUARANTOR' | undefined
  /** The first day of the role. Defaults to today. An earlier day restates the rent rolls from that day on. Must not be in the future. */
  role_from?: string | undefined
}

export type RemoveLeaseResidentInput = {
  /** The lease. */
  lease_id: string
  /** The resident. */
  resident_id: string
}

export type ChangeChargesInput = {
  /** The lease. */
  lease_id: string
  /** The first day of the change. Defaults to today or the start date of the lease, whichever is later. */
  effective_on?: string | undefined
  /** The charges that change; all others stay as they are. */
  charges: {
    /** What the charge is for. */
    code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'OTHER'
    /** Description of the charge. Defaults to the description of its code. Code and description together identify a charge of the lease. */
    description?: string
    /** Amount per month from that day on, in cents; null ends the charge on the day before. */
    amount_cents: number | null
    /** The last day it is in force. */
    to?: string | null
  }[]
}

export type EndLeaseInput = {
  /** The lease. */
  lease_id: string
  /** The last day of the occupancy. Defaults to the planned move-out date if it has passed, or else to today. Null if they have not moved out. */
  move_out_date?: string | null | undefined
}

export type RecordEvictionInput = {
  /** The lease. */
  lease_id: string
  /** The day the eviction was filed. Defaults to the day already recorded, or today. */
  filed_on?: string | undefined
}

export type RecordNoticeInput = {
  /** The lease. */
  lease_id: string
  /** The day notice was given. Defaults to the day already recorded, or today. */
  notice_given_on?: string | undefined
  /** The last day of the occupancy; null while unknown. */
  move_out_date?: string | null | undefined
}

export type MoveInInput = {
  /** The lease. */
  lease_id: string
  /** The day they moved in. Defaults to today; null if they have not moved in as planned. */
  move_in_date?: string | null | undefined
  /** Whether to issue the invoice of the month of the move-in as well, prorated if the lease begins within it. Nothing is issued if the lease already has that invoice. Must not be true if `move_in_date` is null. Defaults to false. */
  bills_month?: boolean | undefined
}

export type RenewLeaseInput = {
  /** The lease. */
  lease_id: string
  /** The first day of the new term. Defaults to the day after the current term ends. */
  starts_on?: string | undefined
  /** The last day of the term; null for month to month. */
  end_date?: string | null | undefined
  /** Type of the term. Defaults to FIXED if there is an end_date, and to MONTH_TO_MONTH otherwise. */
  term_type?: 'FIXED' | 'MONTH_TO_MONTH' | undefined
  /** Monthly rent from that day, in cents. Without it, the rent stays as it is. */
  rent_cents?: number | undefined
  /** The charges that change; all others stay as they are. */
  charges?: {
    /** What the charge is for. */
    code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'OTHER'
    /** Description of the charge. Defaults to the description of its code. Code and description together identify a charge of the lease. */
    description?: string
    /** Amount per month from that day on, in cents; null ends the charge on the day before. */
    amount_cents: number | null
    /** The last day it is in force. */
    to?: string | null
  }[] | undefined
}

export type RescheduleLeaseInput = {
  /** The lease. */
  lease_id: string
  /** The new first day of the lease. */
  start_date: string
}

export type SendLeaseInput = {
  /** The lease. */
  lease_id: string
}

export type SignLeaseInput = {
  /** The lease. */
  lease_id: string
  /** When the last signature was made. Defaults to now. */
  signed_at?: string | undefined
}

export type CancelEvictionInput = {
  /** The lease. */
  lease_id: string
}

export type CancelNoticeInput = {
  /** The lease. */
  lease_id: string
}

export type CancelRenewalInput = {
  /** The lease. */
  lease_id: string
}

export type GetLeaseLedgerInput = {
  /** The lease. */
  lease_id: string
  /** Returns only lines of this account. */
  account?: 'RECEIVABLE' | 'DEPOSIT' | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
}

export type GetDepositStatementInput = {
  /** The lease. */
  lease_id: string
}

export type CreateInvoiceInput = {
  /** The lease to bill. */
  lease_id: string
  /** The resident the invoice is addressed to, one who is on the lease. Defaults to the primary resident. */
  resident_id?: string | null | undefined
  /** The day from which the invoice is owed. Defaults to today. */
  issue_date?: string | undefined
  /** The last day to pay on time. Defaults to the issue date. */
  due_date?: string | undefined
  /** The first day the invoice covers. Requires period_end. */
  period_start?: string | undefined
  /** The last day the invoice covers. Requires period_start. */
  period_end?: string | undefined
  /** The charges. Either every line is a DEPOSIT or none is. */
  lines: {
    /** The kind of charge. */
    charge_code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'DEPOSIT' | 'OPENING_BALANCE' | 'OTHER'
    /** The charge in words. */
    description: string
    /** The amount, in cents: above 0, but below 0 for a CONCESSION. */
    amount_cents: number
  }[]
  /** Whether to keep the invoice as a draft, which is not owed. Defaults to false. */
  is_draft?: boolean | undefined
  /** ID of this record in the system it was imported from. */
  external_id?: string | null | undefined
}

export type GenerateInvoicesInput = {
  /** The month in the form YYYY-MM, in a year from 1900 to 2999. */
  month: string
  /** Limits the call to leases of this property. */
  property_id?: string | undefined
  /** The `next` of the previous call. Leave it out of the first call. */
  after?: string | undefined
  /** Limits the call to this lease. Days of the month whose invoice was voided individually are then billed again. */
  lease_id?: string | undefined
}

export type PreviewMonthlyChargesInput = {
  /** The month in the form YYYY-MM, in a year from 1900 to 2999. */
  month: string
  /** Limits the call to leases of this property. */
  property_id?: string | undefined
  /** The `next` of the previous call. Leave it out of the first call. */
  after?: string | undefined
  /** Limits the call to this lease. Days of the month whose invoice was voided individually are then billed again. */
  lease_id?: string | undefined
}

export type VoidMonthlyChargesInput = {
  /** The month in the form YYYY-MM, in a year from 1900 to 2999. */
  month: string
  /** Limits the call to leases of this property. */
  property_id?: string | undefined
  /** The `next` of the previous call. Leave it out of the first call. */
  after?: string | undefined
}

export type SetLateFeePolicyInput = {
  /** How many days a payment may be late without a fee, which is first proposed on the day after them. */
  grace_days: number
  /** The fee, in cents; null if it is a percentage. It is charged once for the month of a lease, even if the month was billed in parts. */
  flat_cents: number | null
  /** The fee in hundredths of a percent of what is overdue; null if it is a fixed amount. */
  percent_basis_points: number | null
}

export type ListProposedLateFeesInput = {
  /** Returns only fees for leases of this property. */
  property_id?: string | undefined
}

export type ChargeLateFeesInput = {
  /** The overdue invoices to charge a fee for. */
  invoice_ids: string[]
}

export type GetTimelineInput = {
  /** The record. */
  id: string
  /** The `next` of the previous page. */
  before?: string | undefined
  /** How many entries to return. */
  limit?: number | undefined
}

export type CreateNoteInput = {
  /** The record. */
  subject: string
  /** The text. */
  body: string
}

export type UpdateNoteInput = {
  /** The note. */
  note_id: string
  /** The text. */
  body: string
}

export type DeleteNoteInput = {
  /** The note. */
  note_id: string
}

export type ListSavedViewsInput = {
  /** The page of the console, as in its URL. */
  page: string
}

export type SaveViewInput = {
  /** The page of the console, as in its URL. */
  page: string
  /** Name of the view. */
  name: string
  /** The filters and the order of the list, as in the URL after the question mark. */
  query: string
}

export type DeleteSavedViewInput = {
  /** The view. */
  view_id: string
}

export type GetInvoiceDetailInput = {
  /** The invoice. */
  id: string
}

export type IssueInvoiceInput = {
  /** The invoice. */
  id: string
  /** The day from which the invoice is owed. If left out, the draft’s issue date stays. */
  issue_date?: string | undefined
  /** The last day to pay on time. If left out, the draft’s due date stays, or the issue date is taken if that is later. */
  due_date?: string | undefined
}

export type VoidInvoiceInput = {
  /** The invoice. */
  id: string
  /** The day from which the invoice is void. Defaults to today, or to its issue date if that is later. */
  on?: string | undefined
}

export type CancelPaymentInput = {
  /** The payment. */
  id: string
}

export type FailPaymentInput = {
  /** The payment. */
  id: string
  /** The reason, for people to read. */
  reason?: string | null | undefined
}

export type GetPaymentDetailInput = {
  /** The payment. */
  id: string
}

export type RecordPaymentInput = {
  /** The lease the payment is for. */
  lease_id: string
  /** The resident who paid, one who is on the lease. */
  resident_id?: string | null | undefined
  /** PAID if the payment was received, PENDING if it is on its way. Defaults to PAID. */
  status?: 'PAID' | 'PENDING' | undefined
  /** The payment method. */
  method: 'ACH' | 'CARD' | 'CHECK' | 'CASH' | 'MONEY_ORDER' | 'OTHER'
  /** The full amount, in cents. */
  amount_cents: number
  /** The day from which the payment counts. Defaults to today. */
  payment_date?: string | undefined
  /** The number of the check or transfer. */
  reference?: string | null | undefined
  /** A note. */
  memo?: string | null | undefined
  /** The invoices to apply the payment to. If left out, it is applied to the earliest due invoices first. Any amount that is not applied becomes a credit of the lease. */
  allocations?: {
    /** The invoice. */
    invoice_id: string
    /** The amount to apply to this invoice, in cents. */
    amount_cents: number
  }[] | undefined
  /** ID of this record in the system it was imported from. */
  external_id?: string | null | undefined
}

export type RefundPaymentInput = {
  /** The payment. */
  id: string
  /** The amount to refund, in cents. If left out, everything that has not been refunded yet. */
  amount_cents?: number | undefined
  /** The day of the refund. Defaults to today, or to the payment date if that is later. */
  on?: string | undefined
}

export type ReturnDepositInput = {
  /** The lease. */
  lease_id: string
  /** The amount, in cents. */
  amount_cents: number
  /** The day from which this counts. Defaults to today. */
  on?: string | undefined
}

export type VoidDepositReturnInput = {
  /** The lease. */
  lease_id: string
  /** The amount, in cents. */
  amount_cents: number
  /** The day from which this counts. Defaults to today. */
  on?: string | undefined
}

export type ReversePaymentInput = {
  /** The payment. */
  id: string
  /** The day of the reversal. Defaults to today, or to the payment date if that is later. */
  on?: string | undefined
  /** The reason, for people to read. */
  reason?: string | null | undefined
}

export type SettlePaymentInput = {
  /** The payment. */
  id: string
  /** The day from which the payment counts. If left out, its payment date stays. */
  payment_date?: string | undefined
  /** The invoices to apply the payment to. If left out, it is applied to the earliest due invoices first. Any amount that is not applied becomes a credit of the lease. */
  allocations?: {
    /** The invoice. */
    invoice_id: string
    /** The amount to apply to this invoice, in cents. */
    amount_cents: number
  }[] | undefined
}

export type VoidPaymentInput = {
  /** The payment. */
  id: string
  /** The day of the void. Defaults to today, or to the payment date if that is later. */
  on?: string | undefined
}

export type RestorePaymentInput = {
  /** The payment. */
  id: string
  /** The day from which it counts again. Defaults to today, or to the payment date if that is later. If the void takes effect on a later day, it counts without interruption. */
  on?: string | undefined
  /** The invoices to apply the payment to. If left out, it is applied to the earliest due invoices first. Any amount that is not applied becomes a credit of the lease. */
  allocations?: {
    /** The invoice. */
    invoice_id: string
    /** The amount to apply to this invoice, in cents. */
    amount_cents: number
  }[] | undefined
}

export type WithholdDepositInput = {
  /** The lease. */
  lease_id: string
  /** The charges that the deposit is withheld for, such as damage. */
  deductions?: {
    /** What is charged. */
    description: string
    /** The amount, in cents. */
    amount_cents: number
  }[] | undefined
  /** The part of the deposit to apply to open invoices, in cents: no more than the lease owes. Required without deductions. */
  amount_cents?: number | undefined
  /** The day from which this counts. Defaults to today. */
  on?: string | undefined
  /** A note on the payment. */
  memo?: string | undefined
}

export type WaiveDepositInput = {
  /** The lease. */
  lease_id: string
  /** The day from which this counts. Defaults to today, or to the day on which a payment was last applied to the deposit if that is later. */
  on?: string | undefined
}

export type AdvanceLeadInput = {
  /** The lead. */
  lead_id: string
  /** The new status. */
  status: 'NEW' | 'CONTACTED' | 'TOURED' | 'APPLIED' | 'LEASED' | 'LOST'
}

export type CreateLeadInput = {
  /** First name. */
  first_name?: string | undefined
  /** Last name. */
  last_name?: string | undefined
  /** E-mail address. */
  email?: string | null | undefined
  /** Phone number. */
  phone?: string | null | undefined
  /** How the lead found the property. */
  source: string
  /** The property of interest. */
  property_id?: string | null | undefined
  /** The unit of interest. */
  unit_id?: string | null | undefined
  /** Desired move-in date. */
  desired_move_in?: string | null | undefined
  /** Number of bedrooms wanted. */
  bedrooms_wanted?: number | null | undefined
  /** Maximum rent per month, in cents. */
  max_rent_cents?: number | null | undefined
  /** Notes. */
  notes?: string | null | undefined
  /** ID of this record in the system it was imported from. */
  external_id?: string | null | undefined
}

export type GetLeadInput = {
  /** The lead. */
  lead_id: string
}

export type ListLeadsInput = {
  /** Returns only leads in this status. */
  status?: 'NEW' | 'CONTACTED' | 'TOURED' | 'APPLIED' | 'LEASED' | 'LOST' | 'ALL' | undefined
  /** Returns only leads for this property. */
  property_id?: string | undefined
  /** Only those for which each word of the text, in any order, begins a word of the name, the e-mail address or the phone number. Case, accents and punctuation do not matter. */
  search?: string | undefined
  /** Returns only records that were created or updated at or after this instant. A value that follows from today’s date or from other records, such as a status, a balance or the name of another record, does not count as an update; `GET /changes` includes those. When you poll, let consecutive calls overlap by 60 seconds. An update is dated by the clock of the database: if that is ever set back by more than the overlap, read the list once without this filter. `GET /changes` does not depend on a clock. */
  updated_since?: string | undefined
  /** The column to order the list by instead, descending with `-` before it. Text is ordered by code point, words of a fixed set in the order of that set. Unknown values come last either way, and the ID breaks ties. */
  sort?: 'last_name' | 'status' | 'property_name' | 'desired_move_in' | 'max_rent_cents' | 'source' | 'created_at' | '-last_name' | '-status' | '-property_name' | '-desired_move_in' | '-max_rent_cents' | '-source' | '-created_at' | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
}

export type UpdateLeadInput = {
  /** The lead. */
  lead_id: string
  /** First name. */
  first_name?: string | undefined
  /** Last name. */
  last_name?: string | undefined
  /** E-mail address. */
  email?: string | null | undefined
  /** Phone number. */
  phone?: string | null | undefined
  /** How the lead found the property. */
  source?: string | undefined
  /** The property of interest. */
  property_id?: string | null | undefined
  /** The unit of interest. */
  unit_id?: string | null | undefined
  /** Desired move-in date. */
  desired_move_in?: string | null | undefined
  /** Number of bedrooms wanted. */
  bedrooms_wanted?: number | null | undefined
  /** Maximum rent per month, in cents. */
  max_rent_cents?: number | null | undefined
  /** Notes. */
  notes?: string | null | undefined
  /** ID of this record in the system it was imported from. */
  external_id?: string | null | undefined
}

export type CreateResidentInput = {
  /** First name. */
  first_name?: string | undefined
  /** Last name. */
  last_name?: string | undefined
  /** E-mail address. */
  email?: string | null | undefined
  /** Phone number. */
  phone?: string | null | undefined
  /** Whether the resident agreed to receive text messages. Defaults to NOT_SET. */
  sms_opt_in?: 'NOT_SET' | 'OPTED_IN' | 'OPTED_OUT' | undefined
  /** ID of this record in the system it was imported from. */
  external_id?: string | null | undefined
}

export type ListAllResidentsInput = {
  /** Returns only residents in this status; NONE for those on no signed lease. */
  status?: 'CURRENT' | 'NOTICE' | 'EVICT' | 'FUTURE' | 'PAST' | 'NONE' | undefined
  /** Returns only residents whose most relevant lease is of this property. */
  property_id?: string | undefined
  /** Only those for which each word of the text, in any order, begins a word of the name, the e-mail address or the phone number. Case, accents and punctuation do not matter. */
  search?: string | undefined
  /** The column to order the list by instead, descending with `-` before it. Text is ordered by code point, words of a fixed set in the order of that set. Unknown values come last either way, and the ID breaks ties. */
  sort?: 'last_name' | 'status' | 'property_name' | 'email' | 'phone' | 'sms_opt_in' | '-last_name' | '-status' | '-property_name' | '-email' | '-phone' | '-sms_opt_in' | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
}

export type UpdateResidentInput = {
  /** The resident. */
  id: string
  /** First name. */
  first_name?: string | undefined
  /** Last name. */
  last_name?: string | undefined
  /** E-mail address. */
  email?: string | null | undefined
  /** Phone number. */
  phone?: string | null | undefined
  /** Whether the resident agreed to receive text messages. Defaults to NOT_SET. */
  sms_opt_in?: 'NOT_SET' | 'OPTED_IN' | 'OPTED_OUT' | undefined
  /** ID of this record in the system it was imported from. */
  external_id?: string | null | undefined
}

export type ListMessagesInput = {
  /** Returns only messages in this status. */
  status?: 'QUEUED' | 'SENT' | 'FAILED' | 'CAPTURED' | undefined
  /** Returns only messages by this channel. */
  channel?: 'EMAIL' | 'SMS' | undefined
  /** Returns only messages to this resident. */
  resident_id?: string | undefined
  /** The column to order the list by instead, descending with `-` before it. Text is ordered by code point, words of a fixed set in the order of that set. Unknown values come last either way, and the ID breaks ties. */
  sort?: 'subject' | 'status' | 'resident_name' | 'channel' | 'created_at' | '-subject' | '-status' | '-resident_name' | '-channel' | '-created_at' | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
}

export type GetImportProgressInput = {
  /** Chosen by the caller to query the progress of the import. */
  progress_id: string
}

export type UpdateImportMappingInput = {
  /** Properties by their code or name. */
  properties?: {
    /** Code or name that files give the property. */
    word: string
    /** The property. */
    property_id: string
  }[] | undefined
  /** Charge codes. */
  charges?: {
    /** The word in the file, matched regardless of case and punctuation. */
    word: string
    /** Charge code that the charge is imported as. */
    code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'OTHER'
  }[] | undefined
  /** Words for the status of units. */
  statuses?: {
    /** The word in the file. */
    word: string
    /** Status of a unit with this word. */
    status: 'CURRENT' | 'NOTICE_RENTED' | 'NOTICE_UNRENTED' | 'EVICT' | 'VACANT_RENTED' | 'VACANT_UNRENTED' | 'OFFLINE'
  }[] | undefined
  /** Layouts that were chosen for rent rolls. */
  layouts?: {
    /** Layout that the header row of the file shows. */
    recognized_as: 'yardi-lease-charges' | 'yardi-rent-roll' | 'yardi-breeze' | 'onesite' | 'entrata' | 'buildium' | 'resman' | 'template'
    /** Layout of the rent roll. */
    layout: 'yardi-lease-charges' | 'yardi-rent-roll' | 'yardi-breeze' | 'onesite' | 'entrata' | 'buildium' | 'resman' | 'template'
  }[] | undefined
  /** Columns of files. */
  columns?: {
    /** Kind of file, recognized by its header row. */
    kind: 'RENT_ROLL' | 'PAYMENTS' | 'WORK_ORDERS' | 'LEDGER'
    /** Header of the column in the file, matched regardless of case and punctuation. */
    word: string
    /** Column that it is read as; null if it is ignored. */
    column: string | null
  }[] | undefined
}

export type ImportFileInput = {
  /** Name of the file. */
  file_name: string
  /** Bytes of the file in base64. */
  content: string
  /** Day of the rent roll. Defaults to the day that the file states, or else today. */
  as_of?: string | undefined
  /** Whether to roll the import back. Defaults to false. */
  dry_run?: boolean | undefined
  /** Whether to import the other rows if some are rejected. Defaults to false. */
  skip_bad_rows?: boolean | undefined
  /** Chosen by the caller to query the progress of the import. */
  progress_id?: string | undefined
  /** The `preview` of a dry run of the same file. The import is refused with 409 if it would change something other than the dry run showed. */
  preview?: string | undefined
  /** Layout of the rent roll. */
  layout?: 'yardi-lease-charges' | 'yardi-rent-roll' | 'yardi-breeze' | 'onesite' | 'entrata' | 'buildium' | 'resman' | 'template' | undefined
  mapping?: {
    /** Properties of the file. */
    properties?: {
      /** Code or name that the file gives it. */
      word: string
      /** The existing property that is meant. The other fields describe a new property. */
      property_id?: string
      /** Name of the property. */
      name?: string
      /** Street address. */
      address_line?: string
      /** City. */
      city?: string
      /** State, two letters. */
      state?: string
      /** ZIP code. */
      postal_code?: string
    }[]
    /** Charge codes of the file. */
    charges?: {
      /** The word in the file, matched regardless of case and punctuation. */
      word: string
      /** Charge code that the charge is imported as. */
      code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'OTHER'
    }[]
    /** Words for units that are not for rent. */
    statuses?: {
      /** The word in the file. */
      word: string
      /** Status of a unit with this word. */
      status: 'CURRENT' | 'NOTICE_RENTED' | 'NOTICE_UNRENTED' | 'EVICT' | 'VACANT_RENTED' | 'VACANT_UNRENTED' | 'OFFLINE'
    }[]
    /** What columns of the file mean. */
    columns?: {
      /** Header of the column in the file, matched regardless of case and punctuation. */
      word: string
      /** Column that it is read as; null if it is ignored. */
      column: string | null
    }[]
  } | undefined
  /** Whether to move out residents who are no longer on the rent roll. Defaults to false. */
  close_missing?: boolean | undefined
}

export type ListImportsInput = {
  /** Returns only files of this kind. */
  kind?: 'RENT_ROLL' | 'PAYMENTS' | 'WORK_ORDERS' | 'LEDGER' | undefined
  /** The column to order the list by instead, descending with `-` before it. Text is ordered by code point, words of a fixed set in the order of that set. Unknown values come last either way, and the ID breaks ties. */
  sort?: 'file_name' | 'imported_at' | 'kind' | 'imported_by' | 'rows' | 'rows_left_out' | '-file_name' | '-imported_at' | '-kind' | '-imported_by' | '-rows' | '-rows_left_out' | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
}

/** The words that fields of inputs take. */
export const choices = {
  createKey: {
    scopes: ['properties:read', 'accounting:read', 'maintenance:read', 'maintenance:write', 'comms:write', 'webhooks:manage'],
  },
  listCalls: {
    method: ['GET', 'POST', 'PATCH', 'DELETE'],
    status_class: ['2xx', '4xx', '5xx'],
    failed: ['true'],
  },
  listFailures: {
    window: ['1h', '24h', '30d'],
  },
  getTrafficOverview: {
    window: ['1h', '24h', '30d'],
  },
  exportCalls: {
    method: ['GET', 'POST', 'PATCH', 'DELETE'],
    status_class: ['2xx', '4xx', '5xx'],
    failed: ['true'],
    format: ['csv', 'ndjson'],
  },
  updateMember: {
    role: ['VIEWER', 'ADMIN', 'OWNER'],
  },
  createInvitation: {
    role: ['VIEWER', 'ADMIN', 'OWNER'],
  },
  listInvoices: {
    status: ['DRAFT', 'OPEN', 'PARTIALLY_PAID', 'PAID', 'VOID', 'OVERDUE', 'ALL'],
    sort: ['number', 'status', 'resident_name', 'property_name', 'issue_date', 'due_date', 'total_cents', 'balance_cents', '-number', '-status', '-resident_name', '-property_name', '-issue_date', '-due_date', '-total_cents', '-balance_cents'],
  },
  listListings: {
    sort: ['propertyName', 'city', 'listingTitle', 'bedrooms', 'sqft', 'availableFrom', 'marketRentCents', '-propertyName', '-city', '-listingTitle', '-bedrooms', '-sqft', '-availableFrom', '-marketRentCents'],
  },
  listPayments: {
    status: ['PENDING', 'PAID', 'FAILED', 'REVERSED', 'REFUNDED', 'CANCELLED', 'ALL'],
    method: ['ACH', 'CARD', 'CHECK', 'CASH', 'MONEY_ORDER', 'OTHER'],
    sort: ['payment_date', 'status', 'resident_name', 'property_name', 'method', 'reference', 'unapplied_cents', 'amount_cents', '-payment_date', '-status', '-resident_name', '-property_name', '-method', '-reference', '-unapplied_cents', '-amount_cents'],
  },
  listProperties: {
    sort: ['name', 'city', 'type', 'owner_name', 'unit_count', 'current_value', '-name', '-city', '-type', '-owner_name', '-unit_count', '-current_value'],
  },
  listResidents: {
    sort: ['last_name', 'unit_label', 'status', 'role', 'email', 'phone', 'move_in_date', 'lease_balance_cents', '-last_name', '-unit_label', '-status', '-role', '-email', '-phone', '-move_in_date', '-lease_balance_cents'],
  },
  listWebhooks: {
    event: ['lead.created', 'ticket.created', 'ticket.completed', 'payment.received', 'payment.reversed', 'payment.refunded', 'lease.signed', 'invoice.paid', 'records.changed'],
    status: ['ACTIVE', 'PAUSED', 'ALL'],
    sort: ['target_url', 'event', 'status', 'last_success_at', 'last_failure_at', 'created_at', '-target_url', '-event', '-status', '-last_success_at', '-last_failure_at', '-created_at'],
  },
  listWorkOrders: {
    priority: ['LOW', 'NORMAL', 'HIGH', 'EMERGENCY', 'MEDIUM', 'URGENT'],
    category: ['PLUMBING', 'ELECTRICAL', 'HVAC', 'APPLIANCE', 'PEST_CONTROL', 'LOCKS', 'STRUCTURAL', 'CLEANING', 'UNIT_TURN', 'SAFETY', 'OTHER'],
    status: ['OPEN', 'OVERDUE', 'NEW', 'SCHEDULED', 'IN_PROGRESS', 'ON_HOLD', 'COMPLETED', 'CANCELLED', 'ALL'],
    sort: ['title', 'status', 'priority', 'category', 'property_name', 'vendor_name', 'due_date', 'created_at', '-title', '-status', '-priority', '-category', '-property_name', '-vendor_name', '-due_date', '-created_at'],
  },
  sumPayments: {
    status: ['PENDING', 'PAID', 'FAILED', 'REVERSED', 'REFUNDED', 'CANCELLED', 'ALL'],
    method: ['ACH', 'CARD', 'CHECK', 'CASH', 'MONEY_ORDER', 'OTHER'],
  },
  listVendors: {
    is_active: ['true', 'false'],
    sort: ['name', 'trade', 'open_work_order_count', 'external_id', '-name', '-trade', '-open_work_order_count', '-external_id'],
  },
  getReport: {
    report: ['receivables', 'delinquency', 'deposits', 'income', 'months', 'vendors'],
    format: ['csv', 'json'],
  },
  exportList: {
    list: ['properties', 'units', 'listings', 'leases', 'lease-ledger', 'leads', 'residents', 'invoices', 'payments', 'work-orders', 'messages', 'vendors', 'vendor-work-orders', 'owners', 'portfolios', 'webhooks', 'deliveries', 'keys', 'members', 'invitations', 'imports', 'administrative-log', 'failures'],
  },
  listOwners: {
    sort: ['name', 'property_count', 'external_id', '-name', '-property_count', '-external_id'],
  },
  listPortfolios: {
    sort: ['name', 'property_count', 'external_id', '-name', '-property_count', '-external_id'],
  },
  createProperty: {
    type: ['SINGLE_FAMILY', 'MULTI_FAMILY', 'CONDO', 'TOWNHOUSE', 'COMMERCIAL', 'OTHER'],
  },
  updateProperty: {
    type: ['SINGLE_FAMILY', 'MULTI_FAMILY', 'CONDO', 'TOWNHOUSE', 'COMMERCIAL', 'OTHER'],
  },
  listUnits: {
    status: ['CURRENT', 'NOTICE_RENTED', 'NOTICE_UNRENTED', 'EVICT', 'VACANT_RENTED', 'VACANT_UNRENTED', 'OFFLINE', 'ALL'],
    group: ['OCCUPIED', 'VACANT', 'LEASED', 'ON_NOTICE', 'TO_MAKE_READY'],
    is_listed: ['true', 'false'],
    sort: ['property_name', 'status', 'resident_name', 'bedrooms', 'unit_type', 'market_rent_cents', 'is_listed', '-property_name', '-status', '-resident_name', '-bedrooms', '-unit_type', '-market_rent_cents', '-is_listed'],
  },
  createLease: {
    term_type: ['FIXED', 'MONTH_TO_MONTH'],
  },
  editLease: {
    term_type: ['FIXED', 'MONTH_TO_MONTH'],
  },
  listLeases: {
    status: ['DRAFT', 'PENDING_SIGNATURE', 'FUTURE', 'ACTIVE', 'ENDED', 'CANCELLED', 'ALL'],
    sort: ['resident_name', 'property_name', 'status', 'start_date', 'end_date', 'move_out_date', 'rent_cents', 'balance_cents', '-resident_name', '-property_name', '-status', '-start_date', '-end_date', '-move_out_date', '-rent_cents', '-balance_cents'],
  },
  addLeaseResident: {
    role: ['PRIMARY', 'CO_TENANT', 'OCCUPANT', 'GUARANTOR'],
  },
  changeLeaseResident: {
    role: ['PRIMARY', 'CO_TENANT', 'OCCUPANT', 'GUARANTOR'],
  },
  renewLease: {
    term_type: ['FIXED', 'MONTH_TO_MONTH'],
  },
  getLeaseLedger: {
    account: ['RECEIVABLE', 'DEPOSIT'],
  },
  recordPayment: {
    status: ['PAID', 'PENDING'],
    method: ['ACH', 'CARD', 'CHECK', 'CASH', 'MONEY_ORDER', 'OTHER'],
  },
  advanceLead: {
    status: ['NEW', 'CONTACTED', 'TOURED', 'APPLIED', 'LEASED', 'LOST'],
  },
  listLeads: {
    status: ['NEW', 'CONTACTED', 'TOURED', 'APPLIED', 'LEASED', 'LOST', 'ALL'],
    sort: ['last_name', 'status', 'property_name', 'desired_move_in', 'max_rent_cents', 'source', 'created_at', '-last_name', '-status', '-property_name', '-desired_move_in', '-max_rent_cents', '-source', '-created_at'],
  },
  createResident: {
    sms_opt_in: ['NOT_SET', 'OPTED_IN', 'OPTED_OUT'],
  },
  listAllResidents: {
    status: ['CURRENT', 'NOTICE', 'EVICT', 'FUTURE', 'PAST', 'NONE'],
    sort: ['last_name', 'status', 'property_name', 'email', 'phone', 'sms_opt_in', '-last_name', '-status', '-property_name', '-email', '-phone', '-sms_opt_in'],
  },
  updateResident: {
    sms_opt_in: ['NOT_SET', 'OPTED_IN', 'OPTED_OUT'],
  },
  listMessages: {
    status: ['QUEUED', 'SENT', 'FAILED', 'CAPTURED'],
    channel: ['EMAIL', 'SMS'],
    sort: ['subject', 'status', 'resident_name', 'channel', 'created_at', '-subject', '-status', '-resident_name', '-channel', '-created_at'],
  },
  importFile: {
    layout: ['yardi-lease-charges', 'yardi-rent-roll', 'yardi-breeze', 'onesite', 'entrata', 'buildium', 'resman', 'template'],
  },
  listImports: {
    kind: ['RENT_ROLL', 'PAYMENTS', 'WORK_ORDERS', 'LEDGER'],
    sort: ['file_name', 'imported_at', 'kind', 'imported_by', 'rows', 'rows_left_out', '-file_name', '-imported_at', '-kind', '-imported_by', '-rows', '-rows_left_out'],
  },
} as const

/** Operations outside any organization. */
export function userClient(call: Caller) {
  return {
    /** Get the signed-in person. */
    getMe: (input: NoInput = {}, options?: CallOptions) =>
      call<Me>('GET', '/me', input, options),
    /** Change your name. */
    updateMe: (input: UpdateMeInput, options?: CallOptions) =>
      call<User>('PATCH', '/me', input, options),
    /** List your sessions. */
    listSessions: (input: NoInput = {}, options?: CallOptions) =>
      call<Sessions>('GET', '/me/sessions', input, options),
    /** End a session. */
    endSession: (input: EndSessionInput, options?: CallOptions) =>
      call<EndedSessions>('DELETE', '/me/sessions/{session_id}', input, options),
    /** End every other session. */
    endOtherSessions: (input: NoInput = {}, options?: CallOptions) =>
      call<EndedSessions>('DELETE', '/me/sessions', input, options),
    /** Look up an invitation. */
    lookUpInvitation: (input: LookUpInvitationInput, options?: CallOptions) =>
      call<InvitationPreview>('POST', '/invitations/lookup', input, options),
    /** Accept an invitation. */
    acceptInvitation: (input: AcceptInvitationInput, options?: CallOptions) =>
      call<AcceptedInvitation>('POST', '/invitations/accept', input, options),
  }
}

/** Operations within an organization; the base address ends in its ID. */
export function organizationClient(call: Caller) {
  return {
    /** List API keys. */
    listKeys: (input: NoInput = {}, options?: CallOptions) =>
      call<KeyList>('GET', '/keys', input, options),
    /** Create an API key. */
    createKey: (input: CreateKeyInput, options?: CallOptions) =>
      call<IssuedKey>('POST', '/keys', input, options),
    /** Rotate an API key. */
    rotateKey: (input: RotateKeyInput, options?: CallOptions) =>
      call<IssuedKey>('POST', '/keys/{key_id}/rotate', input, options),
    /** Revoke an API key. */
    revokeKey: (input: RevokeKeyInput, options?: CallOptions) =>
      call<Key>('POST', '/keys/{key_id}/revoke', input, options),
    /** List calls. */
    listCalls: (input: ListCallsInput = {}, options?: CallOptions) =>
      call<CallPage>('GET', '/traffic', input, options),
    /** Get a call. */
    getCall: (input: GetCallInput, options?: CallOptions) =>
      call<Call>('GET', '/traffic/{request_id}', input, options),
    /** Group failed calls. */
    listFailures: (input: ListFailuresInput, options?: CallOptions) =>
      call<FailureList>('GET', '/traffic/failures', input, options),
    /** Get an overview of calls. */
    getTrafficOverview: (input: GetTrafficOverviewInput, options?: CallOptions) =>
      call<TrafficOverview>('GET', '/traffic/overview', input, options),
    /** Export calls: the address of the file. */
    exportCalls: (input: ExportCallsInput) => call.addressOf('/traffic/export', input),
    /** List administrative entries. */
    listAdministrativeEntries: (input: ListAdministrativeEntriesInput = {}, options?: CallOptions) =>
      call<AdministrativeEntryPage>('GET', '/administrative-log', input, options),
    /** List members. */
    listMembers: (input: NoInput = {}, options?: CallOptions) =>
      call<MemberList>('GET', '/members', input, options),
    /** Change a member’s role. */
    updateMember: (input: UpdateMemberInput, options?: CallOptions) =>
      call<Member>('PATCH', '/members/{user_id}', input, options),
    /** Remove a member. */
    removeMember: (input: RemoveMemberInput, options?: CallOptions) =>
      call<RemovedMember>('DELETE', '/members/{user_id}', input, options),
    /** List open invitations. */
    listInvitations: (input: NoInput = {}, options?: CallOptions) =>
      call<InvitationList>('GET', '/invitations', input, options),
    /** Invite someone. */
    createInvitation: (input: CreateInvitationInput, options?: CallOptions) =>
      call<NewInvitation>('POST', '/invitations', input, options),
    /** Delete an invitation. */
    deleteInvitation: (input: DeleteInvitationInput, options?: CallOptions) =>
      call<DeletedInvitation>('DELETE', '/invitations/{invitation_id}', input, options),
    /** Get the plan. */
    getPlan: (input: NoInput = {}, options?: CallOptions) =>
      call<Plan>('GET', '/plan', input, options),
    /** Create the sandbox. */
    createSandbox: (input: NoInput = {}, options?: CallOptions) =>
      call<Sandbox>('POST', '/sandbox', input, options),
    /** Reset the sandbox. */
    resetSandbox: (input: NoInput = {}, options?: CallOptions) =>
      call<Sandbox>('POST', '/sandbox/reset', input, options),
    /** Get the settings. */
    getSettings: (input: NoInput = {}, options?: CallOptions) =>
      call<Settings>('GET', '/settings', input, options),
    /** Update the settings. */
    updateSettings: (input: UpdateSettingsInput = {}, options?: CallOptions) =>
      call<Settings>('PATCH', '/settings', input, options),
    /** Pause a subscription. */
    pauseWebhook: (input: PauseWebhookInput, options?: CallOptions) =>
      call<Webhook>('POST', '/webhooks/{id}/pause', input, options),
    /** Update a subscription. */
    updateWebhook: (input: UpdateWebhookInput, options?: CallOptions) =>
      call<Webhook>('PATCH', '/webhooks/{id}', input, options),
    /** List failing subscriptions. */
    listFailingWebhooks: (input: NoInput = {}, options?: CallOptions) =>
      call<FailingWebhooks>('GET', '/webhooks/failing', input, options),
    /** Inspect an ID. */
    inspectId: (input: InspectIdInput, options?: CallOptions) =>
      call<Inspection>('GET', '/inspector/{id}', input, options),
    /** List invoices. */
    listInvoices: (input: ListInvoicesInput = {}, options?: CallOptions) =>
      call<InvoiceList>('GET', '/invoices', input, options),
    /** List invoices: yields every item, page by page. */
    eachInvoice: (input: WithoutPage<ListInvoicesInput> = {}, options?: CallOptions) =>
      eachItem(page => call<InvoiceList>('GET', '/invoices', { ...input, ...page }, options)),
    /** List vacant units. */
    listListings: (input: ListListingsInput = {}, options?: CallOptions) =>
      call<ListingList>('GET', '/listings', input, options),
    /** List vacant units: yields every item, page by page. */
    eachListing: (input: WithoutPage<ListListingsInput> = {}, options?: CallOptions) =>
      eachItem(page => call<ListingList>('GET', '/listings', { ...input, ...page }, options)),
    /** List payments. */
    listPayments: (input: ListPaymentsInput = {}, options?: CallOptions) =>
      call<ListedPaymentList>('GET', '/payments', input, options),
    /** List payments: yields every item, page by page. */
    eachPayment: (input: WithoutPage<ListPaymentsInput> = {}, options?: CallOptions) =>
      eachItem(page => call<ListedPaymentList>('GET', '/payments', { ...input, ...page }, options)),
    /** List properties. */
    listProperties: (input: ListPropertiesInput = {}, options?: CallOptions) =>
      call<PropertyList>('GET', '/properties', input, options),
    /** List properties: yields every item, page by page. */
    eachProperty: (input: WithoutPage<ListPropertiesInput> = {}, options?: CallOptions) =>
      eachItem(page => call<PropertyList>('GET', '/properties', { ...input, ...page }, options)),
    /** List current residents. */
    listResidents: (input: ListResidentsInput = {}, options?: CallOptions) =>
      call<ResidentList>('GET', '/residents', input, options),
    /** List current residents: yields every item, page by page. */
    eachResident: (input: WithoutPage<ListResidentsInput> = {}, options?: CallOptions) =>
      eachItem(page => call<ResidentList>('GET', '/residents', { ...input, ...page }, options)),
    /** List webhook subscriptions. */
    listWebhooks: (input: ListWebhooksInput = {}, options?: CallOptions) =>
      call<WebhookList>('GET', '/webhooks', input, options),
    /** List webhook subscriptions: yields every item, page by page. */
    eachWebhook: (input: WithoutPage<ListWebhooksInput> = {}, options?: CallOptions) =>
      eachItem(page => call<WebhookList>('GET', '/webhooks', { ...input, ...page }, options)),
    /** List work orders. */
    listWorkOrders: (input: ListWorkOrdersInput = {}, options?: CallOptions) =>
      call<WorkOrderList>('GET', '/work-orders', input, options),
    /** List work orders: yields every item, page by page. */
    eachWorkOrder: (input: WithoutPage<ListWorkOrdersInput> = {}, options?: CallOptions) =>
      eachItem(page => call<WorkOrderList>('GET', '/work-orders', { ...input, ...page }, options)),
    /** Add up payments. */
    sumPayments: (input: SumPaymentsInput = {}, options?: CallOptions) =>
      call<PaymentSums>('GET', '/payment-sums', input, options),
    /** List the files of a record. */
    listFiles: (input: ListFilesInput, options?: CallOptions) =>
      call<FileList>('GET', '/files', input, options),
    /** Upload a file: the address of the file. */
    uploadFile: (input: UploadFileInput) => call.addressOf('/files', input),
    /** Download a file: the address of the file. */
    downloadFile: (input: DownloadFileInput) => call.addressOf('/files/{file_id}/content', input),
    /** Delete a file. */
    deleteFile: (input: DeleteFileInput, options?: CallOptions) =>
      call<File>('DELETE', '/files/{file_id}', input, options),
    /** List vendors. */
    listVendors: (input: ListVendorsInput = {}, options?: CallOptions) =>
      call<VendorList>('GET', '/vendors', input, options),
    /** List vendors: yields every item, page by page. */
    eachVendor: (input: WithoutPage<ListVendorsInput> = {}, options?: CallOptions) =>
      eachItem(page => call<VendorList>('GET', '/vendors', { ...input, ...page }, options)),
    /** Get a vendor. */
    getVendor: (input: GetVendorInput, options?: CallOptions) =>
      call<Vendor>('GET', '/vendors/{vendor_id}', input, options),
    /** Create a vendor. */
    createVendor: (input: CreateVendorInput, options?: CallOptions) =>
      call<Vendor>('POST', '/vendors', input, options),
    /** Update a vendor. */
    updateVendor: (input: UpdateVendorInput, options?: CallOptions) =>
      call<Vendor>('PATCH', '/vendors/{vendor_id}', input, options),
    /** List the work orders of a vendor. */
    listVendorWorkOrders: (input: ListVendorWorkOrdersInput, options?: CallOptions) =>
      call<WorkOrderList>('GET', '/vendors/{vendor_id}/work-orders', input, options),
    /** List the work orders of a vendor: yields every item, page by page. */
    eachVendorWorkOrder: (input: WithoutPage<ListVendorWorkOrdersInput>, options?: CallOptions) =>
      eachItem(page => call<WorkOrderList>('GET', '/vendors/{vendor_id}/work-orders', { ...input, ...page }, options)),
    /** Get the overview. */
    getOverview: (input: NoInput = {}, options?: CallOptions) =>
      call<Overview>('GET', '/overview', input, options),
    /** Search all records. */
    search: (input: SearchInput, options?: CallOptions) =>
      call<SearchResults>('GET', '/search', input, options),
    /** Get a report: the address of the file. */
    getReport: (input: GetReportInput) => call.addressOf('/reports/{report}', input),
    /** Export a list: the address of the file. */
    exportList: (input: ExportListInput) => call.addressOf('/lists/{list}', input),
    /** List names by ID. */
    listNames: (input: ListNamesInput, options?: CallOptions) =>
      call<Names>('GET', '/names', input, options),
    /** Create an owner. */
    createOwner: (input: CreateOwnerInput, options?: CallOptions) =>
      call<Owner>('POST', '/owners', input, options),
    /** Create a portfolio. */
    createPortfolio: (input: CreatePortfolioInput, options?: CallOptions) =>
      call<Portfolio>('POST', '/portfolios', input, options),
    /** Get an owner. */
    getOwner: (input: GetOwnerInput, options?: CallOptions) =>
      call<Owner>('GET', '/owners/{owner_id}', input, options),
    /** List owners. */
    listOwners: (input: ListOwnersInput = {}, options?: CallOptions) =>
      call<OwnerList>('GET', '/owners', input, options),
    /** List owners: yields every item, page by page. */
    eachOwner: (input: WithoutPage<ListOwnersInput> = {}, options?: CallOptions) =>
      eachItem(page => call<OwnerList>('GET', '/owners', { ...input, ...page }, options)),
    /** Get a portfolio. */
    getPortfolio: (input: GetPortfolioInput, options?: CallOptions) =>
      call<Portfolio>('GET', '/portfolios/{portfolio_id}', input, options),
    /** List portfolios. */
    listPortfolios: (input: ListPortfoliosInput = {}, options?: CallOptions) =>
      call<PortfolioList>('GET', '/portfolios', input, options),
    /** List portfolios: yields every item, page by page. */
    eachPortfolio: (input: WithoutPage<ListPortfoliosInput> = {}, options?: CallOptions) =>
      eachItem(page => call<PortfolioList>('GET', '/portfolios', { ...input, ...page }, options)),
    /** Update an owner. */
    updateOwner: (input: UpdateOwnerInput, options?: CallOptions) =>
      call<Owner>('PATCH', '/owners/{owner_id}', input, options),
    /** Update a portfolio. */
    updatePortfolio: (input: UpdatePortfolioInput, options?: CallOptions) =>
      call<Portfolio>('PATCH', '/portfolios/{portfolio_id}', input, options),
    /** Create a property. */
    createProperty: (input: CreatePropertyInput, options?: CallOptions) =>
      call<PropertyRecord>('POST', '/properties', input, options),
    /** Update a property. */
    updateProperty: (input: UpdatePropertyInput, options?: CallOptions) =>
      call<PropertyRecord>('PATCH', '/properties/{id}', input, options),
    /** Create a unit. */
    createUnit: (input: CreateUnitInput, options?: CallOptions) =>
      call<UnitDetail>('POST', '/units', input, options),
    /** Get a unit. */
    getUnit: (input: GetUnitInput, options?: CallOptions) =>
      call<UnitDetail>('GET', '/units/{unit_id}', input, options),
    /** List units. */
    listUnits: (input: ListUnitsInput = {}, options?: CallOptions) =>
      call<UnitList>('GET', '/units', input, options),
    /** List units: yields every item, page by page. */
    eachUnit: (input: WithoutPage<ListUnitsInput> = {}, options?: CallOptions) =>
      eachItem(page => call<UnitList>('GET', '/units', { ...input, ...page }, options)),
    /** Update a unit. */
    updateUnit: (input: UpdateUnitInput, options?: CallOptions) =>
      call<UnitDetail>('PATCH', '/units/{unit_id}', input, options),
    /** Bring a unit back online. */
    endUnitOffline: (input: EndUnitOfflineInput, options?: CallOptions) =>
      call<UnitDetail>('POST', '/units/{unit_id}/end-offline', input, options),
    /** Take a unit out of service. */
    retireUnit: (input: RetireUnitInput, options?: CallOptions) =>
      call<UnitDetail>('POST', '/units/{unit_id}/retire', input, options),
    /** Take a unit offline. */
    setUnitOffline: (input: SetUnitOfflineInput, options?: CallOptions) =>
      call<UnitDetail>('POST', '/units/{unit_id}/offline', input, options),
    /** Set a unit’s rate. */
    setUnitRate: (input: SetUnitRateInput, options?: CallOptions) =>
      call<UnitDetail>('POST', '/units/{unit_id}/rates', input, options),
    /** List a unit. */
    listUnit: (input: ListUnitInput, options?: CallOptions) =>
      call<UnitDetail>('POST', '/units/{unit_id}/list', input, options),
    /** Unlist a unit. */
    unlistUnit: (input: UnlistUnitInput, options?: CallOptions) =>
      call<UnitDetail>('POST', '/units/{unit_id}/unlist', input, options),
    /** Create a lease. */
    createLease: (input: CreateLeaseInput, options?: CallOptions) =>
      call<LeaseDetail>('POST', '/leases', input, options),
    /** Edit a draft. */
    editLease: (input: EditLeaseInput, options?: CallOptions) =>
      call<LeaseDetail>('POST', '/leases/{lease_id}/edit', input, options),
    /** Get a lease. */
    getLease: (input: GetLeaseInput, options?: CallOptions) =>
      call<LeaseDetail>('GET', '/leases/{lease_id}', input, options),
    /** List leases. */
    listLeases: (input: ListLeasesInput = {}, options?: CallOptions) =>
      call<LeaseList>('GET', '/leases', input, options),
    /** List leases: yields every item, page by page. */
    eachLease: (input: WithoutPage<ListLeasesInput> = {}, options?: CallOptions) =>
      eachItem(page => call<LeaseList>('GET', '/leases', { ...input, ...page }, options)),
    /** Cancel a lease. */
    cancelLease: (input: CancelLeaseInput, options?: CallOptions) =>
      call<LeaseDetail>('POST', '/leases/{lease_id}/cancel', input, options),
    /** Add a resident to a signed lease. */
    addLeaseResident: (input: AddLeaseResidentInput, options?: CallOptions) =>
      call<LeaseDetail>('POST', '/leases/{lease_id}/residents', input, options),
    /** Change a resident of a signed lease. */
    changeLeaseResident: (input: ChangeLeaseResidentInput, options?: CallOptions) =>
      call<LeaseDetail>('PATCH', '/leases/{lease_id}/residents/{resident_id}', input, options),
    /** Remove a resident who was added by mistake. */
    removeLeaseResident: (input: RemoveLeaseResidentInput, options?: CallOptions) =>
      call<LeaseDetail>('DELETE', '/leases/{lease_id}/residents/{resident_id}', input, options),
    /** Change recurring charges. */
    changeCharges: (input: ChangeChargesInput, options?: CallOptions) =>
      call<LeaseDetail>('POST', '/leases/{lease_id}/charges', input, options),
    /** End a lease. */
    endLease: (input: EndLeaseInput, options?: CallOptions) =>
      call<LeaseDetail>('POST', '/leases/{lease_id}/end', input, options),
    /** Record eviction filing. */
    recordEviction: (input: RecordEvictionInput, options?: CallOptions) =>
      call<LeaseDetail>('POST', '/leases/{lease_id}/record-eviction', input, options),
    /** Record notice to vacate. */
    recordNotice: (input: RecordNoticeInput, options?: CallOptions) =>
      call<LeaseDetail>('POST', '/leases/{lease_id}/record-notice', input, options),
    /** Record move-in. */
    moveIn: (input: MoveInInput, options?: CallOptions) =>
      call<LeaseDetail>('POST', '/leases/{lease_id}/move-in', input, options),
    /** Renew a lease. */
    renewLease: (input: RenewLeaseInput, options?: CallOptions) =>
      call<LeaseDetail>('POST', '/leases/{lease_id}/renew', input, options),
    /** Change the start date of a lease. */
    rescheduleLease: (input: RescheduleLeaseInput, options?: CallOptions) =>
      call<LeaseDetail>('POST', '/leases/{lease_id}/reschedule', input, options),
    /** Send a lease for signature. */
    sendLease: (input: SendLeaseInput, options?: CallOptions) =>
      call<LeaseDetail>('POST', '/leases/{lease_id}/send', input, options),
    /** Mark a lease as signed. */
    signLease: (input: SignLeaseInput, options?: CallOptions) =>
      call<LeaseDetail>('POST', '/leases/{lease_id}/sign', input, options),
    /** Cancel eviction. */
    cancelEviction: (input: CancelEvictionInput, options?: CallOptions) =>
      call<LeaseDetail>('POST', '/leases/{lease_id}/cancel-eviction', input, options),
    /** Cancel notice. */
    cancelNotice: (input: CancelNoticeInput, options?: CallOptions) =>
      call<LeaseDetail>('POST', '/leases/{lease_id}/cancel-notice', input, options),
    /** Cancel a renewal. */
    cancelRenewal: (input: CancelRenewalInput, options?: CallOptions) =>
      call<LeaseDetail>('POST', '/leases/{lease_id}/cancel-renewal', input, options),
    /** Get a lease’s ledger. */
    getLeaseLedger: (input: GetLeaseLedgerInput, options?: CallOptions) =>
      call<LeaseLedger>('GET', '/leases/{lease_id}/ledger', input, options),
    /** Get a lease’s ledger: yields every item, page by page. */
    eachLeaseLedgerEntry: (input: WithoutPage<GetLeaseLedgerInput>, options?: CallOptions) =>
      eachItem(page => call<LeaseLedger>('GET', '/leases/{lease_id}/ledger', { ...input, ...page }, options)),
    /** Get a deposit statement. */
    getDepositStatement: (input: GetDepositStatementInput, options?: CallOptions) =>
      call<DepositStatement>('GET', '/leases/{lease_id}/deposit-statement', input, options),
    /** Create an invoice. */
    createInvoice: (input: CreateInvoiceInput, options?: CallOptions) =>
      call<InvoiceDetail>('POST', '/invoices', input, options),
    /** Generate monthly charges. */
    generateInvoices: (input: GenerateInvoicesInput, options?: CallOptions) =>
      call<GeneratedInvoices>('POST', '/invoices/generate', input, options),
    /** Preview monthly charges. */
    previewMonthlyCharges: (input: PreviewMonthlyChargesInput, options?: CallOptions) =>
      call<MonthlyChargesPreview>('GET', '/invoices/generate/preview', input, options),
    /** Void the charges of a month. */
    voidMonthlyCharges: (input: VoidMonthlyChargesInput, options?: CallOptions) =>
      call<VoidedInvoices>('POST', '/invoices/generate/void', input, options),
    /** Get the late-fee policy. */
    getLateFeePolicy: (input: NoInput = {}, options?: CallOptions) =>
      call<LateFeePolicy>('GET', '/late-fee-policy', input, options),
    /** Set the late-fee policy. */
    setLateFeePolicy: (input: SetLateFeePolicyInput, options?: CallOptions) =>
      call<LateFeePolicy>('POST', '/late-fee-policy', input, options),
    /** List proposed late fees. */
    listProposedLateFees: (input: ListProposedLateFeesInput = {}, options?: CallOptions) =>
      call<ProposedLateFees>('GET', '/late-fees/proposed', input, options),
    /** Charge late fees. */
    chargeLateFees: (input: ChargeLateFeesInput, options?: CallOptions) =>
      call<ChargedLateFees>('POST', '/late-fees', input, options),
    /** Get the timeline of a record. */
    getTimeline: (input: GetTimelineInput, options?: CallOptions) =>
      call<Timeline>('GET', '/records/{id}/timeline', input, options),
    /** Add a note. */
    createNote: (input: CreateNoteInput, options?: CallOptions) =>
      call<Note>('POST', '/notes', input, options),
    /** Edit a note. */
    updateNote: (input: UpdateNoteInput, options?: CallOptions) =>
      call<Note>('PATCH', '/notes/{note_id}', input, options),
    /** Delete a note. */
    deleteNote: (input: DeleteNoteInput, options?: CallOptions) =>
      call<DeletedNote>('DELETE', '/notes/{note_id}', input, options),
    /** List your saved views of a page. */
    listSavedViews: (input: ListSavedViewsInput, options?: CallOptions) =>
      call<SavedViewList>('GET', '/saved-views', input, options),
    /** Save a view. */
    saveView: (input: SaveViewInput, options?: CallOptions) =>
      call<SavedView>('POST', '/saved-views', input, options),
    /** Delete a saved view. */
    deleteSavedView: (input: DeleteSavedViewInput, options?: CallOptions) =>
      call<DeletedSavedView>('DELETE', '/saved-views/{view_id}', input, options),
    /** Get an invoice in detail. */
    getInvoiceDetail: (input: GetInvoiceDetailInput, options?: CallOptions) =>
      call<InvoiceDetail>('GET', '/invoices/{id}/detail', input, options),
    /** Issue a draft. */
    issueInvoice: (input: IssueInvoiceInput, options?: CallOptions) =>
      call<InvoiceDetail>('POST', '/invoices/{id}/issue', input, options),
    /** Void an invoice. */
    voidInvoice: (input: VoidInvoiceInput, options?: CallOptions) =>
      call<InvoiceDetail>('POST', '/invoices/{id}/void', input, options),
    /** Cancel a payment. */
    cancelPayment: (input: CancelPaymentInput, options?: CallOptions) =>
      call<PaymentDetail>('POST', '/payments/{id}/cancel', input, options),
    /** Mark a payment as failed. */
    failPayment: (input: FailPaymentInput, options?: CallOptions) =>
      call<PaymentDetail>('POST', '/payments/{id}/fail', input, options),
    /** Get a payment in detail. */
    getPaymentDetail: (input: GetPaymentDetailInput, options?: CallOptions) =>
      call<PaymentDetail>('GET', '/payments/{id}/detail', input, options),
    /** Record a payment. */
    recordPayment: (input: RecordPaymentInput, options?: CallOptions) =>
      call<PaymentDetail>('POST', '/payments', input, options),
    /** Refund a payment. */
    refundPayment: (input: RefundPaymentInput, options?: CallOptions) =>
      call<PaymentDetail>('POST', '/payments/{id}/refund', input, options),
    /** Return a security deposit. */
    returnDeposit: (input: ReturnDepositInput, options?: CallOptions) =>
      call<LeaseDetail>('POST', '/leases/{lease_id}/return-deposit', input, options),
    /** Void the return of a security deposit. */
    voidDepositReturn: (input: VoidDepositReturnInput, options?: CallOptions) =>
      call<LeaseDetail>('POST', '/leases/{lease_id}/void-deposit-return', input, options),
    /** Reverse a payment. */
    reversePayment: (input: ReversePaymentInput, options?: CallOptions) =>
      call<PaymentDetail>('POST', '/payments/{id}/reverse', input, options),
    /** Mark a payment as received. */
    settlePayment: (input: SettlePaymentInput, options?: CallOptions) =>
      call<PaymentDetail>('POST', '/payments/{id}/settle', input, options),
    /** Void a payment. */
    voidPayment: (input: VoidPaymentInput, options?: CallOptions) =>
      call<PaymentDetail>('POST', '/payments/{id}/void', input, options),
    /** Restore a payment. */
    restorePayment: (input: RestorePaymentInput, options?: CallOptions) =>
      call<PaymentDetail>('POST', '/payments/{id}/restore', input, options),
    /** Withhold a security deposit. */
    withholdDeposit: (input: WithholdDepositInput, options?: CallOptions) =>
      call<PaymentDetail>('POST', '/leases/{lease_id}/withhold-deposit', input, options),
    /** Waive the unpaid part of a security deposit. */
    waiveDeposit: (input: WaiveDepositInput, options?: CallOptions) =>
      call<LeaseDetail>('POST', '/leases/{lease_id}/waive-deposit', input, options),
    /** Change the status of a lead. */
    advanceLead: (input: AdvanceLeadInput, options?: CallOptions) =>
      call<LeadDetail>('POST', '/leads/{lead_id}/advance', input, options),
    /** Create a lead. */
    createLead: (input: CreateLeadInput, options?: CallOptions) =>
      call<LeadDetail>('POST', '/leads', input, options),
    /** Get a lead. */
    getLead: (input: GetLeadInput, options?: CallOptions) =>
      call<LeadDetail>('GET', '/leads/{lead_id}', input, options),
    /** List leads. */
    listLeads: (input: ListLeadsInput = {}, options?: CallOptions) =>
      call<LeadList>('GET', '/leads', input, options),
    /** List leads: yields every item, page by page. */
    eachLead: (input: WithoutPage<ListLeadsInput> = {}, options?: CallOptions) =>
      eachItem(page => call<LeadList>('GET', '/leads', { ...input, ...page }, options)),
    /** Update a lead. */
    updateLead: (input: UpdateLeadInput, options?: CallOptions) =>
      call<LeadDetail>('PATCH', '/leads/{lead_id}', input, options),
    /** Create a resident. */
    createResident: (input: CreateResidentInput = {}, options?: CallOptions) =>
      call<ResidentDetail>('POST', '/residents', input, options),
    /** List all residents. */
    listAllResidents: (input: ListAllResidentsInput = {}, options?: CallOptions) =>
      call<AllResidentList>('GET', '/all-residents', input, options),
    /** List all residents: yields every item, page by page. */
    eachAllResident: (input: WithoutPage<ListAllResidentsInput> = {}, options?: CallOptions) =>
      eachItem(page => call<AllResidentList>('GET', '/all-residents', { ...input, ...page }, options)),
    /** Update a resident. */
    updateResident: (input: UpdateResidentInput, options?: CallOptions) =>
      call<ResidentDetail>('PATCH', '/residents/{id}', input, options),
    /** List messages. */
    listMessages: (input: ListMessagesInput = {}, options?: CallOptions) =>
      call<MessageList>('GET', '/messages', input, options),
    /** List messages: yields every item, page by page. */
    eachMessage: (input: WithoutPage<ListMessagesInput> = {}, options?: CallOptions) =>
      eachItem(page => call<MessageList>('GET', '/messages', { ...input, ...page }, options)),
    /** Get the progress of an import. */
    getImportProgress: (input: GetImportProgressInput, options?: CallOptions) =>
      call<ImportProgress>('GET', '/imports/progress', input, options),
    /** Get the import mapping. */
    getImportMapping: (input: NoInput = {}, options?: CallOptions) =>
      call<ImportMapping>('GET', '/import-mapping', input, options),
    /** Update the import mapping. */
    updateImportMapping: (input: UpdateImportMappingInput = {}, options?: CallOptions) =>
      call<ImportMapping>('PATCH', '/import-mapping', input, options),
    /** Import a file. */
    importFile: (input: ImportFileInput, options?: CallOptions) =>
      call<ImportReport>('POST', '/imports', input, options),
    /** List imports. */
    listImports: (input: ListImportsInput = {}, options?: CallOptions) =>
      call<ImportList>('GET', '/imports', input, options),
    /** List imports: yields every item, page by page. */
    eachImport: (input: WithoutPage<ListImportsInput> = {}, options?: CallOptions) =>
      eachItem(page => call<ImportList>('GET', '/imports', { ...input, ...page }, options)),
  }
}
