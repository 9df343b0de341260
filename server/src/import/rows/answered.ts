/**
 * Finds the stored property of each property that a file of payments, ledger lines or work orders names in its own words, or does not name at all, as the
 * organization answered. An answer for a property without a name is used again, although each month's file has other units, if the property has all of
 * them and at least half of the residents that the file names. Without such names the file is asked about again, because several properties may have
 * units 1 to 4, and money of the wrong property is hard to find.
 */
import type { PropertyRecord } from '#server/domain/properties/records.ts'
import type { Context } from '#server/platform/context.ts'
import type { FileProperty } from '../file-properties.ts'
import { matchProperties } from '../plan/properties.ts'
import { wordKey } from '../read/cells.ts'
import type { Answers, MappedProperty, Mapping } from '../read/mapping.ts'
import { findStoredProperties } from '../stored.ts'
import { agreementWith, UNNAMED, type UnnamedBlock } from '../unnamed-properties.ts'

/** Returns the properties that the answers name; those without an answer are missing. */
export async function findAnswered(
  context: Context,
  properties: readonly FileProperty[],
  unnamed: UnnamedBlock | undefined,
  mapping: Mapping,
): Promise<ReadonlyMap<FileProperty, PropertyRecord>> {
  const found = new Map<FileProperty, PropertyRecord>()
  for (const property of properties) {
    const { facts } = property
    const isUnnamed = facts.unnamed !== undefined
    const words = isUnnamed ? [facts.askedAs] : [facts.externalId, facts.name]
    const answer = words.flatMap(word => mapping.properties.get(wordKey(word ?? '')) ?? [])[0]
    const stored =
      isUnnamed && unnamed && (!answer || answer.isRemembered)
        ? await findConfirmed(context, property, unnamed, mapping)
        : answer && (await findMeant(context, property, answer))
    if (stored) found.set(property, stored)
  }
  return found
}

/**
 * Returns the answers to remember. That for rows without a property is kept once per property rather than by the units of one file, because each month's
 * file has other ones, and two properties may have the same.
 */
export function answersToKeep(answers: Answers, unnamed: PropertyRecord | undefined): Answers {
  const isUnnamed = (word: string) => wordKey(word).startsWith(wordKey(UNNAMED))
  const kept = answers.properties.filter(({ word }) => !isUnnamed(word))
  if (!unnamed || kept.length === answers.properties.length) return { ...answers, properties: kept }
  const word = `${UNNAMED}: ${unnamed.name.slice(0, 100)} (${unnamed.id.slice(-6)})`
  return { ...answers, properties: [...kept, { word, property_id: unnamed.id }] }
}

/** Finds the only property among the remembered answers of this kind that has the units and the residents of the file. */
async function findConfirmed(
  context: Context,
  property: FileProperty,
  block: UnnamedBlock,
  { properties }: Mapping,
): Promise<PropertyRecord | undefined> {
  if (block.labels.size === 0 || block.familyOf.size === 0) return undefined
  const confirmed = new Map<string, PropertyRecord>()
  const refuted = new Set<string>()
  for (const [key, answer] of properties) {
    if (!answer.isRemembered || !key.startsWith(wordKey(UNNAMED))) continue
    const stored = await findMeant(context, property, answer)
    if (!stored || confirmed.has(stored.id) || refuted.has(stored.id)) continue
    const { isConfirmed, hasUnits } = await agreementWith(context, context.today, stored.id, block)
    if (isConfirmed && hasUnits) confirmed.set(stored.id, stored)
    else refuted.add(stored.id)
  }
  const [only, another] = confirmed.values()
  return another ? undefined : only
}

/** Finds the stored property that an answer means: by its ID in the other system, its name or its address. */
async function findMeant(
  context: Context,
  { facts }: FileProperty,
  answer: MappedProperty,
): Promise<PropertyRecord | undefined> {
  const { name = facts.name, addressLine, city, state, postalCode, externalId, isStored } = answer
  // A name that was answered may also be the code of the property.
  const { unnamed: _, ...rest } = facts
  const meant: FileProperty = {
    rows: 1,
    otherAddresses: 0,
    labels: new Set<string>(),
    tenancies: [],
    facts: {
      ...rest,
      ...(!isStored && { unnamed: 1 }),
      name,
      address_line: addressLine,
      city,
      state,
      postal_code: postalCode,
      externalId: isStored ? externalId : undefined,
    },
  }
  const match = matchProperties([meant], await findStoredProperties(context, [meant])).get(meant)
  return match === 'several' ? undefined : match
}
