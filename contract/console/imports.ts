/**
 * Importing a file: a rent roll, payments, a ledger or work orders. A dry run comes first; then the file is written
 * as a whole.
 */
import Type from 'typebox'
import {
  date,
  flag,
  id,
  idInput,
  instant,
  listOf,
  nullable,
  oneOf,
  pageOf,
  pageParameters,
  parameters,
  resource,
  text,
} from '../values.ts'
import { columnAnswer, IMPORT_KINDS, kind } from './import-columns.ts'
import { chargeCode, layout, mappedWord, unitStatus } from './import-mapping.ts'
import { address, count, file_name, ImportReport } from './import-report.ts'
import { organizationOperation } from './operation.ts'
import { sortBy } from './sorting.ts'

/**
 * The longest body of an import. The file itself can have three quarters of this, because base64 makes four characters
 * of three bytes.
 */
export const MAX_IMPORT_BYTES = 16 * 1024 * 1024

const PastImport = resource('PastImport', 'A file that was imported.', {
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
  tag: 'Imports',
  method: 'GET',
  path: '/imports/progress',
  summary: 'Get the progress of an import',
  description:
    'Returns how many rows of a file have been processed, in a dry run as well. Both numbers are null while the file waits or is being read.',
  role: 'ADMIN',
  parameters: { query: parameters({ progress_id }) },
  success: {
    status: 200,
    description: 'The progress.',
    schema: resource('ImportProgress', 'Progress of an import.', {
      rows_done: nullable(count('Rows processed so far.', 500)),
      rows_known: nullable(count('Rows of the file.', 1_240)),
    }),
  },
})

export const importFile = organizationOperation({
  tag: 'Imports',
  method: 'POST',
  path: '/imports',
  summary: 'Import a file',
  description:
    'Imports a rent roll, payments, a ledger or work orders in one transaction: the whole file or nothing, unless bad rows are skipped. With `dry_run`, the import is rolled back, and the reply has the same form; if a column is missing, it says which columns the file has. The body may be up to 16 MiB, which allows a file of 12 MiB. An organization can run one import at a time; another returns 409. The service runs only a few imports at a time; a file that waits too long returns 503 and is not imported. If the caller disconnects before the import is complete, it is rolled back.',
  role: 'ADMIN',
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
    preview: Type.Optional(
      text(64, {
        description:
          'The `preview` of a dry run of the same file. The import is refused with 409 if it would change something other than the dry run showed.',
        example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        minLength: 1,
      }),
    ),
    layout: Type.Optional(layout),
    mapping: Type.Optional(
      parameters({
        properties: Type.Optional(
          listOf(
            parameters({
              word: text(200, { description: 'Code or name that the file gives it.', example: 'oxb', minLength: 1 }),
              property_id: Type.Optional(
                idInput({
                  description: 'The existing property that is meant. The other fields describe a new property.',
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
        charges: Type.Optional(
          listOf(parameters({ word: mappedWord, code: chargeCode }), 1_000, 'Charge codes of the file.'),
        ),
        statuses: Type.Optional(
          listOf(
            parameters({
              word: text(200, { description: 'The word in the file.', example: 'MODEL', minLength: 1 }),
              status: unitStatus,
            }),
            100,
            'Words for units that are not for rent.',
          ),
        ),
        columns: Type.Optional(listOf(parameters(columnAnswer), 200, 'What columns of the file mean.')),
      }),
    ),
    close_missing: Type.Optional(
      flag({
        description: 'Whether to move out residents who are no longer on the rent roll. Defaults to false.',
        example: false,
      }),
    ),
  }),
  success: { status: 200, description: 'The result of the import, or of the dry run.', schema: ImportReport },
  errors: ['conflict'],
})

export const listImports = organizationOperation({
  tag: 'Imports',
  method: 'GET',
  path: '/imports',
  summary: 'List imports',
  description: 'Lists imported files, newest first.',
  role: 'VIEWER',
  parameters: {
    query: parameters({
      kind: Type.Optional(
        oneOf(IMPORT_KINDS, { description: 'Returns only files of this kind.', example: 'RENT_ROLL' }),
      ),
      sort: sortBy(['file_name', 'imported_at', 'kind', 'imported_by', 'rows', 'rows_left_out']),
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of imports.', schema: pageOf('ImportList', PastImport) },
})
