/** Lists the parts of a workbook, which is a ZIP archive, and refuses other archives, and one that would expand to far more than a rent roll needs. */
import { inflateRawSync } from 'node:zlib'
import { Refusal } from '#server/base/refusal.ts'

/** A part as it is stored; `size` is its length when uncompressed, as the directory states it. */
export type Part = { bytes: Buffer; isDeflated: boolean; size: number }

/** The largest size of a part other than a sheet, uncompressed. Such a part is read at once. */
const MAX_PART_BYTES = 128 * 1024 * 1024
/** The largest size of a sheet, uncompressed. 60,000 units with four rows each take about 150 MiB. */
const MAX_SHEET_BYTES = 512 * 1024 * 1024
/** A part above this size may not expand more than a hundredfold; sheets of reports expand ten- to thirtyfold. */
const LARGE_BYTES = 32 * 1024 * 1024
const MAX_EXPANSION = 100

/** Returns the parts by name, from the directory at the end of the file; empty if there is none, which the reader of the rows reports. */
export function partsOf(bytes: Buffer): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>()
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end === -1 || end + 22 > bytes.length) return parts
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0 && at + 46 <= bytes.length; left--) {
    const [nameLength, extra, comment] = [28, 30, 32].map(offset => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const local = bytes.readUInt32LE(at + 42)
    if (local + 30 <= bytes.length) {
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
      const isDeflated = bytes.readUInt16LE(at + 10) === 8
      const size = bytes.readUInt32LE(at + 24)
      parts.set(name, { bytes: bytes.subarray(start, start + bytes.readUInt32LE(at + 20)), isDeflated, size })
    }
    at += 46 + nameLength + extra + comment
  }
  return parts
}

/** The text of a part, read as a whole. It is empty if the workbook does not have the part. */
export function textOfPart(part: Part | undefined): string {
  if (!part) return ''
  const { bytes, isDeflated } = part
  return (isDeflated ? inflateRawSync(bytes, { maxOutputLength: MAX_PART_BYTES }) : bytes).toString('utf8')
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
  let atOnce = 0
  for (const [name, { bytes, isDeflated, size: stated }] of parts) {
    if (/^xl\/media\//.test(name)) continue
    const size = isDeflated ? stated : bytes.length
    const isSheet = /^xl\/worksheets\/[^/]+$/.test(name)
    if (!isSheet) atOnce += size
    const isTooLarge = isSheet ? size > MAX_SHEET_BYTES : atOnce > MAX_PART_BYTES
    const isBomb = size > LARGE_BYTES && size > bytes.length * MAX_EXPANSION
    const isHidden = size === 0 && bytes.length > 2
    if (isTooLarge || isBomb || isHidden) throw tooLarge(name)
  }
}

function tooLarge(name: string): Refusal {
  return new Refusal(
    'invalid_request',
    `The workbook expands to more data than a report has (${name.slice(0, 100)}). Open it in Excel, copy the sheet of the report to a new workbook, and save that, or export the report as CSV.`,
  )
}
