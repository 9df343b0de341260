/** Matches the residents of a row with those of the lease, and plans what changes about them. Pure. */
import { addDays, earlier, later } from '#server/base/dates.ts'
import { Refusal } from '#server/base/refusal.ts'
import { nameKey } from '#server/base/text.ts'
import type { KnownLease, KnownResident, LeaseRecord } from '#server/domain/leases/records.ts'
import {
  residentsBeforeEnd,
  residentsUntil,
  roleOn,
  type StoredResident,
  withLastDay,
  withRole,
} from '#server/domain/leases/resident-days.ts'
import type { ResidentRecord } from '#server/domain/residents/records.ts'
import { fullName, type Name, namesOf } from '../read/full-name.ts'
import type { ResidentRecord as FileResident } from '../read/records.ts'
import { isPostponed } from './lease-terms.ts'
import { isSame } from './properties.ts'
import type { Leased, PlanTerms, RowPlan, Stored } from './row-plan.ts'
import { isSameName, underAnotherName } from './similar-names.ts'

/**
 * Matches residents by external ID, else by name among those of the lease; the others are new, and are on a stored lease from the day of the file. No
 * resident is removed from a lease, and nobody who has left it returns. Returns the ID of the primary resident.
 */
export function planResidents(
  plan: RowPlan,
  leased: Leased,
  people: readonly FileResident[],
  stored: Stored,
  terms: PlanTerms,
): string | null {
  const { lease, match } = leased
  const onLease = match ? residentsStaying(match, lease, terms.asOf) : []
  const claimed = new Set<string>()
  const added: StoredResident[] = []
  let primaryId = onLease.find(({ role }) => role === 'PRIMARY')?.resident.id ?? null
  let promoted: StoredResident | undefined
  const leaving = new Map<string, string>()
  for (const person of people) {
    const open = onLease.map(({ resident }) => resident).filter(({ id }) => !claimed.has(id))
    const known = knownAs(person, open, plan, stored)
    const like = known ? undefined : underAnotherName(person, open, people)
    if (like) plan.report(takenFor(person, like))
    const resident = residentAfter(known ?? like, like ? { ...person, ...nameOf(like) } : person, terms.newId)
    claimed.add(resident.id)
    if (person.moveOut !== undefined && person.moveOut !== lease.move_out_date) leaving.set(resident.id, person.moveOut)
    planResident(plan, known ?? like, resident)
    const before = onLease.find(({ resident: { id } }) => id === resident.id)
    const from_day = firstDayOf(lease, person, onLease.length > 0, terms)
    const one = before ? storedAs(before) : { ...newOn(resident, person), from_day }
    if (!before) added.push(one)
    else if (before.role_on_day === null && before.to_day !== (person.moveOut ?? null)) plan.report(whyAbsent(before))
    if (!person.isPrimary || (before && !canBePrimary(before, terms.asOf, plan))) continue
    primaryId = one.resident_id
    if (before?.role_on_day !== 'PRIMARY') promoted = one
  }
  for (const { resident, role_on_day: role } of onLease) {
    if (claimed.has(resident.id) || (role !== 'PRIMARY' && role !== 'CO_TENANT')) continue
    plan.report(`${fullName(resident)} is on the lease in Gatehouse, but not in the file.`)
  }
  planLinks(plan, leased, { before: onLease.map(storedAs), added, promoted, leaving }, terms.asOf)
  return primaryId
}

function planResident(plan: RowPlan, known: ResidentRecord | undefined, resident: ResidentRecord): void {
  if (known && isSame(resident, known)) return
  plan.changes.residents.push({ to: resident, isNew: !known })
  plan.words.push(known ? residentWords(known, resident) : `new resident ${fullName(resident)}`)
}

function nameOf({ first_name, last_name }: Name): Name {
  return { first_name, last_name }
}

function takenFor(person: Name, like: Name): string {
  return `${fullName(person)} in the file is taken to be ${fullName(like)}, who is on the lease in Gatehouse. If they are two different residents, add the missing one in Gatehouse.`
}

/** What a row says of the residents of a lease: those who are on it, who joins it, who becomes the primary one, and the last days of those who leave. */
type Residents = {
  before: StoredResident[]
  added: StoredResident[]
  promoted: StoredResident | undefined
  leaving: ReadonlyMap<string, string>
}

/**
 * Plans who is added to the lease, who is the primary resident from the day of the file on, instead of the present one, and who leaves before the
 * others.
 */
