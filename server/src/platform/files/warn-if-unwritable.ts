/** Warns at startup that uploaded files cannot be stored. Otherwise nobody would know until a member uploads one. */
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import type { Logger } from 'pino'
import { asError } from '#server/base/as-error.ts'
import { closestExisting } from '#server/base/make-folder.ts'
import type { FilesPlace } from './open-storage.ts'

/** Warns if this process may not write to the folder, or to the closest parent that exists. The systemd unit makes all other folders read-only. */
export async function warnIfUnwritable(place: FilesPlace, logger: Pick<Logger, 'warn'>): Promise<void> {
  if (place.kind !== 'folder') return
  const existing = closestExisting(place.path)
  try {
    if (!(await stat(existing)).isDirectory()) throw Object.assign(new Error('It is a file.'), { code: 'ENOTDIR' })
    await access(existing, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code: reason } = asError(error)
    logger.warn(
      { folder: existing, reason },
      'uploaded files cannot be stored: correct FILES_DIR, let this account write to the folder, or add it to ReadWritePaths of the systemd unit',
    )
  }
}
