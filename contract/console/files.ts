/** Photos and documents of units, work orders and leases. */
import { id, idInput, instant, integer, listOf, oneOf, parameters, resource, text } from '../values.ts'
import { downloadOperation, organizationOperation } from './operation.ts'

export const MAX_FILE_BYTES = 20 * 1024 * 1024
export const MAX_FILES_PER_RECORD = 50

/** The types that are kept. Each is recognized by its content, and none of them is a page that runs scripts in a browser. */
const FILE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf'] as const
export type FileType = (typeof FILE_TYPES)[number]

const FILE_ID = 'file_01kh3zr6nvb4k8q2r7c9e1d5wm'
const RECORD_ID = 'wo_01kh3zr6q1b7m4s9x2d6f0v8kc'

const record_id = idInput({ description: 'The unit, work order or lease.', example: RECORD_ID })
const onlyOne = { path: parameters({ file_id: idInput({ description: 'The file.', example: FILE_ID }) }) }

export const File = resource('File', 'A photo or a document.', {
  file_id: id({ description: 'The file.', example: FILE_ID }),
  record_id: id({ description: 'The unit, work order or lease it belongs to.', example: RECORD_ID }),
  name: text(200, { description: 'Name of the file, with the extension of its type.', example: 'leak.jpg' }),
  content_type: oneOf(FILE_TYPES, { description: 'Type of the content.', example: 'image/jpeg' }),
  size_bytes: integer(1, MAX_FILE_BYTES, { description: 'Size in bytes.', example: 482_133 }),
  uploaded_by: text(254, { description: 'Actor that uploaded the file.', example: 'dana@example.com' }),
  created_at: instant({ description: 'When the file was uploaded.', example: '2026-03-14T08:15:30.000Z' }),
})

export const listFiles = organizationOperation({
  tag: 'Files',
  method: 'GET',
  path: '/files',
  summary: 'List the files of a record',
  description: 'Lists the photos and documents of a unit, a work order or a lease, oldest first.',
  role: 'VIEWER',
  parameters: { query: parameters({ record_id }) },
  success: {
    status: 200,
    description: 'The files.',
    schema: resource('FileList', 'The files of a record.', { data: listOf(File, MAX_FILES_PER_RECORD, 'The files.') }),
  },
})

export const uploadFile = {
  ...organizationOperation({
    tag: 'Files',
    method: 'POST',
    path: '/files',
    summary: 'Upload a file',
    description:
      'Adds a photo (JPEG, PNG, WebP or HEIC) or a PDF to a record. The body is the file itself as application/octet-stream, at most 20 MiB, and its type is recognized from its content. A record has at most 50 files.',
    role: 'ADMIN',
    parameters: {
      query: parameters({
        record_id,
        name: text(255, { description: 'Name of the file.', example: 'leak.jpg', minLength: 1 }),
      }),
    },
    success: { status: 201, description: 'The file.', schema: File },
    errors: ['conflict'],
  }),
  rawBody: true,
} as const

export const downloadFile = downloadOperation({
  tag: 'Files',
  method: 'GET',
  path: '/files/{file_id}/content',
  summary: 'Download a file',
  description: 'Returns the content of a file. A photo is shown by a browser; anything else is saved.',
  role: 'VIEWER',
  parameters: onlyOne,
  success: {
    status: 200,
    description: 'The content.',
    schema: text(MAX_FILE_BYTES, { description: 'The content of the file.', example: '' }),
  },
  errors: ['not_found'],
})

export const deleteFile = organizationOperation({
  tag: 'Files',
  method: 'DELETE',
  path: '/files/{file_id}',
  summary: 'Delete a file',
  description: 'Deletes a file. Nobody can read it any longer.',
  role: 'ADMIN',
  parameters: onlyOne,
  success: { status: 200, description: 'The file was deleted.', schema: File },
  errors: ['not_found'],
})
