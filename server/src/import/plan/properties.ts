/** Matches each property of the file with a stored one, and plans what changes about it. Pure. */
import { keysOf } from '#server/base/keys-of.ts'
import { nameKey } from '#server/base/text.ts'
import type { Owner } from '#server/domain/owners/operations.ts'
import type { Portfolio } from '#server/domain/portfolios/operations.ts'
import type { PropertyRecord } from '#server/domain/properties/records.ts'
import { type FileProperty, isAddressAlone, isSameAddress } from '../file-properties.ts'
import { streetKey, unitInStreet } from '../read/addresses.ts'
import { comparable } from '../read/cells.ts'
import { bareLabel } from '../read/unit-label.ts'

export type PropertyPlan = {
  id: string
  name: string
  isNew: boolean
  /** The property to store; undefined if nothing changes. */
  record: PropertyRecord | undefined
  /** The owner and the portfolio to store first; properties that name the same one share it. */
  newOwner: Owner | undefined
  newPortfolio: Portfolio | undefined
  /** The reason to reject all rows of the property. */
  problem: string | undefined
}

export type StoredPortfolio = {
  properties: readonly PropertyRecord[]
  /** The units of those that have another name than every property of the file, by property. */
  unitsOf: ReadonlyMap<string, readonly { label: string }[]>
  owners: readonly Owner[]
  portfolios: readonly Portfolio[]
}

export function planProperties(
  inFile: readonly FileProperty[],
  stored: StoredPortfolio,
  newId: (kind: 'property' | 'owner' | 'portfolio') => string,
): Map<FileProperty, PropertyPlan> {
  const matches = matchProperties(inFile, stored.properties)
  for (const property of inFile) if (!matches.has(property)) completeByUnits(property)
  const problemOf = newProblems(stored, matches)
  const ownerNamed = byName(stored.owners, () => newId('owner'))
  const portfolioNamed = byName(stored.portfolios, () => newId('portfolio'))
  return new Map(inFile.map(property => [property, plan(property)]))

  function plan(property: FileProperty): PropertyPlan {
    const { facts } = property
    const match = matches.get(property)
    const existing = match === 'several' ? undefined : match
    const owner = ownerNamed(facts.ownerName)
    const portfolio = portfolioNamed(facts.portfolioName)
    const id = existing?.id ?? newId('property')
    const ids = { id, ownerId: owner?.id, portfolioId: portfolio?.id }
    const record = existing ? changedProperty(existing, property, ids) : newProperty(property, ids)
    return {
      id,
      name: existing?.name ?? facts.name,
      isNew: !existing,
      record,
      newOwner: owner?.isNew ? { id: owner.id, name: owner.name } : undefined,
      newPortfolio: portfolio?.isNew ? { id: portfolio.id, name: portfolio.name } : undefined,
      problem: match === 'several' ? severalProblem(facts.name) : existing ? undefined : problemOf(property),
    }
  }
}

/** Gives a new property without a street the address of its units. A stored one keeps its own. */
function completeByUnits({ facts }: FileProperty): void {
  const { unitAddress } = facts
  if (facts.address_line || !unitAddress) return
  facts.address_line = unitAddress.address_line
  facts.city ??= unitAddress.city
  facts.state ??= unitAddress.state
  facts.postal_code ??= unitAddress.postal_code
}

/** Returns the problem with a property that matches none, such as that it is a stored one under another name; undefined if it can be created. */
function newProblems({ properties, unitsOf }: StoredPortfolio, matches: PropertyMatches) {
  const claimed = new Set(matches.values())
  const hasUnitOf = ({ labels }: FileProperty, { id }: PropertyRecord) =>
    (unitsOf.get(id) ?? []).some(({ label }) => labels.has(label.toLowerCase()))
  return (property: FileProperty): string | undefined => {
    const problem = addressProblem(property.facts)
    if (problem !== undefined) return problem
    const same = properties.find(
      record =>
        !claimed.has(record) && !hasOtherId(property, record) && isAt(property, record) && hasUnitOf(property, record),
    )
    if (same) return otherNameProblem(property.facts, same)
    return unitProblem(property, properties, unitsOf) ?? homeProblem(property, properties)
  }
}

/** The problem with a building that has a unit 1, if 12 Elm St Apt 1 is a home of its own in Gatehouse. */
function homeProblem({ facts, labels }: FileProperty, properties: StoredPortfolio['properties']): string | undefined {
  const bareLabels = new Set([...labels].map(label => bareLabel(label).toLowerCase()))
  for (const record of properties) {
    const home = unitInStreet(record.address_line)
    if (!home || !bareLabels.has(home.unit.toLowerCase())) continue
    const place = { address_line: home.street, postal_code: record.postal_code }
    if (facts.address_line !== undefined && isSameAddress(facts, place))
      return storedHomeProblem(facts, record, home.unit)
  }
  return undefined
}

