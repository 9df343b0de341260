/** What a file leaves to be asked, as a mapping file to fill in: addresses, the customer's own charge codes, and words for units nobody rents. */
import type { Outcome } from './outcome.ts'
import { comparable } from './read/cells.ts'
import type { Mapping } from './read/mapping.ts'

/** What the file and `mapping` already say is filled in; a charge code is suggested from the dictionary, and an unknown one is left empty. */
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
