/** Matches the residents of a row with those of the lease, and plans what changes about them. Pure. */
import type { KnownLease, LeaseResident } from '#server/domain/leases/records.ts'
import type { ResidentRecord } from '#server/domain/residents/records.ts'
import { fullName, type Name, namesOf } from '../read/full-name.ts'
import type { ResidentRecord as FileResident } from '../read/records.ts'
import { isSame } from './properties.ts'
import type { PlanTerms, RowPlan, Stored } from './row-plan.ts'

/** Matches residents by external ID, else by name among those of the lease; the others are new. No resident is removed from a lease. Returns the ID of the primary resident. */
export function planResidents(
  plan: RowPlan,
  leaseId: string,
  people: readonly FileResident[],
  onLease: KnownLease['residents'],
  stored: Stored,
  { newId }: PlanTerms,
): string | null {
  const claimed = new Set<string>()
  let primaryId: string | null = null
  const promoted: LeaseResident[] = []
  for (const person of people) {
    const open = onLease.map(({ resident }) => resident).filter(({ id }) => !claimed.has(id))
    const known = knownAs(person, open, plan, stored)
    const resident = residentAfter(known, person, newId)
    claimed.add(resident.id)
    if (person.isPrimary) primaryId = resident.id
    if (!known || !isSame(resident, known)) {
      plan.changes.residents.push({ to: resident, isNew: !known })
      plan.words.push(known ? residentWords(known, resident) : `new resident ${fullName(resident)}`)
    }
    const before = onLease.find(({ resident: { id } }) => id === resident.id)?.role
    const role = person.isPrimary ? 'PRIMARY' : before && before !== 'PRIMARY' ? before : 'CO_TENANT'
    if (role === before) continue
    const link = { lease_id: leaseId, resident_id: resident.id, role } as const
    if (person.isPrimary) promoted.push(link)
    else plan.changes.leaseResidents.push({ to: link, isNew: !before })
  }
  for (const { resident, role } of onLease) {
    if (claimed.has(resident.id) || (role !== 'PRIMARY' && role !== 'CO_TENANT')) continue
    plan.report(`${fullName(resident)} is on the lease in Gatehouse, but not in the file.`)
    const to = { lease_id: leaseId, resident_id: resident.id, role: 'CO_TENANT' } as const
    if (role === 'PRIMARY') plan.changes.leaseResidents.push({ to, isNew: false })
  }
  // This comes last, because a lease has one primary resident at any time.
  const isOnLease = (id: string) => onLease.some(({ resident }) => resident.id === id)
  for (const to of promoted) plan.changes.leaseResidents.push({ to, isNew: !isOnLease(to.resident_id) })
  return primaryId
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
  return byId ?? open.find(resident => isSameName(resident, person))
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

export function namesOn({ residents }: KnownLease): string {
  return namesOf(residents.map(({ resident }) => resident)) || 'an unnamed resident'
}

/** Compares names without middle names and initials, because one file has them and the next does not. */
export function isSameName(one: Name, other: Name): boolean {
  const given = ({ first_name: firstName }: Name) => firstName.trim().split(' ')[0]!.toLowerCase()
  const family = ({ last_name: lastName }: Name) => lastName.trim().toLowerCase()
  return family(one) === family(other) && given(one) === given(other)
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
