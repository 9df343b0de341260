/** Reads the parts of a workbook. Refuses other ZIP archives, and workbooks that would expand to far more than a rent roll needs. */
import { inflateRawSync } from 'node:zlib'
import { asError } from '#server/base/as-error.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Part } from './workbook-archive.ts'
import { attribute } from './workbook-xml.ts'

/** The largest size of a part other than a sheet, uncompressed. Such a part is read at once. */
const MAX_PART_BYTES = 128 * 1024 * 1024
/** The largest size of a sheet, uncompressed. 60,000 units with four rows each take about 150 MiB. */
const MAX_SHEET_BYTES = 512 * 1024 * 1024
/** A part above this size may not expand more than a hundredfold; sheets of reports expand ten- to thirtyfold. */
const LARGE_BYTES = 32 * 1024 * 1024
const MAX_EXPANSION = 100

/** Returns the whole text of a part; empty if the workbook does not have the part. */
export function textOfPart(part: Part | undefined): string {
  if (!part) return ''
  const { bytes, size } = part
  if (!isDeflated(part)) return bytes.toString('utf8')
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(size, 1) }).toString('utf8')
  } catch (error) {
    throw damaged(asError(error).message)
  }
}

export function isDeflated({ method }: Part): boolean {
  return method === 8
}

/** Other formats that are ZIP archives, each recognized by a part that only it has. */
const FOREIGN_FILES: readonly (readonly [part: RegExp, is: string])[] = [
  [/^content\.xml$/, 'an OpenDocument spreadsheet (.ods)'],
  [/^xl\/workbook\.bin$/, 'a binary Excel workbook (.xlsb)'],
  [/^Index\/.*\.iwa$|^index\.apxl$/, 'a Numbers spreadsheet'],
  [/^word\//, 'a Word document'],
]

/** Refuses a ZIP archive that is not a workbook, and says what it is. */
export function refuseForeign(parts: ReadonlyMap<string, Part>): void {
  const names = [...parts.keys()]
  const [, is] = FOREIGN_FILES.find(([part]) => names.some(name => part.test(name))) ?? []
  const save = 'Open it and save it as an Excel workbook (.xlsx), or as CSV.'
  if (is) throw new Refusal('invalid_request', `This file is ${is}. ${save}`)
  if (names.length > 0 && !parts.has('[Content_Types].xml'))
    throw new Refusal('invalid_request', 'This file is a ZIP archive. Extract the reports, and import each of them.')
}

/**
 * Refuses a workbook with a part that is too large or expands too much, before anything is expanded: 1.5 MB once took 4.9 GB of memory. The library
 * that reads the rows expands no part beyond the size that the directory states, except one whose stated size is 0.
 */
export function refuseBomb(parts: ReadonlyMap<string, Part>): void {
  refuseLarge(parts, name => LINKS.test(name))
  const readAtOnce = namesReadAtOnce(parts)
  const isRead = (name: string, folder: RegExp) => !folder.test(name) || readAtOnce.has(fileOf(name))
  refuseLarge(parts, name => isRead(name, SHEETS) && isRead(name, PICTURES))
  for (const [name, part] of parts) {
    if (!isRead(name, SHEETS)) refuseIfBomb(name, part, MAX_SHEET_BYTES)
  }
}

const LINKS = /\.rels$/
const SHEETS = /^xl\/worksheets\/[^/]+$/
const PICTURES = /^xl\/media\//

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Refuses parts that are read at once if one of them is a bomb, or all of them together are too large. */
function refuseLarge(parts: ReadonlyMap<string, Part>, isRead: (name: string) => boolean): void {
  let left = MAX_PART_BYTES
  for (const [name, part] of parts) {
    if (!isRead(name)) continue
    refuseIfBomb(name, part, left)
    left -= sizeOf(part)
  }
}

/**
 * The names of files, without their folders, that a relationship makes neither a sheet nor a picture, such as the texts of cells. They are
 * read at once, wherever the workbook keeps them.
 */
function namesReadAtOnce(parts: ReadonlyMap<string, Part>): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [name, part] of parts) {
    if (!LINKS.test(name)) continue
    for (const [, attributes = ''] of textOfPart(part).matchAll(/<(?:\w+:)?Relationship\b([^<>]*)>/g)) {
      if (/\/(?:worksheet|image)$/.test(attribute(attributes, 'Type') ?? '')) continue
      names.add(fileOf(attribute(attributes, 'Target') ?? ''))
    }
  }
  return names
}

function sizeOf(part: Part): number {
  return isDeflated(part) ? part.size : part.bytes.length
}

function refuseIfBomb(name: string, part: Part, mostBytes: number): void {
  const size = sizeOf(part)
  const isBomb = size > LARGE_BYTES && size > part.bytes.length * MAX_EXPANSION
  const isHidden = size === 0 && part.bytes.length > 2
  if (size > mostBytes || isBomb || isHidden) throw tooLarge(name)
}

function tooLarge(name: string): Refusal {
  return new Refusal(
    'invalid_request',
    `The workbook expands to more data than a report has (${name.slice(0, 100)}). Open it in Excel, copy the sheet of the report to a new workbook, and save that, or export the report as CSV.`,
  )
}

export function damaged(why: string): Refusal {
  return new Refusal(
    'invalid_request',
    `This file begins as an Excel workbook (.xlsx), but it cannot be read: ${why.slice(0, 200)}. Open it in Excel and save it again, or export it as CSV.`,
  )
}
