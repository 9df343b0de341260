/** Version 1 of the API: `v1Client(openCaller({ baseUrl, headers }))` has a method for each operation. Generated from the contract by `npm run generate`; do not edit. */
import type { Caller, CallOptions, NoInput } from './call.ts'

export type AdditionalResident = {
  resident_id: string
  name: string
  role: 'PRIMARY' | 'CO_TENANT' | 'OCCUPANT' | 'GUARANTOR'
}

export type Allocation = {
  invoice_id: string
  amount_cents: number
}

export type CallingKey = {
  key_id: string
  name: string
  scopes: ('properties:read' | 'accounting:read' | 'maintenance:read' | 'maintenance:write' | 'comms:write' | 'webhooks:manage')[]
  effective_scopes: ('properties:read' | 'accounting:read' | 'maintenance:read' | 'maintenance:write' | 'comms:write' | 'webhooks:manage')[]
  requests_per_minute: number
  expires_at: string | null
}

export type Change = {
  type: 'property' | 'unit' | 'listing' | 'lease' | 'resident' | 'invoice' | 'payment' | 'work_order' | 'lead' | 'owner' | 'portfolio'
  id: string
  change: 'UPSERTED' | 'REMOVED'
  changed_at: string
  record: Record<string, unknown> | null
}

export type ChangeList = {
  data: Change[]
  next_cursor: string
  has_more: boolean
}

export type DeletedWebhook = {
  id: string
  deleted: boolean
}

export type Event = {
  id: string
  type: 'lead.created' | 'ticket.created' | 'ticket.completed' | 'payment.received' | 'payment.reversed' | 'payment.refunded' | 'lease.signed' | 'invoice.paid' | 'records.changed'
  timestamp: string
  api_version: string
  organization_id: string
  data: Record<string, unknown>
}

export type EventList = {
  data: Event[]
  pagination: Pagination
}

