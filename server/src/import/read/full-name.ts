/** The names of residents, in messages and to tell whether two rows are about the same one. */
import { nameKey } from '#server/base/text.ts'
import type { ResidentRecord } from './records.ts'

export type Name = Pick<ResidentRecord, 'first_name' | 'last_name'>

export function fullName({ first_name: first, last_name: last }: Name): string {
  return `${first} ${last}`.trim()
}

export function namesOf(people: readonly Name[]): string {
  return people.map(fullName).join(', ')
}

/** Whether two rows of a file name the same resident: by their IDs if both have one, otherwise by their names. */
export function isSameResident(one: ResidentRecord, other: ResidentRecord): boolean {
  if (one.externalId !== undefined && other.externalId !== undefined) return one.externalId === other.externalId
  return nameKey(fullName(one)) === nameKey(fullName(other))
}