/** The problem with a home whose address, such as 12 Elm St Apt 1, is that of a stored unit of a building. */
function unitProblem(
  { facts }: FileProperty,
  properties: StoredPortfolio['properties'],
  unitsOf: StoredPortfolio['unitsOf'],
): string | undefined {
  const home = unitInStreet(facts.address_line ?? '')
  if (!home) return undefined
  const isHome = ({ label }: { label: string }) => bareLabel(label).toLowerCase() === home.unit.toLowerCase()
  for (const record of properties) {
    if (!isSameAddress({ address_line: home.street, postal_code: facts.postal_code }, record)) continue
    const unit = (unitsOf.get(record.id) ?? []).find(isHome)
    if (unit) return storedUnitProblem(facts, record, unit.label)
  }
  return undefined
}

export type PropertyMatches = ReadonlyMap<FileProperty, PropertyRecord | 'several'>

/** Matches by external ID; else by name, and by address if several have that name; else by address if the file gives no name. */
export function matchProperties(inFile: readonly FileProperty[], stored: readonly PropertyRecord[]): PropertyMatches {
  const matching = new Matching()
  const byExternalId = new Map(stored.map(record => [record.external_id, record]))
  for (const property of inFile) {
    const externalId = codeOf(property.facts)
    const match = externalId === undefined ? undefined : byExternalId.get(externalId)
    if (match) matching.claim(property, match)
  }
  const storedNamed = Map.groupBy(stored, record => nameKey(record.name))
  for (const [name, properties] of Map.groupBy(inFile, property => nameKey(property.facts.name))) {
    matching.byName(properties, storedNamed.get(name) ?? [])
  }
  const storedAt = Map.groupBy(stored, record => streetKey(record.address_line))
  for (const property of inFile) {
    if (matching.matches.has(property) || !isAddressAlone(property.facts)) continue
    const there = storedAt.get(streetKey(property.facts.address_line ?? '')) ?? []
    const [only, another] = matching.open(property, there).filter(record => isAt(property, record))
    if (only && !another) matching.claim(property, only)
  }
  return matching.matches
}

/** The ID of a property. A property that the file does not name may have been answered by its code instead of its name. */
export function codeOf({ externalId, unnamed, name }: FileProperty['facts']): string | undefined {
  return externalId ?? (unnamed === undefined || name === '' ? undefined : name)
}

class Matching {
  readonly matches = new Map<FileProperty, PropertyRecord | 'several'>()
  readonly #claimed = new Set<PropertyRecord>()

  claim(property: FileProperty, match: PropertyRecord): void {
    this.matches.set(property, match)
    this.#claimed.add(match)
  }

