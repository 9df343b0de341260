/** Reads a mapping file, in which the customer states what a rent roll does not: addresses of properties, and the meaning of the customer's own words. */
import { readFile } from 'node:fs/promises'
import { UNIT_STATUSES } from '#contract/v1/units.ts'
import { asError } from '#server/base/as-error.ts'
import { Refusal } from '#server/base/refusal.ts'
import { type CellKind, POSTAL_CODE, STATE, wordKey } from './cells.ts'
import type { MappedColumns } from './column-mapping.ts'
import type { KindName } from './kind-name.ts'
import { columnNames, isColumn } from './kinds.ts'
import type { LayoutName } from './layouts/layout-name.ts'
import type { ChargeCode, UnitStatus } from './records.ts'
import { quote } from './row-cells.ts'

export type Mapping = {
  /** Properties by the name or the code that the file gives them. */
  properties: ReadonlyMap<string, MappedProperty>
  /** Charge codes by the file's own code. */
  charges: ReadonlyMap<string, ChargeCode>
  /** Statuses by the file's own word for them, such as `MODEL` for a unit that is not for rent. */
  statuses: ReadonlyMap<string, UnitStatus>
  /** What the columns of a file of a kind mean. */
  columns: (kind: KindName) => MappedColumns
  /** The layout to read files with, by the layout that they are recognized as. */
  layouts: ReadonlyMap<LayoutName, LayoutName>
  /** The answers that were given for this import, word by word, so that they can be remembered. */
  answers: Answers
}

export type Answers = {
  properties: readonly PropertyAnswer[]
  charges: readonly { word: string; code: ChargeCode }[]
  statuses: readonly { word: string; status: MappedStatus }[]
  columns: readonly ColumnAnswer[]
}

/** The column of ours that a header of the file stands for; null if the column is ignored. */
type ColumnAnswer = { word: string; column: string | null }

/** A property of the organization by its ID, or the name and address of a new one. */
type PropertyAnswer = { word: string; property_id?: string } & Partial<Record<(typeof PROPERTY_PARTS)[number], string>>

export type MappedStatus = UnitStatus

export type MappedProperty = {
  name: string | undefined
  addressLine: string | undefined
  city: string | undefined
  state: string | undefined
  postalCode: string | undefined
  /** The ID of the property in the other system, if the property is stored. */
  externalId?: string | undefined
  isStored?: boolean
  /** Whether the answer was given in an earlier import. */
  isRemembered?: boolean
}

/**
 * Turns answers into a mapping. An answer that refers to a stored property by its ID is completed by the caller, who knows the property. `isOfOneFile` is
 * whether they are about one file, so that each of its columns that they name must be there.
 */
export function mappingOf(answers: Answers, { isOfOneFile = true } = {}): Mapping {
  answers.columns.forEach(refuseContradiction)
  const columns = new Map(
    answers.columns.map(({ word, column }) => [wordKey(word), { word, column, isOfThisFile: isOfOneFile }] as const),
  )
  return {
    columns: () => columns,
    answers,
    layouts: new Map(),
    properties: new Map(
      answers.properties
        .filter(({ property_id: id }) => !id)
        .map(answer => [wordKey(answer.word), mappedProperty(answer)] as const),
    ),
    charges: new Map(answers.charges.map(({ word, code }) => [wordKey(word), code])),
    statuses: new Map(answers.statuses.map(({ word, status }) => [wordKey(word), status])),
  }
}

/** Refuses a column that is mapped twice, because its header is matched regardless of case and punctuation. */
function refuseContradiction({ word, column }: ColumnAnswer, index: number, all: readonly ColumnAnswer[]): void {
  const before = all.slice(0, index).find(other => wordKey(other.word) === wordKey(word) && other.column !== column)
  if (!before) return
  const [first, second] = [before.column ?? 'ignored', column ?? 'ignored']
  throw new Refusal(
    'invalid_request',
    `The column ${quote(word)} is given twice, as ${first} and as ${second}. Give it once.`,
  )
}

export const NO_ANSWERS: Answers = { properties: [], charges: [], statuses: [], columns: [] }

export const NO_MAPPING: Mapping = mappingOf(NO_ANSWERS)

function mappedProperty(answer: PropertyAnswer): MappedProperty {
  const part = (name: (typeof PROPERTY_PARTS)[number]) => answer[name]?.trim() || undefined
  return {
    name: part('name'),
    addressLine: part('address_line'),
    city: part('city'),
    state: part('state')?.toUpperCase(),
    postalCode: part('postal_code'),
  }
}

const CHARGE_CODES = [
  'RENT',
  'PARKING',
  'PET',
  'UTILITY',
  'STORAGE',
  'LATE_FEE',
  'CONCESSION',
  'OTHER',
] as const satisfies readonly ChargeCode[]
const PROPERTY_PARTS = ['name', 'address_line', 'city', 'state', 'postal_code'] as const
const MAX_BYTES = 4 * 1024 * 1024

