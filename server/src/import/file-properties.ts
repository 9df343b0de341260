/** The properties that a file names: which rows belong to the same one, and what they state about it together. */
import { nameKey } from '#server/base/text.ts'
import { streetKey } from './read/addresses.ts'
import { comparable } from './read/cells.ts'
import type { PropertyRecord, RentRollRow, TenancyRecord } from './read/records.ts'

export type FileProperty = {
  /** The facts that the rows state; if they disagree, those of the first row. */
  facts: PropertyRecord
  rows: number
  /** How many rows state another address of a unit than that of the facts. */
  otherAddresses: number
  /** The labels of its units in lower case, if the rows are units. */
  labels: Set<string>
  /** Some of its current tenancies, by which a property that is stored under another name is recognized. */
  tenancies: TenancyRecord[]
}

const MAX_TENANCIES = 20

export class FileProperties {
  readonly all: FileProperty[] = []
  readonly #byExternalId = new Map<string, FileProperty>()
  readonly #byName = new Map<string, FileProperty[]>()
  /** Those that the file does not name. */
  readonly #byNumber = new Map<number, FileProperty>()

  /** Adds a row's property, and its unit if the row is one. Returns the facts that differ from an earlier row. */
  add(record: PropertyRecord, row?: Pick<RentRollRow, 'unit' | 'tenancy'>): (keyof PropertyRecord)[] {
    const [property, another] = this.#candidates(record)
    if (another) return []
    const disagreeing = property ? merge(property, record) : []
    const entry = property ?? { facts: { ...record }, rows: 1, otherAddresses: 0, labels: new Set(), tenancies: [] }
    if (row) entry.labels.add(row.unit.label.toLowerCase())
    if (row?.tenancy && entry.tenancies.length < MAX_TENANCIES) entry.tenancies.push(row.tenancy)
    if (!property) {
      this.all.push(entry)
      if (record.unnamed === undefined) this.#name(entry)
      else this.#byNumber.set(record.unnamed, entry)
    }
    if (record.externalId !== undefined) this.#byExternalId.set(record.externalId, entry)
    return disagreeing
  }

  /** Finds the property of a row that was added; undefined if several match. */
  of(record: PropertyRecord): FileProperty | undefined {
    const [property, another] = this.#candidates(record)
    return another ? undefined : property
  }

  /**
   * Gives these facts to a property that the file does not name, and returns the property. If the facts are those of another property of the file, the rows
   * are given to that one if `mayJoin` is true; otherwise the property stays unnamed.
   */
  identify(unnamed: number, facts: Partial<PropertyRecord>, mayJoin: boolean): FileProperty | undefined {
    const property = this.#byNumber.get(unnamed)
    if (!property) return undefined
    const { unnamed: _, ...named } = { ...property.facts, ...facts }
    const [same] = named.name === '' ? [] : this.#candidates(named)
    if (same && mayJoin) {
      same.rows += property.rows
      for (const label of property.labels) same.labels.add(label)
      same.tenancies.push(...property.tenancies)
      this.all.splice(this.all.indexOf(property), 1)
      this.#byNumber.set(unnamed, same)
      return same
    }
    Object.assign(property.facts, same ? { askedAs: facts.askedAs } : facts)
    if (property.facts.name !== '') this.#name(property)
    return property
  }

  #name(property: FileProperty): void {
    const key = nameKey(property.facts.name)
    this.#byName.set(key, [...(this.#byName.get(key) ?? []), property])
  }

  #candidates(record: PropertyRecord): FileProperty[] {
    const { unnamed, externalId, name } = record
    const known = unnamed === undefined ? externalId && this.#byExternalId.get(externalId) : this.#byNumber.get(unnamed)
    if (known) return [known]
    if (unnamed !== undefined) return []
    return (this.#byName.get(nameKey(name)) ?? []).filter(({ facts }) => mayBeSame(facts, record))
  }
}

type Address = { address_line: string | null | undefined; postal_code: string | null | undefined }

/** Whether two addresses may be the same, because the parts that both state are equal. */
export function isSameAddress(one: Address, other: Address): boolean {
  const differs = (a: string | null | undefined, b: string | null | undefined) => Boolean(a && b && a !== b)
  const street = (address: Address) => address.address_line && streetKey(address.address_line)
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
  const { unitAddress, ...others } = record
  property.facts.unitAddress ??= unitAddress
  const [street, known] = [unitAddress, property.facts.unitAddress].map(each => streetKey(each?.address_line ?? ''))
  if (unitAddress && street !== known) property.otherAddresses++
  const facts = property.facts as Record<string, unknown>
  for (const [fact, value] of Object.entries(others)) {
    if (value === undefined) continue
    facts[fact] ??= value
    if (comparable(String(facts[fact])) !== comparable(String(value))) disagreeing.push(fact as keyof PropertyRecord)
  }
  return disagreeing
}
