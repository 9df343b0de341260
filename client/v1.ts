/** Version 1 of the API: `v1Client(openCaller({ baseUrl, headers }))` has a method for each operation. Generated from the contract by `npm run generate`; do not edit. */
import type { Caller, CallOptions, NoInput } from './call.ts'
import { eachItem, type WithoutPage } from './pages.ts'

/** What a copy holds: each type of record with its shape. */
export type Records = {
  property: Property
  unit: UnitRecord
  listing: Listing
  lease: LeaseRecord
  resident: ResidentDetail
  invoice: Invoice
  payment: Payment
  work_order: WorkOrder
  lead: Lead
  owner: Owner
  portfolio: Portfolio
}

/** The data of each type of event. */
export type EventData = { [One in Event as One['type']]: One['data'] }

/** A line of an export: first the cursor after which changes continue, then each record, and last the number of records by type. */
export type ExportLine =
  | { cursor: string; organization_id: string; as_of: string; effective_scopes: Organization['key']['effective_scopes'] }
  | { [Type in keyof Records]: { type: Type; data: Records[Type] } }[keyof Records]
  | { end: true; counts: Partial<Record<keyof Records, number>> }

export type AdditionalResident = {
  /** ID of the resident. */
  resident_id: string
  /** First and last name of the resident. */
  name: string
  /** The resident’s role on the lease. */
  role: 'PRIMARY' | 'CO_TENANT' | 'OCCUPANT' | 'GUARANTOR'
}

export type Allocation = {
  /** ID of the invoice. */
  invoice_id: string
  /** The amount applied to the invoice, in cents. */
  amount_cents: number
}

export type CallingKey = {
  /** ID of the key. */
  key_id: string
  /** What the key is for. */
  name: string
  /** The scopes the key was issued with. */
  scopes: ('properties:read' | 'accounting:read' | 'maintenance:read' | 'maintenance:write' | 'comms:write' | 'webhooks:manage')[]
  /** The scopes that are in force: those that both the key and the organization’s plan include. */
  effective_scopes: ('properties:read' | 'accounting:read' | 'maintenance:read' | 'maintenance:write' | 'comms:write' | 'webhooks:manage')[]
  /** Number of calls the key may make in any 60 seconds. */
  requests_per_minute: number
  /** When the key expires. Null if it never does. */
  expires_at: string | null
}

export type Change =
  | PropertyChange
  | UnitChange
  | ListingChange
  | LeaseChange
  | ResidentChange
  | InvoiceChange
  | PaymentChange
  | WorkOrderChange
  | LeadChange
  | OwnerChange
  | PortfolioChange

export type ChangeList = {
  /** The changes, in the order in which they were committed. */
  data: Change[]
  /** The cursor to continue from, present even if nothing is new. */
  next_cursor: string
  /** Whether more changes can be read right away. */
  has_more: boolean
  /** The scopes that this page was read with. If they differ from those of the export or of the previous page, your copy may lack records: take a new export. */
  effective_scopes: ('properties:read' | 'accounting:read' | 'maintenance:read' | 'maintenance:write' | 'comms:write' | 'webhooks:manage')[]
}

export type DeletedWebhook = {
  /** ID of the subscription. */
  id: string
  /** Always true. */
  deleted: boolean
}

export type Event =
  | LeadCreatedEvent
  | TicketCreatedEvent
  | TicketCompletedEvent
  | PaymentReceivedEvent
  | PaymentReversedEvent
  | PaymentRefundedEvent
  | LeaseSignedEvent
  | InvoicePaidEvent
  | RecordsChangedEvent

