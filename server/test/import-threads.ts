/**
 * Starts the threads of imports from the bundle if it was made of exactly these sources. A thread loads its modules again for every upload, which takes
 * 0.4 s of processor time from the sources and 0.17 s from the bundle, and the tests upload more than a hundred files.
 */
import { syncBuiltinESMExports } from 'node:module'
import threads, { type WorkerOptions } from 'node:worker_threads'
import { currentBundle } from '#server/bundle.ts'

export function bundleImportThreads(): void {
  const { Worker } = threads
  let bundle: string | undefined | null = null
  class ImportThread extends Worker {
    constructor(file: string | URL, options?: WorkerOptions) {
      const isImport = file instanceof URL && file.pathname.endsWith('/console/import-worker.ts')
      // Compared once for each process, and only if it imports something.
      if (isImport && bundle === null) bundle = currentBundle()
      super(isImport && bundle ? new URL('import-worker.js', bundle) : file, options)
    }
  }
  Object.assign(threads, { Worker: ImportThread })
  syncBuiltinESMExports()
}
