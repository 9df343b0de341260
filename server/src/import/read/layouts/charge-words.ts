/** What a customer's own charge code means: according to the mapping, or else to a dictionary. An unknown code is OTHER under its own name, never RENT. */
import { comparable, wordKey } from '../cells.ts'
import type { Mapping } from '../mapping.ts'
import type { ChargeCode } from '../records.ts'

/** `isKnown` is false for a code that neither the mapping nor the dictionary has. */
type ChargeMeaning = { code: ChargeCode; isKnown: boolean; isMapped: boolean }

export function chargeMeaning(word: string, { charges }: Mapping): ChargeMeaning {
  const key = comparable(word)
  const mapped = charges.get(wordKey(word))
  if (mapped) return { code: mapped, isKnown: true, isMapped: true }
  const exact = EXACT.get(key) ?? EXACT.get(comparable(NUMBERED.exec(word)?.[1] ?? ''))
  if (exact) return { code: exact, isKnown: true, isMapped: false }
  const part = PARTS.find(([, pattern]) => pattern.test(key))
  return { code: part?.[0] ?? 'OTHER', isKnown: part !== undefined, isMapped: false }
}

/** A word behind its number or the code for rent: `4000 - Rent Income`, `RC - Rent`. Any other code in front of “Rent” may say what is rented, such as a garage. */
const NUMBERED = /^(?:\d[\d.-]{0,11}|rc|rnt|rent) ?[-–:] ?(\S.*)$/i

/** Whole codes. Only words that have no other meaning are read as rent; a housing authority's part of a rent is rent too. */
const WORDS: Partial<Record<ChargeCode, readonly string[]>> = {
  RENT: [
    ...['rent', 'base rent', 'apartment rent', 'apt rent', 'unit rent', 'monthly rent', 'contract rent', 'lease rent'],
    ...['rent charge', 'rental income', 'rent income', 'residential rent', 'rent residential', 'resident rent'],
    ...[
      // Plain reports give all charges as this one figure.
      'scheduled charges',
      'tenant rent',
      'hap',
      'hap rent',
      'rent hap',
      'section 8',
      'sec8',
      'sec 8 rent',
      'section 8 rent',
    ],
    ...['voucher', 'rent voucher', 'voucher rent', 'housing voucher', 'subsidy', 'rent subsidy', 'subsidy rent'],
    ...['hud', 'hud subsidy', 'housing assistance', 'housing assistance payment', 'subrent', 'rent sub'],
  ],
  OTHER: [
    'mtm',
    'mtom',
    'mtm fee',
    'month to month',
    'month to month fee',
    'transfer',
    'insurance',
    'recurring charges',
    'misc',
  ],
  PARKING: ['park', 'pkg', 'prkg', 'gar', 'cov park', 'res park'],
  PET: ['pet', 'petr', 'petf'],
  UTILITY: ['util', 'wtr', 'swr', 'elec', 'rubs', 'cam'],
  STORAGE: ['stor', 'strg', 'locker'],
  LATE_FEE: ['late', 'latefee'],
  CONCESSION: ['recurring credits', 'conc', 'disc', 'empl', 'empcred', 'employee'],
}
const EXACT = new Map(
  Object.entries(WORDS).flatMap(([code, words]) => words.map(word => [comparable(word), code as ChargeCode] as const)),
)

/** Parts of a code; the first match counts. None of them means RENT. */
const PARTS: readonly (readonly [Exclude<ChargeCode, 'RENT'>, RegExp])[] = [
  ['CONCESSION', /conc(?:ess|sp|$)|discount|courtesy|^empl|employee|special|promo|abate/],
  ['LATE_FEE', /late(?:fee|charge|rent)/],
  ['OTHER', /m(?:onth)?to?m(?:onth)?|transfer|^xfer|xfer(?:in|out)|insur/],
  ['PET', /^pet|pet(?:rent|fee)|dogrent|catrent|animal/],
  ['PARKING', /parking|garage|carport|^park|^prk/],
  ['STORAGE', /storage|^stor|locker/],
  [
    'UTILITY',
    /utilit|trash|valet|water|sewer|electric|^gas$|^gas(?:bill|fee|charge)|rubs|garbage|waste|energy|^util|^wtr|^swr|wtr$|swr$/,
  ],
  ['OTHER', /cable|internet|wifi|laundry|washer|dryer|furnitur|amenit|technolog|pest|admin|package|smarthome/],
]
