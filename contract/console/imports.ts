/** Bringing a file in: a rent roll, payments or work orders, rehearsed first and then written whole. */
import Type from 'typebox'
import {
  cents,
  date,
  flag,
  id,
  idInput,
  instant,
  integer,
  listOf,
  MAX_CENTS,
  noParameters,
  nullable,
  oneOf,
  pageOf,
  pageParameters,
  parameters,
  resource,
  text,
} from '../values.ts'
import { chargeCode, mappedWord, unitStatus } from './import-mapping.ts'
import { organizationOperation } from './operation.ts'
import { sortBy } from './sorting.ts'

const shared = { tag: 'Imports', idempotent: false } as const

/** The layouts of rent rolls. */
export const IMPORT_LAYOUTS = [
  'yardi-lease-charges',
  'yardi-rent-roll',
  'yardi-breeze',
  'onesite',
  'entrata',
  'buildium',
  'template',
] as const
export const IMPORT_KINDS = ['RENT_ROLL', 'PAYMENTS', 'WORK_ORDERS'] as const
/** The longest body of an import; of the file itself three quarters, as base64 makes four characters of three bytes. */
export const MAX_IMPORT_BYTES = 16 * 1024 * 1024

const count = (description: string, example: number) => integer(0, 1_000_000, { description, example })
const line = integer(1, 10_000_000, { description: 'Line of the file.', example: 17 })
const kind = oneOf(IMPORT_KINDS, { description: 'Kind of file, recognized by its header row.', example: 'RENT_ROLL' })
const file_name = text(200, { description: 'Name of the file.', example: 'rent-roll.csv', minLength: 1 })
const total = (description: string, example: number) => cents({ description, example, minimum: -MAX_CENTS })
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

const layout = oneOf(IMPORT_LAYOUTS, { description: 'Layout of the rent roll.', example: 'yardi-lease-charges' })
const word = mappedWord
const address = {
  name: text(200, { description: 'Name of the property.', example: 'Oxbow Flats' }),
  address_line: text(200, { description: 'Street address.', example: '120 Maple Ave' }),
  city: text(100, { description: 'City.', example: 'Columbus' }),
  state: text(2, { description: 'State, two letters.', example: 'OH' }),
  postal_code: text(10, { description: 'ZIP code.', example: '43215' }),
}

const ImportQuestions = resource('ImportQuestions', 'What the file does not state and nobody has answered yet.', {
  properties: listOf(
    resource('PropertyQuestion', 'A property of the file that is new and has no complete address.', {
      word: text(200, { description: 'Code or name that the file gives it.', example: 'oxb' }),
      ...address,
    }),
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
    resource('StatusQuestion', 'A word for a unit that is not for rent.', {
      word: text(200, { description: 'The word of the file.', example: 'MODEL' }),
    }),
    100,
    'Words for units that are not for rent.',
  ),
})

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
    description: 'Whether the dictionary or an answer has the word; otherwise it is OTHER.',
    example: true,
  }),
})

export const ImportReport = resource('ImportReport', 'The result of an import, or of its dry run.', {
  file_name,
  kind,
  as_of: nullable(date({ description: 'Day of the rent roll.', example: '2026-03-31' })),
  dry_run: flag({ description: 'Whether this was a dry run.', example: true }),
  written: flag({ description: 'Whether the file was imported.', example: false }),
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
})

export const PastImport = resource('PastImport', 'A file that was imported.', {
  import_id: id({
    description: 'ID of the import, which is that of its entry in the administrative log.',
    example: '019c07fc-1a8e-7b1c-8d5f-3a6c9e2b4d70',
  }),
  imported_at: instant({ description: 'When the file was imported.', example: '2026-03-31T14:00:00.000Z' }),
  imported_by: text(254, { description: 'The member who imported the file.', example: 'dana@example.com' }),
  kind,
  file_name: text(4_096, { description: 'Name of the file.', example: 'rent-roll.csv' }),
  rows: count('Rows that were imported.', 480),
  rows_left_out: count('Rows that were rejected.', 0),
})

const progress_id = text(64, {
  description: 'Chosen by the caller to query the progress of the import.',
  example: '5f2b9c1e7a4d4c0b8e6f3a2d1c0b9e8f',
  minLength: 1,
})

