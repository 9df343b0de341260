/**
 * The answers an organization gave about the words in its files: an import asks once, and every later import uses the
 * answer.
 */
import Type from 'typebox'
import { UNIT_STATUSES } from '../v1/units.ts'
import { id, idInput, listOf, oneOf, parameters, quoted, resource, text } from '../values.ts'
import { ColumnChoices, columnAnswer, kind, MappedColumn } from './import-columns.ts'
import { organizationOperation } from './operation.ts'

const shared = { tag: 'Imports', path: '/import-mapping' } as const

const IMPORT_CHARGE_CODES = ['RENT', 'PARKING', 'PET', 'UTILITY', 'STORAGE', 'LATE_FEE', 'CONCESSION', 'OTHER'] as const

/** The layouts of rent rolls. */
export const IMPORT_LAYOUTS = [
  'yardi-lease-charges',
  'yardi-rent-roll',
  'yardi-breeze',
  'onesite',
  'entrata',
  'buildium',
  'resman',
  'template',
] as const

export const layout = oneOf(IMPORT_LAYOUTS, { description: 'Layout of the rent roll.', example: 'yardi-lease-charges' })

export const mappedWord = quoted(200, {
  description: 'The word in the file, matched regardless of case and punctuation.',
  example: 'petrent',
  minLength: 1,
})
const PROPERTY_ID = 'prop_01kh3zr6n4d0f8w2y6b1c5g9hj'
const propertyWord = quoted(200, {
  description: 'Code or name that files give the property.',
  example: 'oxb',
  minLength: 1,
})
export const chargeCode = oneOf(IMPORT_CHARGE_CODES, {
  description: 'Charge code that the charge is imported as.',
  example: 'PET',
})
export const unitStatus = oneOf(UNIT_STATUSES, {
  description: 'Status of a unit with this word.',
  example: 'OFFLINE',
})

const MappedProperty = resource('MappedProperty', 'The property that a word in a file stands for.', {
  word: propertyWord,
  property_id: id({ description: 'The property.', example: PROPERTY_ID }),
})
const MappedCharge = resource('MappedCharge', 'The charge code that a word in a file stands for.', {
  word: mappedWord,
  code: chargeCode,
})
const MappedStatus = resource('MappedStatus', 'The unit status that a word in a file stands for.', {
  word: text(200, { description: 'The word in the file.', example: 'MODEL', minLength: 1 }),
  status: unitStatus,
})

const recognizedAs = oneOf(IMPORT_LAYOUTS, {
  description: 'Layout that the header row of the file shows.',
  example: 'buildium',
})
const MappedLayout = resource('MappedLayout', 'The layout that was chosen for files that are recognized as one.', {
  recognized_as: recognizedAs,
  layout,
})

const ImportMapping = resource('ImportMapping', 'What the words in an organization’s files stand for.', {
  properties: listOf(MappedProperty, 10_000, 'Properties by their code or name.'),
  charges: listOf(MappedCharge, 2_000, 'Charge codes.'),
  statuses: listOf(MappedStatus, 200, 'Words for the status of units.'),
  layouts: listOf(MappedLayout, 20, 'Layouts that were chosen for rent rolls.'),
  columns: listOf(MappedColumn, 2_000, 'Columns of files.'),
  column_choices: listOf(ColumnChoices, 10, 'What columns can be.'),
})

export const getImportMapping = organizationOperation({
  ...shared,
  method: 'GET',
  summary: 'Get the import mapping',
  description: 'Returns the answers that the organization gave when it imported files, by word.',
  role: 'VIEWER',
  success: { status: 200, description: 'The mapping.', schema: ImportMapping },
})

export const updateImportMapping = organizationOperation({
  ...shared,
  method: 'PATCH',
  summary: 'Update the import mapping',
  description:
    'Replaces each list that is given. A later import uses the new meanings; what was imported before does not change.',
  role: 'ADMIN',
  body: parameters({
    properties: Type.Optional(
      listOf(
        parameters({
          word: propertyWord,
          property_id: idInput({ description: 'The property.', example: PROPERTY_ID }),
        }),
        1_000,
        'Properties by their code or name.',
      ),
    ),
    charges: Type.Optional(listOf(parameters({ word: mappedWord, code: chargeCode }), 1_000, 'Charge codes.')),
    statuses: Type.Optional(
      listOf(
        parameters({ word: MappedStatus.properties.word, status: unitStatus }),
        100,
        'Words for the status of units.',
      ),
    ),
    layouts: Type.Optional(
      listOf(parameters({ recognized_as: recognizedAs, layout }), 20, 'Layouts that were chosen for rent rolls.'),
    ),
    columns: Type.Optional(listOf(parameters({ kind, ...columnAnswer }), 1_000, 'Columns of files.')),
  }),
  success: { status: 200, description: 'The mapping.', schema: ImportMapping },
})
