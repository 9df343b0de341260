/**
 * Keeps the threads of imports for later imports of the process. A new thread loads its modules again and runs code that was never optimized: the
 * uploads of import-mapping.test.ts took 11 s of processor time in new threads, and take 2.5 s in kept ones. An import finds a kept thread like a new
 * one, apart from what modules remember, and the thread is lent again only when a new one would have ended. The modules are those of the bundle if it
 * was made of exactly these sources.
 */
import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import threads, { type Worker, type WorkerOptions } from 'node:worker_threads'
import { currentBundle } from '#server/bundle.ts'

/** What a kept thread runs next: the module is loaded with `job` as its `workerData`, and `port` as its `parentPort`. */
export type NextImport = { module: string; job: unknown; port: threads.MessagePort }
/** What a kept thread says once nothing of its import is left to be done. */
export const ENDED = 'ended'

const KEPT = new URL('./kept-import-thread.ts', import.meta.url)

export function keepImportThreads(): void {
  const NewWorker = threads.Worker
  const idle: Worker[] = []
  let bundle: string | undefined | null = null
  const lend = (file: URL, { workerData, ...options }: WorkerOptions): EventEmitter => {
    // Compared once for each process, and only if it imports something.
    if (bundle === null) bundle = currentBundle()
    const module = bundle ? new URL('import-worker.js', bundle).href : file.href
    const thread = idle.pop() ?? new NewWorker(KEPT, options)
    return lent(thread, module, workerData, () => idle.push(thread))
  }
  const Worker = new Proxy(NewWorker, {
    construct(target, [file, options]: [string | URL, WorkerOptions]) {
      const isImport = file instanceof URL && file.pathname.endsWith('/console/import-worker.ts')
      return isImport ? lend(file, options) : new target(file, options)
    },
  })
  Object.assign(threads, { Worker })
  syncBuiltinESMExports()
}

/** What an import sees of its thread, whose end is the end of the import. */
function lent(thread: Worker, module: string, job: unknown, giveBack: () => void): EventEmitter {
  const { port1, port2 } = new threads.MessageChannel()
  const seen = new EventEmitter()
  let isOver = false
  const end = (status: number) => {
    isOver = true
    thread.removeAllListeners()
    port1.close()
    seen.emit('exit', status)
  }
  port1.on('message', message => {
    if (message !== ENDED) return void seen.emit('message', message)
    thread.unref()
    giveBack()
    end(0)
  })
  thread.once('error', error => seen.emit('error', error))
  thread.once('exit', end)
  thread.ref()
  thread.postMessage({ module, job, port: port2 } satisfies NextImport, [port2])
  return Object.assign(seen, {
    postMessage: (message: unknown) => port1.postMessage(message),
    terminate: async () => (isOver ? undefined : thread.terminate()),
  })
}
