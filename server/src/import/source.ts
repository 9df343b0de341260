/** The file of an import: checked before it is read, and read with a digest. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Refusal } from '#server/base/refusal.ts'
import type { ImportOptions } from './frame.ts'
import type { RentRollItem } from './read/records.ts'
import { type ReadingOptions, readRentRoll } from './read/rent-roll.ts'

/** Refuses a path that is not a file that can be read twice. */
export async function checkFile(path: string): Promise<void> {
  const refuse = (reason: string) => new Refusal('invalid_request', `${path} ${reason}`)
  try {
    const found = await stat(path)
    if (found.isDirectory()) throw refuse('is a folder. Name the CSV file itself.')
    if (!found.isFile())
      throw refuse('is not a regular file, and an import reads its file twice. Save it as a file first.')
    await access(path, constants.R_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') throw refuse('does not exist. Check the path.')
    if (code === 'EACCES' || code === 'EPERM') throw refuse('cannot be read. Check its permissions.')
    throw error
  }
}

/** A reading of a file. `digest` covers everything read so far, which is the whole file after the last item. */
export type OpenedFile = { items: AsyncGenerator<RentRollItem>; digest(): string }

export function openFile(path: string, options: ReadingOptions): OpenedFile {
  const hash = createHash('sha256')
  async function* hashed(): AsyncGenerator<Buffer> {
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk as Buffer)
      yield chunk as Buffer
    }
  }
  return {
    items: readRentRoll(Readable.from(hashed(), { objectMode: false }), options),
    digest: () => hash.copy().digest('hex'),
  }
}

/** The options of an import that the reader needs. */
export function readingOf({
  asOf,
  layout,
  mapping,
}: Pick<ImportOptions, 'asOf' | 'layout' | 'mapping'>): ReadingOptions {
  return { ...(asOf !== undefined && { asOf }), ...(layout && { layout }), ...(mapping && { mapping }) }
}
