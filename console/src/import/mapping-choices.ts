/** The possible meanings of words in a file, as choices. */
import type { MappedCharge, MappedLayout, MappedStatus } from '#client/console.ts'
import { wordChoices } from '../kit/words.ts'

const CHARGES: readonly MappedCharge['code'][] = [
  'RENT',
  'PARKING',
  'PET',
  'UTILITY',
  'STORAGE',
  'LATE_FEE',
  'CONCESSION',
  'OTHER',
]
const STATUSES: Record<MappedStatus['status'], string> = {
  CURRENT: 'Occupied',
  NOTICE_UNRENTED: 'On notice',
  NOTICE_RENTED: 'On notice, next lease signed',
  EVICT: 'Under eviction',
  VACANT_UNRENTED: 'Vacant',
  VACANT_RENTED: 'Vacant, lease signed',
  OFFLINE: 'Offline, not for rent',
}

export type Layout = MappedLayout['layout']

export const LAYOUTS: Record<Layout, string> = {
  'yardi-lease-charges': 'Yardi Voyager, Rent Roll with Lease Charges',
  'yardi-rent-roll': 'Yardi Voyager, Rent Roll',
  'yardi-breeze': 'Yardi Breeze, Rent Roll',
  onesite: 'RealPage OneSite, Rent Roll Detail',
  entrata: 'Entrata, Rent Roll',
  buildium: 'Buildium, Rent Roll',
  resman: 'ResMan, Rent Roll',
  template: 'AppFolio, or our template',
}

/** Stands for a column that is ignored, and that is not reported as such. */
export const IGNORED = '-'

/** What a column can mean: a column of its kind of file, by the name of the service, or by another name that the mapping has. */
export function meaningChoices(
  names: readonly string[],
  answered: readonly { column: string | null }[],
): { value: string; text: string }[] {
  const all = new Set([...names, ...answered.flatMap(({ column }) => column ?? [])])
  return [{ value: IGNORED, text: 'Ignore this column' }, ...[...all].map(name => ({ value: name, text: name }))]
}

export const LAYOUT_CHOICES = Object.entries(LAYOUTS).map(([value, text]) => ({ value, text }))
export const CHARGE_CHOICES = wordChoices(CHARGES)
export const STATUS_CHOICES = Object.entries(STATUSES).map(([value, text]) => ({ value, text }))