export const getImportProgress = organizationOperation({
  ...shared,
  method: 'GET',
  path: '/imports/progress',
  summary: 'Get the progress of an import',
  description:
    'Returns how many rows of a file are done, also for a dry run. Both numbers are null while the file waits or is being read.',
  role: 'ADMIN',
  parameters: { path: noParameters, query: parameters({ progress_id }) },
  success: {
    status: 200,
    description: 'The progress.',
    schema: resource('ImportProgress', 'Progress of an import.', {
      rows_done: nullable(count('Rows that are done.', 500)),
      rows_known: nullable(count('Rows of the file.', 1_240)),
    }),
  },
  errors: [],
})

export const importFile = organizationOperation({
  ...shared,
  method: 'POST',
  path: '/imports',
  summary: 'Import a file',
  description:
    'Imports a rent roll, payments or work orders in one transaction: the whole file or nothing, unless bad rows are skipped. With `dry_run`, the import is rolled back, and the reply has the same form. The body may have 16 MiB, which is a file of 12 MiB. An organization has one import at a time; another returns 409. The service runs few imports at a time; a file that waits too long returns 503 and is not imported.',
  role: 'ADMIN',
  parameters: { path: noParameters, query: noParameters },
  body: parameters({
    file_name,
    content: Type.String({
      description: 'Bytes of the file in base64.',
      examples: ['UHJvcGVydHkgTmFtZSxVbml0'],
      minLength: 4,
      maxLength: MAX_IMPORT_BYTES,
    }),
    as_of: Type.Optional(
      date({
        description: 'Day of the rent roll. Defaults to the day that the file states, or else today.',
        example: '2026-03-31',
      }),
    ),
    dry_run: Type.Optional(flag({ description: 'Whether to roll the import back. Defaults to false.', example: true })),
    skip_bad_rows: Type.Optional(
      flag({
        description: 'Whether to import the other rows if some are rejected. Defaults to false.',
        example: false,
      }),
    ),
    progress_id: Type.Optional(progress_id),
    layout: Type.Optional(layout),
    mapping: Type.Optional(
      parameters({
        properties: Type.Optional(
          listOf(
            parameters({
              word: text(200, { description: 'Code or name that the file gives it.', example: 'oxb', minLength: 1 }),
              property_id: Type.Optional(
                idInput({
                  description: 'A property of the organization that it is. The other fields describe a new property.',
                  example: 'prop_01kh3zr6n4d0f8w2y6b1c5g9hj',
                }),
              ),
              name: Type.Optional(address.name),
              address_line: Type.Optional(address.address_line),
              city: Type.Optional(address.city),
              state: Type.Optional(address.state),
              postal_code: Type.Optional(address.postal_code),
            }),
            1_000,
            'Properties of the file.',
          ),
        ),
        charges: Type.Optional(listOf(parameters({ word, code: chargeCode }), 1_000, 'Charge codes of the file.')),
        statuses: Type.Optional(
          listOf(
            parameters({
              word: text(200, { description: 'The word of the file.', example: 'MODEL', minLength: 1 }),
              status: unitStatus,
            }),
            100,
            'Words for units that are not for rent.',
          ),
        ),
      }),
    ),
    close_missing: Type.Optional(
      flag({
        description: 'Whether to move out residents who are no longer in the rent roll. Defaults to false.',
        example: false,
      }),
    ),
  }),
  success: { status: 200, description: 'The result of the import, or of the dry run.', schema: ImportReport },
  errors: ['conflict'],
})

export const listImports = organizationOperation({
  ...shared,
  method: 'GET',
  path: '/imports',
  summary: 'List imports',
  description: 'Lists imported files, newest first.',
  role: 'VIEWER',
  parameters: {
    path: noParameters,
    query: parameters({
      kind: Type.Optional(oneOf(IMPORT_KINDS, { description: 'Only files of this kind.', example: 'RENT_ROLL' })),
      sort: sortBy(['file_name', 'imported_at', 'kind', 'imported_by', 'rows', 'rows_left_out']),
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of imports.', schema: pageOf('ImportList', PastImport) },
  errors: [],
})
