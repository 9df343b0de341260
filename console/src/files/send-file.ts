/**
 * Sends a file to the service and reports the progress. `fetch` cannot report progress, so this is the one call that does not use the
 * client.
 */
import type { File as StoredFile } from '#client/console.ts'
import { ApiError, unreachable } from '#client/errors.ts'

/** Resolves when the file is stored, and rejects when it is not, or when `signal` stops it. */
export function sendFile(
  address: string,
  file: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<StoredFile> {
  const { promise, resolve, reject } = Promise.withResolvers<StoredFile>()
  const request = new XMLHttpRequest()
  request.open('POST', address)
  request.setRequestHeader('content-type', 'application/octet-stream')
  request.responseType = 'json'
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
  request.addEventListener('load', () => {
    if (request.status === 201) return resolve(request.response)
    const { error = 'unreadable', message = 'The file was not accepted.', details = [] } = request.response ?? {}
    const requestId = request.getResponseHeader('x-request-id') ?? undefined
    reject(new ApiError(request.status, error, message, { details, requestId }))
  })
  request.addEventListener('error', () => reject(unreachable()))
  request.addEventListener('abort', () => reject(new Error('The upload was stopped.')))
  signal.addEventListener('abort', () => request.abort(), { once: true })
  request.send(file)
  return promise
}
