/** Reads the property that a file names, as `Name (code)` or as an address, and completes it from the mapping. */
import { parseProperty } from '../addresses.ts'
import { comparable } from '../cells.ts'
import type { Mapping } from '../mapping.ts'
import type { PropertyRecord } from '../records.ts'

export type StatedProperty = PropertyRecord

export function propertyNamed(text: string, { properties }: Mapping): StatedProperty {
  const flat = text.replace(/\s+/g, ' ').trim()
  const coded = /^(.*\S)\s*\(([^()]{1,50})\)$/.exec(flat)
  const parsed = parseProperty((coded?.[1] ?? flat).slice(0, 400))
  const code = coded?.[2]?.trim()
  const mapped = [code, parsed.name, flat].flatMap(word =>
    word === undefined ? [] : (properties.get(comparable(word)) ?? []),
  )[0]
  return {
    name: (mapped?.name ?? parsed.name).slice(0, 200),
    address_line: mapped?.addressLine ?? parsed.address_line,
    city: mapped?.city ?? parsed.city,
    state: mapped?.state ?? parsed.state,
    postal_code: mapped?.postalCode ?? parsed.postal_code,
    type: undefined,
    yearBuilt: undefined,
    ownerName: undefined,
    portfolioName: undefined,
    currentValueCents: undefined,
    externalId: code,
  }
}
