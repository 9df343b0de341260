/** What a file does not state and the organization has not answered yet: properties, the meaning of charge codes, and words for the status of units. */
import type { Outcome } from './outcome.ts'
import { wordKey } from './read/cells.ts'
import type { Mapping } from './read/mapping.ts'
import type { PropertyRecord } from './read/records.ts'
import type { UnknownHeader } from './read/unknown-header.ts'
import type { RowsOutcome } from './rows/outcome.ts'

type Questions = {
  /** New properties, with what the file states about them. */
  properties: { word: string; name: string; address_line: string; city: string; state: string; postal_code: string }[]
  /** The customer's own charge codes without an answer, with a suggestion unless the word is unknown. */
  charges: { word: string; suggestion: Outcome['charges'][number]['code'] | undefined }[]
  /** The file's words for statuses without an answer, with a suggestion unless the word is unknown. */
  statuses: { word: string; suggestion: 'OFFLINE' | undefined }[]
}

export function openQuestions({ unaddressed, charges, statusWords }: Outcome, mapping: Mapping): Questions {
  return {
    properties: unaddressed.map(propertyQuestion),
    charges: charges
      .filter(({ isOwn, isMapped }) => isOwn && !isMapped)
      .map(({ word, code, isKnown }) => ({ word, suggestion: isKnown ? code : undefined })),
    statuses: statusWords
      .filter(({ word }) => !mapping.statuses.has(wordKey(word)))
      .map(({ word, isKnown }) => ({ word, suggestion: isKnown ? 'OFFLINE' : undefined })),
  }
}

/** Asks which stored property is meant, because only a rent roll creates one. */
export function openQuestionsOfRows({ unknownProperties }: RowsOutcome): Questions {
  return { properties: unknownProperties.map(propertyQuestion), charges: [], statuses: [] }
}

function propertyQuestion(property: PropertyRecord): Questions['properties'][number] {
  const { name, externalId, askedAs, address_line = '', city = '', state = '', postal_code = '' } = property
  return { word: askedAs ?? externalId ?? name, name, address_line, city, state, postal_code }
}

/** Creates a mapping file to fill in with the names or codes of properties. */
export function questionsOfRows(outcome: RowsOutcome): Record<string, unknown> {
  const { properties } = openQuestionsOfRows(outcome)
  return {
    properties: Object.fromEntries(properties.map(({ word }) => [word, { name: '' }])),
    columns: columnsIn(outcome),
  }
}

/** Creates a mapping file to fill in. What was answered before is filled in too, known charge codes and statuses are suggested, and unknown ones are empty. */
export function questionsOf(outcome: Outcome, mapping: Mapping): Record<string, unknown> {
  const { properties } = openQuestions(outcome, mapping)
  const { charges, statusWords } = outcome
  return {
    properties: Object.fromEntries(properties.map(({ word, ...address }) => [word, address])),
    charges: Object.fromEntries(charges.map(({ word, code, isKnown }) => [word, isKnown ? code : ''])),
    statuses: Object.fromEntries(
      statusWords.map(({ word, isKnown }) => [word, mapping.statuses.get(wordKey(word)) ?? (isKnown ? 'OFFLINE' : '')]),
    ),
    columns: columnsIn(outcome),
  }
}

/** Creates a mapping file to fill in with the meaning of the columns of a file of which one is missing. */
export function questionsOfHeader({ columns }: UnknownHeader): Record<string, unknown> {
  const open = columns.filter(({ isMapped }) => !isMapped).map(({ header }) => header)
  return { columns: columnsIn({ ignoredColumns: open, mappedColumns: columns.filter(({ isMapped }) => isMapped) }) }
}

const MAX_WORD_LENGTH = 200

/** Whether an answer about a column with this header can be given. */
export function canBeMapped(header: string): boolean {
  return header.length <= MAX_WORD_LENGTH
}

/** The mapped columns, and those that are ignored. */
function columnsIn({ ignoredColumns, mappedColumns }: Pick<Outcome, 'ignoredColumns' | 'mappedColumns'>) {
  const mapped = mappedColumns.map(({ header, column }) => [header, column] as const)
  const open = ignoredColumns.filter(canBeMapped).map(header => [header, ''] as const)
  return Object.fromEntries([...open, ...mapped])
}
