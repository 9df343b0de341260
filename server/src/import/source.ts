/** The file of an import: found to be one, and read with its digest taken on the way. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Refusal } from '#server/base/refusal.ts'
import type { ImportOptions } from './frame.ts'
import type { RentRollItem } from './read/records.ts'
import { type ReadingOptions, readRentRoll } from './read/rent-roll.ts'

/** Refuses what cannot be read twice from its beginning. */
export async function checkFile(path: string): Promise<void> {
  const refuse = (reason: string) => new Refusal('invalid_request', `${path} ${reason}`)
  try {
    const found = await stat(path)
    if (found.isDirectory()) throw refuse('is a folder. Name the CSV file itself.')
    if (!found.isFile()) throw refuse('is no regular file, and an import reads it twice. Save it as a file first.')
    await access(path, constants.R_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') throw refuse('does not exist. Check the path.')
    if (code === 'EACCES' || code === 'EPERM') throw refuse('may not be read. Check its permissions.')
    throw error
  }
}

/** `digest` is of everything read so far: of the whole file once the items have ended. */
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

/** How a file is read, of how it is imported. */
export function readingOf({
  asOf,
  layout,
  mapping,
}: Pick<ImportOptions, 'asOf' | 'layout' | 'mapping'>): ReadingOptions {
  return { ...(asOf !== undefined && { asOf }), ...(layout && { layout }), ...(mapping && { mapping }) }
}
