/** Creates a mapping file to fill in, with what the file does not state: addresses, the meaning of the customer's charge codes, and words for units that are not for rent. */
import type { Outcome } from './outcome.ts'
import { comparable } from './read/cells.ts'
import type { Mapping } from './read/mapping.ts'

/** Creates the questions. Values that the file or `mapping` states are filled in, known charge codes are suggested, and unknown ones are empty. */
export function questionsOf({ unaddressed, charges, statusWords }: Outcome, mapping: Mapping): Record<string, unknown> {
  return {
    properties: Object.fromEntries(
      unaddressed.map(
        ({ name, externalId, address_line: addressLine = '', city = '', state = '', postal_code: postalCode = '' }) => [
          externalId ?? name,
          { name, address_line: addressLine, city, state, postal_code: postalCode },
        ],
      ),
    ),
    charges: Object.fromEntries(charges.map(({ word, code, isKnown }) => [word, isKnown ? code : ''])),
    statuses: Object.fromEntries(statusWords.map(word => [word, mapping.statuses.get(comparable(word)) ?? 'OFFLINE'])),
  }
}
