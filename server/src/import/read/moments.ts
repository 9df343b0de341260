/** Reads a cell with a day, and perhaps a time; it becomes an instant when the time zone is known. */
import { instantIn } from '#server/base/dates.ts'
import type { CellKind } from './cells.ts'
import { dayOfSerial, parseDate } from './days.ts'

/** A moment as the file writes it: a day and minute in the organization's time zone, or an instant with its own zone. */
export type Moment = { day: string; minute: number | undefined; instant: string | undefined }

export const MOMENT: CellKind<Moment> = {
  parse: parseMoment,
  is: 'a date or a date and time',
  write: 'Write it month first, such as 3/31/2026 or 3/31/2026 2:30 PM, or as 2026-03-31 14:30.',
  isDay: true,
}

/** Returns the moment in RFC 3339. `minute` is the minute of the day that is used if the cell has no time. */
export function instantOf(moment: Moment, timeZone: string, minute: number): string {
  return moment.instant ?? instantIn(timeZone, moment.day, moment.minute ?? minute)
}

/** Returns a string that sorts in the order of the moments, within a time zone. */
export function orderOf({ day, minute = 0 }: Moment): string {
  return `${day} ${String(minute).padStart(4, '0')}`
}

function parseMoment(text: string): Moment | undefined {
  const [, date = '', hours, minutes = '00', seconds = '00', half, zone] =
    /^(.{1,30}?)(?:(?:,? +(?:at )?|T)(\d{1,2})(?::(\d\d)(?::(\d\d)(?:\.\d+)?)?|(?= ?[ap]\.?m)) ?([ap]\.?m\.?)?(Z|[+-]\d\d:?\d\d)?)?$/i.exec(
      text,
    ) ?? []
  const day = parseDate(date)
  if (day === undefined) return momentOfSerial(text)
  if (hours === undefined) return { day, minute: undefined, instant: undefined }
  const hour = hourOf(Number(hours), half)
  if (hour === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  const minute = hour * 60 + Number(minutes)
  if (zone === undefined) return { day, minute, instant: undefined }
  const instant = new Date(`${day}T${String(hour).padStart(2, '0')}:${minutes}:${seconds}${zone.toUpperCase()}`)
  return Number.isNaN(instant.getTime()) ? undefined : { day, minute, instant: instant.toISOString() }
}

/** Reads the number by which a spreadsheet stores a day, with the time as its fraction. */
function momentOfSerial(text: string): Moment | undefined {
  const minutes = Math.round(Number(text) * MINUTES)
  const day = dayOfSerial(String(Math.floor(minutes / MINUTES)))
  if (day === undefined || dayOfSerial(text) === undefined) return undefined
  return { day, minute: text.includes('.') ? minutes % MINUTES : undefined, instant: undefined }
}

const MINUTES = 24 * 60

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour < 24 ? hour : undefined
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0)
}
