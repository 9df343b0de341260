/** A thread that runs one import after another; see import-threads.ts. */
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import threads, { type MessagePort } from 'node:worker_threads'
import { ENDED, type NextImport } from './import-threads.ts'

const owner = threads.parentPort as MessagePort
let imports = 0
let current: { port: MessagePort; isDone: boolean } | undefined

owner.on('message', async ({ module, job, port }: NextImport) => {
  const mine = { port, isDone: false }
  current = mine
  Object.assign(threads, { parentPort: port, workerData: job })
  // Each import lowers the priority of its thread, which is lowered already.
  if (imports > 0) os.setPriority = () => {}
  syncBuiltinESMExports()
  // What is left to be done, and not this port, decides how long the thread would live.
  owner.unref()
  await import(`${module}?${++imports}`)
  mine.isDone = true
})

// Nothing is left to be done.
process.on('beforeExit', () => {
  if (!current?.isDone) return
  current.port.postMessage(ENDED)
  current = undefined
  owner.ref()
})