/** Reads a mapping file for one file or for several; refuses one that is not in the form that `--write-map` creates. */
export async function readMapping(path: string, of: { isOfOneFile?: boolean } = {}): Promise<Mapping> {
  const wrong = (why: string) => new Refusal('invalid_request', `${path} ${why}`)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    throw wrong(`cannot be read (${asError(error).code}). Check the path and its permissions.`)
  }
  if (text.length > MAX_BYTES)
    throw wrong(
      'is larger than 4 MiB, the limit for a mapping file. Remove the entries that this rent roll does not need.',
    )
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    const [where = ''] = /\bline \d+ column \d+/.exec(asError(error).message) ?? []
    const at = where === '' ? '' : `, at ${where.replace(' column', ', column')}`
    throw wrong(`is not JSON${at}. Correct it, or create a mapping file with --write-map and fill it in.`)
  }
  return mappingOf(parseAnswers(content, wrong), of)
}

/** Creates the refusal of a mapping file from a description of what is wrong. */
type Wrong = (why: string) => Refusal

function parseAnswers(content: unknown, wrong: Wrong): Answers {
  const {
    properties = {},
    charges = {},
    statuses = {},
    columns = {},
    ...unknown
  } = objectOf(content, 'The file', wrong)
  const [other] = Object.keys(unknown)
  if (other !== undefined)
    throw wrong(`contains “${other}”, but only properties, charges, statuses and columns are allowed. Remove it.`)
  return {
    properties: entriesOf(properties, 'properties', wrong).map(({ word, at, value }) => ({
      word,
      ...propertyAnswer(value, at, wrong),
    })),
    charges: entriesOf(charges, 'charges', wrong).flatMap(({ word, at, value }) => {
      const code = oneOf(CHARGE_CODES, value, at, wrong)
      return code ? { word, code } : []
    }),
    statuses: entriesOf(statuses, 'statuses', wrong).flatMap(({ word, at, value }) => {
      const status = oneOf(UNIT_STATUSES, value, at, wrong)
      return status ? { word, status } : []
    }),
    columns: entriesOf(columns, 'columns', wrong).flatMap(({ word, at, value }) => {
      const column = columnOf(value, at, wrong)
      return column === undefined ? [] : [{ word, column }]
    }),
  }
}

function objectOf(value: unknown, name: string, wrong: Wrong): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw wrong(`is not a mapping file: ${name} must be an object. Create one with --write-map.`)
}

/** The words of an object with their meanings; `at` is the place of a meaning. */
function entriesOf(object: unknown, name: string, wrong: Wrong) {
  return Object.entries(objectOf(object, name, wrong)).map(([word, value]) => {
    if (word.trim() === '' || word.length > 200) {
      throw wrong(`contains an empty word, or one longer than 200 characters, in ${name}. Remove it.`)
    }
    return { word, at: `${name}.${word}`, value }
  })
}

/** Reads a meaning; an empty text is an unanswered question. */
function oneOf<Word extends string>(
  words: readonly Word[],
  value: unknown,
  at: string,
  wrong: Wrong,
): Word | undefined {
  if (value === '' || value === null) return undefined
  const found = words.find(word => word === value)
  if (found === undefined) throw wrong(`has a wrong value at ${at}: it must be one of ${words.join(', ')}.`)
  return found
}

/** Reads the name of a column of ours. An empty text is an unanswered question, and null is a column that is ignored. */
function columnOf(value: unknown, at: string, wrong: Wrong): string | null | undefined {
  if (value === null) return null
  const name = typeof value === 'string' ? value.trim() : value
  if (name === '') return undefined
  if (typeof name === 'string' && isColumn(name)) return name
  throw wrong(
    `has a wrong value at ${at}: it must be null, to ignore the column, or one of ${columnNames().join(', ')}.`,
  )
}

function propertyAnswer(value: unknown, at: string, wrong: Wrong): Omit<PropertyAnswer, 'word'> {
  const parts = objectOf(value, at, wrong)
  const [other] = Object.keys(parts).filter(name => !(PROPERTY_PARTS as readonly string[]).includes(name))
  if (other !== undefined)
    throw wrong(`contains ${at}.${other}, but only ${PROPERTY_PARTS.join(', ')} are allowed. Remove it.`)
  const answer: Omit<PropertyAnswer, 'word'> = {}
  for (const name of PROPERTY_PARTS) {
    const text = parts[name] ?? ''
    if (typeof text !== 'string' || text.length > 200) {
      throw wrong(`has a wrong value at ${at}.${name}: it must be text of at most 200 characters.`)
    }
    answer[name] = partOf(name, text.trim(), `${at}.${name}`, wrong)
  }
  return answer
}

/** The parts of an address that have a form of their own. An empty text is an unanswered question. */
const FORMS: Partial<Record<(typeof PROPERTY_PARTS)[number], CellKind<string>>> = {
  state: STATE,
  postal_code: POSTAL_CODE,
}

function partOf(name: (typeof PROPERTY_PARTS)[number], text: string, at: string, wrong: Wrong): string {
  const form = FORMS[name]
  if (!form || text === '') return text
  const value = form.parse(text)
  if (value === undefined) throw wrong(`has a wrong value at ${at}: ${quote(text)} is not ${form.is}. ${form.write}`)
  return value
}
