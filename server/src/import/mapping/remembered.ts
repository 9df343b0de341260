/** The mapping of an organization: its answers about the words of its files, which are kept for later imports. */
import { fieldError, unknownReference } from '#server/base/refusal.ts'
import { findPropertiesKnownAs } from '#server/domain/properties/operations.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { wordKey } from '../read/cells.ts'
import type { MappingReport } from '../read/column-mapping.ts'
import type { KindName } from '../read/kind-name.ts'
import { isColumn } from '../read/kinds.ts'
import type { LayoutName } from '../read/layouts/layout-name.ts'
import {
  type Answers,
  type MappedProperty,
  type MappedStatus,
  type Mapping,
  mappingOf,
  NO_ANSWERS,
} from '../read/mapping.ts'
import type { ChargeCode } from '../read/records.ts'
import {
  deleteOtherMappings,
  type Identity,
  listMappedProperties,
  listMappings,
  listPropertiesToMap,
  type MappingKind,
  type MappingRow,
  saveMappings,
} from './queries.ts'

type Remembered = {
  properties: { word: string; property_id: string }[]
  charges: { word: string; code: ChargeCode }[]
  statuses: { word: string; status: MappedStatus }[]
  /** The layout that was chosen for files that are recognized as another one, or as the same. */
  layouts: RememberedLayout[]
  columns: RememberedColumn[]
}

/** What a column of a kind of file means; null if it is ignored. */
type RememberedColumn = { kind: Uppercase<KindName>; word: string; column: string | null }

export type RememberedLayout = { recognized_as: LayoutName; layout: LayoutName }

export async function findRemembered({ db }: Context): Promise<Remembered> {
  const rows = await db.query(listMappings, [db.organizationId])
  const ofKind = (kind: MappingKind) => rows.filter(row => row.kind === kind)
  return {
    properties: ofKind('PROPERTY').map(({ word, property_id }) => ({ word, property_id: property_id as string })),
    charges: ofKind('CHARGE').map(({ word, meaning }) => ({ word, code: meaning as ChargeCode })),
    statuses: ofKind('STATUS').map(({ word, meaning }) => ({ word, status: meaning as MappedStatus })),
    layouts: ofKind('LAYOUT').map(({ word, meaning }) => ({
      recognized_as: word as LayoutName,
      layout: meaning as LayoutName,
    })),
    columns: FILE_KINDS.flatMap(kind =>
      ofKind(`${kind}_COLUMN`).map(({ word, meaning }) => ({ kind, word, column: meaning })),
    ),
  }
}

const FILE_KINDS: readonly Uppercase<KindName>[] = ['RENT_ROLL', 'PAYMENTS', 'LEDGER', 'WORK_ORDERS']

/** Returns the remembered mapping with the answers of `given`, which take precedence. */
export async function mappingFor(context: Context, given: Mapping): Promise<Mapping> {
  const { db } = context
  const { charges, statuses, layouts, columns } = await findRemembered(context)
  const known = await db.query(listMappedProperties, [db.organizationId])
  const remembered = mappingOf({ ...NO_ANSWERS, charges, statuses })
  const linked = await linkedProperties(context, given.answers, 'mapping.properties')
  return {
    answers: given.answers,
    columns: columnsFor(columns, given),
    properties: new Map([
      ...known.map(
        ({ word, ...property }) => [wordKey(word), { ...identified(property), isRemembered: true }] as const,
      ),
      ...given.properties,
      ...linked,
    ]),
    charges: new Map([...remembered.charges, ...given.charges]),
    statuses: new Map([...remembered.statuses, ...given.statuses]),
    layouts: new Map(layouts.map(({ recognized_as, layout }) => [recognized_as, layout])),
  }
}

/** What the columns of a kind of file mean, as it is remembered or, first of all, given. */
function columnsFor(remembered: readonly RememberedColumn[], given: Mapping): Mapping['columns'] {
  const all = new Map(
    FILE_KINDS.map(kind => {
      const ofKind = remembered.filter(column => column.kind === kind)
      const known = ofKind.map(({ word, column }) => [wordKey(word), { word, column, isOfThisFile: false }] as const)
      const name = kind.toLowerCase() as KindName
      return [name, new Map([...known, ...given.columns(name)])] as const
    }),
  )
  return kind => all.get(kind) ?? given.columns(kind)
}

/** The properties that the answers name by ID. */
async function linkedProperties({ db }: Context, { properties }: Answers, path: string) {
  const ids = properties.flatMap(({ property_id: id }) => id ?? [])
  if (ids.length === 0) return []
  const found = new Map((await db.query(listPropertiesToMap, [db.organizationId, ids])).map(row => [row.id, row]))
  return properties.flatMap(({ word, property_id: id }, index) => {
    if (!id) return []
    const property = found.get(id)
    if (!property) throw unknownReference(`${path}[${index}].property_id`, 'a property')
    return [[wordKey(word), identified(property)] as const]
  })
}

/** A stored property as a file would have to state it to be matched with it. */
function identified(property: Identity): MappedProperty {
  return {
    name: property.name,
    addressLine: property.address_line,
    city: property.city,
    state: property.state,
    postalCode: property.postal_code,
    externalId: property.external_id ?? undefined,
    isStored: true,
  }
}