export type EventList = {
  /** The items on this page. */
  data: Event[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type FutureResident = {
  /** ID of the property. */
  property_id: string
  /** Name of the property. */
  property_name: string
  /** ID of the unit. */
  unit_id: string
  /** Label of the unit within its property. */
  unit_label: string
  /** ID of the lease. */
  lease_id: string
  /** ID of the primary resident. */
  resident_id: string | null
  /** First and last name of the primary resident. */
  resident_name: string | null
  /** First day of the lease. */
  lease_from: string
  /** Last day of the lease’s term. */
  lease_to: string | null
  /** Planned move-in date. Equals the first day of the lease if no other day is planned. */
  move_in: string
  /** Monthly rent, in cents: the RENT charges in force on the lease’s first day, or on the requested day if that is later. A past day shows what was agreed by then. */
  rent_cents: number
  /** Security deposit held for the lease, in cents. */
  deposit_cents: number
  /** Balance of the lease, in cents. Negative when prepaid. */
  balance_cents: number
}

export type Invoice = {
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
}

export type InvoiceChange = {
  /** The type of the record. */
  type: 'invoice'
  /** ID of the record. */
  id: string
  /** UPSERTED when the record is new or different, REMOVED when it can no longer be read, such as a listing of a unit that was leased. */
  change: 'UPSERTED' | 'REMOVED'
  /** When the transaction of the change began. */
  changed_at: string
  /** The record as it is now, in the shape of its own endpoint; null when it was removed. */
  record: Invoice | null
}

export type InvoiceLine = {
  /** What the charge is for. RENT: rent for the home; PARKING: a parking space or garage; PET: monthly pet rent; UTILITY: water, electricity, trash or another utility; STORAGE: a storage room or locker; LATE_FEE: a fee for paying late; CONCESSION: a discount, always negative; DEPOSIT: a security deposit, which is held for the resident once it is paid and has invoices of its own; OPENING_BALANCE: the balance when the lease was imported from another system; OTHER: anything else. */
  charge_code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'DEPOSIT' | 'OPENING_BALANCE' | 'OTHER'
  /** Description of the charge. */
  description: string
  /** Amount of the charge, in cents. Negative for a CONCESSION, otherwise above 0. */
  amount_cents: number
}

export type InvoiceList = {
  /** The items on this page. */
  data: Invoice[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type InvoicePaidEvent = {
  /** ID of the event, which is sent as `webhook-id` with its deliveries. */
  id: string
  /** The type of event. */
  type: 'invoice.paid'
  /** When the event happened. */
  timestamp: string
  /** The API version that `data` follows. */
  api_version: string
  /** ID of the organization. */
  organization_id: string
  /** The complete resource as it was when the event happened, under its name. */
  data: {
    /** One or more charges billed to a lease. The lines of an issued invoice never change. */
    invoice: Invoice
    /** IDs of the payments applied to the invoice, including withheld deposits. */
    payment_ids: string[]
  }
  /** True for a test event, which carries sample data. */
  test?: boolean
}

export type Lead = {
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
}

export type LeadChange = {
  /** The type of the record. */
  type: 'lead'
  /** ID of the record. */
  id: string
  /** UPSERTED when the record is new or different, REMOVED when it can no longer be read, such as a listing of a unit that was leased. */
  change: 'UPSERTED' | 'REMOVED'
  /** When the transaction of the change began. */
  changed_at: string
  /** The record as it is now, in the shape of its own endpoint; null when it was removed. */
  record: Lead | null
}

export type LeadCreatedEvent = {
  /** ID of the event, which is sent as `webhook-id` with its deliveries. */
  id: string
  /** The type of event. */
  type: 'lead.created'
  /** When the event happened. */
  timestamp: string
  /** The API version that `data` follows. */
  api_version: string
  /** ID of the organization. */
  organization_id: string
  /** The complete resource as it was when the event happened, under its name. */
  data: {
    /** A prospective resident. */
    lead: Lead
  }
  /** True for a test event, which carries sample data. */
  test?: boolean
}

export type LeadList = {
  /** The items on this page. */
  data: Lead[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type Lease = {
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
}

export type LeaseChange = {
  /** The type of the record. */
  type: 'lease'
  /** ID of the record. */
  id: string
  /** UPSERTED when the record is new or different, REMOVED when it can no longer be read, such as a listing of a unit that was leased. */
  change: 'UPSERTED' | 'REMOVED'
  /** When the transaction of the change began. */
  changed_at: string
  /** The record as it is now, in the shape of its own endpoint; null when it was removed. */
  record: LeaseRecord | null
}

export type LeaseList = {
  /** The items on this page. */
  data: LeaseRecord[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type LeaseRecord = {
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
  /** Security deposit held for the lease, in cents. Null for a key without accounting:read. */
  deposit_held_cents: number | null
  /** Balance of the lease, in cents. Negative when prepaid; null for a key without accounting:read. */
  balance_cents: number | null
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
}

export type LeaseResident = {
  /** ID of the resident. */
  resident_id: string
  /** First and last name of the resident. */
  name: string
  /** The resident’s role on the lease. */
  role: 'PRIMARY' | 'CO_TENANT' | 'OCCUPANT' | 'GUARANTOR'
  /** Whether this is the primary resident. Every lease has exactly one. */
  is_primary: boolean
  /** The resident’s first day on the lease. Null if that is the first day of the lease. */
  from: string | null
  /** The resident’s last day on the lease. Null if they stay until the lease ends. */
  to: string | null
}

export type LeaseSignedEvent = {
  /** ID of the event, which is sent as `webhook-id` with its deliveries. */
  id: string
  /** The type of event. */
  type: 'lease.signed'
  /** When the event happened. */
  timestamp: string
  /** The API version that `data` follows. */
  api_version: string
  /** ID of the organization. */
  organization_id: string
  /** The complete resource as it was when the event happened, under its name. */
  data: {
    /** A lease of one unit, as of today. */
    lease: Lease
  }
  /** True for a test event, which carries sample data. */
  test?: boolean
}

export type Ledger = {
  /** The items on this page. */
  data: LedgerLine[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type LedgerLine = {
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
}

export type Listing = {
  /** ID of the unit. */
  id: string
  /** Name of the property. */
  propertyName: string
  /** Street address of the property. */
  addressLine: string
  /** City of the property. */
  city: string
  /** Two-letter state code. */
  state: string
  /** ZIP code of the property. */
  postalCode: string
  /** Label of the unit within its property. */
  label: string
  /** Number of bedrooms. 0 means a studio. */
  bedrooms: number
  /** Number of bathrooms. */
  bathrooms: number
  /** Floor area in square feet. */
  sqft: number | null
  /** Advertised monthly rent, in cents. */
  marketRentCents: number
  /** Start of the first day on which the unit can be moved into, in the organization’s time zone. */
  availableFrom: string | null
  /** Title of the listing. */
  listingTitle: string | null
  /** Description of the listing. */
  listingDesc: string | null
  /** Addresses of photos of the unit, best first. They come from the organization, and the service does not check that they can be opened. */
  photos: string[]
  /** Amenities of the unit. */
  amenities: string[]
}

export type ListingChange = {
  /** The type of the record. */
  type: 'listing'
  /** ID of the record. */
  id: string
  /** UPSERTED when the record is new or different, REMOVED when it can no longer be read, such as a listing of a unit that was leased. */
  change: 'UPSERTED' | 'REMOVED'
  /** When the transaction of the change began. */
  changed_at: string
  /** The record as it is now, in the shape of its own endpoint; null when it was removed. */
  record: Listing | null
}

export type ListingList = {
  /** The items on this page. */
  data: Listing[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type Message = {
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
}

export type Organization = {
  /** ID of the organization. */
  organization_id: string
  /** Name of the organization. */
  name: string
  /** The IANA time zone in which the organization’s days begin. */
  time_zone: string
  /** Today’s date in that time zone. */
  today: string
  /** Plan of the organization. */
  plan: 'STARTER' | 'GROWTH' | 'PRO' | 'SCALE' | 'ENTERPRISE'
  /** The API tier of the plan. */
  tier: 'CORE' | 'AUTOMATION' | 'PARTNER'
  /** Whether the organization is a sandbox. */
  is_sandbox: boolean
  /** The last closed day: nothing can be posted to the ledger on that day or before. */
  books_closed_through: string | null
  /** The key that a call was made with. */
  key: CallingKey
}

export type Owner = {
  /** ID of the owner. */
  owner_id: string
  /** Name of the owner. */
  name: string
  /** Number of properties of the owner. */
  property_count: number
  /** ID of this record in the system it was imported from. */
  external_id: string | null
  /** When the record was created. */
  created_at: string
  /** When the record was last updated. */
  updated_at: string
}

export type OwnerChange = {
  /** The type of the record. */
  type: 'owner'
  /** ID of the record. */
  id: string
  /** UPSERTED when the record is new or different, REMOVED when it can no longer be read, such as a listing of a unit that was leased. */
  change: 'UPSERTED' | 'REMOVED'
  /** When the transaction of the change began. */
  changed_at: string
  /** The record as it is now, in the shape of its own endpoint; null when it was removed. */
  record: Owner | null
}

export type OwnerList = {
  /** The items on this page. */
  data: Owner[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type Pagination = {
  /** Number of items in the whole list, exact on every page. */
  total: number
  /** The `limit` of this call. */
  limit: number
  /** The `offset` of this call. */
  offset: number
  /** Whether items follow this page. */
  hasMore: boolean
}

export type Payment = {
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
}

export type PaymentChange = {
  /** The type of the record. */
  type: 'payment'
  /** ID of the record. */
  id: string
  /** UPSERTED when the record is new or different, REMOVED when it can no longer be read, such as a listing of a unit that was leased. */
  change: 'UPSERTED' | 'REMOVED'
  /** When the transaction of the change began. */
  changed_at: string
  /** The record as it is now, in the shape of its own endpoint; null when it was removed. */
  record: Payment | null
}

export type PaymentList = {
  /** The items on this page. */
  data: Payment[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type PaymentReceivedEvent = {
  /** ID of the event, which is sent as `webhook-id` with its deliveries. */
  id: string
  /** The type of event. */
  type: 'payment.received'
  /** When the event happened. */
  timestamp: string
  /** The API version that `data` follows. */
  api_version: string
  /** ID of the organization. */
  organization_id: string
  /** The complete resource as it was when the event happened, under its name. */
  data: {
    /** A payment for a lease. */
    payment: Payment
  }
  /** True for a test event, which carries sample data. */
  test?: boolean
}

export type PaymentRefundedEvent = {
  /** ID of the event, which is sent as `webhook-id` with its deliveries. */
  id: string
  /** The type of event. */
  type: 'payment.refunded'
  /** When the event happened. */
  timestamp: string
  /** The API version that `data` follows. */
  api_version: string
  /** ID of the organization. */
  organization_id: string
  /** The complete resource as it was when the event happened, under its name. */
  data: {
    /** A payment for a lease. */
    payment: Payment
    /** The amount of this refund, in cents. */
    amount_cents: number
  }
  /** True for a test event, which carries sample data. */
  test?: boolean
}

export type PaymentReversedEvent = {
  /** ID of the event, which is sent as `webhook-id` with its deliveries. */
  id: string
  /** The type of event. */
  type: 'payment.reversed'
  /** When the event happened. */
  timestamp: string
  /** The API version that `data` follows. */
  api_version: string
  /** ID of the organization. */
  organization_id: string
  /** The complete resource as it was when the event happened, under its name. */
  data: {
    /** A payment for a lease. */
    payment: Payment
    /** Why the payment was reversed. */
    reason: string | null
  }
  /** True for a test event, which carries sample data. */
  test?: boolean
}

export type Portfolio = {
  /** ID of the portfolio. */
  portfolio_id: string
  /** Name of the portfolio. */
  name: string
  /** Number of properties in the portfolio. */
  property_count: number
  /** ID of this record in the system it was imported from. */
  external_id: string | null
  /** When the record was created. */
  created_at: string
  /** When the record was last updated. */
  updated_at: string
}

export type PortfolioChange = {
  /** The type of the record. */
  type: 'portfolio'
  /** ID of the record. */
  id: string
  /** UPSERTED when the record is new or different, REMOVED when it can no longer be read, such as a listing of a unit that was leased. */
  change: 'UPSERTED' | 'REMOVED'
  /** When the transaction of the change began. */
  changed_at: string
  /** The record as it is now, in the shape of its own endpoint; null when it was removed. */
  record: Portfolio | null
}

export type PortfolioList = {
  /** The items on this page. */
  data: Portfolio[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type Property = {
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
}

export type PropertyChange = {
  /** The type of the record. */
  type: 'property'
  /** ID of the record. */
  id: string
  /** UPSERTED when the record is new or different, REMOVED when it can no longer be read, such as a listing of a unit that was leased. */
  change: 'UPSERTED' | 'REMOVED'
  /** When the transaction of the change began. */
  changed_at: string
  /** The record as it is now, in the shape of its own endpoint; null when it was removed. */
  record: Property | null
}

export type PropertyDetail = {
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
  /** Number of units occupied today. */
  occupied_unit_count: number
  /** Number of units vacant today. Offline units are neither occupied nor vacant. */
  vacant_unit_count: number
  /** Every unit in service today, ordered by label. */
  units: Unit[]
  /** Every lease active today, ordered by unit label. */
  active_leases: LeaseRecord[]
}

export type PropertyList = {
  /** The items on this page. */
  data: Property[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type RecordsChangedEvent = {
  /** ID of the event, which is sent as `webhook-id` with its deliveries. */
  id: string
  /** The type of event. */
  type: 'records.changed'
  /** When the event happened. */
  timestamp: string
  /** The API version that `data` follows. */
  api_version: string
  /** ID of the organization. */
  organization_id: string
  /** Where the changes begin. */
  data: {
    /** A cursor of `GET /changes`, after which the changes begin. A copy that missed no event has already read up to it. */
    cursor: string
  }
  /** True for a test event, which carries sample data. */
  test?: boolean
}

export type RecurringCharge = {
  /** Type of the charge. A CONCESSION is negative. */
  code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'OTHER'
  /** Description of the charge. */
  description: string
  /** Monthly amount, in cents. */
  amount_cents: number
  /** First day the charge is in force. */
  from: string
  /** Last day the charge is in force. Null while it has no end. */
  to: string | null
}

export type RentRoll = {
  /** What the rent roll covers. */
  scope: RentRollScope
  /** The day the rent roll reports on. */
  as_of_date: string
  /** When the rent roll was read. All of it comes from one snapshot. */
  generated_at: string
  /** One row per unit in service on the day, ordered by property_name, property_id, unit_label, unit_id. */
  rows: RentRollRow[]
  /** Signed leases that have not moved in, ordered by property_name, property_id, unit_label, lease_from, lease_id. */
  future_residents: FutureResident[]
  /** Totals of all rows, and the balances of leases that have no row. */
  totals: RentRollTotals
  /** Totals of the rows by floor plan, ordered by name, with units that have none last. */
  by_unit_type: RentRollUnitTypeTotals[]
  /** Totals of the rows’ charges by charge code. */
  by_charge_code: RentRollChargeCodeTotals[]
}

export type RentRollCharge = {
  /** Type of the charge. */
  code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'OTHER'
  /** Monthly amount in force on the day, in cents. A CONCESSION is negative. */
  amount_cents: number
}

export type RentRollChargeCodeTotals = {
  /** Type of the charge. */
  code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'OTHER'
  /** Number of units with this charge. */
  unit_count: number
  /** Sum of the charges, in cents. */
  amount_cents: number
}

export type RentRollRow = {
  /** ID of the property. */
  property_id: string
  /** Name of the property. */
  property_name: string
  /** ID of the unit. */
  unit_id: string
  /** Label of the unit within its property. */
  unit_label: string
  /** The unit’s floor plan on the day. */
  unit_type: string | null
  /** Number of bedrooms. 0 means a studio. */
  bedrooms: number | null
  /** Number of bathrooms. */
  bathrooms: number | null
  /** Floor area in square feet. */
  sqft: number | null
  /** Status of the unit on the day. CURRENT, NOTICE_RENTED, NOTICE_UNRENTED and EVICT units are occupied, and EVICT takes precedence over NOTICE. OFFLINE units are neither occupied nor vacant. …_RENTED means that the unit is leased to someone else from a later day. */
  status: 'CURRENT' | 'NOTICE_RENTED' | 'NOTICE_UNRENTED' | 'EVICT' | 'VACANT_RENTED' | 'VACANT_UNRENTED' | 'OFFLINE'
  /** ID of the lease that occupies the unit. Null when nobody lives there. */
  lease_id: string | null
  /** ID of the primary resident. */
  resident_id: string | null
  /** First and last name of the primary resident. */
  resident_name: string | null
  /** The other residents on the lease, ordered by last and first name. */
  additional_residents: AdditionalResident[]
  /** First day of the current term of the lease or of its renewal. */
  lease_from: string | null
  /** Last day of the current term. Null for a month-to-month term. A resident who stays beyond it is still current. */
  lease_to: string | null
  /** Move-in date. Null before that day. */
  move_in: string | null
  /** Last day of the occupancy, once known: shown from the notice or eviction onward or, without either, on the day itself. */
  move_out: string | null
  /** The day notice to vacate was given. Null before that day. */
  notice_date: string | null
  /** Monthly market rent on the day, in cents. 0 if unknown. */
  market_rent_cents: number
  /** Monthly RENT charges in force on the day, in cents. */
  rent_cents: number
  /** All other monthly charges in force on the day, in cents. */
  other_charges_cents: number
  /** Sum of rent_cents and other_charges_cents. */
  total_charges_cents: number
  /** The charges in force on the day, by charge code. */
  charges: RentRollCharge[]
  /** Security deposit held for the lease, in cents. */
  deposit_cents: number
  /** Balance of the lease, in cents. Negative when prepaid. */
  balance_cents: number
  /** Unpaid charges due before the day less unapplied credit, in cents. Never negative. */
  past_due_cents: number
  /** Number of days since the last resident’s last day. Null unless the unit is vacant and has been leased before. */
  days_vacant: number | null
}

export type RentRollScope = {
  /** What the rent roll covers: one property, the properties of a portfolio, or all properties of the organization. */
  type: 'PROPERTY' | 'PORTFOLIO' | 'ORGANIZATION'
  /** ID of the property, portfolio or organization. */
  id: string
  /** Name of the property, portfolio or organization. */
  name: string
}

export type RentRollTotals = {
  /** Number of units in service, which is the number of rows. */
  unit_count: number
  /** Number of occupied units: CURRENT, NOTICE_RENTED, NOTICE_UNRENTED and EVICT. */
  occupied_unit_count: number
  /** Number of vacant units: VACANT_RENTED and VACANT_UNRENTED. */
  vacant_unit_count: number
  /** Number of units in status CURRENT. */
  current_unit_count: number
  /** Number of units in status NOTICE_RENTED. */
  notice_rented_unit_count: number
  /** Number of units in status NOTICE_UNRENTED. */
  notice_unrented_unit_count: number
  /** Number of units in status EVICT. */
  evict_unit_count: number
  /** Number of units in status VACANT_RENTED. */
  vacant_rented_unit_count: number
  /** Number of units in status VACANT_UNRENTED. */
  vacant_unrented_unit_count: number
  /** Number of units in status OFFLINE. */
  offline_unit_count: number
  /** Occupied units as a percentage of units that are not OFFLINE, with two decimals. 0 if every unit is OFFLINE. */
  occupancy_pct: number
  /** Occupied and VACANT_RENTED units as a percentage of units that are not OFFLINE, with two decimals. */
  leased_pct: number
  /** Total floor area of all units, in square feet. */
  sqft_total: number
  /** Total floor area of occupied units, in square feet. */
  sqft_occupied: number
  /** Total monthly market rent of all units, in cents. */
  market_rent_cents: number
  /** Total monthly rent, in cents. */
  rent_cents: number
  /** Total of other monthly charges, in cents. */
  other_charges_cents: number
  /** Total of monthly rent and other charges, in cents. */
  total_charges_cents: number
  /** Total of security deposits held, in cents. */
  deposit_cents: number
  /** Total of the balances, in cents. */
  balance_cents: number
  /** Total past due, in cents. */
  past_due_cents: number
  /** Monthly market rent less monthly rent, of occupied units, in cents. */
  loss_to_lease_cents: number
  /** Monthly market rent of vacant units, in cents. */
  vacancy_loss_cents: number
  /** Total of the balances of future_residents, in cents. */
  future_residents_balance_cents: number
  /** Total of the balances of all other leases, mostly of residents who moved out; together with balance_cents and future_residents_balance_cents, everything that is owed, in cents. */
  former_residents_balance_cents: number
}

export type RentRollUnitTypeTotals = {
  /** The floor plan. Null for units without one. */
  unit_type: string | null
  /** Number of units in service, which is the number of rows. */
  unit_count: number
  /** Number of occupied units: CURRENT, NOTICE_RENTED, NOTICE_UNRENTED and EVICT. */
  occupied_unit_count: number
  /** Number of vacant units: VACANT_RENTED and VACANT_UNRENTED. */
  vacant_unit_count: number
  /** Number of units in status CURRENT. */
  current_unit_count: number
  /** Number of units in status NOTICE_RENTED. */
  notice_rented_unit_count: number
  /** Number of units in status NOTICE_UNRENTED. */
  notice_unrented_unit_count: number
  /** Number of units in status EVICT. */
  evict_unit_count: number
  /** Number of units in status VACANT_RENTED. */
  vacant_rented_unit_count: number
  /** Number of units in status VACANT_UNRENTED. */
  vacant_unrented_unit_count: number
  /** Number of units in status OFFLINE. */
  offline_unit_count: number
  /** Occupied units as a percentage of units that are not OFFLINE, with two decimals. 0 if every unit is OFFLINE. */
  occupancy_pct: number
  /** Occupied and VACANT_RENTED units as a percentage of units that are not OFFLINE, with two decimals. */
  leased_pct: number
  /** Total floor area of all units, in square feet. */
  sqft_total: number
  /** Total floor area of occupied units, in square feet. */
  sqft_occupied: number
  /** Total monthly market rent of all units, in cents. */
  market_rent_cents: number
  /** Total monthly rent, in cents. */
  rent_cents: number
  /** Total of other monthly charges, in cents. */
  other_charges_cents: number
  /** Total of monthly rent and other charges, in cents. */
  total_charges_cents: number
  /** Total of security deposits held, in cents. */
  deposit_cents: number
  /** Total of the balances, in cents. */
  balance_cents: number
  /** Total past due, in cents. */
  past_due_cents: number
  /** Monthly market rent less monthly rent, of occupied units, in cents. */
  loss_to_lease_cents: number
  /** Monthly market rent of vacant units, in cents. */
  vacancy_loss_cents: number
}

export type Resident = {
  /** ID of the resident. */
  resident_id: string
  /** First name of the person. */
  first_name: string
  /** Last name of the person. */
  last_name: string
  /** E-mail address of the person. */
  email: string | null
  /** Phone number of the person. */
  phone: string | null
  /** The resident’s role on the lease. */
  role: 'PRIMARY' | 'CO_TENANT' | 'OCCUPANT' | 'GUARANTOR'
  /** Status of the resident: EVICT once an eviction is filed, NOTICE once notice to vacate is given, CURRENT otherwise. */
  status: 'CURRENT' | 'NOTICE' | 'EVICT'
  /** ID of the property. */
  property_id: string
  /** Name of the property. */
  property_name: string
  /** ID of the unit. */
  unit_id: string
  /** Label of the unit. */
  unit_label: string
  /** ID of the lease. */
  lease_id: string
  /** Move-in date, or the first day on the lease of a resident who joined it later. */
  move_in_date: string | null
  /** Scheduled move-out date: the last day of the occupancy, or the resident’s own last day if that is earlier. */
  move_out_date: string | null
  /** Balance of the lease, in cents. Negative when prepaid; null for a key without accounting:read. */
  lease_balance_cents: number | null
  /** Whether the resident has agreed to receive text messages. */
  sms_opt_in: 'NOT_SET' | 'OPTED_IN' | 'OPTED_OUT'
  /** ID of this record in the system it was imported from. */
  external_id: string | null
  /** When the record was created. */
  created_at: string
  /** When the record was last updated. */
  updated_at: string
}

export type ResidentChange = {
  /** The type of the record. */
  type: 'resident'
  /** ID of the record. */
  id: string
  /** UPSERTED when the record is new or different, REMOVED when it can no longer be read, such as a listing of a unit that was leased. */
  change: 'UPSERTED' | 'REMOVED'
  /** When the transaction of the change began. */
  changed_at: string
  /** The record as it is now, in the shape of its own endpoint; null when it was removed. */
  record: ResidentDetail | null
}

export type ResidentDetail = {
  /** ID of the resident. */
  resident_id: string
  /** First name of the person. */
  first_name: string
  /** Last name of the person. */
  last_name: string
  /** E-mail address of the person. */
  email: string | null
  /** Phone number of the person. */
  phone: string | null
  /** The resident’s role on the lease. */
  role: 'PRIMARY' | 'CO_TENANT' | 'OCCUPANT' | 'GUARANTOR' | null
  /** Status of the resident: CURRENT, NOTICE or EVICT on a lease that is active today, FUTURE on a lease that has not begun or that they join later, PAST on a lease that has ended or that they have left. Null without a signed lease. */
  status: 'CURRENT' | 'NOTICE' | 'EVICT' | 'FUTURE' | 'PAST' | null
  /** ID of the property. */
  property_id: string | null
  /** Name of the property. */
  property_name: string | null
  /** ID of the unit. */
  unit_id: string | null
  /** Label of the unit. */
  unit_label: string | null
  /** ID of the lease. */
  lease_id: string | null
  /** Move-in date, or the first day on the lease of a resident who joined it later. */
  move_in_date: string | null
  /** Move-out date: scheduled while in the future, actual afterward. */
  move_out_date: string | null
  /** Balance of the lease, in cents. Negative when prepaid; null for a key without accounting:read. */
  lease_balance_cents: number | null
  /** Whether the resident has agreed to receive text messages. */
  sms_opt_in: 'NOT_SET' | 'OPTED_IN' | 'OPTED_OUT'
  /** ID of this record in the system it was imported from. */
  external_id: string | null
  /** When the record was created. */
  created_at: string
  /** When the record was last updated. */
  updated_at: string
}

export type ResidentList = {
  /** The items on this page. */
  data: Resident[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type TicketCompletedEvent = {
  /** ID of the event, which is sent as `webhook-id` with its deliveries. */
  id: string
  /** The type of event. */
  type: 'ticket.completed'
  /** When the event happened. */
  timestamp: string
  /** The API version that `data` follows. */
  api_version: string
  /** ID of the organization. */
  organization_id: string
  /** The complete resource as it was when the event happened, under its name. */
  data: {
    /** A work order for a property or one of its units. */
    work_order: WorkOrder
  }
  /** True for a test event, which carries sample data. */
  test?: boolean
}

export type TicketCreatedEvent = {
  /** ID of the event, which is sent as `webhook-id` with its deliveries. */
  id: string
  /** The type of event. */
  type: 'ticket.created'
  /** When the event happened. */
  timestamp: string
  /** The API version that `data` follows. */
  api_version: string
  /** ID of the organization. */
  organization_id: string
  /** The complete resource as it was when the event happened, under its name. */
  data: {
    /** A work order for a property or one of its units. */
    work_order: WorkOrder
  }
  /** True for a test event, which carries sample data. */
  test?: boolean
}

export type Unit = {
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
  /** Current monthly market rent, in cents. 0 if unknown. */
  market_rent_cents: number
  /** Status of the unit today. CURRENT, NOTICE_RENTED, NOTICE_UNRENTED and EVICT units are occupied; OFFLINE units are neither occupied nor vacant. */
  status: 'CURRENT' | 'NOTICE_RENTED' | 'NOTICE_UNRENTED' | 'EVICT' | 'VACANT_RENTED' | 'VACANT_UNRENTED' | 'OFFLINE'
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
}

export type UnitChange = {
  /** The type of the record. */
  type: 'unit'
  /** ID of the record. */
  id: string
  /** UPSERTED when the record is new or different, REMOVED when it can no longer be read, such as a listing of a unit that was leased. */
  change: 'UPSERTED' | 'REMOVED'
  /** When the transaction of the change began. */
  changed_at: string
  /** The record as it is now, in the shape of its own endpoint; null when it was removed. */
  record: UnitRecord | null
}

export type UnitList = {
  /** The items on this page. */
  data: UnitRecord[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type UnitRecord = {
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
  /** Current monthly market rent, in cents. 0 if unknown. */
  market_rent_cents: number
  /** Status of the unit today, null if it is not in service today. CURRENT, NOTICE_RENTED, NOTICE_UNRENTED and EVICT units are occupied; OFFLINE units are neither occupied nor vacant. */
  status: 'CURRENT' | 'NOTICE_RENTED' | 'NOTICE_UNRENTED' | 'EVICT' | 'VACANT_RENTED' | 'VACANT_UNRENTED' | 'OFFLINE' | null
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
  /** ID of the property. */
  property_id: string
  /** The first day the unit is in service. */
  in_service_from: string
  /** The last day the unit is in service, if known. */
  in_service_to: string | null
}

export type Webhook = {
  /** ID of the subscription. */
  id: string
  /** The type of event. */
  event: 'lead.created' | 'ticket.created' | 'ticket.completed' | 'payment.received' | 'payment.reversed' | 'payment.refunded' | 'lease.signed' | 'invoice.paid' | 'records.changed'
  /** The URL that events are sent to, as it was given. */
  target_url: string
  /** Your own description of the subscription. */
  description: string | null
  /** Status of the subscription. PAUSED after five days of consecutive failures, when the target URL responded with 410, or while the plan of the organization does not include webhooks. Nothing is sent while PAUSED. */
  status: 'ACTIVE' | 'PAUSED'
  /** Why the subscription is paused. */
  paused_reason: string | null
  /** The last characters of the secret, to tell secrets apart. */
  secret_hint: string
  /** Number of failed attempts since the last success. */
  consecutive_failures: number
  /** When an attempt last succeeded. */
  last_success_at: string | null
  /** When an attempt last failed. */
  last_failure_at: string | null
  /** When the subscription was created. */
  created_at: string
  /** When the subscription was last updated. Deliveries are not updates. */
  updated_at: string
}

export type WebhookAttempt = {
  /** Number of the attempt within the delivery, counting from 1. */
  number: number
  /** When the attempt began. */
  attempted_at: string
  /** How the attempt ended. DELIVERED: the response was 2xx; HTTP_STATUS: the response had another status; INVALID_TARGET: the target URL is no longer accepted; REFUSED_ADDRESS: the target URL points to an address that webhooks must not call; DNS: the host name could not be looked up; CONNECT: no connection could be made; TLS: the TLS handshake failed; TIMEOUT: the response took too long; RESET: the connection was closed before the response was complete; PROTOCOL: the response was not valid HTTP. */
  outcome: 'DELIVERED' | 'HTTP_STATUS' | 'INVALID_TARGET' | 'REFUSED_ADDRESS' | 'DNS' | 'CONNECT' | 'TLS' | 'TIMEOUT' | 'RESET' | 'PROTOCOL'
  /** HTTP status of the response, if there was one. */
  response_status: number | null
  /** Duration of the attempt, in milliseconds. */
  latency_ms: number
  /** The beginning of the response body. */
  excerpt: string | null
  /** What went wrong, in words. */
  error: string | null
}

export type WebhookDelivery = {
  /** ID of the delivery. */
  delivery_id: string
  /** ID of the subscription. */
  webhook_id: string
  /** ID of the event, which is sent as `webhook-id` with every attempt. */
  event_id: string
  /** The type of event. */
  event: 'lead.created' | 'ticket.created' | 'ticket.completed' | 'payment.received' | 'payment.reversed' | 'payment.refunded' | 'lease.signed' | 'invoice.paid' | 'records.changed'
  /** Whether this is a test event with sample data. */
  is_test: boolean
  /** Status of the delivery. PENDING before the first attempt; RETRYING after a failed attempt; DELIVERED after a successful one; EXHAUSTED when the last attempt failed; CANCELLED if the subscription was paused or deleted. */
  status: 'PENDING' | 'DELIVERED' | 'RETRYING' | 'EXHAUSTED' | 'CANCELLED'
  /** When the next attempt is due. */
  next_attempt_at: string | null
  /** When the event happened. */
  created_at: string
  /** When the event was delivered or its delivery ended without success. */
  finished_at: string | null
  /** The latest attempts, oldest first. */
  attempts: WebhookAttempt[]
}

export type WebhookDeliveryList = {
  /** The items on this page. */
  data: WebhookDelivery[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type WebhookList = {
  /** The items on this page. */
  data: Webhook[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type WebhookRecovery = {
  /** ID of the recovery. */
  recovery_id: string
  /** ID of the subscription. */
  webhook_id: string
  /** Events that happened at or after this instant are sent. */
  since: string
  /** Whether events that were delivered before are sent as well. */
  all: boolean
  /** RUNNING while deliveries are being queued; COMPLETED once all of them are; CANCELLED if the subscription was paused or deleted. */
  status: 'RUNNING' | 'COMPLETED' | 'CANCELLED'
  /** Number of events to send. */
  event_count: number
  /** Number of events whose delivery has been queued so far. */
  queued_count: number
  /** Number of events from that period that have been delivered since the recovery was created. A delivery is kept for 30 days and is not counted after that. */
  delivered_count: number
  /** When the recovery was created. */
  created_at: string
  /** When the recovery was COMPLETED or CANCELLED. Null while it is RUNNING. */
  finished_at: string | null
}

export type WebhookRecoveryList = {
  /** The items on this page. */
  data: WebhookRecovery[]
  /** The position of this page within the whole list. */
  pagination: Pagination
}

export type WebhookWithSecret = {
  /** ID of the subscription. */
  id: string
  /** The type of event. */
  event: 'lead.created' | 'ticket.created' | 'ticket.completed' | 'payment.received' | 'payment.reversed' | 'payment.refunded' | 'lease.signed' | 'invoice.paid' | 'records.changed'
  /** The URL that events are sent to, as it was given. */
  target_url: string
  /** Your own description of the subscription. */
  description: string | null
  /** Status of the subscription. PAUSED after five days of consecutive failures, when the target URL responded with 410, or while the plan of the organization does not include webhooks. Nothing is sent while PAUSED. */
  status: 'ACTIVE' | 'PAUSED'
  /** Why the subscription is paused. */
  paused_reason: string | null
  /** The last characters of the secret, to tell secrets apart. */
  secret_hint: string
  /** Number of failed attempts since the last success. */
  consecutive_failures: number
  /** When an attempt last succeeded. */
  last_success_at: string | null
  /** When an attempt last failed. */
  last_failure_at: string | null
  /** When the subscription was created. */
  created_at: string
  /** When the subscription was last updated. Deliveries are not updates. */
  updated_at: string
  /** The signing secret, as defined by Standard Webhooks. It is shown this one time only and is not stored, so keep it. */
  secret: string
}

export type WorkOrder = {
  /** ID of the work order. */
  work_order_id: string
  /** Number of the work order within the organization, counting from 1 without gaps. */
  number: number
  /** A short summary of the problem, on one line. */
  title: string
  /** Status of the work. */
  status: 'NEW' | 'SCHEDULED' | 'IN_PROGRESS' | 'ON_HOLD' | 'COMPLETED' | 'CANCELLED'
  /** How urgent the work is. */
  priority: 'LOW' | 'NORMAL' | 'HIGH' | 'EMERGENCY'
  /** Category of the work. */
  category: 'PLUMBING' | 'ELECTRICAL' | 'HVAC' | 'APPLIANCE' | 'PEST_CONTROL' | 'LOCKS' | 'STRUCTURAL' | 'CLEANING' | 'UNIT_TURN' | 'SAFETY' | 'OTHER'
  /** Where the work order came from. */
  source: 'API' | 'RESIDENT' | 'STAFF' | 'IMPORT'
  /** ID of the property. */
  property_id: string
  /** ID of the unit. Null for work on the property as a whole. */
  unit_id: string | null
  /** ID of the resident the work order concerns. */
  resident_id: string | null
  /** Whether the home may be entered when the resident is absent. */
  entry_permission: 'YES' | 'NO' | 'CALL_FIRST'
  /** Full description of the problem. */
  description: string | null
  /** Name of the vendor who does the work. */
  vendor_name: string | null
  /** Instructions for entering the home. */
  entry_notes: string | null
  /** Whether there are pets in the home. */
  has_pets: boolean | null
  /** The day the work should be finished by. */
  due_date: string | null
  /** When the work is scheduled to begin. */
  scheduled_start: string | null
  /** When the work is scheduled to end. Requires `scheduled_start` and must not be before it. */
  scheduled_end: string | null
  /** Cost of the work, in cents. */
  cost_cents: number | null
  /** When the work order became COMPLETED. Null in every other status. */
  completed_at: string | null
  /** ID of the work order in another system. No two work orders have the same one. */
  external_id: string | null
  /** When the record was created. */
  created_at: string
  /** When the record was last updated. */
  updated_at: string
}

export type WorkOrderChange = {
  /** The type of the record. */
  type: 'work_order'
  /** ID of the record. */
  id: string
  /** UPSERTED when the record is new or different, REMOVED when it can no longer be read, such as a listing of a unit that was leased. */
  change: 'UPSERTED' | 'REMOVED'
  /** When the transaction of the change began. */
  changed_at: string
  /** The record as it is now, in the shape of its own endpoint; null when it was removed. */
  record: WorkOrder | null
}

export type WorkOrderList = {
  /** The items on this page. */
  data: WorkOrder[]
  /** The position of this page within the whole list. */
  pagination: Pagination
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
}

export type GetPropertyInput = {
  /** ID of the property. */
  id: string
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
}

export type GetResidentInput = {
  /** ID of the resident. */
  id: string
}

export type GetRentRollInput = {
  /** ID of a property or a portfolio. For every property of the organization, give the word `portfolio` or the organization’s own ID. */
  scope_id: string
  /** The day to report on. Defaults to today in the organization’s time zone. */
  as_of_date?: string | undefined
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
}

export type GetInvoiceInput = {
  /** ID of the invoice. */
  id: string
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
}

export type GetPaymentInput = {
  /** ID of the payment. */
  id: string
}

export type ListWorkOrdersInput = {
  /** Returns only work orders in this status. ALL returns every work order, which is the default. */
  status?: 'NEW' | 'SCHEDULED' | 'IN_PROGRESS' | 'ON_HOLD' | 'COMPLETED' | 'CANCELLED' | 'ALL' | undefined
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
}

export type CreateWorkOrderInput = {
  /** A short summary of the problem, on one line. Defaults to the first 80 characters of the description. */
  title?: string | undefined
  /** ID of the property. Defaults to the property of the unit. */
  property_id?: string | undefined
  /** ID of the unit. */
  unit_id?: string | null | undefined
  /** ID of the resident. */
  resident_id?: string | null | undefined
  /** Status of the work. Defaults to NEW. */
  status?: 'NEW' | 'SCHEDULED' | 'IN_PROGRESS' | 'ON_HOLD' | 'COMPLETED' | 'CANCELLED' | undefined
  /** How urgent the work is. MEDIUM means NORMAL, and URGENT means EMERGENCY. Defaults to NORMAL. */
  priority?: 'LOW' | 'NORMAL' | 'HIGH' | 'EMERGENCY' | 'MEDIUM' | 'URGENT' | undefined
  /** Category of the work. Defaults to OTHER. */
  category?: 'PLUMBING' | 'ELECTRICAL' | 'HVAC' | 'APPLIANCE' | 'PEST_CONTROL' | 'LOCKS' | 'STRUCTURAL' | 'CLEANING' | 'UNIT_TURN' | 'SAFETY' | 'OTHER' | undefined
  /** Where the work order came from. Defaults to API. */
  source?: 'API' | 'RESIDENT' | 'STAFF' | 'IMPORT' | undefined
  /** Whether the home may be entered when the resident is absent. Defaults to CALL_FIRST. */
  entry_permission?: 'YES' | 'NO' | 'CALL_FIRST' | undefined
  /** Full description of the problem. */
  description?: string | null | undefined
  /** Name of the vendor who does the work. */
  vendor_name?: string | null | undefined
  /** Instructions for entering the home. */
  entry_notes?: string | null | undefined
  /** Whether there are pets in the home. */
  has_pets?: boolean | null | undefined
  /** The day the work should be finished by. */
  due_date?: string | null | undefined
  /** When the work is scheduled to begin. */
  scheduled_start?: string | null | undefined
  /** When the work is scheduled to end. Requires `scheduled_start` and must not be before it. */
  scheduled_end?: string | null | undefined
  /** Cost of the work, in cents. */
  cost_cents?: number | null | undefined
  /** ID of the work order in another system. No two work orders have the same one. */
  external_id?: string | null | undefined
} & ({ title: string } | { description: string }) & ({ property_id: string } | { unit_id: string })

export type GetWorkOrderInput = {
  /** ID of the work order. */
  id: string
}

export type UpdateWorkOrderInput = {
  /** ID of the work order. */
  id: string
  /** A short summary of the problem, on one line. */
  title?: string | undefined
  /** The new status. */
  status?: 'NEW' | 'SCHEDULED' | 'IN_PROGRESS' | 'ON_HOLD' | 'COMPLETED' | 'CANCELLED' | undefined
  /** How urgent the work is. MEDIUM means NORMAL, and URGENT means EMERGENCY. */
  priority?: 'LOW' | 'NORMAL' | 'HIGH' | 'EMERGENCY' | 'MEDIUM' | 'URGENT' | undefined
  /** Category of the work. */
  category?: 'PLUMBING' | 'ELECTRICAL' | 'HVAC' | 'APPLIANCE' | 'PEST_CONTROL' | 'LOCKS' | 'STRUCTURAL' | 'CLEANING' | 'UNIT_TURN' | 'SAFETY' | 'OTHER' | undefined
  /** Whether the home may be entered when the resident is absent. */
  entry_permission?: 'YES' | 'NO' | 'CALL_FIRST' | undefined
  /** Full description of the problem. */
  description?: string | null | undefined
  /** Name of the vendor who does the work. */
  vendor_name?: string | null | undefined
  /** Instructions for entering the home. */
  entry_notes?: string | null | undefined
  /** Whether there are pets in the home. */
  has_pets?: boolean | null | undefined
  /** The day the work should be finished by. */
  due_date?: string | null | undefined
  /** When the work is scheduled to begin. */
  scheduled_start?: string | null | undefined
  /** When the work is scheduled to end. Requires `scheduled_start` and must not be before it. */
  scheduled_end?: string | null | undefined
  /** Cost of the work, in cents. */
  cost_cents?: number | null | undefined
  /** ID of the work order in another system. No two work orders have the same one. */
  external_id?: string | null | undefined
}

export type CreateMessageInput = {
  /** Type of recipient. Defaults to RESIDENT. */
  recipient_type?: 'RESIDENT' | 'VENDOR' | undefined
  /** ID of the resident the message is for. */
  resident_id: string
  /** The channel to send the message by. Defaults to EMAIL if the resident has an e-mail address on file, and to SMS otherwise. */
  channel?: 'EMAIL' | 'SMS' | undefined
  /** Subject of an e-mail, on one line. Defaults to “Message from” and the organization’s name. An SMS takes no subject and is refused with one. */
  subject?: string | undefined
  /** Text of the message, without formatting. An SMS has at most 1,600 characters. */
  body: string
}

export type GetMessageInput = {
  /** ID of the message. */
  id: string
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
}

export type CreateWebhookInput = {
  /** The type of event. */
  event: 'lead.created' | 'ticket.created' | 'ticket.completed' | 'payment.received' | 'payment.reversed' | 'payment.refunded' | 'lease.signed' | 'invoice.paid' | 'records.changed'
  /** The URL that events are sent to. Must be https:// (http:// is accepted in development) and must not contain a user name or password. */
  target_url: string
  /** Your own description of the subscription. */
  description?: string | null | undefined
}

export type GetWebhookInput = {
  /** ID of the subscription. */
  id: string
}

export type DeleteWebhookInput = {
  /** ID of the subscription. */
  id: string
}

export type TestWebhookInput = {
  /** ID of the subscription. */
  id: string
}

export type RotateWebhookSecretInput = {
  /** ID of the subscription. */
  id: string
}

export type EnableWebhookInput = {
  /** ID of the subscription. */
  id: string
}

export type ListWebhookDeliveriesInput = {
  /** ID of the subscription. */
  id: string
  /** Returns only deliveries in this status. ALL returns every delivery, which is the default. */
  status?: 'PENDING' | 'DELIVERED' | 'RETRYING' | 'EXHAUSTED' | 'CANCELLED' | 'ALL' | undefined
  /** Returns only events that happened at or after this instant. */
  since?: string | undefined
  /** Returns only events that happened before this instant. */
  until?: string | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
}

export type GetWebhookDeliveryInput = {
  /** ID of the subscription. */
  id: string
  /** ID of the delivery. */
  delivery_id: string
}

export type RedeliverWebhookInput = {
  /** ID of the subscription. */
  id: string
  /** ID of the delivery. */
  delivery_id: string
}

export type RecoverWebhookInput = {
  /** ID of the subscription. */
  id: string
  /** Events that happened at or after this instant are sent. */
  since: string
  /** Whether to send events that were delivered before as well. Defaults to false. */
  all?: boolean | undefined
}

export type ListWebhookRecoveriesInput = {
  /** ID of the subscription. */
  id: string
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
}

export type ListEventsInput = {
  /** The type of event. */
  type?: 'lead.created' | 'ticket.created' | 'ticket.completed' | 'payment.received' | 'payment.reversed' | 'payment.refunded' | 'lease.signed' | 'invoice.paid' | 'records.changed' | undefined
  /** Returns only events that happened at or after this instant. */
  since?: string | undefined
  /** Returns only events that happened before this instant. */
  until?: string | undefined
  /** Returns only events of the type that this subscription is for. */
  webhook_id?: string | undefined
  /** Returns only events that were delivered to the subscription, or only those that never were. Requires webhook_id. */
  delivered?: 'true' | 'false' | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
}

export type GetEventInput = {
  /** ID of the event. */
  id: string
}

export type ListUnitsInput = {
  /** Returns only units of this property. */
  property_id?: string | undefined
  /** Returns only units with this rent-roll status today. ALL returns every unit, which is the default. */
  status?: 'CURRENT' | 'NOTICE_RENTED' | 'NOTICE_UNRENTED' | 'EVICT' | 'VACANT_RENTED' | 'VACANT_UNRENTED' | 'OFFLINE' | 'ALL' | undefined
  /** Returns only records that were created or updated at or after this instant. A value that follows from today’s date or from other records, such as a status, a balance or the name of another record, does not count as an update; `GET /changes` includes those. When you poll, let consecutive calls overlap by 60 seconds. An update is dated by the clock of the database: if that is ever set back by more than the overlap, read the list once without this filter. `GET /changes` does not depend on a clock. */
  updated_since?: string | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
}

export type GetUnitInput = {
  /** ID of the unit. */
  id: string
}

export type ListLeasesInput = {
  /** Returns only leases with this status today. ALL returns every lease, which is the default. */
  status?: 'DRAFT' | 'PENDING_SIGNATURE' | 'FUTURE' | 'ACTIVE' | 'ENDED' | 'CANCELLED' | 'ALL' | undefined
  /** Returns only leases of this property. */
  property_id?: string | undefined
  /** Returns only leases of this unit. */
  unit_id?: string | undefined
  /** Returns only leases that this resident is on, in any role. */
  resident_id?: string | undefined
  /** Returns only records that were created or updated at or after this instant. A value that follows from today’s date or from other records, such as a status, a balance or the name of another record, does not count as an update; `GET /changes` includes those. When you poll, let consecutive calls overlap by 60 seconds. An update is dated by the clock of the database: if that is ever set back by more than the overlap, read the list once without this filter. `GET /changes` does not depend on a clock. */
  updated_since?: string | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
}

export type GetLeaseInput = {
  /** ID of the lease. */
  id: string
}

export type GetLeaseLedgerInput = {
  /** ID of the lease. */
  id: string
  /** Returns only lines of this account. */
  account?: 'RECEIVABLE' | 'DEPOSIT' | undefined
  /** Returns only records that were created or updated at or after this instant. A value that follows from today’s date or from other records, such as a status, a balance or the name of another record, does not count as an update; `GET /changes` includes those. When you poll, let consecutive calls overlap by 60 seconds. An update is dated by the clock of the database: if that is ever set back by more than the overlap, read the list once without this filter. `GET /changes` does not depend on a clock. */
  updated_since?: string | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
}

export type ListLeadsInput = {
  /** Returns only leads with this status. ALL returns every lead, which is the default. */
  status?: 'NEW' | 'CONTACTED' | 'TOURED' | 'APPLIED' | 'LEASED' | 'LOST' | 'ALL' | undefined
  /** Returns only leads for this property. */
  property_id?: string | undefined
  /** Returns only records that were created or updated at or after this instant. A value that follows from today’s date or from other records, such as a status, a balance or the name of another record, does not count as an update; `GET /changes` includes those. When you poll, let consecutive calls overlap by 60 seconds. An update is dated by the clock of the database: if that is ever set back by more than the overlap, read the list once without this filter. `GET /changes` does not depend on a clock. */
  updated_since?: string | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
}

export type GetLeadInput = {
  /** ID of the lead. */
  id: string
}

export type ListOwnersInput = {
  /** Returns only records that were created or updated at or after this instant. A value that follows from today’s date or from other records, such as a status, a balance or the name of another record, does not count as an update; `GET /changes` includes those. When you poll, let consecutive calls overlap by 60 seconds. An update is dated by the clock of the database: if that is ever set back by more than the overlap, read the list once without this filter. `GET /changes` does not depend on a clock. */
  updated_since?: string | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
}

export type GetOwnerInput = {
  /** ID of the owner. */
  id: string
}

export type ListPortfoliosInput = {
  /** Returns only records that were created or updated at or after this instant. A value that follows from today’s date or from other records, such as a status, a balance or the name of another record, does not count as an update; `GET /changes` includes those. When you poll, let consecutive calls overlap by 60 seconds. An update is dated by the clock of the database: if that is ever set back by more than the overlap, read the list once without this filter. `GET /changes` does not depend on a clock. */
  updated_since?: string | undefined
  /** The number of items to return. */
  limit?: number | undefined
  /** The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: begin each page with the last item of the page before, and go back if that item is no longer there. */
  offset?: number | undefined
}

export type GetPortfolioInput = {
  /** ID of the portfolio. */
  id: string
}

export type ListChangesInput = {
  /** The cursor of the export or of the page before; only later changes are listed. */
  after?: string | undefined
  /** The types of records, separated by commas: property, unit, listing, lease, resident, invoice, payment, work_order, lead, owner, portfolio. Plurals are accepted too. Defaults to every type that the key may read. */
  types?: string | undefined
  /** The number of items to return. */
  limit?: number | undefined
}

export type ExportRecordsInput = {
  /** The types of records, separated by commas: property, unit, listing, lease, resident, invoice, payment, work_order, lead, owner, portfolio. Plurals are accepted too. Defaults to every type that the key may read. */
  types?: string | undefined
}

/** The words that fields of inputs take. */
export const choices = {
  listInvoices: {
    status: ['DRAFT', 'OPEN', 'PARTIALLY_PAID', 'PAID', 'VOID', 'OVERDUE', 'ALL'],
  },
  listPayments: {
    status: ['PENDING', 'PAID', 'FAILED', 'REVERSED', 'REFUNDED', 'CANCELLED', 'ALL'],
  },
  listWorkOrders: {
    status: ['NEW', 'SCHEDULED', 'IN_PROGRESS', 'ON_HOLD', 'COMPLETED', 'CANCELLED', 'ALL'],
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
  listWebhooks: {
    event: ['lead.created', 'ticket.created', 'ticket.completed', 'payment.received', 'payment.reversed', 'payment.refunded', 'lease.signed', 'invoice.paid', 'records.changed'],
    status: ['ACTIVE', 'PAUSED', 'ALL'],
  },
  createWebhook: {
    event: ['lead.created', 'ticket.created', 'ticket.completed', 'payment.received', 'payment.reversed', 'payment.refunded', 'lease.signed', 'invoice.paid', 'records.changed'],
  },
  listWebhookDeliveries: {
    status: ['PENDING', 'DELIVERED', 'RETRYING', 'EXHAUSTED', 'CANCELLED', 'ALL'],
  },
  listEvents: {
    type: ['lead.created', 'ticket.created', 'ticket.completed', 'payment.received', 'payment.reversed', 'payment.refunded', 'lease.signed', 'invoice.paid', 'records.changed'],
    delivered: ['true', 'false'],
  },
  listUnits: {
    status: ['CURRENT', 'NOTICE_RENTED', 'NOTICE_UNRENTED', 'EVICT', 'VACANT_RENTED', 'VACANT_UNRENTED', 'OFFLINE', 'ALL'],
  },
  listLeases: {
    status: ['DRAFT', 'PENDING_SIGNATURE', 'FUTURE', 'ACTIVE', 'ENDED', 'CANCELLED', 'ALL'],
  },
  getLeaseLedger: {
    account: ['RECEIVABLE', 'DEPOSIT'],
  },
  listLeads: {
    status: ['NEW', 'CONTACTED', 'TOURED', 'APPLIED', 'LEASED', 'LOST', 'ALL'],
  },
} as const

/** Every operation of version 1. */
export function v1Client(call: Caller) {
  return {
    /** List vacant units. */
    listListings: (input: ListListingsInput = {}, options?: CallOptions) =>
      call<ListingList>('GET', '/listings', input, options),
    /** List vacant units: yields every item, page by page. */
    eachListing: (input: WithoutPage<ListListingsInput> = {}, options?: CallOptions) =>
      eachItem(page => call<ListingList>('GET', '/listings', { ...input, ...page }, options)),
    /** List properties. */
    listProperties: (input: ListPropertiesInput = {}, options?: CallOptions) =>
      call<PropertyList>('GET', '/properties', input, options),
    /** List properties: yields every item, page by page. */
    eachProperty: (input: WithoutPage<ListPropertiesInput> = {}, options?: CallOptions) =>
      eachItem(page => call<PropertyList>('GET', '/properties', { ...input, ...page }, options)),
    /** Get a property. */
    getProperty: (input: GetPropertyInput, options?: CallOptions) =>
      call<PropertyDetail>('GET', '/properties/{id}', input, options),
    /** List current residents. */
    listResidents: (input: ListResidentsInput = {}, options?: CallOptions) =>
      call<ResidentList>('GET', '/residents', input, options),
    /** List current residents: yields every item, page by page. */
    eachResident: (input: WithoutPage<ListResidentsInput> = {}, options?: CallOptions) =>
      eachItem(page => call<ResidentList>('GET', '/residents', { ...input, ...page }, options)),
    /** Get a resident. */
    getResident: (input: GetResidentInput, options?: CallOptions) =>
      call<ResidentDetail>('GET', '/residents/{id}', input, options),
    /** Get the rent roll. */
    getRentRoll: (input: GetRentRollInput, options?: CallOptions) =>
      call<RentRoll>('GET', '/rent-roll', input, options),
    /** List invoices. */
    listInvoices: (input: ListInvoicesInput = {}, options?: CallOptions) =>
      call<InvoiceList>('GET', '/invoices', input, options),
    /** List invoices: yields every item, page by page. */
    eachInvoice: (input: WithoutPage<ListInvoicesInput> = {}, options?: CallOptions) =>
      eachItem(page => call<InvoiceList>('GET', '/invoices', { ...input, ...page }, options)),
    /** Get an invoice. */
    getInvoice: (input: GetInvoiceInput, options?: CallOptions) =>
      call<Invoice>('GET', '/invoices/{id}', input, options),
    /** List payments. */
    listPayments: (input: ListPaymentsInput = {}, options?: CallOptions) =>
      call<PaymentList>('GET', '/payments', input, options),
    /** List payments: yields every item, page by page. */
    eachPayment: (input: WithoutPage<ListPaymentsInput> = {}, options?: CallOptions) =>
      eachItem(page => call<PaymentList>('GET', '/payments', { ...input, ...page }, options)),
    /** Get a payment. */
    getPayment: (input: GetPaymentInput, options?: CallOptions) =>
      call<Payment>('GET', '/payments/{id}', input, options),
    /** List work orders. */
    listWorkOrders: (input: ListWorkOrdersInput = {}, options?: CallOptions) =>
      call<WorkOrderList>('GET', '/work-orders', input, options),
    /** List work orders: yields every item, page by page. */
    eachWorkOrder: (input: WithoutPage<ListWorkOrdersInput> = {}, options?: CallOptions) =>
      eachItem(page => call<WorkOrderList>('GET', '/work-orders', { ...input, ...page }, options)),
    /** Create a work order. */
    createWorkOrder: (input: CreateWorkOrderInput, options?: CallOptions) =>
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
    /** List webhook subscriptions: yields every item, page by page. */
    eachWebhook: (input: WithoutPage<ListWebhooksInput> = {}, options?: CallOptions) =>
      eachItem(page => call<WebhookList>('GET', '/webhooks', { ...input, ...page }, options)),
    /** Create a webhook subscription. */
    createWebhook: (input: CreateWebhookInput, options?: CallOptions) =>
      call<WebhookWithSecret>('POST', '/webhooks', input, options),
    /** Get a webhook subscription. */
    getWebhook: (input: GetWebhookInput, options?: CallOptions) =>
      call<Webhook>('GET', '/webhooks/{id}', input, options),
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
    /** List deliveries: yields every item, page by page. */
    eachWebhookDelivery: (input: WithoutPage<ListWebhookDeliveriesInput>, options?: CallOptions) =>
      eachItem(page => call<WebhookDeliveryList>('GET', '/webhooks/{id}/deliveries', { ...input, ...page }, options)),
    /** Get a delivery. */
    getWebhookDelivery: (input: GetWebhookDeliveryInput, options?: CallOptions) =>
      call<WebhookDelivery>('GET', '/webhooks/{id}/deliveries/{delivery_id}', input, options),
    /** Redeliver an event. */
    redeliverWebhook: (input: RedeliverWebhookInput, options?: CallOptions) =>
      call<WebhookDelivery>('POST', '/webhooks/{id}/deliveries/{delivery_id}/redeliver', input, options),
    /** Send missed events again. */
    recoverWebhook: (input: RecoverWebhookInput, options?: CallOptions) =>
      call<WebhookRecovery>('POST', '/webhooks/{id}/recover', input, options),
    /** List recoveries. */
    listWebhookRecoveries: (input: ListWebhookRecoveriesInput, options?: CallOptions) =>
      call<WebhookRecoveryList>('GET', '/webhooks/{id}/recoveries', input, options),
    /** List recoveries: yields every item, page by page. */
    eachWebhookRecovery: (input: WithoutPage<ListWebhookRecoveriesInput>, options?: CallOptions) =>
      eachItem(page => call<WebhookRecoveryList>('GET', '/webhooks/{id}/recoveries', { ...input, ...page }, options)),
    /** List events. */
    listEvents: (input: ListEventsInput = {}, options?: CallOptions) =>
      call<EventList>('GET', '/events', input, options),
    /** List events: yields every item, page by page. */
    eachEvent: (input: WithoutPage<ListEventsInput> = {}, options?: CallOptions) =>
      eachItem(page => call<EventList>('GET', '/events', { ...input, ...page }, options)),
    /** Get an event. */
    getEvent: (input: GetEventInput, options?: CallOptions) =>
      call<Event>('GET', '/events/{id}', input, options),
    /** Get the organization. */
    getOrganization: (input: NoInput = {}, options?: CallOptions) =>
      call<Organization>('GET', '/organization', input, options),
    /** List units. */
    listUnits: (input: ListUnitsInput = {}, options?: CallOptions) =>
      call<UnitList>('GET', '/units', input, options),
    /** List units: yields every item, page by page. */
    eachUnit: (input: WithoutPage<ListUnitsInput> = {}, options?: CallOptions) =>
      eachItem(page => call<UnitList>('GET', '/units', { ...input, ...page }, options)),
    /** Get a unit. */
    getUnit: (input: GetUnitInput, options?: CallOptions) =>
      call<UnitRecord>('GET', '/units/{id}', input, options),
    /** List leases. */
    listLeases: (input: ListLeasesInput = {}, options?: CallOptions) =>
      call<LeaseList>('GET', '/leases', input, options),
    /** List leases: yields every item, page by page. */
    eachLease: (input: WithoutPage<ListLeasesInput> = {}, options?: CallOptions) =>
      eachItem(page => call<LeaseList>('GET', '/leases', { ...input, ...page }, options)),
    /** Get a lease. */
    getLease: (input: GetLeaseInput, options?: CallOptions) =>
      call<LeaseRecord>('GET', '/leases/{id}', input, options),
    /** Get the ledger of a lease. */
    getLeaseLedger: (input: GetLeaseLedgerInput, options?: CallOptions) =>
      call<Ledger>('GET', '/leases/{id}/ledger', input, options),
    /** Get the ledger of a lease: yields every item, page by page. */
    eachLeaseLedgerEntry: (input: WithoutPage<GetLeaseLedgerInput>, options?: CallOptions) =>
      eachItem(page => call<Ledger>('GET', '/leases/{id}/ledger', { ...input, ...page }, options)),
    /** List leads. */
    listLeads: (input: ListLeadsInput = {}, options?: CallOptions) =>
      call<LeadList>('GET', '/leads', input, options),
    /** List leads: yields every item, page by page. */
    eachLead: (input: WithoutPage<ListLeadsInput> = {}, options?: CallOptions) =>
      eachItem(page => call<LeadList>('GET', '/leads', { ...input, ...page }, options)),
    /** Get a lead. */
    getLead: (input: GetLeadInput, options?: CallOptions) =>
      call<Lead>('GET', '/leads/{id}', input, options),
    /** List owners. */
    listOwners: (input: ListOwnersInput = {}, options?: CallOptions) =>
      call<OwnerList>('GET', '/owners', input, options),
    /** List owners: yields every item, page by page. */
    eachOwner: (input: WithoutPage<ListOwnersInput> = {}, options?: CallOptions) =>
      eachItem(page => call<OwnerList>('GET', '/owners', { ...input, ...page }, options)),
    /** Get an owner. */
    getOwner: (input: GetOwnerInput, options?: CallOptions) =>
      call<Owner>('GET', '/owners/{id}', input, options),
    /** List portfolios. */
    listPortfolios: (input: ListPortfoliosInput = {}, options?: CallOptions) =>
      call<PortfolioList>('GET', '/portfolios', input, options),
    /** List portfolios: yields every item, page by page. */
    eachPortfolio: (input: WithoutPage<ListPortfoliosInput> = {}, options?: CallOptions) =>
      eachItem(page => call<PortfolioList>('GET', '/portfolios', { ...input, ...page }, options)),
    /** Get a portfolio. */
    getPortfolio: (input: GetPortfolioInput, options?: CallOptions) =>
      call<Portfolio>('GET', '/portfolios/{id}', input, options),
    /** List changes. */
    listChanges: (input: ListChangesInput = {}, options?: CallOptions) =>
      call<ChangeList>('GET', '/changes', input, options),
    /** Export all records: each line as it arrives. */
    exportRecords: (input: ExportRecordsInput = {}, options?: CallOptions) =>
      call.lines<ExportLine>('/export', input, options),
  }
}
