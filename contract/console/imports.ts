/** Bringing a file in: a rent roll, payments or work orders, rehearsed first and then written whole. */
import Type from 'typebox'
import {
  cents,
  date,
  flag,
  id,
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
import { organizationOperation } from './operation.ts'
import { sortBy } from './sorting.ts'

const shared = { tag: 'Imports', idempotent: false } as const

export const IMPORT_KINDS = ['RENT_ROLL', 'PAYMENTS', 'WORK_ORDERS'] as const
/** The longest body of an import; of the file itself three quarters, as base64 makes four characters of three bytes. */
export const MAX_IMPORT_BYTES = 16 * 1024 * 1024

const count = (description: string, example: number) => integer(0, 1_000_000, { description, example })
const line = integer(1, 10_000_000, { description: 'The line of the file.', example: 17 })
const kind = oneOf(IMPORT_KINDS, { description: 'What the file holds, told by its header row.', example: 'RENT_ROLL' })
const file_name = text(200, { description: 'What the file is called.', example: 'rent-roll.csv', minLength: 1 })
const total = (description: string, example: number) => cents({ description, example, minimum: -MAX_CENTS })
const words = (description: string, example: string) => text(2_000, { description, example })

const ImportedCount = resource('ImportedCount', 'How many records of a kind.', {
  noun: text(50, { description: 'What they are.', example: 'units' }),
  created: count('How many are new.', 12),
  updated: count('How many are changed.', 3),
})

const ImportProblem = resource('ImportProblem', 'A place of the file that cannot come in.', {
  line,
  column: text(200, { description: 'The column.', example: 'Rent' }),
  reason: words('What is wrong with it, and what to do.', '“abc” is no amount of money. Write it as 1,425.00.'),
  left_out: oneOf(['ROW', 'VALUE'], { description: 'What is left out because of it.', example: 'ROW' }),
})

const ImportRemark = resource('ImportRemark', 'Something to look at.', {
  line: nullable(line),
  place: text(400, { description: 'Where.', example: 'Maple Court 204' }),
  message: words('What.', 'vacant, but not in the listings: bathrooms are missing'),
})

const ImportTotal = resource('ImportTotal', 'A sum of what came in, beside what the database then holds of it.', {
  figure: text(50, { description: 'What is added up; an amount where it ends in cents.', example: 'rent_cents' }),
  in_file: total('What the file says.', 68_400_000),
  stored: nullable(
    total('What is stored of it; null where nothing was written, as for a file with bad rows.', 68_400_000),
  ),
})

export const ImportReport = resource('ImportReport', 'What an import did, or would do.', {
  file_name,
  kind,
  as_of: nullable(date({ description: 'The day a rent roll speaks of.', example: '2026-03-31' })),
  dry_run: flag({ description: 'Whether it was a rehearsal.', example: true }),
  written: flag({ description: 'Whether it is in the database now.', example: false }),
  rows: count('Rows that come in.', 480),
  rows_left_out: count('Rows that do not.', 1),
  unchanged: count('Rows that change nothing.', 465),
  moved_out: count('Residents moved out, as the file lists them no longer.', 0),
  records: listOf(ImportedCount, 20, 'What is made and changed, by kind.'),
  changes: listOf(
    words('A row, and what it changes.', 'Maple Court 204: rent 142500 → 149000'),
    1_000,
    'The first changes.',
  ),
  totals: listOf(ImportTotal, 10, 'What the file comes to.'),
  problems: listOf(ImportProblem, 1_000, 'The first places that cannot come in, by line.'),
  problem_count: count('All of them.', 1),
  remarks: listOf(ImportRemark, 2_000, 'The first things to look at.'),
  remark_count: count('All of them.', 1),
  ignored_columns: listOf(
    text(500, { description: 'A header.', example: 'Tags' }),
    1_000,
    'Columns that say nothing to us.',
  ),
})

export const PastImport = resource('PastImport', 'A file that came in.', {
  import_id: id({
    description: 'Its entry of the administrative log.',
    example: '019c07fc-1a8e-7b1c-8d5f-3a6c9e2b4d70',
  }),
  imported_at: instant({ description: 'When.', example: '2026-03-31T14:00:00.000Z' }),
  imported_by: text(254, { description: 'By whom.', example: 'dana@example.com' }),
  kind,
  file_name: text(4_096, { description: 'What the file was called.', example: 'rent-roll.csv' }),
  rows: count('Rows that came in.', 480),
  rows_left_out: count('Rows that did not.', 0),
})

const progress_id = text(64, {
  description: 'Chosen by the caller, to ask by it how far the import is.',
  example: '5f2b9c1e7a4d4c0b8e6f3a2d1c0b9e8f',
  minLength: 1,
})

export const getImportProgress = organizationOperation({
  ...shared,
  method: 'GET',
  path: '/imports/progress',
  summary: 'Ask how far an import is',
  description:
    'Returns how many rows of a file are done, of a rehearsal too. Both are null while the file waits for its turn or is being read.',
  role: 'ADMIN',
  parameters: { path: noParameters, query: parameters({ progress_id }) },
  success: {
    status: 200,
    description: 'How far it is.',
    schema: resource('ImportProgress', 'How far an import is.', {
      rows_done: nullable(count('Rows that were planned and written.', 500)),
      rows_known: nullable(count('Rows the file has.', 1_240)),
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
    'Brings a rent roll, payments or work orders in, in one transaction: all of the file or nothing, unless bad rows are skipped. With `dry_run` everything is tried and taken back. The reply says the same either way. The body may be 16 MiB long, a file thus 12 MiB. An organization has one import at a time: another is 409. Few files of all organizations are imported at once; one that waits too long for its turn is 503, and nothing of it came in.',
  role: 'ADMIN',
  parameters: { path: noParameters, query: noParameters },
  body: parameters({
    file_name,
    content: Type.String({
      description: 'The file’s bytes, in base64.',
      examples: ['UHJvcGVydHkgTmFtZSxVbml0'],
      minLength: 4,
      maxLength: MAX_IMPORT_BYTES,
    }),
    as_of: Type.Optional(
      date({ description: 'The day a rent roll speaks of; the file’s own, else today.', example: '2026-03-31' }),
    ),
    dry_run: Type.Optional(flag({ description: 'Try it all and take it back; false.', example: true })),
    skip_bad_rows: Type.Optional(
      flag({
        description: 'Leave out the rows that cannot come in, instead of the whole file; false.',
        example: false,
      }),
    ),
    progress_id: Type.Optional(progress_id),
    close_missing: Type.Optional(
      flag({ description: 'Move out the residents that a rent roll no longer lists; false.', example: false }),
    ),
  }),
  success: { status: 200, description: 'What it did, or would do.', schema: ImportReport },
  errors: ['conflict'],
})

export const listImports = organizationOperation({
  ...shared,
  method: 'GET',
  path: '/imports',
  summary: 'List imports',
  description: 'Lists the files that came in, the newest first.',
  role: 'VIEWER',
  parameters: {
    path: noParameters,
    query: parameters({
      kind: Type.Optional(oneOf(IMPORT_KINDS, { description: 'Only files that hold this.', example: 'RENT_ROLL' })),
      sort: sortBy(['file_name', 'imported_at', 'kind', 'imported_by', 'rows', 'rows_left_out']),
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of imports.', schema: pageOf('ImportList', PastImport) },
  errors: [],
})