function planLinks(
  plan: RowPlan,
  { lease, match, isFormer }: Leased,
  { before, added, promoted, leaving }: Residents,
  asOf: string,
): void {
  const { id: lease_id, move_out_date } = lease
  const all = [...before, ...added]
  const left = before.flatMap(({ role, resident_id }) => (role === 'PRIMARY' ? (leaving.get(resident_id) ?? []) : []))
  // If the present primary resident has left, the next one follows at once, if they were on the lease by then.
  const first = [asOf, move_out_date ?? asOf, ...left.map(last => addDays(last, 1))].reduce(earlier)
  const day = later(first, promoted?.from_day ?? first)
  const present = promoted ? withRole(all, promoted, 'PRIMARY', day) : all
  const withDays = present.map(resident => leavingOn(leaving.get(resident.resident_id), resident, lease, present, plan))
  // A lease whose residents have all moved out has the roles of its last day.
  const after = isFormer && move_out_date !== null ? residentsUntil(withDays, move_out_date) : withDays
  const stored = match?.residents.map(storedAs) ?? []
  const links = after.flatMap(({ name: _, ...resident }) => {
    const known = stored.find(({ resident_id }) => resident_id === resident.resident_id)
    return known && isSame(known, { ...resident, name: known.name })
      ? []
      : [{ to: { lease_id, ...resident }, isNew: !known }]
  })
  plan.changes.leaseResidents.push(...primaryLast(links))
}

/** The residents who change if the lease ends on the day, as its end in the console changes them: the roles and stays that begin later end with it. */
export function residentsOfEnd({ id: lease_id, residents, move_out_date: endedOn }: KnownLease, day: string): Link[] {
  const before = residents.map(storedAs)
  const agreed = endedOn === null ? before : residentsBeforeEnd(before, endedOn)
  const changed = residentsUntil(agreed, day).filter(each => !before.includes(each))
  return primaryLast(changed.map(({ name: _, ...resident }) => ({ to: { lease_id, ...resident }, isNew: false })))
}

/** The residents of a stored lease with the stays and roles that a move-out had shortened, if the lease ends later or not at all. */
function residentsStaying(match: KnownLease, lease: LeaseRecord, asOf: string): KnownResident[] {
  const { residents, move_out_date: endedOn } = match
  if (endedOn === null || !isPostponed(match, lease)) return residents
  const before = residents.map(storedAs)
  const agreed = residentsBeforeEnd(before, endedOn)
  return residents.map((known, index) => {
    const { role, from_day, to_day, former_roles, before_end } = agreed[index]!
    const role_on_day = agreed[index] === before[index] ? known.role_on_day : roleOn(agreed[index]!, asOf)
    return { ...known, role, from_day, to_day, former_roles, before_end, role_on_day }
  })
}

type Link = RowPlan['changes']['leaseResidents'][number]

/** Puts the primary resident last, because a lease has one at any time. */
function primaryLast(links: readonly Link[]): Link[] {
  const isPrimary = ({ to: { role } }: Link) => Number(role === 'PRIMARY')
  return links.toSorted((one, other) => isPrimary(one) - isPrimary(other))
}

/** The resident with the last day that the file states. If it cannot be that, it is reported. */
function leavingOn(
  day: string | undefined,
  resident: StoredResident,
  lease: LeaseRecord,
  all: readonly StoredResident[],
  plan: RowPlan,
): StoredResident {
  if (day === undefined || day === resident.to_day) return resident
  const others = all.filter(other => other !== resident)
  try {
    const changed = withLastDay(resident, day, lease, others)
    plan.words.push(`${resident.name} leaves on ${day}`)
    return changed
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    plan.report(
      `${resident.name} moves out on ${day} according to the file, which is not imported. Record in Gatehouse when they leave the lease.`,
    )
    return resident
  }
}

function newOn(resident: ResidentRecord, { isPrimary }: FileResident): StoredResident {
  const role = isPrimary ? 'PRIMARY' : 'CO_TENANT'
  return {
    resident_id: resident.id,
    name: fullName(resident),
    role,
    from_day: null,
    to_day: null,
    former_roles: null,
    before_end: null,
  }
}

/** A new resident is on a lease that was stored without them from the day of the file, or since they moved in, if the file states that. */
function firstDayOf(
  { start_date, move_out_date }: LeaseRecord,
  { moveIn, isPrimary }: FileResident,
  hasOthers: boolean,
  { asOf }: PlanTerms,
): string | null {
  const day = (!isPrimary && moveIn) || (hasOthers ? asOf : null)
  return day !== null && day > start_date && (move_out_date === null || day <= move_out_date) ? day : null
}

