/** The enumerations of the contract and messages of the service in words, and counts. */
import { date, money, number } from './format.ts'

const SPELLED: Record<string, string> = {
  ACH: 'ACH',
  API: 'API',
  HVAC: 'HVAC',
  SMS: 'SMS',
  CANCELLED: 'Canceled',
  CO_TENANT: 'Co-tenant',
  CONNECT: 'Not connected',
  DNS: 'Host not found',
  HTTP_STATUS: 'Error status',
  PROTOCOL: 'Not an HTTP response',
  REFUSED_ADDRESS: 'Address refused',
  RESET: 'Connection reset',
  TIMEOUT: 'Timed out',
  TLS: 'TLS error',
  EMAIL: 'E-mail',
  EVICT: 'Eviction',
  MONTH_TO_MONTH: 'Month to month',
  SINGLE_FAMILY: 'Single-family',
  MULTI_FAMILY: 'Multi-family',
  NOTICE_RENTED: 'Notice, rented',
  NOTICE_UNRENTED: 'Notice, unrented',
  VACANT_RENTED: 'Vacant, rented',
  VACANT_UNRENTED: 'Vacant, unrented',
  OPTED_IN: 'Opted in',
  LEASE_RESIDENTS: 'Residents on leases',
  OFFLINE_SPANS: 'Offline periods',
  PRELEASES: 'Units rented ahead',
  RATES: 'Market rents',
}

/** `PARTIALLY_PAID` → `Partially paid`. */
export function inWords(word: string): string {
  const spelled = SPELLED[word]
  if (spelled) return spelled
  const lower = word.toLowerCase().replaceAll('_', ' ')
  return lower.charAt(0).toUpperCase() + lower.slice(1)
}

/** The values of an enumeration, as the choices of a field. */
export function wordChoices<Value extends string>(values: readonly Value[]): { value: Value; text: string }[] {
  return values.map(value => ({ value, text: inWords(value) }))
}

/** Where the service states a status or a charge code in a message, as the API writes it; a name that somebody gave is never there. */
const STATED =
  /(?<=\b(?:that is|become|is already|not be|be a|for a|Only a|Use a|with a) )[A-Z][A-Z_]+(?:, [A-Z][A-Z_]+)*\b/g

/** Where the service states the role of a member. */
const ROLE = /(?<=\b(?:an|last|here is|member, as) )(?:OWNER|ADMIN|VIEWER)\b/g

/** A day as the API writes it, unless it is quoted from a file or from what somebody typed. */
const DAY = /“[^”]*”|\b(?:19|2\d)\d\d-\d\d-\d\d\b(?!T)/g

/** The ID of the record that is in the way, where it follows a description of a lease, or the name of another record at the end of a sentence. */
const RECORD_ID = / \(lease_[0-9a-z]{26}\)|: [a-z]+_[0-9a-z]{26}(?=\.)/

/** The ID of the record that a message says is in the way. */
export function recordInTheWay(message: string): string | undefined {
  return RECORD_ID.exec(message)?.[0].match(/[a-z]+_\w+/)?.[0]
}

/**
 * A message of the service with its statuses, roles and days as pages write them: `An invoice that is PARTIALLY_PAID on 2026-03-15` → `An invoice that is
 * partially paid on Mar 15, 2026`. The ID of a record in the way is left out, because the page has a link to it.
 */
export function messageInWords(message: string): string {
  return message
    .replace(STATED, words => words.replace(/[A-Z_]+/g, word => inWords(word).toLowerCase()))
    .replace(ROLE, role => inWords(role).toLowerCase())
    .replace(DAY, date)
    .replace(RECORD_ID, '')
    .replace(/(?<=\. )Send the call again with the same Idempotency-Key\.$/, 'Send it again: it is saved only once.')
}

/** `113 of 119 units, 1 offline`: the units of an occupancy rate, which leaves out units offline. */
export function occupancyOf({
  occupied,
  units,
  offline,
}: {
  occupied: number
  units: number
  offline: number
}): string {
  const share = `${number(occupied)} of ${count(units - offline, 'unit')}`
  return offline === 0 ? share : `${share}, ${number(offline)} offline`
}

/** `$25.00 loss to lease`: what the leases bring in below the market rent, or above it, which the trade calls a gain. */
export function lossToLease(cents: number): string {
  return cents < 0 ? `${money(-cents)} gain to lease` : `${money(cents)} loss to lease`
}

/** `1 unit`, `1,204 units`. */
export function count(things: number, one: string, many = `${one}s`): string {
  return `${number(things)} ${things === 1 ? one : many}`
}

/** The title of a list within a sentence: `Work orders` → `work orders`, `API keys` → `API keys`. */
export function nounsOf(title: string): string {
  return title.replace(/^[A-Z](?=[a-z])/, first => first.toLowerCase())
}
