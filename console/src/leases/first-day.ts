/** The first day that the form of a new lease proposes. */
import type { UnitDetail } from '#client/console.ts'
import { date, daysAfter } from '../kit/format.ts'

type Unit = Pick<UnitDetail, 'in_service_from' | 'available_from' | 'offline_spans' | 'current_lease' | 'coming_lease'>

/** The first day, from `wanted` on, on which the unit is available, with what the member should know about the unit. */
export function firstDay(unit: Unit | undefined, today: string, wanted: string): { day: string; hint?: string } {
  if (!unit) return { day: wanted }
  const { current_lease: current, coming_lease: coming } = unit
  const held = current && (current.move_out_date ?? current.end_date)
  const free = [wanted, unit.in_service_from, unit.available_from ?? '', held ? daysAfter(held, 1) : '']
  const day = unit.offline_spans
    .toSorted((one, other) => one.starts_on.localeCompare(other.starts_on))
    .reduce(
      (day, { starts_on, ends_on }) => (ends_on && starts_on <= day && day <= ends_on ? daysAfter(ends_on, 1) : day),
      free.reduce((one, other) => (one > other ? one : other)),
    )
  if (coming) return { day, hint: `Rented${to(coming)} from ${date(coming.start_date)}.` }
  if (current?.move_out_date === null) {
    const isKnown = held && held >= today
    return {
      day,
      hint: `Leased${to(current)}${isKnown ? ` until ${date(held)}.` : ', and no move-out date is recorded.'}`,
    }
  }
  return day > wanted ? { day, hint: `The unit is available from ${date(day)}.` } : { day }
}

function to({ resident_name }: { resident_name: string | null }): string {
  return resident_name ? ` to ${resident_name}` : ''
}
