/** Reads a cell with a day, and perhaps a time; it becomes an instant when the time zone is known. */
import { instantIn } from '#server/base/dates.ts'
import type { CellKind } from './cells.ts'
import { dayOfSerial, parseDate, ZONE } from './days.ts'

/** A moment as the file writes it: a day and minute in the organization's time zone, or in a zone that the file names, as an offset or a region. */
export type Moment = { day: string; minute: number | undefined; zone: string | undefined }

export const MOMENT: CellKind<Moment> = {
  parse: parseMoment,
  is: 'a date or a date and time',
  write: 'Write it month first, such as 3/31/2026 or 3/31/2026 2:30 PM, or as 2026-03-31 14:30.',
  isDay: true,
}

/** Returns the moment in RFC 3339. `minute` is the minute of the day that is used if the cell has no time. */
export function instantOf({ day, zone, ...moment }: Moment, timeZone: string, minute: number): string {
  const at = moment.minute ?? minute
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone ?? '') ?? []
  if (sign === undefined) return instantIn(zoneNamed(zone, timeZone), day, at)
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  return new Date(Date.parse(`${day}T00:00:00Z`) + (at - ahead) * MINUTE_MS).toISOString()
}

/** The regions of the United States by the letters that begin the abbreviations of their time. */
const REGIONS: Readonly<Record<string, string>> = {
  E: 'America/New_York',
  C: 'America/Chicago',
  M: 'America/Denver',
  P: 'America/Los_Angeles',
  AK: 'America/Anchorage',
  H: 'Pacific/Honolulu',
}

/**
 * The time zone of a region. If it is the region of the organization, it is the organization's own: MST is the time of Phoenix there, and an office
 * that writes CST all year means the clock on its wall.
 */
function zoneNamed(region: string | undefined, timeZone: string): string {
  if (region === undefined || regionOf(timeZone) === region) return timeZone
  return REGIONS[region] ?? timeZone
}

function regionOf(timeZone: string): string {
  const known = regions.get(timeZone)
  if (known !== undefined) return known
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(0)
  const region = lettersOf(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '')
  regions.set(timeZone, region)
  return region
}

/** The region of each time zone; there are at most as many entries as time zones. */
const regions = new Map<string, string>()

/** `C` for CST, CDT and CT. */
function lettersOf(abbreviation: string): string {
  return abbreviation.toUpperCase().replace(/[SD]?T$/, '')
}

/** Returns a string that sorts in the order of the moments, within a time zone. */
export function orderOf({ day, minute = 0 }: Moment): string {
  return `${day} ${String(minute).padStart(4, '0')}`
}

function parseMoment(text: string): Moment | undefined {
  const [, date = '', hours, minutes = '00', seconds = '00', half, zone] = MOMENT_PATTERN.exec(text) ?? []
  const day = parseDate(date)
  if (day === undefined) return momentOfSerial(text)
  if (hours === undefined) return { day, minute: undefined, zone: undefined }
  const hour = hourOf(Number(hours), half)
  if (hour === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  return { day, minute: hour * 60 + Number(minutes), zone: zone === undefined ? undefined : zoneOf(zone) }
}

const MOMENT_PATTERN = new RegExp(
  String.raw`^(.{1,30}?)(?:(?:,? +(?:at )?|T)(\d{1,2})(?::(\d\d)(?::(\d\d)(?:\.\d+)?)?|(?= ?[ap]\.?m)) ?([ap]\.?m\.?)? ?(${ZONE})?)?$`,
  'i',
)

/** The offset or the region of a zone as it is written: `(CST)`, `Z`, `GMT-0600 (Central Standard Time)`. */
function zoneOf(written: string): string {
  const offset = /[+-]\d\d:?\d\d/.exec(written)?.[0]
  if (offset !== undefined) return offset
  const name = written.replace(/[()]/g, '')
  return /^(?:z|utc|gmt)$/i.test(name) ? '+00:00' : lettersOf(name)
}

/** Reads the number by which a spreadsheet stores a day, with the time as its fraction. */
function momentOfSerial(text: string): Moment | undefined {
  const minutes = Math.round(Number(text) * MINUTES)
  const day = dayOfSerial(String(Math.floor(minutes / MINUTES)))
  if (day === undefined || dayOfSerial(text) === undefined) return undefined
  return { day, minute: text.includes('.') ? minutes % MINUTES : undefined, zone: undefined }
}

const MINUTES = 24 * 60
const MINUTE_MS = 60_000

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour < 24 ? hour : undefined
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0)
}
