/** Reads the property that a file names, as `Name (code)` or as an address, and completes it from the mapping. */
import { parseProperty } from '../addresses.ts'
import { wordKey } from '../cells.ts'
import type { Mapping } from '../mapping.ts'
import type { PropertyRecord } from '../records.ts'

/** A property as the file names it, and as it is imported. */
export type StatedProperty = { name: string; code: string | undefined; record: PropertyRecord }

export function propertyNamed(text: string, { properties }: Mapping): StatedProperty {
  const flat = text.replace(/\s+/g, ' ').trim()
  const coded = /^(.*\S)\s*\(([^()]{1,50})\)$/.exec(flat)
  const parsed = parseProperty((coded?.[1] ?? flat).slice(0, 400))
  const code = coded?.[2]?.trim()
  const mapped = [code, parsed.name, flat].flatMap(word =>
    word === undefined ? [] : (properties.get(wordKey(word)) ?? []),
  )[0]
  const record = {
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
    // A stored property keeps its own ID, so that it is matched although files give it another code.
    externalId: mapped?.isStored ? mapped.externalId : code,
  }
  return { name: parsed.name, code, record }
}
