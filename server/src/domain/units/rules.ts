/** The steps a unit allows, and why it is not listed. The query of listings applies the same rules to all units. */
import type { UnitStatus } from '#contract/v1/units.ts'
import { keysOf } from '#server/base/keys-of.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { UnitRate } from './records.ts'

/** The facts a listing depends on, as of today. */
type Listable = {
  is_listed: boolean
  property_is_active: boolean
  bedrooms: number | null
  bathrooms: number | null
  market_rent_cents: number | null
  /** Null if the unit is not in service. */
  status: UnitStatus | null
  /** The lease that occupies the unit. */
  current_lease_id: string | null
  /** The signed lease that has the unit next. */
  next_lease_id: string | null
}

export type Reason = { code: ReasonCode; message: string }
type ReasonCode = keyof typeof REASONS

const REASONS = {
  NOT_MARKED: 'it is not listed',
  PROPERTY_INACTIVE: 'its property is no longer under management',
  NO_BEDROOMS: 'the number of its bedrooms is not known',
  NO_BATHROOMS: 'the number of its bathrooms is not known',
  NO_MARKET_RENT: 'it has no market rent in force today',
  OUT_OF_SERVICE: 'it is not in service today',
  OFFLINE: 'it is offline today',
  LEASED: 'it is leased, now or from a later day',
  RENTED_AHEAD: 'it is preleased',
} as const

/** Reasons that pass by themselves: a unit can be listed before its residents leave. */
const PASSING: readonly ReasonCode[] = ['NOT_MARKED', 'LEASED', 'RENTED_AHEAD']
const RENTED: readonly (UnitStatus | null)[] = ['NOTICE_RENTED', 'VACANT_RENTED']

/** Every reason why the unit is not in the listings; empty if and only if it is. */
export function whyNotListed(unit: Listable): Reason[] {
  const isLeased = unit.current_lease_id !== null || unit.next_lease_id !== null
  const holds: Record<ReasonCode, boolean> = {
    NOT_MARKED: !unit.is_listed,
    PROPERTY_INACTIVE: !unit.property_is_active,
    NO_BEDROOMS: unit.bedrooms === null,
    NO_BATHROOMS: unit.bathrooms === null,
    NO_MARKET_RENT: unit.market_rent_cents === null,
    OUT_OF_SERVICE: unit.status === null,
    OFFLINE: unit.status === 'OFFLINE',
    LEASED: isLeased,
    // The unit is rented to someone not yet named.
    RENTED_AHEAD: !isLeased && RENTED.includes(unit.status),
  }
  const codes = keysOf(REASONS)
  return codes.filter(code => holds[code]).map(code => ({ code, message: REASONS[code] }))
}

/** The steps the unit allows on the day, the most likely first. */
export function stepsOf(
  unit: Listable & { in_service_to: string | null; offline_spans: readonly { starts_on: string }[] },
  today: string,
) {
  const isOver = unit.in_service_to !== null && unit.in_service_to < today
  return [
    ...(unit.is_listed ? (['UNLIST'] as const) : lastingReasons(unit).length === 0 ? (['LIST'] as const) : []),
    ...(isOver ? [] : (['SET_RATE'] as const)),
    ...(unit.offline_spans.length > 0 ? (['END_OFFLINE'] as const) : []),
    ...(isOver ? [] : (['SET_OFFLINE', 'RETIRE'] as const)),
  ]
}

/** Refuses a unit that could not be listed even if it were vacant. */
export function checkListable(unit: Listable & { label: string }): void {
  const lasting = lastingReasons(unit)
  if (lasting.length === 0) return
  const reasons = lasting.map(({ message }) => message).join('; ')
  throw new Refusal('conflict', `Unit ${unit.label} cannot be listed: ${reasons}.`)
}

function lastingReasons(unit: Listable): Reason[] {
  return whyNotListed(unit).filter(({ code }) => !PASSING.includes(code))
}

type RateChange = Pick<UnitRate, 'unit_id' | 'effective_from'> & {
  [Field in 'unit_type' | 'market_rent_cents']: UnitRate[Field] | undefined
}

/**
 * The rates to store so that the fields that are given are in force from a day on: none if they are already. A rate states both fields, so a later
 * rate that left one of them as it was states the value of that time: it takes over the new one, until a rate that changes the field.
 */
export function changedRates(
  rates: readonly UnitRate[],
  { unit_id, effective_from, ...given }: RateChange,
): UnitRate[] {
  const inForce = rates.findLast(rate => rate.effective_from <= effective_from)
  const before = { unit_type: inForce?.unit_type ?? null, market_rent_cents: inForce?.market_rent_cents ?? null }
  const { unit_type = before.unit_type, market_rent_cents = before.market_rent_cents } = given
  if (unit_type === before.unit_type && market_rent_cents === before.market_rent_cents) return []
  let keepsType = given.unit_type !== undefined
  let keepsRent = given.market_rent_cents !== undefined
  const later = rates.flatMap(rate => {
    if (rate.effective_from <= effective_from) return []
    keepsType &&= rate.unit_type === before.unit_type
    keepsRent &&= rate.market_rent_cents === before.market_rent_cents
    if (!keepsType && !keepsRent) return []
    return [{ ...rate, ...(keepsType && { unit_type }), ...(keepsRent && { market_rent_cents }) }]
  })
  return [{ unit_id, effective_from, unit_type, market_rent_cents }, ...later]
}
