/** What is stored of a lease: itself, its people and its charges. */
import type { ResidentRecord } from '../residents/records.ts'

export type LeaseRecord = {
  id: string
  propertyId: string
  unitId: string
  stage: 'DRAFT' | 'PENDING_SIGNATURE' | 'SIGNED' | 'CANCELLED'
  termType: 'FIXED' | 'MONTH_TO_MONTH'
  startDate: string
  endDate: string | null
  moveInDate: string | null
  moveOutDate: string | null
  noticeGivenOn: string | null
  evictionFiledOn: string | null
  /** RFC 3339; set exactly when the lease is signed. */
  signedAt: string | null
  /** The day a signed lease was cancelled; it counted until then. */
  cancelledOn?: string | null
  rentDueDay: number
  externalId: string | null
}

export type LeaseResident = {
  leaseId: string
  residentId: string
  /** Exactly one resident of a lease is PRIMARY. */
  role: 'PRIMARY' | 'CO_TENANT' | 'OCCUPANT' | 'GUARANTOR'
}

/** Charged every month from a day to a day, both included; a CONCESSION is negative. */
export type LeaseCharge = {
  leaseId: string
  code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'LATE_FEE' | 'CONCESSION' | 'OTHER'
  description: string
  amountCents: number
  effectiveFrom: string
  effectiveTo: string | null
}

/** A signed lease as it is stored, with its residents, its charges from a day on, and what it holds and owes on that day. */
export type KnownLease = LeaseRecord & {
  residents: { role: LeaseResident['role']; resident: ResidentRecord }[]
  /** Those in force on the day or later, earliest first. */
  charges: Omit<LeaseCharge, 'leaseId'>[]
  depositCents: number
  balanceCents: number
}
