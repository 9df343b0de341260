/** The possible meanings of words in a file, as choices. */
import type { MappedCharge, MappedStatus } from '#client/console.ts'
import { inWords } from '../kit/words.ts'

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
  OFFLINE: 'Offline, not for rent',
  VACANT_UNRENTED: 'Vacant',
  CURRENT: 'Occupied',
}

export const CHARGE_CHOICES = CHARGES.map(value => ({ value, text: inWords(value) }))
export const STATUS_CHOICES = Object.entries(STATUSES).map(([value, text]) => ({ value, text }))
