/** Writes and reads as much of the tar format as a backup needs: files and folders with short names, one after another and never all in memory. */

export const BLOCK = 512

/** The end of an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

/** A file in the form of an archive: its header, its bytes and the padding of the last block. */
export function tarFile(name: string, bytes: Buffer): Buffer {
  const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)
  return Buffer.concat([header(name, bytes.length), bytes, padding])
}

/** A file of any size in the form of an archive, read while it is written. Throws if `bytes` are not `size` bytes. */
export async function* tarStream(
  name: string,
  size: number,
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  yield header(name, size)
  let written = 0
  for await (const part of bytes) {
    written += part.length
    yield part
  }
  if (written !== size) throw new Error(`${name} has ${written} bytes in place of ${size}`)
  yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
}

function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK)
  const octal = (number: number, length: number) => `${number.toString(8).padStart(length - 1, '0')}\0`
  block.write(name, 0, 100)
  block.write(octal(0o600, 8), 100)
  block.write(octal(0, 8), 108)
  block.write(octal(0, 8), 116)
  block.write(octal(size, 12), 124)
  block.write(octal(0, 12), 136)
  block.write('        ', 148)
  block.write('0', 156)
  block.write('ustar\u000000', 257)
  block.write(
    octal(
      block.reduce((sum, byte) => sum + byte, 0),
      7,
    ),
    148,
  )
  return block
}

export type TarEntry = {
  name: string
  isFolder: boolean
  /** The bytes of the file; the next entry is read only after the last of them. */
  bytes: AsyncGenerator<Buffer>
}

/** Yields the entries of an archive. Throws if it is cut short or is not an archive. `onBlocks` receives all bytes before they are used. */
export async function* readTar(
  chunks: AsyncIterable<Buffer>,
  onBlocks: (bytes: Buffer) => void,
): AsyncGenerator<TarEntry> {
  const source = openSource(chunks)
  for (;;) {
    const block = await source.take(BLOCK)
    if (block.every(byte => byte === 0)) break
    const { name, size, isFolder } = readHeader(block)
    onBlocks(block)
    let left = Math.ceil(size / BLOCK) * BLOCK
    let wanted = size
    const bytes = (async function* () {
      while (left > 0) {
        const chunk = await source.takeUpTo(left)
        left -= chunk.length
        onBlocks(chunk)
        const useful = chunk.subarray(0, Math.min(chunk.length, wanted))
        wanted -= useful.length
        if (useful.length > 0) yield useful
      }
    })()
    yield { name, isFolder, bytes }
    // Skips what the reader left unread.
    for await (const _ of bytes);
  }
}

export function readHeader(block: Buffer): { name: string; size: number; isFolder: boolean } {
  const text = (from: number, length: number) => {
    const field = block.subarray(from, from + length)
    const end = field.indexOf(0)
    return field.toString('utf8', 0, end < 0 ? length : end)
  }
  const counted = block.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0)
  if (counted !== Number.parseInt(text(148, 8), 8)) throw new Error('a header is not valid')
  const prefix = text(345, 155)
  const name = prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`
  const type = text(156, 1)
  if (!['', '0', '5'].includes(type)) throw new Error(`${name} is neither a file nor a folder`)
  if (name.startsWith('/') || name.split('/').includes('..')) throw new Error(`${name} leads out of the archive`)
  return { name, size: Number.parseInt(text(124, 12), 8) || 0, isFolder: type === '5' }
}

/** Reads a stream by numbers of bytes. */
function openSource(chunks: AsyncIterable<Buffer>) {
  const iterator = chunks[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  /** Takes at least one byte and at most `most`. */
  async function takeUpTo(most: number): Promise<Buffer> {
    while (rest.length === 0) {
      const { value, done } = await iterator.next()
      if (done) throw new Error('it is cut short')
      rest = value
    }
    const taken = rest.subarray(0, most)
    rest = rest.subarray(taken.length)
    return taken
  }
  return {
    takeUpTo,
    async take(count: number): Promise<Buffer> {
      const parts: Buffer[] = []
      for (let missing = count; missing > 0; ) {
        const part = await takeUpTo(missing)
        parts.push(part)
        missing -= part.length
      }
      return Buffer.concat(parts)
    },
  }
}