  /** The records that no property of the file has claimed and that have no other external ID. */
  open(property: FileProperty, records: readonly PropertyRecord[]): PropertyRecord[] {
    return records.filter(record => !this.#claimed.has(record) && !hasOtherId(property, record))
  }

  /** Matches the properties of the file that have a name with the stored ones of that name. */
  byName(properties: readonly FileProperty[], namesakes: readonly PropertyRecord[]): void {
    const unmatched = properties.filter(property => !this.matches.has(property))
    for (const property of unmatched) {
      const candidates = this.open(property, namesakes)
      const [only, another] = candidates
      if (only && !another && unmatched.length === 1) {
        this.claim(property, only)
        continue
      }
      const [atAddress, ...others] = candidates.filter(record => isAt(property, record))
      if (atAddress && others.length === 0) this.claim(property, atAddress)
      else if (only && (others.length > 0 || property.facts.address_line === undefined))
        this.matches.set(property, 'several')
    }
  }
}

function hasOtherId({ facts }: FileProperty, { external_id: externalId }: PropertyRecord): boolean {
  return facts.externalId !== undefined && externalId !== null && facts.externalId !== externalId
}

function isAt({ facts }: FileProperty, record: PropertyRecord): boolean {
  return facts.address_line !== undefined && isSameAddress(facts, record)
}

type Ids = { id: string; ownerId: string | undefined; portfolioId: string | undefined }

function changedProperty(existing: PropertyRecord, { facts }: FileProperty, ids: Ids): PropertyRecord | undefined {
  const text = (stored: string, stated: string | undefined) =>
    stated === undefined || comparable(stated) === comparable(stored) ? stored : stated
  const isRenamed = existing.external_id !== null && existing.external_id === facts.externalId && !isAddressAlone(facts)
  const record: PropertyRecord = {
    ...existing,
    portfolio_id: ids.portfolioId ?? existing.portfolio_id,
    owner_id: ids.ownerId ?? existing.owner_id,
    name: isRenamed ? text(existing.name, facts.name) : existing.name,
    type: facts.type ?? existing.type,
    address_line:
      facts.address_line === undefined || streetKey(facts.address_line) === streetKey(existing.address_line)
        ? existing.address_line
        : facts.address_line,
    city: text(existing.city, facts.city),
    state: facts.state ?? existing.state,
    postal_code:
      facts.postal_code?.slice(0, 5) === existing.postal_code.slice(0, 5)
        ? existing.postal_code
        : (facts.postal_code ?? existing.postal_code),
    year_built: facts.yearBuilt ?? existing.year_built,
    current_value_cents: facts.currentValueCents ?? existing.current_value_cents,
    external_id: facts.externalId ?? existing.external_id,
  }
  return isSame(record, existing) ? undefined : record
}

function newProperty({ facts, rows }: FileProperty, ids: Ids): PropertyRecord {
  return {
    id: ids.id,
    portfolio_id: ids.portfolioId ?? null,
    owner_id: ids.ownerId ?? null,
    name: facts.name,
    type: facts.type ?? (rows === 1 ? 'SINGLE_FAMILY' : 'MULTI_FAMILY'),
    address_line: facts.address_line ?? '',
    city: facts.city ?? '',
    state: facts.state ?? '',
    postal_code: facts.postal_code ?? '',
    year_built: facts.yearBuilt ?? null,
    current_value_cents: facts.currentValueCents ?? 0,
    is_active: true,
    external_id: facts.externalId ?? null,
  }
}

/** Whether two records of the same shape hold the same values. */
export function isSame<Row extends object>(one: Row, other: Row): boolean {
  const text = (value: unknown) => JSON.stringify(value ?? null)
  return keysOf(one).every(key => text(one[key]) === text(other[key]))
}

function addressProblem(facts: FileProperty['facts']): string | undefined {
  if (facts.name === '') return unnamedProblem(facts)
  const parts = [
    ['street', facts.address_line],
    ['city', facts.city],
    ['state', facts.state],
    ['ZIP code', facts.postal_code],
  ] as const
  const missing = parts.filter(([, value]) => !value).map(([part]) => part)
  if (missing.length === 0) return undefined
  const columns = 'Property Street Address 1, Property City, Property State and Property Zip'
  return `The property “${facts.name.slice(0, 80)}” is new, and its address lacks ${missing.join(', ')}. Write it as “Name - street city, ST zip” in a column Property, add the columns ${columns}, or state the address in a mapping file (--write-map creates one).`
}

function otherNameProblem(facts: FileProperty['facts'], { name, address_line: line }: PropertyRecord): string {
  const [named, stored] = [facts.name, name].map(each => `“${each.slice(0, 80)}”`)
  return `The property ${named} is new, but ${stored} is at the same address in Gatehouse, ${line}, with the same units, and it is not in the file. If it is the same property, write ${stored} in the file. If it is a different property, add it in Gatehouse first.`
}

function storedUnitProblem(facts: FileProperty['facts'], { name }: PropertyRecord, label: string): string {
  const [home, building] = [facts.name, name].map(each => `“${each.slice(0, 80)}”`)
  return `The property ${home} is new, but ${building} in Gatehouse is at that street address and has the unit “${label.slice(0, 80)}”. If the row is for that unit, write ${building} as its property and “${label.slice(0, 80)}” as its unit. If it is a different home, add it in Gatehouse first.`
}

function storedHomeProblem(facts: FileProperty['facts'], { name }: PropertyRecord, unit: string): string {
  const [building, home] = [facts.name, name].map(each => `“${each.slice(0, 80)}”`)
  return `The property ${building} is new, but its unit “${unit.slice(0, 80)}” seems to be ${home}, which is a property of its own in Gatehouse. If it is, write ${home} as the property of that row, without a unit. If it is a different home, add the property ${building} in Gatehouse first.`
}

/** The problem with a unit whose property the file does not name. */
export function unnamedProblem({ askedAs }: FileProperty['facts']): string {
  return `The file does not name the property of this unit. Say which property it is in a mapping file, as “${askedAs}” (--write-map creates one), or add a column Property.`
}

export function severalProblem(name: string): string {
  return `Several properties are named “${name.slice(0, 80)}”. Add the address or the Property ID to tell them apart.`
}

/** Returns the ID for a name: that of the first stored record with the name, else one new ID for the whole file. */
function byName(stored: readonly { id: string; name: string }[], newId: () => string) {
  const known = new Map<string, { id: string; name: string; isNew: boolean }>()
  for (const { id, name } of stored) {
    if (!known.has(nameKey(name))) known.set(nameKey(name), { id, name, isNew: false })
  }
  return (name: string | undefined) => {
    if (name === undefined) return undefined
    const found = known.get(nameKey(name)) ?? { id: newId(), name, isNew: true }
    known.set(nameKey(name), found)
    return found
  }
}
