/** Finds the code of a charge that has its own column. */
import type { ChargeCode } from './records.ts'
import { inWords, isQuestion } from './table-columns.ts'

/** Words that name a charge. A header is a charge when it has words of one code, and otherwise only FILLER and numbers. */
const CHARGE_WORDS: Record<Exclude<ChargeCode, 'RENT'>, readonly string[]> = {
  PARKING: ['parking', 'garage', 'carport', 'park', 'pkg', 'prkg'],
  PET: ['pet'],
  UTILITY: [
    'utility',
    'utilities',
    'water',
    'sewer',
    'trash',
    'electric',
    'electricity',
    'gas',
    'rubs',
    'util',
    'elec',
    'wtr',
    'swr',
    'garbage',
  ],
  STORAGE: ['storage', 'stor', 'strg'],
  LATE_FEE: ['late'],
  CONCESSION: ['concession', 'concessions', 'discount', 'conc'],
  OTHER: [
    'cable',
    'internet',
    'laundry',
    'insurance',
    'furniture',
    'amenity',
    'technology',
    'pest',
    'mtm',
    'cam',
    'taxes',
    'nnn',
    'recovery',
    'recoveries',
  ],
}
const FILLER = [
  'rent',
  'fee',
  'fees',
  'charge',
  'charges',
  'monthly',
  'income',
  'reimbursement',
  'and',
  'control',
  'cost',
  'mo',
  'month',
  'per',
  'employee',
  'staff',
]

/** The names of columns of charges; the last one is for any other charge. */
export const CHARGE_NAMES = [
  'Parking',
  'Pet Rent',
  'Utility',
  'Storage',
  'Late Fee',
  'Concession',
  'Another Monthly Charge',
]

/** The charge code of a column beyond Rent, such as `Pet Rent` or `4110 - Parking Fee`. */
export function chargeCodeOf(header: string): Exclude<ChargeCode, 'RENT'> | undefined {
  if (isQuestion(header)) return undefined
  if (header === CHARGE_NAMES.at(-1)) return 'OTHER'
  const words =
    inWords(header)
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  const codes = new Set(words.filter(word => !FILLER.includes(word)).map(word => CODE_OF_WORD.get(word)))
  return codes.size === 1 ? [...codes][0] : undefined
}

const CODE_OF_WORD = new Map(
  Object.entries(CHARGE_WORDS).flatMap(([code, words]) =>
    words.map(word => [word, code as Exclude<ChargeCode, 'RENT'>] as const),
  ),
)