/**
 * Keeps the answers of an import that was written, and the layout that was chosen for it. A property is kept as the one that the import created or matched,
 * and of the columns those that the file has.
 */
export async function remember(
  context: Context,
  answers: Answers,
  kind: KindName,
  mapped: MappingReport,
  chosen: readonly RememberedLayout[] = [],
): Promise<void> {
  const { properties, charges, statuses } = answers
  const present = new Set(mapped.columns.map(({ header }) => wordKey(header)))
  const columns = answers.columns.filter(({ word }) => present.has(wordKey(word)))
  if (properties.length + charges.length + statuses.length + columns.length + chosen.length === 0) return
  const before = await findRemembered(context)
  await save(context, 'PROPERTY', await toStored(context, properties))
  await save(context, 'CHARGE', charges.map(chargeEntry))
  await save(context, 'STATUS', statuses.map(statusEntry))
  await save(context, 'LAYOUT', chosen.map(layoutEntry))
  await save(context, `${kind.toUpperCase() as Uppercase<KindName>}_COLUMN`, columns.map(columnEntry))
  await logChange(context, before)
}

/** Replaces each list that is given. */
export async function replaceMapping(context: Context, lists: Partial<Remembered>): Promise<Remembered> {
  const { db } = context
  const before = await findRemembered(context)
  const replace = async (kind: MappingKind, entries: readonly Entry[]) => {
    await db.query(deleteOtherMappings, [db.organizationId, kind, entries.map(({ word }) => wordKey(word))])
    await save(context, kind, entries)
  }
  const { properties, charges, statuses, layouts, columns } = lists
  if (properties) {
    await linkedProperties(context, { ...NO_ANSWERS, properties }, 'properties')
    await replace(
      'PROPERTY',
      properties.map(entry => ({ ...entry, meaning: null })),
    )
  }
  if (charges) await replace('CHARGE', charges.map(chargeEntry))
  if (statuses) await replace('STATUS', statuses.map(statusEntry))
  if (layouts) await replace('LAYOUT', layouts.map(layoutEntry))
  if (columns) {
    columns.forEach(refuseUnknownColumn)
    for (const kind of FILE_KINDS) {
      const ofKind = columns.filter(column => column.kind === kind)
      await replace(`${kind}_COLUMN`, ofKind.map(columnEntry))
    }
  }
  return logChange(context, before)
}

function chargeEntry({ word, code }: Remembered['charges'][number]): Entry {
  return { word, property_id: null, meaning: code }
}

function statusEntry({ word, status }: Remembered['statuses'][number]): Entry {
  return { word, property_id: null, meaning: status }
}

function layoutEntry({ recognized_as, layout }: RememberedLayout): Entry {
  return { word: recognized_as, property_id: null, meaning: layout }
}

function columnEntry({ word, column }: Pick<RememberedColumn, 'word' | 'column'>): Entry {
  return { word, property_id: null, meaning: column }
}

function refuseUnknownColumn({ kind, column }: RememberedColumn, index: number): void {
  if (column === null || isColumn(column, kind.toLowerCase() as KindName)) return
  throw fieldError(`columns[${index}].column`, 'is not a column of this kind of file')
}

type Entry = Omit<MappingRow, 'kind'>

async function save({ db }: Context, kind: MappingKind, entries: readonly Entry[]): Promise<void> {
  // The last answer about a word counts.
  const lastAnswers = [...new Map(entries.map(entry => [wordKey(entry.word), entry]))]
  if (lastAnswers.length === 0) return
  await db.query(saveMappings, [
    db.organizationId,
    kind,
    lastAnswers.map(([key]) => key),
    lastAnswers.map(([, { word }]) => word.trim()),
    lastAnswers.map(([, { property_id }]) => property_id),
    lastAnswers.map(([, { meaning }]) => meaning),
  ])
}

/** Finds the property of each answer. An answer about a property that the file did not name is not kept. */
async function toStored(context: Context, properties: Answers['properties']): Promise<Entry[]> {
  const open = properties.filter(({ property_id: id }) => !id)
  const known = await findPropertiesKnownAs(context, {
    externalIds: open.flatMap(({ word, name }) => [word, ...(name ? [name] : [])]),
    names: open.flatMap(({ word, name }) => [word, ...(name ? [name] : [])]),
    addressLines: [],
  })
  return properties.flatMap(({ word, name, property_id: id }) => {
    const isIt = (text: string | null | undefined, other: string | undefined) =>
      text != null && other !== undefined && wordKey(text) === wordKey(other)
    const [only, another] = known.filter(property => isIt(property.external_id, word))
    const [named, other] = known.filter(
      property => isIt(property.name, name ?? word) || isIt(property.external_id, name),
    )
    const property = id ?? (another ? undefined : only?.id) ?? (other ? undefined : named?.id)
    return property ? [{ word, property_id: property, meaning: null }] : []
  })
}

/** Logs what changed, and returns the mapping as it is now. */
async function logChange(context: Context, before: Remembered): Promise<Remembered> {
  const after = await findRemembered(context)
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    const { db } = context
    await logAdministration(context, 'import_mapping.update', db.organizationId, { before, after })
  }
  return after
}
