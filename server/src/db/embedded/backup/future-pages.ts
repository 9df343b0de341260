/**
 * Finds pages that the base backup does not check. The server verifies the checksum of a page only if the log position in its first bytes is older than
 * the backup, because it may be writing a newer one at that moment. A page that was overwritten with something else almost always states a position
 * that the log has not reached, so it would be copied as if it were sound.
 */
import { BLOCK, readHeader } from './tar.ts'

const PAGE_BYTES = 8192
const POSITION_BYTES = 8
/** Tables and indexes with their maps, in segments of 1 GB. */
const RELATION = /^(?:global|base\/\d+|pg_tblspc\/.+)\/\d+(?:_[a-z]+)?(?:\.\d+)?$/

export class FuturePages {
  /** The page of the greatest log position so far. */
  #newest = { position: 0n, name: '', page: 0 }
  #name = ''
  /** Where the next byte is within the current file, and how many bytes the archive has until its next header. */
  #offset = 0
  #left = 0
  readonly #header = Buffer.alloc(BLOCK)
  #headerBytes = 0
  readonly #position = Buffer.alloc(POSITION_BYTES)

  /** Reads the next bytes of the archive, however it was divided. */
  add(bytes: Buffer): void {
    let rest = bytes
    while (rest.length > 0) {
      const taken = this.#left > 0 ? this.#inFile(rest) : this.#inHeader(rest)
      rest = rest.subarray(taken)
    }
  }

  /** The page that states a later position than `reached`, which the log reached after the archive ended; undefined if there is none. */
  after(reached: string): string | undefined {
    const { position, name, page } = this.#newest
    const [high = '', low = ''] = reached.split('/')
    return position > BigInt(`0x${high}`) * 2n ** 32n + BigInt(`0x${low}`) ? `page ${page} of ${name}` : undefined
  }

  #inHeader(bytes: Buffer): number {
    const taken = bytes.copy(this.#header, this.#headerBytes)
    this.#headerBytes += taken
    if (this.#headerBytes < BLOCK) return taken
    this.#headerBytes = 0
    // The archive ends with blocks of zeros.
    if (this.#header.every(byte => byte === 0)) return taken
    const { name, size } = readHeader(this.#header)
    this.#name = name
    this.#offset = 0
    this.#left = Math.ceil(size / BLOCK) * BLOCK
    return taken
  }

  /** Takes the bytes of one page at most. */
  #inFile(bytes: Buffer): number {
    const inPage = this.#offset % PAGE_BYTES
    const taken = Math.min(bytes.length, this.#left, PAGE_BYTES - inPage)
    if (inPage < POSITION_BYTES && RELATION.test(this.#name)) this.#readPosition(bytes.subarray(0, taken), inPage)
    this.#offset += taken
    this.#left -= taken
    return taken
  }

  /** The position is two numbers of 32 bits, in the order of the processor, which is little-endian on all for which there is an embedded PostgreSQL. */
  #readPosition(bytes: Buffer, inPage: number): void {
    bytes.copy(this.#position, inPage)
    if (inPage + bytes.length < POSITION_BYTES) return
    const position = BigInt(this.#position.readUInt32LE(0)) * 2n ** 32n + BigInt(this.#position.readUInt32LE(4))
    if (position > this.#newest.position)
      this.#newest = { position, name: this.#name, page: Math.floor(this.#offset / PAGE_BYTES) }
  }
}
