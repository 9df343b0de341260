/** What the columns of files mean, as an organization says, by kind of file. */
import { flag, listOf, nullable, oneOf, quoted, resource, text } from '../values.ts'

export const IMPORT_KINDS = ['RENT_ROLL', 'PAYMENTS', 'WORK_ORDERS', 'LEDGER'] as const

export const kind = oneOf(IMPORT_KINDS, {
  description: 'Kind of file, recognized by its header row.',
  example: 'RENT_ROLL',
})

/** What a column stands for, as it is given. */
export const columnAnswer = {
  word: quoted(200, {
    description: 'Header of the column in the file, matched regardless of case and punctuation.',
    example: 'Monthly $',
    minLength: 1,
  }),
  column: nullable(
    text(100, { description: 'Column that it is read as; null if it is ignored.', example: 'Rent', minLength: 1 }),
  ),
}

export const MappedColumn = resource('MappedColumn', 'What a column of a kind of file stands for.', {
  kind,
  ...columnAnswer,
})

const choices = listOf(text(100, { description: 'Name of a column.', example: 'Rent' }), 200, 'What a column can be.')

export const ColumnChoices = resource('ColumnChoices', 'The columns that a kind of file can have.', {
  kind,
  columns: choices,
})

const ImportColumn = resource(
  'ImportColumn',
  'A column that is ignored, or of which the organization said what it means.',
  {
    header: text(500, { description: 'Header of the column in the file.', example: 'Monthly $' }),
    samples: listOf(
      text(60, { description: 'Beginning of a value.', example: '1,000.00' }),
      3,
      'First different values of the column.',
    ),
    is_answered: flag({ description: 'Whether the organization said what the column means.', example: false }),
    column: nullable(
      text(100, {
        description: 'Column that it is read as, also by its own header; null if it is ignored.',
        example: 'Rent',
      }),
    ),
  },
)

/** The part of the report of an import that is about the columns of the file. */
export const columnsOfReport = {
  refusal: nullable(
    text(2_000, {
      description:
        'Why the file can only be read if somebody says what its columns mean; null if it can be read. `columns` then has all of them.',
      example: 'The header row lacks Unit. It has: Property, Door, Tenant.',
    }),
  ),
  columns: listOf(
    ImportColumn,
    1_000,
    'Columns that are ignored, and those of which the organization said what they mean.',
  ),
  column_choices: choices,
}
