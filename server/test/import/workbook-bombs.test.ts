/** A workbook cannot expand to more than a report, however its archive is written: what is checked is what is read. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { crc32, deflateRawSync } from 'node:zlib'
import { Refusal } from '#server/base/refusal.ts'
import { inflated } from '#server/import/read/shown-labels.ts'
import { archiveOf, type Part, partsOf } from '#server/import/read/workbook-archive.ts'
import { textOfPart } from '#server/import/read/workbook-parts.ts'
import { readText } from './read-all.ts'
import { workbookOf } from './workbook.ts'

const MEBIBYTE = 1024 * 1024
const HEADER = ['Unit', 'Tenant', 'Property']
const bomb = await workbookOf([HEADER, ['x'.repeat(40 * MEBIBYTE)]])
const sound = await workbookOf([HEADER, ['1', 'Ann Elm', 'Oak']])
const END = Buffer.from('PK\u0005\u0006')

function refusedFor(part: string) {
  return (error: unknown) =>
    error instanceof Refusal && error.message.includes(`expands to more data than a report has (${part})`)
}

function part(bytes: Buffer): Part {
  return { bytes: deflateRawSync(bytes), method: 8, size: bytes.length, crc: crc32(bytes) }
}

/** The workbook with its directory described as ZIP64 does, which programs write that do not know the size in advance. */
function asZip64(workbook: Buffer): Buffer {
  const at = workbook.lastIndexOf(END)
  const [record, locator, end] = [Buffer.alloc(56), Buffer.alloc(20), Buffer.from(workbook.subarray(at))]
  record.write('PK\u0006\u0006')
  for (const offset of [24, 32]) record.writeBigUInt64LE(BigInt(end.readUInt16LE(10)), offset)
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(12)), 40)
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48)
  locator.write('PK\u0006\u0007')
  locator.writeBigUInt64LE(BigInt(at), 8)
  for (const offset of [8, 10]) end.writeUInt16LE(0xffff, offset)
  for (const offset of [12, 16]) end.writeUInt32LE(0xffff_ffff, offset)
  return Buffer.concat([workbook.subarray(0, at), record, locator, end])
}

/** The workbook with a comment that looks like another end of the archive. */
function withFalseEnd(workbook: Buffer): Buffer {
  const copy = Buffer.from(workbook)
  copy.writeUInt16LE(END.length, copy.lastIndexOf(END) + 20)
  return Buffer.concat([copy, END])
}

/** The workbook with a part whose sizes the directory leaves to the header before its bytes. */
function withSizesBefore(workbook: Buffer, name: string): Buffer {
  const copy = Buffer.from(workbook)
  const entry = copy.lastIndexOf(name) - 46
  const before = copy.readUInt32LE(entry + 42)
  copy.writeUInt16LE(8, entry + 8)
  copy.copy(copy, before + 18, entry + 20, entry + 28)
  copy.fill(0, entry + 20, entry + 28)
  return copy
}

test('a workbook is refused before it expands, no matter how its archive describes its parts', async () => {
  const strings = refusedFor('xl/sharedStrings.xml')
  await assert.rejects(readText(bomb), strings)
  await assert.rejects(readText(asZip64(bomb)), strings)
  await assert.rejects(readText(withFalseEnd(bomb)), strings)
  await assert.rejects(
    readText(withSizesBefore(bomb, 'xl/sharedStrings.xml')),
    (error: unknown) => error instanceof Refusal && /but it cannot be read/.test(error.message),
  )
})

/** The workbook with its shared strings in another part, which is in place of them if it is given. */
function withStringsIn(workbook: Buffer, path: string, strings?: Part): Buffer {
  const parts = new Map(partsOf(workbook))
  const links = 'xl/_rels/workbook.xml.rels'
  const text = textOfPart(parts.get(links)).replace('sharedStrings.xml', path.slice('xl/'.length))
  assert.ok(text.includes(path.slice('xl/'.length)))
  parts.set(links, part(Buffer.from(text)))
  parts.set(path, strings ?? parts.get('xl/sharedStrings.xml')!)
  parts.delete('xl/sharedStrings.xml')
  return archiveOf(parts)
}

test('a part that is read at once has the limit of such a part wherever it is', async () => {
  assert.equal((await readText(withStringsIn(sound, 'xl/media/strings.xml'))).rows.length, 1)
  await assert.rejects(readText(withStringsIn(bomb, 'xl/media/strings.xml')), refusedFor('xl/media/strings.xml'))
  // It expands less than a hundredfold, so only its size gives it away.
  const large = part(Buffer.concat([randomBytes(2 * MEBIBYTE), Buffer.alloc(140 * MEBIBYTE, ' ')]))
  await assert.rejects(
    readText(withStringsIn(sound, 'xl/worksheets/strings.xml', large)),
    refusedFor('xl/worksheets/strings.xml'),
  )
})

test('a workbook whose directory is in ZIP64, or that ends in a comment, is read like every other', async () => {
  const { rows } = await readText(sound)
  assert.equal(rows.length, 1)
  for (const workbook of [asZip64(sound), withFalseEnd(sound), archiveOf(partsOf(sound))])
    assert.deepEqual((await readText(workbook)).rows, rows)
})

test('a part that is longer than its directory states is not read to its end', async () => {
  const { bytes } = part(Buffer.alloc(16 * MEBIBYTE, ' '))
  let length = 0
  const read = async () => {
    for await (const text of inflated({ bytes, method: 8, size: 1_000, crc: 0 })) length += text.length
  }
  await assert.rejects(
    read,
    (error: unknown) => error instanceof Refusal && /longer than its directory/.test(error.message),
  )
  assert.ok(length <= 256 * 1024, `${length}`)
})

test('a workbook with more rows than a sheet of Excel can have is refused, even if they are empty', async () => {
  const [parts, sheet] = [new Map(partsOf(sound)), 'xl/worksheets/sheet2.xml']
  const rows = `${'<row/>'.repeat(1_048_575)}</sheetData>`
  parts.set(sheet, part(Buffer.from(textOfPart(parts.get(sheet)).replace('</sheetData>', rows))))
  await assert.rejects(readText(archiveOf(parts)), /more than 1,048,576 rows/)
})
