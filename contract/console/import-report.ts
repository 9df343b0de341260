/**
 * The result of an import: how the file was read, which questions it leaves open, what was stored or would be, and how the file's
 * own sums compare.
 */
import { date, flag, integer, listOf, nullable, oneOf, resource, signedSumOfCents, text } from '../values.ts'
import { columnsOfReport, kind } from './import-columns.ts'
import { chargeCode, layout, mappedWord, unitStatus } from './import-mapping.ts'

export const count = (description: string, example: number) => integer(0, 1_000_000, { description, example })
const line = integer(1, 10_000_000, { description: 'Line of the file.', example: 17 })
export const file_name = text(200, { description: 'Name of the file.', example: 'rent-roll.csv', minLength: 1 })
const total = (description: string, example: number) => signedSumOfCents({ description, example })
const words = (description: string, example: string) => text(2_000, { description, example })

const ImportedCount = resource('ImportedCount', 'Number of created and updated records of one kind.', {
  noun: text(50, { description: 'Kind of record.', example: 'units' }),
  created: count('Records created.', 12),
  updated: count('Records updated.', 3),
})

const ImportProblem = resource('ImportProblem', 'A row or a value that cannot be imported.', {
  line,
  column: text(200, { description: 'Header of the column.', example: 'Rent' }),
  reason: words(
    'What is wrong and what to do.',
    '“abc” is not an amount. Write dollars with at most two decimals, such as 1,250.00 or (25.00).',
  ),
  left_out: oneOf(['ROW', 'VALUE'], {
    description: 'Whether the whole row is rejected or only the value is not imported.',
    example: 'ROW',
  }),
})

const ImportRemark = resource('ImportRemark', 'A remark to review.', {
  line: nullable(line),
  place: text(400, { description: 'Property and unit.', example: 'Maple Court 204' }),
  message: words(
    'The remark.',
    'The unit is vacant but cannot appear in the listings, because it lacks bathrooms. Add what is missing.',
  ),
})

const ImportTotal = resource(
  'ImportTotal',
  'A sum of the imported rows, compared with the database after the import.',
  {
    figure: text(50, {
      description: 'What is added up; an amount in cents if the name ends in `cents`.',
      example: 'rent_cents',
    }),
    in_file: total('Sum in the file.', 68_400_000),
    stored: nullable(
      total('Sum in the database; null if nothing was written, as for a file with rejected rows.', 68_400_000),
    ),
  },
)

const word = mappedWord
export const address = {
  name: text(200, { description: 'Name of the property.', example: 'Oxbow Flats' }),
  address_line: text(200, { description: 'Street address.', example: '120 Maple Ave' }),
  city: text(100, { description: 'City.', example: 'Columbus' }),
  state: text(2, { description: 'State, two letters.', example: 'OH' }),
  postal_code: text(10, { description: 'ZIP code.', example: '43215' }),
}

const ImportQuestions = resource(
  'ImportQuestions',
  'Questions that the file leaves open and nobody has answered yet.',
  {
    properties: listOf(
      resource(
        'PropertyQuestion',
        'A property of a rent roll that is new and has no complete address, or of another file that names it in unknown words.',
        {
          word: text(200, {
            description:
              'Code or name that the file gives it. If the file does not name it, the name is empty, and this describes its units.',
            example: 'oxb',
          }),
          ...address,
        },
      ),
      1_000,
      'Properties without an address.',
    ),
    charges: listOf(
      resource('ChargeQuestion', 'A charge code of the customer.', {
        word,
        suggestion: nullable(chargeCode),
      }),
      1_000,
      'Charge codes; unknown ones have no suggestion.',
    ),
    statuses: listOf(
      resource('StatusQuestion', 'A word for the status of a unit.', {
        word: text(200, { description: 'The word in the file.', example: 'MODEL' }),
        suggestion: nullable(unitStatus),
      }),
      100,
      'Words for units that are not for rent, and words of unknown meaning, which have no suggestion.',
    ),
  },
)

const ImportCheck = resource('ImportCheck', 'A sum that the file itself states, compared with its rows.', {
  block: text(300, { description: 'Name of the sum in the file.', example: 'Total of Oxbow Flats' }),
  line: nullable(line),
  figure: text(50, {
    description: 'What is added up; an amount in cents if the name ends in `cents`.',
    example: 'charges_cents',
  }),
  stated: total('Sum that the file states.', 254_200),
  read: total('Sum of the rows that are imported.', 254_200),
  why: nullable(words('Reason for a difference.', 'The file counts line 34, which is not imported.')),
})

const ImportMeaning = resource('ImportMeaning', 'A charge code of the file and what it is imported as.', {
  word: text(500, { description: 'Charge code of the file.', example: 'petrent' }),
  code: chargeCode,
  is_known: flag({
    description: 'Whether the dictionary or an answer covers the code; if not, it is imported as OTHER.',
    example: true,
  }),
})

export const ImportReport = resource('ImportReport', 'The result of an import, or of its dry run.', {
  file_name,
  kind,
  as_of: nullable(date({ description: 'Day of the rent roll.', example: '2026-03-31' })),
  dry_run: flag({ description: 'Whether this was a dry run.', example: true }),
  written: flag({ description: 'Whether the file was imported.', example: false }),
  preview: text(64, {
    description:
      'What the file changes, in short. An import that names it is refused if it would change something else.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  }),
  rows: count('Rows that are imported.', 480),
  rows_left_out: count('Rows that are rejected.', 1),
  unchanged: count('Rows without a change.', 465),
  moved_out: count('Residents moved out because they are no longer in the file.', 0),
  records: listOf(ImportedCount, 20, 'Created and updated records, by kind.'),
  changes: listOf(words('A row and its changes.', 'Maple Court 204: rent 142500 → 149000'), 1_000, 'First changes.'),
  totals: listOf(ImportTotal, 10, 'Sums of the file.'),
  layout: nullable(layout),
  layout_title: nullable(
    text(100, {
      description: 'Name of the report in its system.',
      example: 'Yardi Voyager, Rent Roll with Lease Charges',
    }),
  ),
  sheet: nullable(text(200, { description: 'Sheet of the workbook that was read.', example: 'Report1' })),
  other_sheets: listOf(text(200, { description: 'Name of a sheet.', example: 'Cover' }), 1_000, 'Sheets not read.'),
  questions: ImportQuestions,
  charge_codes: listOf(ImportMeaning, 1_000, 'Charge codes of the file.'),
  reconciliation: listOf(ImportCheck, 1_000, 'First sums that the file states: those that differ, then the others.'),
  reconciliation_count: count('Number of all such sums.', 37),
  difference_count: count('Number of such sums that differ.', 0),
  problems: listOf(ImportProblem, 1_000, 'First rows and values that cannot be imported, by line.'),
  problem_count: count('Number of all problems.', 1),
  remarks: listOf(ImportRemark, 2_000, 'First remarks.'),
  remark_count: count('Number of all remarks.', 1),
  ignored_columns: listOf(
    text(500, { description: 'Header of a column.', example: 'Tags' }),
    1_000,
    'Ignored columns.',
  ),
  ...columnsOfReport,
})
