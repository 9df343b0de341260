/** Reads a mapping file, in which the customer states what a rent roll does not: addresses of properties, and the meaning of the customer's own words. */
import { readFile } from 'node:fs/promises'
import { Refusal } from '#server/base/refusal.ts'
import { comparable } from './cells.ts'
import type { ChargeCode, UnitStatus } from './records.ts'

export type Mapping = {
  /** Properties by the name or the code that the file gives them. */
  properties: ReadonlyMap<string, MappedProperty>
  /** Charge codes by the file's own code. */
  charges: ReadonlyMap<string, ChargeCode>
  /** Statuses by the file's own word for a unit that is not for rent, such as `MODEL`. */
  statuses: ReadonlyMap<string, UnitStatus>
}

export type MappedProperty = {
  name: string | undefined
  addressLine: string | undefined
  city: string | undefined
  state: string | undefined
  postalCode: string | undefined
}

export const NO_MAPPING: Mapping = { properties: new Map(), charges: new Map(), statuses: new Map() }

export const CHARGE_CODES = [
  'RENT',
  'PARKING',
  'PET',
  'UTILITY',
  'STORAGE',
  'LATE_FEE',
  'CONCESSION',
  'OTHER',
] as const satisfies readonly ChargeCode[]
const STATUSES = ['OFFLINE', 'VACANT_UNRENTED', 'CURRENT'] as const satisfies readonly UnitStatus[]
const PROPERTY_PARTS = ['name', 'address_line', 'city', 'state', 'postal_code'] as const
const MAX_BYTES = 4 * 1024 * 1024

/** Reads a mapping file; refuses one that is not in the form that `--write-map` creates. */
export async function readMapping(path: string): Promise<Mapping> {
  const wrong = (why: string) => new Refusal('invalid_request', `${path} ${why}`)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    throw wrong(`cannot be read (${(error as NodeJS.ErrnoException).code}). Check the path and its permissions.`)
  }
  if (text.length > MAX_BYTES)
    throw wrong(
      'is larger than 4 MiB, the limit for a mapping file. Remove the entries that this rent roll does not need.',
    )
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw wrong('is not JSON. Create a mapping file with --write-map and fill it in.')
  }
  return parseMapping(content, wrong)
}

function parseMapping(content: unknown, wrong: (why: string) => Refusal): Mapping {
  const { properties = {}, charges = {}, statuses = {}, ...unknown } = objectOf(content, 'The file')
  const [other] = Object.keys(unknown)
  if (other !== undefined)
    throw wrong(`contains “${other}”, but only properties, charges and statuses are allowed. Remove it.`)
  return {
    properties: mapOf(properties, 'properties', mappedProperty),
    charges: mapOf(charges, 'charges', oneOf(CHARGE_CODES)),
    statuses: mapOf(statuses, 'statuses', oneOf(STATUSES)),
  }

  function objectOf(value: unknown, name: string): Record<string, unknown> {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
    throw wrong(`is not a mapping file: ${name} must be an object. Create one with --write-map.`)
  }

  function mapOf<Value>(value: unknown, name: string, read: (value: unknown, at: string) => Value | undefined) {
    const known = new Map<string, Value>()
    for (const [word, meaning] of Object.entries(objectOf(value, name))) {
      const found = read(meaning, `${name}.${word}`)
      if (found !== undefined) known.set(comparable(word), found)
    }
    return known
  }

  /** Reads a part; an empty text is an unanswered question. */
  function oneOf<Word extends string>(words: readonly Word[]) {
    return (value: unknown, at: string): Word | undefined => {
      if (value === '' || value === null) return undefined
      const found = words.find(word => word === value)
      if (found === undefined) throw wrong(`has a wrong value at ${at}: it must be one of ${words.join(', ')}.`)
      return found
    }
  }

  function mappedProperty(value: unknown, at: string): MappedProperty {
    const parts = objectOf(value, at)
    const part = (name: (typeof PROPERTY_PARTS)[number]) => {
      const text = parts[name] ?? ''
      if (typeof text !== 'string' || text.length > 200) {
        throw wrong(`has a wrong value at ${at}.${name}: it must be a text of at most 200 characters.`)
      }
      return text.trim() || undefined
    }
    const [other] = Object.keys(parts).filter(name => !(PROPERTY_PARTS as readonly string[]).includes(name))
    if (other !== undefined)
      throw wrong(`contains ${at}.${other}, but only ${PROPERTY_PARTS.join(', ')} are allowed. Remove it.`)
    return {
      name: part('name'),
      addressLine: part('address_line'),
      city: part('city'),
      state: part('state')?.toUpperCase(),
      postalCode: part('postal_code'),
    }
  }
}
