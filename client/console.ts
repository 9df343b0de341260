/** What the console calls beside version 1: for a person, and within an organization. Generated from the contract by `npm run generate`; do not edit. */
import type { Caller, CallOptions, NoInput } from './call.ts'

export type AcceptedInvitation = {
  organization_id: string
  email: string
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
}

export type AdministrativeEntry = {
  id: string
  occurred_at: string
  actor: string
  action: string
  subject: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export type AdministrativeEntryPage = {
  data: AdministrativeEntry[]
  next: string | null
}

export type AllResidentList = {
  data: ResidentDetail[]
  pagination: Pagination
}

export type Allocation = {
  invoice_id: string
  amount_cents: number
}

export type Call = {
  request_id: string
  occurred_at: string
  key_id: string
  key_name: string | null
  method: string
  route: string | null
  path: string
  status: number
  error: 'invalid_request' | 'unauthorized' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'request_timeout' | 'conflict' | 'idempotency_in_progress' | 'cursor_expired' | 'payload_too_large' | 'uri_too_long' | 'unsupported_media_type' | 'idempotency_key_reused' | 'rate_limited' | 'headers_too_large' | 'internal_error' | 'not_implemented' | 'unavailable' | null
  reason: string | null
  scope: string | null
  caller_ip: string | null
  user_agent: string | null
  latency_ms: number
  replayed: boolean
  outcome: 'COMPLETED' | 'ABORTED' | 'FAILED' | null
}

export type CallPage = {
  data: Call[]
  next: string | null
  looked_back_to: string | null
}

export type DeletedInvitation = {
  invitation_id: string
  deleted: boolean
}

export type EndedSessions = {
  ended: number
}

export type ErrorFigures = {
  error: 'invalid_request' | 'unauthorized' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'request_timeout' | 'conflict' | 'idempotency_in_progress' | 'cursor_expired' | 'payload_too_large' | 'uri_too_long' | 'unsupported_media_type' | 'idempotency_key_reused' | 'rate_limited' | 'headers_too_large' | 'internal_error' | 'not_implemented' | 'unavailable' | null
  status: number
  calls: number
}

export type Failure = {
  method: string
  route: string | null
  error: 'invalid_request' | 'unauthorized' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'request_timeout' | 'conflict' | 'idempotency_in_progress' | 'cursor_expired' | 'payload_too_large' | 'uri_too_long' | 'unsupported_media_type' | 'idempotency_key_reused' | 'rate_limited' | 'headers_too_large' | 'internal_error' | 'not_implemented' | 'unavailable' | null
  status: number
  calls: number
  last_seen_at: string
  sample_request_id: string
}

export type FailureList = {
  window: '1h' | '24h' | '30d'
  data: Failure[]
}

export type GeneratedInvoices = {
  month: string
  first_day: string
  invoices: number
  total_cents: number
  leases_without_charges: number
  next: string | null
}

export type ImportList = {
  data: PastImport[]
  pagination: Pagination
}

export type ImportProblem = {
  line: number
  column: string
  reason: string
  left_out: 'ROW' | 'VALUE'
}

export type ImportProgress = {
  rows_done: number | null
  rows_known: number | null
}

export type ImportRemark = {
  line: number | null
  place: string
  message: string
}

export type ImportReport = {
  file_name: string
  kind: 'RENT_ROLL' | 'PAYMENTS' | 'WORK_ORDERS'
  as_of: string | null
  dry_run: boolean
  written: boolean
  rows: number
  rows_left_out: number
  unchanged: number
  moved_out: number
  records: ImportedCount[]
  changes: string[]
  totals: ImportTotal[]
  problems: ImportProblem[]
  problem_count: number
  remarks: ImportRemark[]
  remark_count: number
  ignored_columns: string[]
}

export type ImportTotal = {
  figure: string
  in_file: number
  stored: number | null
}

export type ImportedCount = {
  noun: string
  created: number
  updated: number
}

export type Invitation = {
  invitation_id: string
  email: string
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
  invited_by: string
  created_at: string
  expires_at: string
  email_status: 'NONE' | 'QUEUED' | 'SENT' | 'FAILED'
  failure_reason: string | null
}

export type InvitationList = {
  data: Invitation[]
}

export type InvitationPreview = {
  email: string
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
  organization_name: string
  invited_by: string
  step: 'CREATE_ACCOUNT' | 'SIGN_IN' | 'CONFIRM' | 'ASK_OPERATOR'
}

export type Invoice = {
  invoice_id: string
  number: number
  lease_id: string
  resident_id: string | null
  property_id: string
  unit_id: string
  status: 'DRAFT' | 'OPEN' | 'PARTIALLY_PAID' | 'PAID' | 'VOID'
  issue_date: string
  due_date: string
  period_start: string | null
  period_end: string | null
  lines: InvoiceLine[]
  total_cents: number
  paid_cents: number
  balance_cents: number
  paid_at: string | null
  voided_at: string | null
  external_id: string | null
  created_at: string
  updated_at: string
}

export type InvoiceDetail = {
  invoice_id: string
  number: number
  lease_id: string
  resident_id: string | null
  property_id: string
  unit_id: string
  status: 'DRAFT' | 'OPEN' | 'PARTIALLY_PAID' | 'PAID' | 'VOID'
  issue_date: string
  due_date: string
  period_start: string | null
  period_end: string | null
  lines: InvoiceLine[]
  total_cents: number
  paid_cents: number
  balance_cents: number
  paid_at: string | null
  voided_at: string | null
  external_id: string | null
  created_at: string
  updated_at: string
  property_name: string
  unit_label: string
  resident_name: string | null
  payments: InvoicePayment[]
  allowed_steps: ('ISSUE' | 'VOID' | 'RECORD_PAYMENT')[]
}

export type InvoiceLine = {
  charge_code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'DEPOSIT' | 'OPENING_BALANCE' | 'OTHER'
  description: string
  amount_cents: number
}

export type InvoiceList = {
  data: Invoice[]
  pagination: Pagination
}

export type InvoicePayment = {
  payment_id: string
  payment_date: string
  method: 'ACH' | 'CARD' | 'CHECK' | 'CASH' | 'MONEY_ORDER' | 'OTHER'
  amount_cents: number
}

export type IssuedKey = {
  key_id: string
  family_id: string
  name: string
  mask: string
  scopes: ('properties:read' | 'accounting:read' | 'maintenance:read' | 'maintenance:write' | 'comms:write' | 'webhooks:manage')[]
  requests_per_minute: number | null
  effective_requests_per_minute: number
  allowed_cidrs: string[]
  created_by: string
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
  last_used_address: string | null
  api_key: string
}

export type Key = {
  key_id: string
  family_id: string
  name: string
  mask: string
  scopes: ('properties:read' | 'accounting:read' | 'maintenance:read' | 'maintenance:write' | 'comms:write' | 'webhooks:manage')[]
  requests_per_minute: number | null
  effective_requests_per_minute: number
  allowed_cidrs: string[]
  created_by: string
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
  last_used_address: string | null
}

export type KeyList = {
  data: Key[]
}

export type KeyQuota = {
  key_id: string
  name: string
  mask: string
  requests_per_minute: number
  calls_last_minute: number
  calls: number
}

export type LeadDetail = {
  lead_id: string
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  source: string
  status: 'NEW' | 'CONTACTED' | 'TOURED' | 'APPLIED' | 'LEASED' | 'LOST'
  property_id: string | null
  unit_id: string | null
  desired_move_in: string | null
  bedrooms_wanted: number | null
  max_rent_cents: number | null
  notes: string | null
  external_id: string | null
  created_at: string
  updated_at: string
  property_name: string | null
  unit_label: string | null
  next_statuses: ('NEW' | 'CONTACTED' | 'TOURED' | 'APPLIED' | 'LEASED' | 'LOST')[]
}

export type LeadList = {
  data: LeadDetail[]
  pagination: Pagination
}

export type LeaseDetail = {
  lease_id: string
  property_id: string
  unit_id: string
  unit_label: string
  status: 'DRAFT' | 'PENDING_SIGNATURE' | 'FUTURE' | 'ACTIVE' | 'ENDED' | 'CANCELLED'
  term_type: 'FIXED' | 'MONTH_TO_MONTH'
  start_date: string
  end_date: string | null
  move_in_date: string | null
  move_out_date: string | null
  notice_given_on: string | null
  eviction_filed_on: string | null
  signed_at: string | null
  rent_cents: number
  recurring_charges: RecurringCharge[]
  deposit_held_cents: number
  balance_cents: number
  rent_due_day: number
  residents: LeaseResident[]
  external_id: string | null
  created_at: string
  updated_at: string
  property_name: string
  terms: LeaseTerm[]
  security_deposit_cents: number | null
  past_due_cents: number
  credit_cents: number
  allowed_steps: ('EDIT' | 'SEND' | 'SIGN' | 'CANCEL' | 'RESCHEDULE' | 'MOVE_IN' | 'CHANGE_CHARGES' | 'RENEW' | 'RECORD_NOTICE' | 'CANCEL_NOTICE' | 'RECORD_EVICTION' | 'CANCEL_EVICTION' | 'END' | 'RETURN_DEPOSIT' | 'WITHHOLD_DEPOSIT')[]
}

export type LeaseLedger = {
  data: LedgerLine[]
  pagination: Pagination
}

export type LeaseList = {
  data: LeaseListItem[]
  pagination: Pagination
}

export type LeaseListItem = {
  lease_id: string
  status: 'DRAFT' | 'PENDING_SIGNATURE' | 'FUTURE' | 'ACTIVE' | 'ENDED' | 'CANCELLED'
  resident_name: string | null
  start_date: string
  end_date: string | null
  move_in_date: string | null
  move_out_date: string | null
  notice_given_on: string | null
  eviction_filed_on: string | null
  rent_cents: number
  balance_cents: number
  property_id: string
  property_name: string
  unit_id: string
  unit_label: string
  term_type: 'FIXED' | 'MONTH_TO_MONTH'
  external_id: string | null
  created_at: string
  updated_at: string
}

export type LeaseResident = {
  resident_id: string
  name: string
  role: 'PRIMARY' | 'CO_TENANT' | 'OCCUPANT' | 'GUARANTOR'
  is_primary: boolean
}

export type LeaseSummary = {
  lease_id: string
  status: 'DRAFT' | 'PENDING_SIGNATURE' | 'FUTURE' | 'ACTIVE' | 'ENDED' | 'CANCELLED'
  resident_name: string | null
  start_date: string
  end_date: string | null
  move_in_date: string | null
  move_out_date: string | null
  notice_given_on: string | null
  eviction_filed_on: string | null
  rent_cents: number
  balance_cents: number
}

export type LeaseTerm = {
  starts_on: string
  end_date: string | null
  term_type: 'FIXED' | 'MONTH_TO_MONTH'
  agreed_on: string | null
}

export type LedgerLine = {
  line_id: string
  effective_on: string
  recorded_at: string
  account: 'RECEIVABLE' | 'DEPOSIT'
  code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'DEPOSIT' | 'OPENING_BALANCE' | 'OTHER' | 'PAYMENT' | 'REFUND'
  description: string
  amount_cents: number
  balance_cents: number
  invoice_id: string | null
  invoice_number: number | null
  payment_id: string | null
}

export type Listing = {
  id: string
  propertyName: string
  addressLine: string
  city: string
  state: string
  postalCode: string
  label: string
  bedrooms: number
  bathrooms: number
  sqft: number | null
  marketRentCents: number
  availableFrom: string | null
  listingTitle: string | null
  listingDesc: string | null
  photos: string[]
  amenities: string[]
}

export type ListingList = {
  data: Listing[]
  pagination: Pagination
}

export type Me = {
  user: Person
  organizations: Membership[]
}

export type Member = {
  user_id: string
  email: string
  name: string
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
  two_factor_enabled: boolean
  email_verified: boolean
  joined_at: string
}

export type MemberList = {
  data: Member[]
}

export type Membership = {
  organization_id: string
  name: string
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
  is_sandbox: boolean
  live_organization_id: string | null
  plan: 'STARTER' | 'GROWTH' | 'PRO' | 'SCALE' | 'ENTERPRISE'
  tier: 'CORE' | 'AUTOMATION' | 'PARTNER' | null
  time_zone: string
}

export type MessageList = {
  data: MessageListItem[]
  pagination: Pagination
}

export type MessageListItem = {
  message_id: string
  status: 'QUEUED' | 'SENT' | 'FAILED'
  channel: 'EMAIL' | 'SMS'
  resident_id: string
  to_masked: string
  subject: string | null
  body: string
  sent_at: string | null
  failure_reason: string | null
  is_captured: boolean
  external_id: string | null
  created_at: string
  updated_at: string
  resident_name: string
}

export type Name = {
  id: string
  name: string
}

export type Names = {
  data: Name[]
}

export type NewInvitation = {
  invitation_id: string
  email: string
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
  invited_by: string
  created_at: string
  expires_at: string
  email_status: 'NONE' | 'QUEUED' | 'SENT' | 'FAILED'
  failure_reason: string | null
  accept_url: string | null
}

export type NotListedReason = {
  code: 'NOT_MARKED' | 'PROPERTY_INACTIVE' | 'NO_BEDROOMS' | 'NO_BATHROOMS' | 'NO_MARKET_RENT' | 'OUT_OF_SERVICE' | 'OFFLINE' | 'LEASED' | 'RENTED_AHEAD'
  message: string
}

export type OfflineSpan = {
  starts_on: string
  ends_on: string | null
  reason: string
}

export type OpenWorkOrders = {
  status: 'NEW' | 'SCHEDULED' | 'IN_PROGRESS' | 'ON_HOLD' | 'COMPLETED' | 'CANCELLED'
  work_orders: number
}

export type Overview = {
  as_of_date: string
  properties: number
  units: number
  occupied: number
  vacant: number
  offline: number
  vacant_rented: number
  on_notice: number
  evictions: number
  occupancy_pct: number
  leased_pct: number
  past_due_cents: number
  overdue_invoices: number
  open_work_orders: OpenWorkOrders[]
  leases_ending: number
  leases_to_sign: number
  move_ins: number
  new_leads: number
}

export type Owner = {
  owner_id: string
  name: string
  property_count: number
  external_id: string | null
  created_at: string
  updated_at: string
}

export type OwnerList = {
  data: Owner[]
  pagination: Pagination
}

export type Pagination = {
  total: number
  limit: number
  offset: number
  hasMore: boolean
}

export type PastImport = {
  import_id: string
  imported_at: string
  imported_by: string
  kind: 'RENT_ROLL' | 'PAYMENTS' | 'WORK_ORDERS'
  file_name: string
  rows: number
  rows_left_out: number
}

export type Payment = {
  payment_id: string
  status: 'PENDING' | 'PAID' | 'FAILED' | 'REVERSED' | 'REFUNDED' | 'CANCELLED'
  method: 'ACH' | 'CARD' | 'CHECK' | 'CASH' | 'MONEY_ORDER' | 'OTHER'
  amount_cents: number
  refunded_cents: number
  payment_date: string
  received_at: string | null
  reference: string | null
  memo: string | null
  lease_id: string
  resident_id: string | null
  property_id: string
  unit_id: string
  allocations: Allocation[]
  unapplied_cents: number
  failure_reason: string | null
  reversed_at: string | null
  external_id: string | null
  created_at: string
  updated_at: string
}

export type PaymentDetail = {
  payment_id: string
  status: 'PENDING' | 'PAID' | 'FAILED' | 'REVERSED' | 'REFUNDED' | 'CANCELLED'
  method: 'ACH' | 'CARD' | 'CHECK' | 'CASH' | 'MONEY_ORDER' | 'OTHER'
  amount_cents: number
  refunded_cents: number
  payment_date: string
  received_at: string | null
  reference: string | null
  memo: string | null
  lease_id: string
  resident_id: string | null
  property_id: string
  unit_id: string
  allocations: Allocation[]
  unapplied_cents: number
  failure_reason: string | null
  reversed_at: string | null
  external_id: string | null
  created_at: string
  updated_at: string
  property_name: string
  unit_label: string
  resident_name: string | null
  invoices: PaymentInvoice[]
  allowed_steps: ('SETTLE' | 'FAIL' | 'CANCEL' | 'REVERSE' | 'REFUND')[]
}

export type PaymentInvoice = {
  invoice_id: string
  number: number
  amount_cents: number
}

export type PaymentList = {
  data: Payment[]
  pagination: Pagination
}

export type Person = {
  id: string
  email: string
  name: string
  two_factor_enabled: boolean
  email_verified: boolean
}

export type Plan = {
  plan: 'STARTER' | 'GROWTH' | 'PRO' | 'SCALE' | 'ENTERPRISE'
  has_partner_agreement: boolean
  tier: 'CORE' | 'AUTOMATION' | 'PARTNER' | null
  tiers: TierFigures[]
  sandbox_organization_id: string | null
}

export type Portfolio = {
  portfolio_id: string
  name: string
  property_count: number
  external_id: string | null
  created_at: string
  updated_at: string
}

export type PortfolioList = {
  data: Portfolio[]
  pagination: Pagination
}

export type Property = {
  property_id: string
  name: string
  type: 'SINGLE_FAMILY' | 'MULTI_FAMILY' | 'CONDO' | 'TOWNHOUSE' | 'COMMERCIAL' | 'OTHER'
  address_line: string
  city: string
  state: string
  postal_code: string
  owner_name: string | null
  owner_id: string | null
  portfolio_id: string | null
  unit_count: number
  current_value: number
  is_active: boolean
  external_id: string | null
  created_at: string
  updated_at: string
}

export type PropertyList = {
  data: Property[]
  pagination: Pagination
}

export type PropertyRecord = {
  property_id: string
  name: string
  type: 'SINGLE_FAMILY' | 'MULTI_FAMILY' | 'CONDO' | 'TOWNHOUSE' | 'COMMERCIAL' | 'OTHER'
  address_line: string
  city: string
  state: string
  postal_code: string
  owner_name: string | null
  owner_id: string | null
  portfolio_id: string | null
  unit_count: number
  current_value: number
  is_active: boolean
  external_id: string | null
  created_at: string
  updated_at: string
  year_built: number | null
}

export type RecurringCharge = {
  code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'OTHER'
  description: string
  amount_cents: number
  from: string
  to: string | null
}

export type RemovedMember = {
  user_id: string
  removed: boolean
}

export type Resident = {
  resident_id: string
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  role: 'PRIMARY' | 'CO_TENANT' | 'OCCUPANT' | 'GUARANTOR'
  status: 'CURRENT' | 'NOTICE' | 'EVICT'
  property_id: string
  property_name: string
  unit_id: string
  unit_label: string
  lease_id: string
  move_in_date: string | null
  move_out_date: string | null
  lease_balance_cents: number
  sms_opt_in: 'NOT_SET' | 'OPTED_IN' | 'OPTED_OUT'
  external_id: string | null
  created_at: string
  updated_at: string
}

export type ResidentDetail = {
  resident_id: string
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  role: 'PRIMARY' | 'CO_TENANT' | 'OCCUPANT' | 'GUARANTOR' | null
  status: 'CURRENT' | 'NOTICE' | 'EVICT' | 'FUTURE' | 'PAST' | null
  property_id: string | null
  property_name: string | null
  unit_id: string | null
  unit_label: string | null
  lease_id: string | null
  move_in_date: string | null
  move_out_date: string | null
  lease_balance_cents: number | null
  sms_opt_in: 'NOT_SET' | 'OPTED_IN' | 'OPTED_OUT'
  external_id: string | null
  created_at: string
  updated_at: string
}

export type ResidentList = {
  data: Resident[]
  pagination: Pagination
}

export type RouteFigures = {
  method: string
  route: string | null
  calls: number
  errors: number
  p95_ms: number | null
}

export type Sandbox = {
  organization_id: string
  live_organization_id: string
  name: string
}

export type Session = {
  session_id: string
  is_current: boolean
  created_at: string
  last_seen_at: string
  expires_at: string
  ip_address: string | null
  user_agent: string | null
}

export type Sessions = {
  data: Session[]
}

export type Settings = {
  organization_id: string
  name: string
  time_zone: string
  today: string
  is_sandbox: boolean
  address_line: string | null
  city: string | null
  state: string | null
  postal_code: string | null
  books_closed_through: string | null
  sender_name: string | null
  reply_to: string | null
}

export type TierFigures = {
  tier: 'CORE' | 'AUTOMATION' | 'PARTNER'
  title: string
  scopes: ('properties:read' | 'accounting:read' | 'maintenance:read' | 'maintenance:write' | 'comms:write' | 'webhooks:manage')[]
  requests_per_minute: number
  own_requests_per_minute: boolean
  sandbox: boolean
  plans: string
  is_current: boolean
}

export type TrafficBucket = {
  begins_at: string
  calls: number
  errors: number
  rate_limited: number
  p50_ms: number | null
  p95_ms: number | null
}

export type TrafficOverview = {
  window: '1h' | '24h' | '30d'
  since: string
  until: string
  bucket_seconds: number
  calls: number
  errors: number
  rate_limited: number
  p50_ms: number | null
  p95_ms: number | null
  buckets: TrafficBucket[]
  top_routes: RouteFigures[]
  top_errors: ErrorFigures[]
  keys: KeyQuota[]
}

export type UnitDetail = {
  unit_id: string
  label: string
  unit_type: string | null
  bedrooms: number | null
  bathrooms: number | null
  sqft: number | null
  available_from: string | null
  is_listed: boolean
  current_lease_id: string | null
  external_id: string | null
  created_at: string
  updated_at: string
  property_id: string
  property_name: string
  status: 'CURRENT' | 'NOTICE_RENTED' | 'NOTICE_UNRENTED' | 'EVICT' | 'VACANT_RENTED' | 'VACANT_UNRENTED' | 'OFFLINE' | null
  market_rent_cents: number | null
  in_service_from: string
  in_service_to: string | null
  listing_title: string | null
  listing_description: string | null
  photos: string[]
  amenities: string[]
  is_in_listings: boolean
  not_listed_because: NotListedReason[]
  allowed_steps: ('LIST' | 'UNLIST' | 'SET_RATE' | 'END_OFFLINE' | 'SET_OFFLINE' | 'RETIRE')[]
  rates: UnitRate[]
  offline_spans: OfflineSpan[]
  current_lease: LeaseSummary | null
  coming_lease: LeaseSummary | null
}

export type UnitList = {
  data: UnitListItem[]
  pagination: Pagination
}

export type UnitListItem = {
  unit_id: string
  label: string
  unit_type: string | null
  bedrooms: number | null
  bathrooms: number | null
  sqft: number | null
  available_from: string | null
  is_listed: boolean
  current_lease_id: string | null
  external_id: string | null
  created_at: string
  updated_at: string
  property_id: string
  property_name: string
  status: 'CURRENT' | 'NOTICE_RENTED' | 'NOTICE_UNRENTED' | 'EVICT' | 'VACANT_RENTED' | 'VACANT_UNRENTED' | 'OFFLINE' | null
  market_rent_cents: number | null
  in_service_from: string
  in_service_to: string | null
  resident_name: string | null
}

export type UnitRate = {
  effective_from: string
  unit_type: string | null
  market_rent_cents: number | null
}

export type Webhook = {
  id: string
  event: 'lead.created' | 'ticket.created' | 'ticket.completed' | 'payment.received' | 'payment.reversed' | 'payment.refunded' | 'lease.signed' | 'invoice.paid' | 'records.changed'
  target_url: string
  description: string | null
  status: 'ACTIVE' | 'PAUSED'
  paused_reason: string | null
  secret_hint: string
  consecutive_failures: number
  last_success_at: string | null
  last_failure_at: string | null
  created_at: string
  updated_at: string
}

export type WebhookList = {
  data: Webhook[]
  pagination: Pagination
}

export type WorkOrder = {
  work_order_id: string
  number: number
  title: string
  status: 'NEW' | 'SCHEDULED' | 'IN_PROGRESS' | 'ON_HOLD' | 'COMPLETED' | 'CANCELLED'
  priority: 'LOW' | 'NORMAL' | 'HIGH' | 'EMERGENCY'
  category: 'PLUMBING' | 'ELECTRICAL' | 'HVAC' | 'APPLIANCE' | 'PEST_CONTROL' | 'LOCKS' | 'STRUCTURAL' | 'CLEANING' | 'UNIT_TURN' | 'SAFETY' | 'OTHER'
  source: 'API' | 'RESIDENT' | 'STAFF' | 'IMPORT'
  property_id: string
  unit_id: string | null
  resident_id: string | null
  entry_permission: 'YES' | 'NO' | 'CALL_FIRST'
  description: string | null
  vendor_name: string | null
  entry_notes: string | null
  has_pets: boolean | null
  due_date: string | null
  scheduled_start: string | null
  scheduled_end: string | null
  cost_cents: number | null
  completed_at: string | null
  external_id: string | null
  created_at: string
  updated_at: string
}

export type WorkOrderList = {
  data: WorkOrder[]
  pagination: Pagination
}

export type UpdateMeInput = {
  name: string
}

export type EndSessionInput = {
  session_id: string
}

export type LookUpInvitationInput = {
  token: string
}

export type AcceptInvitationInput = {
  token: string
  name?: string | undefined
  password?: string | undefined
}

export type CreateKeyInput = {
  name: string
  scopes: ('properties:read' | 'accounting:read' | 'maintenance:read' | 'maintenance:write' | 'comms:write' | 'webhooks:manage')[]
  expires_at?: string | null | undefined
  allowed_cidrs?: string[] | undefined
  requests_per_minute?: number | null | undefined
}

export type RotateKeyInput = {
  key_id: string
  overlap_hours?: number | undefined
}

export type RevokeKeyInput = {
  key_id: string
}

export type ListCallsInput = {
  key_id?: string | undefined
  route?: string | undefined
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE' | undefined
  status?: number | undefined
  status_class?: '2xx' | '4xx' | '5xx' | undefined
  failed?: 'true' | undefined
  ip?: string | undefined
  request_id?: string | undefined
  since?: string | undefined
  until?: string | undefined
  before?: string | undefined
  limit?: number | undefined
}

export type GetCallInput = {
  request_id: string
}

export type ListFailuresInput = {
  window: '1h' | '24h' | '30d'
}

export type GetTrafficOverviewInput = {
  window: '1h' | '24h' | '30d'
}

export type ExportCallsInput = {
  key_id?: string | undefined
  route?: string | undefined
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE' | undefined
  status?: number | undefined
  status_class?: '2xx' | '4xx' | '5xx' | undefined
  failed?: 'true' | undefined
  ip?: string | undefined
  request_id?: string | undefined
  since?: string | undefined
  until?: string | undefined
  format: 'csv' | 'ndjson'
}

export type ListAdministrativeEntriesInput = {
  action?: string | undefined
  actor?: string | undefined
  since?: string | undefined
  before?: string | undefined
  limit?: number | undefined
}

export type UpdateMemberInput = {
  user_id: string
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
}

export type RemoveMemberInput = {
  user_id: string
}

export type CreateInvitationInput = {
  email: string
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
}

export type DeleteInvitationInput = {
  invitation_id: string
}

export type UpdateSettingsInput = {
  name?: string | undefined
  time_zone?: string | undefined
  address_line?: string | null | undefined
  city?: string | null | undefined
  state?: string | null | undefined
  postal_code?: string | null | undefined
  books_closed_through?: string | null | undefined
  sender_name?: string | null | undefined
  reply_to?: string | null | undefined
}

export type PauseWebhookInput = {
  id: string
}

export type ListInvoicesInput = {
  status?: 'DRAFT' | 'OPEN' | 'PARTIALLY_PAID' | 'PAID' | 'VOID' | 'OVERDUE' | undefined
  property_id?: string | undefined
  lease_id?: string | undefined
  updated_since?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
  sort?: 'number' | 'status' | 'resident_name' | 'property_name' | 'issue_date' | 'due_date' | 'total_cents' | 'balance_cents' | '-number' | '-status' | '-resident_name' | '-property_name' | '-issue_date' | '-due_date' | '-total_cents' | '-balance_cents' | undefined
}

export type ListListingsInput = {
  city?: string | undefined
  state?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
  sort?: 'propertyName' | 'city' | 'listingTitle' | 'bedrooms' | 'sqft' | 'availableFrom' | 'marketRentCents' | '-propertyName' | '-city' | '-listingTitle' | '-bedrooms' | '-sqft' | '-availableFrom' | '-marketRentCents' | undefined
}

export type ListPaymentsInput = {
  status?: 'PENDING' | 'PAID' | 'FAILED' | 'REVERSED' | 'REFUNDED' | 'CANCELLED' | 'ALL' | undefined
  property_id?: string | undefined
  lease_id?: string | undefined
  updated_since?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
  sort?: 'payment_date' | 'status' | 'resident_name' | 'property_name' | 'method' | 'reference' | 'unapplied_cents' | 'amount_cents' | '-payment_date' | '-status' | '-resident_name' | '-property_name' | '-method' | '-reference' | '-unapplied_cents' | '-amount_cents' | undefined
}

export type ListPropertiesInput = {
  city?: string | undefined
  state?: string | undefined
  owner?: string | undefined
  updated_since?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
  sort?: 'name' | 'city' | 'type' | 'owner_name' | 'unit_count' | 'current_value' | '-name' | '-city' | '-type' | '-owner_name' | '-unit_count' | '-current_value' | undefined
}

export type ListResidentsInput = {
  property_id?: string | undefined
  unit_id?: string | undefined
  updated_since?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
  sort?: 'last_name' | 'unit_label' | 'status' | 'role' | 'email' | 'phone' | 'move_in_date' | 'lease_balance_cents' | '-last_name' | '-unit_label' | '-status' | '-role' | '-email' | '-phone' | '-move_in_date' | '-lease_balance_cents' | undefined
}

export type ListWebhooksInput = {
  updated_since?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
  sort?: 'target_url' | 'event' | 'status' | 'last_success_at' | 'last_failure_at' | 'created_at' | '-target_url' | '-event' | '-status' | '-last_success_at' | '-last_failure_at' | '-created_at' | undefined
}

export type ListWorkOrdersInput = {
  status?: 'NEW' | 'SCHEDULED' | 'IN_PROGRESS' | 'ON_HOLD' | 'COMPLETED' | 'CANCELLED' | undefined
  priority?: 'LOW' | 'NORMAL' | 'HIGH' | 'EMERGENCY' | 'MEDIUM' | 'URGENT' | undefined
  category?: 'PLUMBING' | 'ELECTRICAL' | 'HVAC' | 'APPLIANCE' | 'PEST_CONTROL' | 'LOCKS' | 'STRUCTURAL' | 'CLEANING' | 'UNIT_TURN' | 'SAFETY' | 'OTHER' | undefined
  property_id?: string | undefined
  unit_id?: string | undefined
  updated_since?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
  sort?: 'title' | 'status' | 'priority' | 'category' | 'property_name' | 'vendor_name' | 'due_date' | 'created_at' | '-title' | '-status' | '-priority' | '-category' | '-property_name' | '-vendor_name' | '-due_date' | '-created_at' | undefined
}

export type ListNamesInput = {
  ids: string
}

export type CreateOwnerInput = {
  name: string
  external_id?: string | null | undefined
}

export type CreatePortfolioInput = {
  name: string
  external_id?: string | null | undefined
}

export type ListOwnersInput = {
  search?: string | undefined
  sort?: 'name' | 'property_count' | 'external_id' | '-name' | '-property_count' | '-external_id' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export type ListPortfoliosInput = {
  search?: string | undefined
  sort?: 'name' | 'property_count' | 'external_id' | '-name' | '-property_count' | '-external_id' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export type UpdateOwnerInput = {
  owner_id: string
  name?: string | undefined
  external_id?: string | null | undefined
}

export type UpdatePortfolioInput = {
  portfolio_id: string
  name?: string | undefined
  external_id?: string | null | undefined
}

export type CreatePropertyInput = {
  name: string
  type: 'SINGLE_FAMILY' | 'MULTI_FAMILY' | 'CONDO' | 'TOWNHOUSE' | 'COMMERCIAL' | 'OTHER'
  address_line: string
  city: string
  state: string
  postal_code: string
  year_built?: number | null | undefined
  current_value?: number | undefined
  owner_id?: string | null | undefined
  portfolio_id?: string | null | undefined
  is_active?: boolean | undefined
  external_id?: string | null | undefined
}

export type UpdatePropertyInput = {
  id: string
  name?: string | undefined
  type?: 'SINGLE_FAMILY' | 'MULTI_FAMILY' | 'CONDO' | 'TOWNHOUSE' | 'COMMERCIAL' | 'OTHER' | undefined
  address_line?: string | undefined
  city?: string | undefined
  state?: string | undefined
  postal_code?: string | undefined
  year_built?: number | null | undefined
  current_value?: number | undefined
  owner_id?: string | null | undefined
  portfolio_id?: string | null | undefined
  is_active?: boolean | undefined
  external_id?: string | null | undefined
}

export type CreateUnitInput = {
  property_id: string
  label: string
  bedrooms?: number | null | undefined
  bathrooms?: number | null | undefined
  sqft?: number | null | undefined
  in_service_from?: string | undefined
  in_service_to?: string | null | undefined
  available_from?: string | null | undefined
  listing_title?: string | null | undefined
  listing_description?: string | null | undefined
  photos?: string[] | undefined
  amenities?: string[] | undefined
  unit_type?: string | null | undefined
  market_rent_cents?: number | null | undefined
  external_id?: string | null | undefined
}

export type GetUnitInput = {
  unit_id: string
}

export type ListUnitsInput = {
  property_id?: string | undefined
  status?: 'CURRENT' | 'NOTICE_RENTED' | 'NOTICE_UNRENTED' | 'EVICT' | 'VACANT_RENTED' | 'VACANT_UNRENTED' | 'OFFLINE' | undefined
  is_listed?: 'true' | 'false' | undefined
  search?: string | undefined
  sort?: 'property_name' | 'status' | 'resident_name' | 'bedrooms' | 'unit_type' | 'market_rent_cents' | 'is_listed' | '-property_name' | '-status' | '-resident_name' | '-bedrooms' | '-unit_type' | '-market_rent_cents' | '-is_listed' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export type UpdateUnitInput = {
  unit_id: string
  label?: string | undefined
  bedrooms?: number | null | undefined
  bathrooms?: number | null | undefined
  sqft?: number | null | undefined
  in_service_from?: string | undefined
  in_service_to?: string | null | undefined
  available_from?: string | null | undefined
  listing_title?: string | null | undefined
  listing_description?: string | null | undefined
  photos?: string[] | undefined
  amenities?: string[] | undefined
  unit_type?: string | null | undefined
  market_rent_cents?: number | null | undefined
  external_id?: string | null | undefined
  effective_on?: string | undefined
}

export type EndUnitOfflineInput = {
  unit_id: string
  back_on?: string | undefined
}

export type RetireUnitInput = {
  unit_id: string
  last_day?: string | undefined
}

export type SetUnitOfflineInput = {
  unit_id: string
  starts_on?: string | undefined
  ends_on?: string | null | undefined
  reason: string
}

export type SetUnitRateInput = {
  unit_id: string
  effective_on?: string | undefined
  unit_type?: string | null | undefined
  market_rent_cents?: number | null | undefined
}

export type ListUnitInput = {
  unit_id: string
}

export type UnlistUnitInput = {
  unit_id: string
}

export type CreateLeaseInput = {
  unit_id: string
  property_id?: string | undefined
  start_date: string
  end_date?: string | null | undefined
  term_type?: 'FIXED' | 'MONTH_TO_MONTH' | undefined
  move_in_date?: string | null | undefined
  rent_due_day?: number | undefined
  residents: {
    resident_id: string
    role: 'PRIMARY' | 'CO_TENANT' | 'OCCUPANT' | 'GUARANTOR'
  }[]
  charges?: {
    code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'OTHER'
    description?: string
    amount_cents: number
    from?: string
    to?: string | null
  }[] | undefined
  security_deposit_cents?: number | null | undefined
  external_id?: string | null | undefined
}

export type EditLeaseInput = {
  lease_id: string
  start_date: string
  end_date?: string | null | undefined
  term_type?: 'FIXED' | 'MONTH_TO_MONTH' | undefined
  move_in_date?: string | null | undefined
  rent_due_day?: number | undefined
  residents: {
    resident_id: string
    role: 'PRIMARY' | 'CO_TENANT' | 'OCCUPANT' | 'GUARANTOR'
  }[]
  charges?: {
    code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'OTHER'
    description?: string
    amount_cents: number
    from?: string
    to?: string | null
  }[] | undefined
  security_deposit_cents?: number | null | undefined
  external_id?: string | null | undefined
}

export type GetLeaseInput = {
  lease_id: string
}

export type ListLeasesInput = {
  status?: 'DRAFT' | 'PENDING_SIGNATURE' | 'FUTURE' | 'ACTIVE' | 'ENDED' | 'CANCELLED' | undefined
  property_id?: string | undefined
  unit_id?: string | undefined
  resident_id?: string | undefined
  search?: string | undefined
  sort?: 'resident_name' | 'property_name' | 'status' | 'start_date' | 'end_date' | 'move_out_date' | 'rent_cents' | 'balance_cents' | '-resident_name' | '-property_name' | '-status' | '-start_date' | '-end_date' | '-move_out_date' | '-rent_cents' | '-balance_cents' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export type CancelLeaseInput = {
  lease_id: string
}

export type ChangeChargesInput = {
  lease_id: string
  effective_on?: string | undefined
  charges: {
    code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'OTHER'
    description?: string
    amount_cents: number | null
    to?: string | null
  }[]
}

export type EndLeaseInput = {
  lease_id: string
  move_out_date?: string | undefined
}

export type RecordEvictionInput = {
  lease_id: string
  filed_on?: string | undefined
}

export type RecordNoticeInput = {
  lease_id: string
  notice_given_on?: string | undefined
  move_out_date?: string | null | undefined
}

export type MoveInInput = {
  lease_id: string
  move_in_date?: string | undefined
}

export type RenewLeaseInput = {
  lease_id: string
  starts_on?: string | undefined
  end_date?: string | null | undefined
  term_type?: 'FIXED' | 'MONTH_TO_MONTH' | undefined
  rent_cents?: number | undefined
  charges?: {
    code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'OTHER'
    description?: string
    amount_cents: number | null
    to?: string | null
  }[] | undefined
}

export type RescheduleLeaseInput = {
  lease_id: string
  start_date: string
}

export type SendLeaseInput = {
  lease_id: string
}

export type SignLeaseInput = {
  lease_id: string
  signed_at?: string | undefined
}

export type CancelEvictionInput = {
  lease_id: string
}

export type CancelNoticeInput = {
  lease_id: string
}

export type GetLeaseLedgerInput = {
  lease_id: string
  account?: 'RECEIVABLE' | 'DEPOSIT' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export type CreateInvoiceInput = {
  lease_id: string
  resident_id?: string | null | undefined
  issue_date?: string | undefined
  due_date?: string | undefined
  period_start?: string | undefined
  period_end?: string | undefined
  lines: {
    charge_code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'DEPOSIT' | 'OPENING_BALANCE' | 'OTHER'
    description: string
    amount_cents: number
  }[]
  is_draft?: boolean | undefined
  external_id?: string | null | undefined
}

export type GenerateInvoicesInput = {
  month: string
  after?: string | undefined
}

export type GetInvoiceDetailInput = {
  id: string
}

export type IssueInvoiceInput = {
  id: string
  issue_date?: string | undefined
  due_date?: string | undefined
}

export type VoidInvoiceInput = {
  id: string
  on?: string | undefined
}

export type CancelPaymentInput = {
  id: string
}

export type FailPaymentInput = {
  id: string
  reason?: string | null | undefined
}

export type GetPaymentDetailInput = {
  id: string
}

export type RecordPaymentInput = {
  lease_id: string
  resident_id?: string | null | undefined
  status?: 'PAID' | 'PENDING' | undefined
  method: 'ACH' | 'CARD' | 'CHECK' | 'CASH' | 'MONEY_ORDER' | 'OTHER'
  amount_cents: number
  payment_date?: string | undefined
  reference?: string | null | undefined
  memo?: string | null | undefined
  allocations?: {
    invoice_id: string
    amount_cents: number
  }[] | undefined
  external_id?: string | null | undefined
}

export type RefundPaymentInput = {
  id: string
  amount_cents?: number | undefined
  on?: string | undefined
}

export type ReturnDepositInput = {
  lease_id: string
  amount_cents: number
  on?: string | undefined
}

export type ReversePaymentInput = {
  id: string
  on?: string | undefined
  reason?: string | null | undefined
}

export type SettlePaymentInput = {
  id: string
  payment_date?: string | undefined
  allocations?: {
    invoice_id: string
    amount_cents: number
  }[] | undefined
}

export type WithholdDepositInput = {
  lease_id: string
  amount_cents: number
  on?: string | undefined
  memo?: string | undefined
}

export type AdvanceLeadInput = {
  lead_id: string
  status: 'NEW' | 'CONTACTED' | 'TOURED' | 'APPLIED' | 'LEASED' | 'LOST'
}

export type CreateLeadInput = {
  first_name?: string | undefined
  last_name?: string | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  source: string
  property_id?: string | null | undefined
  unit_id?: string | null | undefined
  desired_move_in?: string | null | undefined
  bedrooms_wanted?: number | null | undefined
  max_rent_cents?: number | null | undefined
  notes?: string | null | undefined
  external_id?: string | null | undefined
}

export type GetLeadInput = {
  lead_id: string
}

export type ListLeadsInput = {
  status?: 'NEW' | 'CONTACTED' | 'TOURED' | 'APPLIED' | 'LEASED' | 'LOST' | undefined
  property_id?: string | undefined
  search?: string | undefined
  updated_since?: string | undefined
  sort?: 'last_name' | 'status' | 'property_name' | 'desired_move_in' | 'max_rent_cents' | 'source' | 'created_at' | '-last_name' | '-status' | '-property_name' | '-desired_move_in' | '-max_rent_cents' | '-source' | '-created_at' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export type UpdateLeadInput = {
  lead_id: string
  first_name?: string | undefined
  last_name?: string | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  source?: string | undefined
  property_id?: string | null | undefined
  unit_id?: string | null | undefined
  desired_move_in?: string | null | undefined
  bedrooms_wanted?: number | null | undefined
  max_rent_cents?: number | null | undefined
  notes?: string | null | undefined
  external_id?: string | null | undefined
}

export type CreateResidentInput = {
  first_name?: string | undefined
  last_name?: string | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  sms_opt_in?: 'NOT_SET' | 'OPTED_IN' | 'OPTED_OUT' | undefined
  external_id?: string | null | undefined
}

export type ListAllResidentsInput = {
  status?: 'CURRENT' | 'NOTICE' | 'EVICT' | 'FUTURE' | 'PAST' | 'NONE' | undefined
  search?: string | undefined
  sort?: 'last_name' | 'status' | 'property_name' | 'email' | 'phone' | 'sms_opt_in' | '-last_name' | '-status' | '-property_name' | '-email' | '-phone' | '-sms_opt_in' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export type UpdateResidentInput = {
  id: string
  first_name?: string | undefined
  last_name?: string | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  sms_opt_in?: 'NOT_SET' | 'OPTED_IN' | 'OPTED_OUT' | undefined
  external_id?: string | null | undefined
}

export type ListMessagesInput = {
  status?: 'QUEUED' | 'SENT' | 'FAILED' | undefined
  channel?: 'EMAIL' | 'SMS' | undefined
  is_captured?: 'true' | 'false' | undefined
  resident_id?: string | undefined
  sort?: 'subject' | 'status' | 'resident_name' | 'channel' | 'created_at' | '-subject' | '-status' | '-resident_name' | '-channel' | '-created_at' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export type GetImportProgressInput = {
  progress_id: string
}

export type ImportFileInput = {
  file_name: string
  content: string
  as_of?: string | undefined
  dry_run?: boolean | undefined
  skip_bad_rows?: boolean | undefined
  progress_id?: string | undefined
  close_missing?: boolean | undefined
}

export type ListImportsInput = {
  kind?: 'RENT_ROLL' | 'PAYMENTS' | 'WORK_ORDERS' | undefined
  sort?: 'file_name' | 'imported_at' | 'kind' | 'imported_by' | 'rows' | 'rows_left_out' | '-file_name' | '-imported_at' | '-kind' | '-imported_by' | '-rows' | '-rows_left_out' | undefined
  limit?: number | undefined
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
    status: ['DRAFT', 'OPEN', 'PARTIALLY_PAID', 'PAID', 'VOID', 'OVERDUE'],
    sort: ['number', 'status', 'resident_name', 'property_name', 'issue_date', 'due_date', 'total_cents', 'balance_cents', '-number', '-status', '-resident_name', '-property_name', '-issue_date', '-due_date', '-total_cents', '-balance_cents'],
  },
  listListings: {
    sort: ['propertyName', 'city', 'listingTitle', 'bedrooms', 'sqft', 'availableFrom', 'marketRentCents', '-propertyName', '-city', '-listingTitle', '-bedrooms', '-sqft', '-availableFrom', '-marketRentCents'],
  },
  listPayments: {
    status: ['PENDING', 'PAID', 'FAILED', 'REVERSED', 'REFUNDED', 'CANCELLED', 'ALL'],
    sort: ['payment_date', 'status', 'resident_name', 'property_name', 'method', 'reference', 'unapplied_cents', 'amount_cents', '-payment_date', '-status', '-resident_name', '-property_name', '-method', '-reference', '-unapplied_cents', '-amount_cents'],
  },
  listProperties: {
    sort: ['name', 'city', 'type', 'owner_name', 'unit_count', 'current_value', '-name', '-city', '-type', '-owner_name', '-unit_count', '-current_value'],
  },
  listResidents: {
    sort: ['last_name', 'unit_label', 'status', 'role', 'email', 'phone', 'move_in_date', 'lease_balance_cents', '-last_name', '-unit_label', '-status', '-role', '-email', '-phone', '-move_in_date', '-lease_balance_cents'],
  },
  listWebhooks: {
    sort: ['target_url', 'event', 'status', 'last_success_at', 'last_failure_at', 'created_at', '-target_url', '-event', '-status', '-last_success_at', '-last_failure_at', '-created_at'],
  },
  listWorkOrders: {
    status: ['NEW', 'SCHEDULED', 'IN_PROGRESS', 'ON_HOLD', 'COMPLETED', 'CANCELLED'],
    priority: ['LOW', 'NORMAL', 'HIGH', 'EMERGENCY', 'MEDIUM', 'URGENT'],
    category: ['PLUMBING', 'ELECTRICAL', 'HVAC', 'APPLIANCE', 'PEST_CONTROL', 'LOCKS', 'STRUCTURAL', 'CLEANING', 'UNIT_TURN', 'SAFETY', 'OTHER'],
    sort: ['title', 'status', 'priority', 'category', 'property_name', 'vendor_name', 'due_date', 'created_at', '-title', '-status', '-priority', '-category', '-property_name', '-vendor_name', '-due_date', '-created_at'],
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
    status: ['CURRENT', 'NOTICE_RENTED', 'NOTICE_UNRENTED', 'EVICT', 'VACANT_RENTED', 'VACANT_UNRENTED', 'OFFLINE'],
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
    status: ['DRAFT', 'PENDING_SIGNATURE', 'FUTURE', 'ACTIVE', 'ENDED', 'CANCELLED'],
    sort: ['resident_name', 'property_name', 'status', 'start_date', 'end_date', 'move_out_date', 'rent_cents', 'balance_cents', '-resident_name', '-property_name', '-status', '-start_date', '-end_date', '-move_out_date', '-rent_cents', '-balance_cents'],
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
    status: ['NEW', 'CONTACTED', 'TOURED', 'APPLIED', 'LEASED', 'LOST'],
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
    status: ['QUEUED', 'SENT', 'FAILED'],
    channel: ['EMAIL', 'SMS'],
    is_captured: ['true', 'false'],
    sort: ['subject', 'status', 'resident_name', 'channel', 'created_at', '-subject', '-status', '-resident_name', '-channel', '-created_at'],
  },
  listImports: {
    kind: ['RENT_ROLL', 'PAYMENTS', 'WORK_ORDERS'],
    sort: ['file_name', 'imported_at', 'kind', 'imported_by', 'rows', 'rows_left_out', '-file_name', '-imported_at', '-kind', '-imported_by', '-rows', '-rows_left_out'],
  },
} as const

/** What is not of one organization. */
export function personClient(call: Caller) {
  return {
    /** Get the signed-in person. */
    getMe: (input: NoInput = {}, options?: CallOptions) =>
      call<Me>('GET', '/me', input, options),
    /** Change the own name. */
    updateMe: (input: UpdateMeInput, options?: CallOptions) =>
      call<Person>('PATCH', '/me', input, options),
    /** List the own sessions. */
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
      call<InvitationPreview>('POST', '/invitations/look-up', input, options),
    /** Accept an invitation. */
    acceptInvitation: (input: AcceptInvitationInput, options?: CallOptions) =>
      call<AcceptedInvitation>('POST', '/invitations/accept', input, options),
  }
}

/** What is; the base address ends in the organization. */
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
    /** List invoices. */
    listInvoices: (input: ListInvoicesInput = {}, options?: CallOptions) =>
      call<InvoiceList>('GET', '/invoices', input, options),
    /** List vacant units. */
    listListings: (input: ListListingsInput = {}, options?: CallOptions) =>
      call<ListingList>('GET', '/listings', input, options),
    /** List payments. */
    listPayments: (input: ListPaymentsInput = {}, options?: CallOptions) =>
      call<PaymentList>('GET', '/payments', input, options),
    /** List properties. */
    listProperties: (input: ListPropertiesInput = {}, options?: CallOptions) =>
      call<PropertyList>('GET', '/properties', input, options),
    /** List current residents. */
    listResidents: (input: ListResidentsInput = {}, options?: CallOptions) =>
      call<ResidentList>('GET', '/residents', input, options),
    /** List webhook subscriptions. */
    listWebhooks: (input: ListWebhooksInput = {}, options?: CallOptions) =>
      call<WebhookList>('GET', '/webhooks', input, options),
    /** List work orders. */
    listWorkOrders: (input: ListWorkOrdersInput = {}, options?: CallOptions) =>
      call<WorkOrderList>('GET', '/work-orders', input, options),
    /** Get the overview. */
    getOverview: (input: NoInput = {}, options?: CallOptions) =>
      call<Overview>('GET', '/overview', input, options),
    /** List names by id. */
    listNames: (input: ListNamesInput, options?: CallOptions) =>
      call<Names>('GET', '/names', input, options),
    /** Create an owner. */
    createOwner: (input: CreateOwnerInput, options?: CallOptions) =>
      call<Owner>('POST', '/owners', input, options),
    /** Create a portfolio. */
    createPortfolio: (input: CreatePortfolioInput, options?: CallOptions) =>
      call<Portfolio>('POST', '/portfolios', input, options),
    /** List owners. */
    listOwners: (input: ListOwnersInput = {}, options?: CallOptions) =>
      call<OwnerList>('GET', '/owners', input, options),
    /** List portfolios. */
    listPortfolios: (input: ListPortfoliosInput = {}, options?: CallOptions) =>
      call<PortfolioList>('GET', '/portfolios', input, options),
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
    /** Cancel a lease. */
    cancelLease: (input: CancelLeaseInput, options?: CallOptions) =>
      call<LeaseDetail>('POST', '/leases/{lease_id}/cancel', input, options),
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
    /** Get a lease’s ledger. */
    getLeaseLedger: (input: GetLeaseLedgerInput, options?: CallOptions) =>
      call<LeaseLedger>('GET', '/leases/{lease_id}/ledger', input, options),
    /** Create an invoice. */
    createInvoice: (input: CreateInvoiceInput, options?: CallOptions) =>
      call<InvoiceDetail>('POST', '/invoices', input, options),
    /** Generate monthly charges. */
    generateInvoices: (input: GenerateInvoicesInput, options?: CallOptions) =>
      call<GeneratedInvoices>('POST', '/invoices/generate', input, options),
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
    /** Reverse a payment. */
    reversePayment: (input: ReversePaymentInput, options?: CallOptions) =>
      call<PaymentDetail>('POST', '/payments/{id}/reverse', input, options),
    /** Mark a payment as received. */
    settlePayment: (input: SettlePaymentInput, options?: CallOptions) =>
      call<PaymentDetail>('POST', '/payments/{id}/settle', input, options),
    /** Withhold a security deposit. */
    withholdDeposit: (input: WithholdDepositInput, options?: CallOptions) =>
      call<PaymentDetail>('POST', '/leases/{lease_id}/withhold-deposit', input, options),
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
    /** Update a lead. */
    updateLead: (input: UpdateLeadInput, options?: CallOptions) =>
      call<LeadDetail>('PATCH', '/leads/{lead_id}', input, options),
    /** Create a resident. */
    createResident: (input: CreateResidentInput = {}, options?: CallOptions) =>
      call<ResidentDetail>('POST', '/residents', input, options),
    /** List all residents. */
    listAllResidents: (input: ListAllResidentsInput = {}, options?: CallOptions) =>
      call<AllResidentList>('GET', '/all-residents', input, options),
    /** Update a resident. */
    updateResident: (input: UpdateResidentInput, options?: CallOptions) =>
      call<ResidentDetail>('PATCH', '/residents/{id}', input, options),
    /** List messages. */
    listMessages: (input: ListMessagesInput = {}, options?: CallOptions) =>
      call<MessageList>('GET', '/messages', input, options),
    /** Get the progress of an import. */
    getImportProgress: (input: GetImportProgressInput, options?: CallOptions) =>
      call<ImportProgress>('GET', '/imports/progress', input, options),
    /** Import a file. */
    importFile: (input: ImportFileInput, options?: CallOptions) =>
      call<ImportReport>('POST', '/imports', input, options),
    /** List imports. */
    listImports: (input: ListImportsInput = {}, options?: CallOptions) =>
      call<ImportList>('GET', '/imports', input, options),
  }
}
