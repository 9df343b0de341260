/** The file of an import, checked before it is read. */
import { access, constants, stat } from 'node:fs/promises'
import { asError } from '#server/base/as-error.ts'
import { Refusal } from '#server/base/refusal.ts'

/** Refuses a path that is not a file that can be read twice. */
export async function checkFile(path: string): Promise<void> {
  const refuse = (reason: string) => new Refusal('invalid_request', `${path} ${reason}`)
  try {
    const found = await stat(path)
    if (found.isDirectory()) throw refuse('is a folder. Name the CSV file itself.')
    if (!found.isFile())
      throw refuse('is a pipe or a device, not a file. Save its contents to a file, and import that.')
    await access(path, constants.R_OK)
  } catch (error) {
    const { code } = asError(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') throw refuse('does not exist. Check the path.')
    if (code === 'EACCES' || code === 'EPERM') throw refuse('cannot be read. Check its permissions.')
    throw error
  }
}
