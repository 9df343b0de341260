/** The properties that a file names: which rows belong to the same one, and what they state about it together. */
import { comparable } from './read/cells.ts'
import type { PropertyRecord } from './read/records.ts'

export type FileProperty = {
  /** The facts that the rows state; if they disagree, those of the first row. */
  facts: PropertyRecord
  rows: number
}

export type FileProperties = {
  readonly all: readonly FileProperty[]
  /** Adds a row's property. Returns the facts that differ from an earlier row. */
  note(record: PropertyRecord): (keyof PropertyRecord)[]
  /** Finds the property of a row that was added; undefined if several match. */
  of(record: PropertyRecord): FileProperty | undefined
  /**
   * Gives these facts to a property that the file does not name. If it is another one of the file, its rows become that one's if `mayJoin`, and it
   * otherwise stays unnamed. Returns the property.
   */
  identify(unnamed: number, facts: Partial<PropertyRecord>, mayJoin: boolean): FileProperty | undefined
}

export function fileProperties(): FileProperties {
  const all: FileProperty[] = []
  const byExternalId = new Map<string, FileProperty>()
  const byName = new Map<string, FileProperty[]>()
  const byNumber = new Map<number, FileProperty>()

  const candidates = (record: PropertyRecord): FileProperty[] => {
    const unnamed = record.unnamed === undefined ? undefined : byNumber.get(record.unnamed)
    if (unnamed || record.unnamed !== undefined) return unnamed ? [unnamed] : []
    const known = record.externalId === undefined ? undefined : byExternalId.get(record.externalId)
    return known ? [known] : (byName.get(nameKey(record.name)) ?? []).filter(({ facts }) => mayBeSame(facts, record))
  }

  return {
    all,
    note(record) {
      const [property, another] = candidates(record)
      if (another) return []
      const disagreeing = property ? merge(property, record) : []
      const noted = property ?? { facts: { ...record }, rows: 1 }
      if (!property) {
        all.push(noted)
        if (record.unnamed !== undefined) byNumber.set(record.unnamed, noted)
        else byName.set(nameKey(record.name), [...(byName.get(nameKey(record.name)) ?? []), noted])
      }
      if (record.externalId !== undefined) byExternalId.set(record.externalId, noted)
      return disagreeing
    },
    of(record) {
      const [property, another] = candidates(record)
      return another ? undefined : property
    },
    identify(unnamed, facts, mayJoin) {
      const property = byNumber.get(unnamed)
      if (!property) return undefined
      const { unnamed: _, ...named } = { ...property.facts, ...facts }
      const [same] = named.name === '' ? [] : candidates(named)
      if (same && mayJoin) {
        same.rows += property.rows
        all.splice(all.indexOf(property), 1)
        byNumber.set(unnamed, same)
        return same
      }
      Object.assign(property.facts, same ? { askedAs: facts.askedAs } : facts)
      if (!same && named.name !== '')
        byName.set(nameKey(named.name), [...(byName.get(nameKey(named.name)) ?? []), property])
      return property
    },
  }
}

export function nameKey(name: string): string {
  return name.trim().toLowerCase()
}

export type Address = { address_line: string | null | undefined; postal_code: string | null | undefined }

/** Whether two addresses may be the same, because the parts that both state are equal. */
export function isSameAddress(one: Address, other: Address): boolean {
  const differs = (a: string | null | undefined, b: string | null | undefined) => Boolean(a && b && a !== b)
  const street = (address: Address) => address.address_line && comparable(address.address_line)
  return !(differs(street(one), street(other)) || differs(one.postal_code?.slice(0, 5), other.postal_code?.slice(0, 5)))
}

/** Whether a name is the street, because the export states only an address. */
export function isAddressAlone({ name, address_line: addressLine }: PropertyRecord): boolean {
  return addressLine !== undefined && nameKey(name) === nameKey(addressLine)
}

function mayBeSame(facts: PropertyRecord, record: PropertyRecord): boolean {
  const hasOtherId = facts.externalId !== undefined && record.externalId !== undefined
  return !hasOtherId && isSameAddress(facts, record)
}

function merge(property: FileProperty, record: PropertyRecord): (keyof PropertyRecord)[] {
  property.rows++
  const disagreeing: (keyof PropertyRecord)[] = []
  const facts = property.facts as Record<string, string | number | undefined>
  for (const [fact, value] of Object.entries(record)) {
    if (value === undefined) continue
    facts[fact] ??= value
    if (comparable(String(facts[fact])) !== comparable(String(value))) disagreeing.push(fact as keyof PropertyRecord)
  }
  return disagreeing
}
