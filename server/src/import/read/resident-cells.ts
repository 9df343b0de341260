/** Reads the cells of a row that name its residents. */
import { type CellKind, textOf } from './cells.ts'
import { EMAILS, PHONES } from './contacts.ts'
import { notesIn, type PersonName, parseResidents } from './names.ts'
import type { ResidentRecord } from './records.ts'
import { NOTHING, quote, type RowCells } from './row-cells.ts'
import { notOfVacancy, vacancyInPlaceOf, wordNotForRent } from './vacancy.ts'

/** Returns the residents of the row, the primary resident first; empty for a vacant unit. */
export function readResidents(cells: RowCells): ResidentRecord[] {
  const people = [...readPrimary(cells), ...(cells.take('additionalResidents', NAMES, 'row') ?? [])]
  for (const field of ['tenant', 'additionalResidents'] as const) {
    if (people.length > 0) for (const note of new Set(notesIn(cells.text(field)))) cells.drop(field, notAName(note))
  }
  const note = people.length === 0 ? notOfVacancy(tenantText(cells)) : undefined
  if (note) cells.drop('tenant', note)
  const company = cells.text('company')
  if (company && people[0] && people[0].last_name !== company)
    cells.drop(
      'company',
      `${quote(company)} is not imported next to the name of a person. Enter it in Gatehouse if you need it.`,
    )
  const emails = matched(cells.take('email', EMAILS, 'value') ?? [], people.length)
  const phones = matched(cells.take('phone', PHONES, 'value') ?? [], people.length)
  const externalId = cells.take('residentId', textOf(200), 'value')
  return people.map((person, index) => ({
    first_name: person.first_name,
    last_name: person.last_name,
    email: person.email ?? emails[index],
    phone: phones[index],
    isPrimary: index === 0,
    externalId: index === 0 ? externalId : undefined,
  }))
}

/** Says that a note on a resident, such as `(Guarantor)`, is not imported. */
export function notAName(note: string): string {
  return `${quote(note)} is a note and not part of a name, so it is not imported. Enter it in Gatehouse if you need it.`
}

export const MAX_RESIDENTS = 50

/** The text of the row that names its tenant, or what stands in place of one. */
export function tenantText(cells: RowCells): string {
  return cells.text('tenant') || [cells.text('firstName'), cells.text('lastName')].filter(Boolean).join(' ')
}

export function isNobody(text: string): boolean {
  return vacancyInPlaceOf(text) !== undefined || wordNotForRent(text) !== undefined || NOTHING.test(text)
}

const NAMES: CellKind<PersonName[]> = {
  parse: text => {
    if (isNobody(text)) return []
    const people = text.length <= 5_000 ? parseResidents(text) : []
    const isBounded = people.every(({ first_name, last_name }) => first_name.length <= 200 && last_name.length <= 200)
    const areNamed = people.every(({ first_name, last_name }) => /\p{L}/u.test(first_name + last_name))
    return isBounded && areNamed && people.length > 0 && people.length <= MAX_RESIDENTS ? people : undefined
  },
  is: 'a list of residents',
  write: `Name at most ${MAX_RESIDENTS}, separated by semicolons.`,
}

/** Reads names from First Name and Last Name if the file has them, because they are unambiguous; else from the Tenant cell. */
function readPrimary(cells: RowCells): PersonName[] {
  if (isNobody(tenantText(cells))) return []
  const first_name = cells.take('firstName', textOf(200), 'row')
  const last_name = cells.take('lastName', textOf(200), 'row')
  if (last_name !== undefined) return [{ first_name: first_name ?? '', last_name, email: undefined }]
  if (first_name !== undefined) return [{ first_name: '', last_name: first_name, email: undefined }]
  const company = tenantText(cells) === '' && isOfLease(cells) ? cells.take('company', textOf(200), 'row') : undefined
  if (company !== undefined) return [{ first_name: '', last_name: company, email: undefined }]
  return cells.take('tenant', NAMES, 'row') ?? []
}

/** Whether the row says something of a lease, so that a company in it is the tenant, and not the manager of a vacant unit. */
function isOfLease(cells: RowCells): boolean {
  return (['leaseStatus', 'leaseFrom', 'leaseTerm', 'moveIn', 'rent'] as const).some(field => cells.text(field) !== '')
}

/** Assigns emails or phones in order if there are as many as residents; otherwise only the first, to the primary resident. */
function matched(values: string[], residents: number): string[] {
  return values.length === residents ? values : values.slice(0, 1)
}
