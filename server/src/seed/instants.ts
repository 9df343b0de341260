/** Times of day for events on a business day, chosen so that it is the same day everywhere in the United States. */
import type { Random } from './random.ts'

/** Between 14:00 and 23:59 UTC: from the morning in the east to the afternoon in the west. RFC 3339. */
export function instantOn(random: Random, day: string): string {
  return `${day}T${random.integer(14, 23)}:${twoDigits(random.integer(0, 59))}:${twoDigits(random.integer(0, 59))}Z`
}

/** The time at which a day's automatic work is done, before anyone is up: invoices are issued and credit is applied to them. */
export function nightOf(day: string): string {
  return `${day}T12:00:00Z`
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}