function storedAs({ role, from_day, to_day, former_roles, before_end, resident }: KnownResident): StoredResident {
  return { resident_id: resident.id, name: fullName(resident), role, from_day, to_day, former_roles, before_end }
}

/** Why a resident whom the file has on the lease is not on it on the day of the file. */
function whyAbsent({ resident, from_day, to_day }: KnownResident): string {
  const name = fullName(resident)
  if (to_day === null || (from_day !== null && from_day > to_day)) {
    return `${name} is in the file, but joins the lease on ${from_day} in Gatehouse. If they are already on it, change their first day in Gatehouse.`
  }
  return `${name} is in the file, but was on the lease until ${to_day} in Gatehouse. If they have not moved out, change their last day in Gatehouse.`
}

/** Whether the resident, whom the file has as the primary one, is or can be that from the day of the file on. Reports why not. */
function canBePrimary(
  { role_on_day: role, to_day, former_roles, resident }: KnownResident,
  asOf: string,
  plan: RowPlan,
): boolean {
  if (role === null || role === 'PRIMARY') return role === 'PRIMARY'
  const changed = former_roles?.findLast(({ until }) => until >= asOf)
  if (to_day === null && !changed) return true
  const why = changed ? `has another role since ${addDays(changed.until, 1)}` : `leaves the lease on ${to_day}`
  plan.report(
    `${fullName(resident)} is the first resident in the file, but ${why} in Gatehouse, so the primary resident stays.`,
  )
  return false
}

/** What changes about a resident, in words. */
function residentWords(before: ResidentRecord, after: ResidentRecord): string {
  const isRenamed = fullName(before) !== fullName(after)
  const facts = [
    ...(before.email === after.email ? [] : ['e-mail address']),
    ...(before.phone === after.phone ? [] : ['phone number']),
    ...(before.external_id === after.external_id ? [] : ['resident ID']),
  ]
  const name = isRenamed ? `${fullName(before)} → ${fullName(after)}` : fullName(after)
  return `resident ${name}${facts.length > 0 ? `: ${facts.join(' and ')}` : ''}`
}

/**
 * Finds a stored resident by external ID or, failing that, by name among `open`, the residents of the lease who do not match another person in the
 * row.
 */
function knownAs(
  person: FileResident,
  open: readonly ResidentRecord[],
  plan: RowPlan,
  { residentsByExternalId }: Stored,
): ResidentRecord | undefined {
  const { externalId } = person
  const byId =
    externalId === undefined
      ? undefined
      : (open.find(({ external_id }) => external_id === externalId) ??
        residentsByExternalId.get(externalId) ??
        addedBy(plan, externalId))
  const name = nameKey(fullName(person))
  const byName = open.find(resident => nameKey(fullName(resident)) === name)
  return byId ?? byName ?? open.find(resident => isSameName(resident, person))
}

/** A resident whom another tenancy of the same row has added. */
function addedBy({ changes }: RowPlan, externalId: string): ResidentRecord | undefined {
  return changes.residents.find(({ to }) => to.external_id === externalId)?.to
}

/** Whether any of the residents is on the lease, which makes it the same tenancy. */
export function sharesResident(lease: KnownLease, people: readonly FileResident[]): boolean {
  return lease.residents.some(({ resident }) =>
    people.some(person =>
      person.externalId !== undefined && resident.external_id !== null
        ? person.externalId === resident.external_id || isSameName(resident, person)
        : isSameName(resident, person),
    ),
  )
}

/** The names of those who are on the lease on the day of the file. */
export function namesOn({ residents }: KnownLease): string {
  const present = residents.filter(({ role_on_day }) => role_on_day !== null)
  return namesOf(present.map(({ resident }) => resident)) || 'an unnamed resident'
}

function residentAfter(
  known: ResidentRecord | undefined,
  person: FileResident,
  newId: PlanTerms['newId'],
): ResidentRecord {
  const isRenamed = known && !isSameName(known, person)
  const { first_name: firstName, last_name: lastName } = known && !isRenamed ? known : person
  return {
    id: known?.id ?? newId('resident'),
    first_name: firstName,
    last_name: lastName,
    email: person.email ?? known?.email ?? null,
    phone: person.phone ?? known?.phone ?? null,
    sms_opt_in: known?.sms_opt_in ?? 'NOT_SET',
    external_id: person.externalId ?? known?.external_id ?? null,
  }
}
