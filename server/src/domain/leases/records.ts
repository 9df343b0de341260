/** A lease as it is stored: the lease, its residents and its recurring charges. */
import type { RECURRING_CHARGE_CODES, RESIDENT_ROLES, TERM_TYPES } from '#contract/v1/leases.ts'
import type { ResidentRecord } from '../residents/records.ts'

export type LeaseRecord = {
  id: string
  property_id: string
  unit_id: string
  stage: 'DRAFT' | 'PENDING_SIGNATURE' | 'SIGNED' | 'CANCELLED'
  term_type: (typeof TERM_TYPES)[number]
  start_date: string
  end_date: string | null
  move_in_date: string | null
  move_out_date: string | null
  notice_given_on: string | null
  eviction_filed_on: string | null
  /** RFC 3339; set if and only if the lease is signed. */
  signed_at: string | null
  /** The day on which a signed lease was canceled; until then it occupied its unit. */
  cancelled_on?: string | null
  rent_due_day: number
  external_id: string | null
  /** The security deposit that was agreed, whether or not it was paid; left out or null, the stored one stays. */
  security_deposit_cents?: number | null
}

export type ResidentRole = (typeof RESIDENT_ROLES)[number]

export type LeaseResident = {
  lease_id: string
  resident_id: string
  /** The role today. Exactly one resident of a lease is PRIMARY. */
  role: ResidentRole
  /** The first day on the lease; null, or left out, if that is the first day of the lease. */
  from_day?: string | null
  /** The last day on the lease; null, or left out, if that is the last day of the lease. */
  to_day?: string | null
  /** What they were before, by day; null, or left out, if they have had this role since their first day. */
  former_roles?: readonly FormerRole[] | null
  /** What was agreed before a move-out ended the lease; null, or left out, unless the move-out took any of it away. */
  before_end?: AgreedStay | null
}

/** The days and the roles of a resident on a lease. */
export type AgreedStay = Required<Pick<LeaseResident, 'role' | 'from_day' | 'to_day' | 'former_roles'>>

/** The role until the end of a day; null if they were not on the lease. */
export type FormerRole = { role: ResidentRole | null; until: string }

/** A charge for every month from one day to another, both included; a CONCESSION is negative. */
export type LeaseCharge = {
  lease_id: string
  code: (typeof RECURRING_CHARGE_CODES)[number]
  description: string
  amount_cents: number
  effective_from: string
  effective_to: string | null
  /** What was agreed before a move-out ended the charge: its amount, which is null unless one did, and its last day. */
  agreed_cents?: number | null
  agreed_to?: string | null
}

/** A resident of a known lease as stored, and their role on the day, or on the nearest day of the lease; null if they were not on the lease. */
export type KnownResident = AgreedStay & {
  before_end: AgreedStay | null
  role_on_day: ResidentRole | null
  resident: ResidentRecord
}

/** The dates of a signed lease, with the name of its property and the full name of one of its residents. */
export type LeaseOfNamed = Pick<LeaseRecord, 'start_date' | 'end_date' | 'move_in_date'> & {
  full_name: string
  property_name: string
}

/** A signed lease as it is stored, with its residents, its charges, and its deposit and balance on a day. */
export type KnownLease = LeaseRecord & {
  /** Everybody who is or was on the lease, or joins it later. */
  residents: KnownResident[]
  /** All charges as they are stored, also those that ended or were withdrawn, earliest first. */
  charges: Omit<LeaseCharge, 'lease_id'>[]
  deposit_cents: number
  balance_cents: number
  /** The first agreed term that begins after the day, and the end of the term in force on the day; null if no such term is agreed. */
  next_term: { starts_on: string; present_end_date: string | null } | null
}