export type FutureResident = {
  property_id: string
  property_name: string
  unit_id: string
  unit_label: string
  lease_id: string
  resident_id: string | null
  resident_name: string | null
  lease_from: string
  lease_to: string | null
  move_in: string
  rent_cents: number
  deposit_cents: number
  balance_cents: number
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

export type InvoiceLine = {
  charge_code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'DEPOSIT' | 'OPENING_BALANCE' | 'OTHER'
  description: string
  amount_cents: number
}

export type InvoiceList = {
  data: Invoice[]
  pagination: Pagination
}

export type Lead = {
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
}

export type LeadList = {
  data: Lead[]
  pagination: Pagination
}

export type Lease = {
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
}

export type LeaseList = {
  data: LeaseRecord[]
  pagination: Pagination
}

export type LeaseRecord = {
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
  deposit_held_cents: number | null
  balance_cents: number | null
  rent_due_day: number
  residents: LeaseResident[]
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

export type Ledger = {
  data: LedgerLine[]
  pagination: Pagination
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

export type Message = {
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
}

export type Organization = {
  organization_id: string
  name: string
  time_zone: string
  today: string
  plan: 'STARTER' | 'GROWTH' | 'PRO' | 'SCALE' | 'ENTERPRISE'
  tier: 'CORE' | 'AUTOMATION' | 'PARTNER'
  is_sandbox: boolean
  books_closed_through: string | null
  key: CallingKey
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

export type PaymentList = {
  data: Payment[]
  pagination: Pagination
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

export type PropertyDetail = {
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
  occupied_unit_count: number
  vacant_unit_count: number
  units: Unit[]
  active_leases: Lease[]
}

export type PropertyList = {
  data: Property[]
  pagination: Pagination
}

export type RecurringCharge = {
  code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'OTHER'
  description: string
  amount_cents: number
  from: string
  to: string | null
}

export type RentRoll = {
  scope: RentRollScope
  as_of_date: string
  generated_at: string
  rows: RentRollRow[]
  future_residents: FutureResident[]
  totals: RentRollTotals
  by_unit_type: RentRollUnitTypeTotals[]
  by_charge_code: RentRollChargeCodeTotals[]
}

export type RentRollCharge = {
  code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'OTHER'
  amount_cents: number
}

export type RentRollChargeCodeTotals = {
  code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'OTHER'
  unit_count: number
  amount_cents: number
}

export type RentRollRow = {
  property_id: string
  property_name: string
  unit_id: string
  unit_label: string
  unit_type: string | null
  bedrooms: number | null
  bathrooms: number | null
  sqft: number | null
  status: 'CURRENT' | 'NOTICE_RENTED' | 'NOTICE_UNRENTED' | 'EVICT' | 'VACANT_RENTED' | 'VACANT_UNRENTED' | 'OFFLINE'
  lease_id: string | null
  resident_id: string | null
  resident_name: string | null
  additional_residents: AdditionalResident[]
  lease_from: string | null
  lease_to: string | null
  move_in: string | null
  move_out: string | null
  notice_date: string | null
  market_rent_cents: number
  rent_cents: number
  other_charges_cents: number
  total_charges_cents: number
  charges: RentRollCharge[]
  deposit_cents: number
  balance_cents: number
  past_due_cents: number
  days_vacant: number | null
}

export type RentRollScope = {
  type: 'PROPERTY' | 'PORTFOLIO' | 'ORGANIZATION'
  id: string
  name: string
}

export type RentRollTotals = {
  unit_count: number
  occupied_unit_count: number
  vacant_unit_count: number
  current_unit_count: number
  notice_rented_unit_count: number
  notice_unrented_unit_count: number
  evict_unit_count: number
  vacant_rented_unit_count: number
  vacant_unrented_unit_count: number
  offline_unit_count: number
  occupancy_pct: number
  leased_pct: number
  sqft_total: number
  sqft_occupied: number
  market_rent_cents: number
  rent_cents: number
  other_charges_cents: number
  total_charges_cents: number
  deposit_cents: number
  balance_cents: number
  past_due_cents: number
  loss_to_lease_cents: number
  vacancy_loss_cents: number
  future_residents_balance_cents: number
  former_residents_balance_cents: number
}

export type RentRollUnitTypeTotals = {
  unit_type: string | null
  unit_count: number
  occupied_unit_count: number
  vacant_unit_count: number
  current_unit_count: number
  notice_rented_unit_count: number
  notice_unrented_unit_count: number
  evict_unit_count: number
  vacant_rented_unit_count: number
  vacant_unrented_unit_count: number
  offline_unit_count: number
  occupancy_pct: number
  leased_pct: number
  sqft_total: number
  sqft_occupied: number
  market_rent_cents: number
  rent_cents: number
  other_charges_cents: number
  total_charges_cents: number
  deposit_cents: number
  balance_cents: number
  past_due_cents: number
  loss_to_lease_cents: number
  vacancy_loss_cents: number
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

export type Unit = {
  unit_id: string
  label: string
  unit_type: string | null
  bedrooms: number | null
  bathrooms: number | null
  sqft: number | null
  market_rent_cents: number
  status: 'CURRENT' | 'NOTICE_RENTED' | 'NOTICE_UNRENTED' | 'EVICT' | 'VACANT_RENTED' | 'VACANT_UNRENTED' | 'OFFLINE'
  available_from: string | null
  is_listed: boolean
  current_lease_id: string | null
  external_id: string | null
  created_at: string
  updated_at: string
}

export type UnitList = {
  data: UnitRecord[]
  pagination: Pagination
}

export type UnitRecord = {
  unit_id: string
  label: string
  unit_type: string | null
  bedrooms: number | null
  bathrooms: number | null
  sqft: number | null
  market_rent_cents: number
  status: 'CURRENT' | 'NOTICE_RENTED' | 'NOTICE_UNRENTED' | 'EVICT' | 'VACANT_RENTED' | 'VACANT_UNRENTED' | 'OFFLINE' | null
  available_from: string | null
  is_listed: boolean
  current_lease_id: string | null
  external_id: string | null
  created_at: string
  updated_at: string
  property_id: string
  in_service_from: string
  in_service_to: string | null
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

export type WebhookAttempt = {
  number: number
  attempted_at: string
  outcome: string
  response_status: number | null
  latency_ms: number
  excerpt: string | null
  error: string | null
}

export type WebhookDelivery = {
  delivery_id: string
  webhook_id: string
  event_id: string
  event: 'lead.created' | 'ticket.created' | 'ticket.completed' | 'payment.received' | 'payment.reversed' | 'payment.refunded' | 'lease.signed' | 'invoice.paid' | 'records.changed'
  is_test: boolean
  status: 'PENDING' | 'DELIVERED' | 'RETRYING' | 'EXHAUSTED' | 'CANCELLED'
  next_attempt_at: string | null
  created_at: string
  finished_at: string | null
  attempts: WebhookAttempt[]
}

export type WebhookDeliveryList = {
  data: WebhookDelivery[]
  pagination: Pagination
}

export type WebhookList = {
  data: Webhook[]
  pagination: Pagination
}

export type WebhookWithSecret = {
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
  secret: string
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

export type ListListingsInput = {
  city?: string | undefined
  state?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export type ListPropertiesInput = {
  city?: string | undefined
  state?: string | undefined
  owner?: string | undefined
  updated_since?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export type GetPropertyInput = {
  id: string
}

export type ListResidentsInput = {
  property_id?: string | undefined
  unit_id?: string | undefined
  updated_since?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export type GetResidentInput = {
  id: string
}

export type GetRentRollInput = {
  scope_id: string
  as_of_date?: string | undefined
}

export type ListInvoicesInput = {
  status?: 'DRAFT' | 'OPEN' | 'PARTIALLY_PAID' | 'PAID' | 'VOID' | 'OVERDUE' | undefined
  property_id?: string | undefined
  lease_id?: string | undefined
  updated_since?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export type GetInvoiceInput = {
  id: string
}

export type ListPaymentsInput = {
  status?: 'PENDING' | 'PAID' | 'FAILED' | 'REVERSED' | 'REFUNDED' | 'CANCELLED' | 'ALL' | undefined
  property_id?: string | undefined
  lease_id?: string | undefined
  updated_since?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export type GetPaymentInput = {
  id: string
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
}

export type CreateWorkOrderInput = {
  title?: string | undefined
  property_id?: string | undefined
  unit_id?: string | null | undefined
  resident_id?: string | null | undefined
  status?: 'NEW' | 'SCHEDULED' | 'IN_PROGRESS' | 'ON_HOLD' | 'COMPLETED' | 'CANCELLED' | undefined
  priority?: 'LOW' | 'NORMAL' | 'HIGH' | 'EMERGENCY' | 'MEDIUM' | 'URGENT' | undefined
  category?: 'PLUMBING' | 'ELECTRICAL' | 'HVAC' | 'APPLIANCE' | 'PEST_CONTROL' | 'LOCKS' | 'STRUCTURAL' | 'CLEANING' | 'UNIT_TURN' | 'SAFETY' | 'OTHER' | undefined
  source?: 'API' | 'RESIDENT' | 'STAFF' | 'IMPORT' | undefined
  entry_permission?: 'YES' | 'NO' | 'CALL_FIRST' | undefined
  description?: string | null | undefined
  vendor_name?: string | null | undefined
  entry_notes?: string | null | undefined
  has_pets?: boolean | null | undefined
  due_date?: string | null | undefined
  scheduled_start?: string | null | undefined
  scheduled_end?: string | null | undefined
  cost_cents?: number | null | undefined
}

export type GetWorkOrderInput = {
  id: string
}

export type UpdateWorkOrderInput = {
  id: string
  title?: string | undefined
  status?: 'NEW' | 'SCHEDULED' | 'IN_PROGRESS' | 'ON_HOLD' | 'COMPLETED' | 'CANCELLED' | undefined
  priority?: 'LOW' | 'NORMAL' | 'HIGH' | 'EMERGENCY' | 'MEDIUM' | 'URGENT' | undefined
  category?: 'PLUMBING' | 'ELECTRICAL' | 'HVAC' | 'APPLIANCE' | 'PEST_CONTROL' | 'LOCKS' | 'STRUCTURAL' | 'CLEANING' | 'UNIT_TURN' | 'SAFETY' | 'OTHER' | undefined
  entry_permission?: 'YES' | 'NO' | 'CALL_FIRST' | undefined
  description?: string | null | undefined
  vendor_name?: string | null | undefined
  entry_notes?: string | null | undefined
  has_pets?: boolean | null | undefined
  due_date?: string | null | undefined
  scheduled_start?: string | null | undefined
  scheduled_end?: string | null | undefined
  cost_cents?: number | null | undefined
}

export type CreateMessageInput = {
  recipient_type?: 'RESIDENT' | 'VENDOR' | undefined
  resident_id: string
  channel?: 'EMAIL' | 'SMS' | undefined
  subject?: string | undefined
  body: string
}

export type GetMessageInput = {
  id: string
}

export type ListWebhooksInput = {
  updated_since?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export type CreateWebhookInput = {
  event: 'lead.created' | 'ticket.created' | 'ticket.completed' | 'payment.received' | 'payment.reversed' | 'payment.refunded' | 'lease.signed' | 'invoice.paid' | 'records.changed'
  target_url: string
  description?: string | null | undefined
}

export type DeleteWebhookInput = {
  id: string
}

export type TestWebhookInput = {
  id: string
}

export type RotateWebhookSecretInput = {
  id: string
}

export type EnableWebhookInput = {
  id: string
}

export type ListWebhookDeliveriesInput = {
  id: string
  status?: 'PENDING' | 'DELIVERED' | 'RETRYING' | 'EXHAUSTED' | 'CANCELLED' | undefined
  since?: string | undefined
  until?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export type RedeliverWebhookInput = {
  id: string
  delivery_id: string
}

export type ListEventsInput = {
  type?: 'lead.created' | 'ticket.created' | 'ticket.completed' | 'payment.received' | 'payment.reversed' | 'payment.refunded' | 'lease.signed' | 'invoice.paid' | 'records.changed' | undefined
  since?: string | undefined
  webhook_id?: string | undefined
  delivered?: 'true' | 'false' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export type ListUnitsInput = {
  property_id?: string | undefined
  status?: 'CURRENT' | 'NOTICE_RENTED' | 'NOTICE_UNRENTED' | 'EVICT' | 'VACANT_RENTED' | 'VACANT_UNRENTED' | 'OFFLINE' | undefined
  updated_since?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export type GetUnitInput = {
  id: string
}

export type ListLeasesInput = {
  status?: 'DRAFT' | 'PENDING_SIGNATURE' | 'FUTURE' | 'ACTIVE' | 'ENDED' | 'CANCELLED' | undefined
  property_id?: string | undefined
  unit_id?: string | undefined
  updated_since?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export type GetLeaseInput = {
  id: string
}

export type GetLeaseLedgerInput = {
  id: string
  account?: 'RECEIVABLE' | 'DEPOSIT' | undefined
  updated_since?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export type ListLeadsInput = {
  status?: 'NEW' | 'CONTACTED' | 'TOURED' | 'APPLIED' | 'LEASED' | 'LOST' | undefined
  property_id?: string | undefined
  updated_since?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export type ListOwnersInput = {
  updated_since?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export type ListPortfoliosInput = {
  updated_since?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export type ListChangesInput = {
  after?: string | undefined
  types?: string | undefined
  limit?: number | undefined
}

export type ExportRecordsInput = {
  types?: string | undefined
}

/** The words that fields of inputs take. */
export const choices = {
  listInvoices: {
    status: ['DRAFT', 'OPEN', 'PARTIALLY_PAID', 'PAID', 'VOID', 'OVERDUE'],
  },
  listPayments: {
    status: ['PENDING', 'PAID', 'FAILED', 'REVERSED', 'REFUNDED', 'CANCELLED', 'ALL'],
  },
  listWorkOrders: {
    status: ['NEW', 'SCHEDULED', 'IN_PROGRESS', 'ON_HOLD', 'COMPLETED', 'CANCELLED'],
    priority: ['LOW', 'NORMAL', 'HIGH', 'EMERGENCY', 'MEDIUM', 'URGENT'],
    category: ['PLUMBING', 'ELECTRICAL', 'HVAC', 'APPLIANCE', 'PEST_CONTROL', 'LOCKS', 'STRUCTURAL', 'CLEANING', 'UNIT_TURN', 'SAFETY', 'OTHER'],
  },
  createWorkOrder: {
    status: ['NEW', 'SCHEDULED', 'IN_PROGRESS', 'ON_HOLD', 'COMPLETED', 'CANCELLED'],
    priority: ['LOW', 'NORMAL', 'HIGH', 'EMERGENCY', 'MEDIUM', 'URGENT'],
    category: ['PLUMBING', 'ELECTRICAL', 'HVAC', 'APPLIANCE', 'PEST_CONTROL', 'LOCKS', 'STRUCTURAL', 'CLEANING', 'UNIT_TURN', 'SAFETY', 'OTHER'],
    source: ['API', 'RESIDENT', 'STAFF', 'IMPORT'],
    entry_permission: ['YES', 'NO', 'CALL_FIRST'],
  },
  updateWorkOrder: {
    status: ['NEW', 'SCHEDULED', 'IN_PROGRESS', 'ON_HOLD', 'COMPLETED', 'CANCELLED'],
    priority: ['LOW', 'NORMAL', 'HIGH', 'EMERGENCY', 'MEDIUM', 'URGENT'],
    category: ['PLUMBING', 'ELECTRICAL', 'HVAC', 'APPLIANCE', 'PEST_CONTROL', 'LOCKS', 'STRUCTURAL', 'CLEANING', 'UNIT_TURN', 'SAFETY', 'OTHER'],
    entry_permission: ['YES', 'NO', 'CALL_FIRST'],
  },
  createMessage: {
    recipient_type: ['RESIDENT', 'VENDOR'],
    channel: ['EMAIL', 'SMS'],
  },
  createWebhook: {
    event: ['lead.created', 'ticket.created', 'ticket.completed', 'payment.received', 'payment.reversed', 'payment.refunded', 'lease.signed', 'invoice.paid', 'records.changed'],
  },
  listWebhookDeliveries: {
    status: ['PENDING', 'DELIVERED', 'RETRYING', 'EXHAUSTED', 'CANCELLED'],
  },
  listEvents: {
    type: ['lead.created', 'ticket.created', 'ticket.completed', 'payment.received', 'payment.reversed', 'payment.refunded', 'lease.signed', 'invoice.paid', 'records.changed'],
    delivered: ['true', 'false'],
  },
  listUnits: {
    status: ['CURRENT', 'NOTICE_RENTED', 'NOTICE_UNRENTED', 'EVICT', 'VACANT_RENTED', 'VACANT_UNRENTED', 'OFFLINE'],
  },
  listLeases: {
    status: ['DRAFT', 'PENDING_SIGNATURE', 'FUTURE', 'ACTIVE', 'ENDED', 'CANCELLED'],
  },
  getLeaseLedger: {
    account: ['RECEIVABLE', 'DEPOSIT'],
  },
  listLeads: {
    status: ['NEW', 'CONTACTED', 'TOURED', 'APPLIED', 'LEASED', 'LOST'],
  },
} as const

/** Every operation of version 1. */
export function v1Client(call: Caller) {
  return {
    /** List vacant units. */
    listListings: (input: ListListingsInput = {}, options?: CallOptions) =>
      call<ListingList>('GET', '/listings', input, options),
    /** List properties. */
    listProperties: (input: ListPropertiesInput = {}, options?: CallOptions) =>
      call<PropertyList>('GET', '/properties', input, options),
    /** Get a property. */
    getProperty: (input: GetPropertyInput, options?: CallOptions) =>
      call<PropertyDetail>('GET', '/properties/{id}', input, options),
    /** List current residents. */
    listResidents: (input: ListResidentsInput = {}, options?: CallOptions) =>
      call<ResidentList>('GET', '/residents', input, options),
    /** Get a resident. */
    getResident: (input: GetResidentInput, options?: CallOptions) =>
      call<ResidentDetail>('GET', '/residents/{id}', input, options),
    /** Get the rent roll. */
    getRentRoll: (input: GetRentRollInput, options?: CallOptions) =>
      call<RentRoll>('GET', '/rent-roll', input, options),
    /** List invoices. */
    listInvoices: (input: ListInvoicesInput = {}, options?: CallOptions) =>
      call<InvoiceList>('GET', '/invoices', input, options),
    /** Get an invoice. */
    getInvoice: (input: GetInvoiceInput, options?: CallOptions) =>
      call<Invoice>('GET', '/invoices/{id}', input, options),
    /** List payments. */
    listPayments: (input: ListPaymentsInput = {}, options?: CallOptions) =>
      call<PaymentList>('GET', '/payments', input, options),
    /** Get a payment. */
    getPayment: (input: GetPaymentInput, options?: CallOptions) =>
      call<Payment>('GET', '/payments/{id}', input, options),
    /** List work orders. */
    listWorkOrders: (input: ListWorkOrdersInput = {}, options?: CallOptions) =>
      call<WorkOrderList>('GET', '/work-orders', input, options),
    /** Create a work order. */
    createWorkOrder: (input: CreateWorkOrderInput = {}, options?: CallOptions) =>
      call<WorkOrder>('POST', '/work-orders', input, options),
    /** Get a work order. */
    getWorkOrder: (input: GetWorkOrderInput, options?: CallOptions) =>
      call<WorkOrder>('GET', '/work-orders/{id}', input, options),
    /** Update a work order. */
    updateWorkOrder: (input: UpdateWorkOrderInput, options?: CallOptions) =>
      call<WorkOrder>('PATCH', '/work-orders/{id}', input, options),
    /** Send a message to a resident. */
    createMessage: (input: CreateMessageInput, options?: CallOptions) =>
      call<Message>('POST', '/messages', input, options),
    /** Get a message. */
    getMessage: (input: GetMessageInput, options?: CallOptions) =>
      call<Message>('GET', '/messages/{id}', input, options),
    /** List webhook subscriptions. */
    listWebhooks: (input: ListWebhooksInput = {}, options?: CallOptions) =>
      call<WebhookList>('GET', '/webhooks', input, options),
    /** Create a webhook subscription. */
    createWebhook: (input: CreateWebhookInput, options?: CallOptions) =>
      call<WebhookWithSecret>('POST', '/webhooks', input, options),
    /** Delete a webhook subscription. */
    deleteWebhook: (input: DeleteWebhookInput, options?: CallOptions) =>
      call<DeletedWebhook>('DELETE', '/webhooks/{id}', input, options),
    /** Send a test event. */
    testWebhook: (input: TestWebhookInput, options?: CallOptions) =>
      call<WebhookDelivery>('POST', '/webhooks/{id}/test', input, options),
    /** Rotate a signing secret. */
    rotateWebhookSecret: (input: RotateWebhookSecretInput, options?: CallOptions) =>
      call<WebhookWithSecret>('POST', '/webhooks/{id}/rotate-secret', input, options),
    /** Enable a paused subscription. */
    enableWebhook: (input: EnableWebhookInput, options?: CallOptions) =>
      call<Webhook>('POST', '/webhooks/{id}/enable', input, options),
    /** List deliveries. */
    listWebhookDeliveries: (input: ListWebhookDeliveriesInput, options?: CallOptions) =>
      call<WebhookDeliveryList>('GET', '/webhooks/{id}/deliveries', input, options),
    /** Redeliver an event. */
    redeliverWebhook: (input: RedeliverWebhookInput, options?: CallOptions) =>
      call<WebhookDelivery>('POST', '/webhooks/{id}/deliveries/{delivery_id}/redeliver', input, options),
    /** List events. */
    listEvents: (input: ListEventsInput = {}, options?: CallOptions) =>
      call<EventList>('GET', '/events', input, options),
    /** Get the organization. */
    getOrganization: (input: NoInput = {}, options?: CallOptions) =>
      call<Organization>('GET', '/organization', input, options),
    /** List units. */
    listUnits: (input: ListUnitsInput = {}, options?: CallOptions) =>
      call<UnitList>('GET', '/units', input, options),
    /** Get a unit. */
    getUnit: (input: GetUnitInput, options?: CallOptions) =>
      call<UnitRecord>('GET', '/units/{id}', input, options),
    /** List leases. */
    listLeases: (input: ListLeasesInput = {}, options?: CallOptions) =>
      call<LeaseList>('GET', '/leases', input, options),
    /** Get a lease. */
    getLease: (input: GetLeaseInput, options?: CallOptions) =>
      call<LeaseRecord>('GET', '/leases/{id}', input, options),
    /** Get the ledger of a lease. */
    getLeaseLedger: (input: GetLeaseLedgerInput, options?: CallOptions) =>
      call<Ledger>('GET', '/leases/{id}/ledger', input, options),
    /** List leads. */
    listLeads: (input: ListLeadsInput = {}, options?: CallOptions) =>
      call<LeadList>('GET', '/leads', input, options),
    /** List owners. */
    listOwners: (input: ListOwnersInput = {}, options?: CallOptions) =>
      call<OwnerList>('GET', '/owners', input, options),
    /** List portfolios. */
    listPortfolios: (input: ListPortfoliosInput = {}, options?: CallOptions) =>
      call<PortfolioList>('GET', '/portfolios', input, options),
    /** List changes. */
    listChanges: (input: ListChangesInput = {}, options?: CallOptions) =>
      call<ChangeList>('GET', '/changes', input, options),
    /** Export all records: the address of the file. */
    exportRecords: (input: ExportRecordsInput = {}) => call.addressOf('/export', input),
  }
}
