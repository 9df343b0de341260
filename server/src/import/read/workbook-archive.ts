/**
 * Reads and writes the ZIP archive of a workbook. An archive can describe a part in several places that contradict each other, and programs differ in which
 * one they believe. Its directory is therefore read only here, and the library that reads the rows gets an archive that we have written from what was checked.
 */

/** A part as it is stored: compressed if `method` is 8, and plain if it is 0. `size` is its uncompressed size in bytes, as the directory states it. */
export type Part = { bytes: Buffer; method: number; size: number; crc: number }

const END_RECORD = Buffer.from('PK\u0005\u0006')
const ZIP64_LOCATOR = Buffer.from('PK\u0006\u0007')
const ZIP64_END_RECORD = Buffer.from('PK\u0006\u0006')
/** A field of 16 or 32 bits holds this value if its number is too large for it. ZIP64 then states the number in 64 bits elsewhere. */
const [IN_ZIP64_16, IN_ZIP64_32] = [0xffff, 0xffff_ffff]
/** The lengths in bytes of the end record, of an entry of the directory and of the header of a part, without names and extra fields. */
const [END_LENGTH, ENTRY_LENGTH, HEADER_LENGTH] = [22, 46, 30]

/** Returns the parts by name, as the directory at the end of the file lists them; none if there is no directory. */
export function partsOf(bytes: Buffer): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>()
  const directory = findDirectory(bytes)
  let at = directory.at
  for (let left = directory.count; left > 0 && at + ENTRY_LENGTH <= bytes.length; left--) {
    const [nameLength, extra, comment] = [28, 30, 32].map(offset => bytes.readUInt16LE(at + offset)) as Lengths
    const name = bytes.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength)
    const stated = [24, 20, 42].map(offset => bytes.readUInt32LE(at + offset))
    const more = bytes.subarray(at + ENTRY_LENGTH + nameLength).subarray(0, extra)
    const [size = 0, length = 0, header = 0] = withLargeNumbers(stated, more)
    if (header + HEADER_LENGTH <= bytes.length) {
      const start = header + HEADER_LENGTH + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
      const [method, crc] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 16)]
      parts.set(name, { bytes: bytes.subarray(start, start + length), method, size, crc })
    }
    at += ENTRY_LENGTH + nameLength + extra + comment
  }
  return parts
}

type Lengths = [number, number, number]

/** Returns where the directory begins and how many parts it lists. */
function findDirectory(bytes: Buffer): { at: number; count: number } {
  const end = bytes.length < END_LENGTH ? -1 : bytes.lastIndexOf(END_RECORD, bytes.length - END_LENGTH)
  if (end === -1) return { at: 0, count: 0 }
  const [at, count] = [bytes.readUInt32LE(end + 16), bytes.readUInt16LE(end + 10)]
  if (at !== IN_ZIP64_32 && count !== IN_ZIP64_16) return { at, count }
  const locator = end - 20
  if (locator < 0 || !startsWith(bytes, locator, ZIP64_LOCATOR)) return { at, count }
  const record = Number(bytes.readBigUInt64LE(locator + 8))
  if (record + 56 > bytes.length || !startsWith(bytes, record, ZIP64_END_RECORD)) return { at, count }
  return { at: Number(bytes.readBigUInt64LE(record + 48)), count: Number(bytes.readBigUInt64LE(record + 32)) }
}

function startsWith(bytes: Buffer, at: number, signature: Buffer): boolean {
  return bytes.subarray(at, at + signature.length).equals(signature)
}

/** The ID of the extra field in which an entry states its 64-bit numbers. */
const ZIP64_EXTRA = 1

/** Returns the numbers of an entry. Those that are too large for their fields are read from its extra field, which has them in the same order. */
function withLargeNumbers(stated: readonly number[], extra: Buffer): number[] {
  let at = 0
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== ZIP64_EXTRA) at += 4 + extra.readUInt16LE(at + 2)
  at += 4
  return stated.map(number => {
    if (number !== IN_ZIP64_32 || at + 8 > extra.length) return number
    at += 8
    return Number(extra.readBigUInt64LE(at - 8))
  })
}

/** Writes these parts as an archive whose headers and directory state the same, without ZIP64 and extra fields. */
export function archiveOf(parts: ReadonlyMap<string, Part>): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, { bytes, method, size, crc }] of parts) {
    const path = Buffer.from(name)
    const about = Buffer.alloc(26)
    for (const [offset, value] of [
      [0, 20],
      [4, method],
      [22, path.length],
    ] as const)
      about.writeUInt16LE(value, offset)
    for (const [index, value] of [crc, bytes.length, size].entries()) about.writeUInt32LE(value, 10 + 4 * index)
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(at, 10)
    files.push(Buffer.from('PK\u0003\u0004'), about, path, bytes)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), about, entry, path)
    at += HEADER_LENGTH + path.length + bytes.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(END_LENGTH)
  END_RECORD.copy(end)
  for (const offset of [8, 10]) end.writeUInt16LE(parts.size, offset)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, listed, end])
}
