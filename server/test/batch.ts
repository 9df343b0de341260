/**
 * One process of a test run: it runs the files named by its arguments, each as a separate suite, so that whatever they share is
 * started once.
 */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { keepImportThreads } from './import-threads.ts'
import { rememberScrypt } from './scrypt.ts'
import { beginBatch, closeShared } from './shared.ts'
import { repeats } from './sizes.ts'
import { importRunner } from './untracked.ts'

/** The limit for a file that hangs, long enough for a busy machine. A test that waits has its own limit. Ten rounds of every fault take hours. */
const TIMEOUT_MS = repeats(3_000_000, 43_000_000)
/** How long a process that has closed everything may take to end. */
const LEFT_OPEN_MS = 60_000

process.once('SIGTERM', endWithChildren)
const { after, describe, endTracking } = await importRunner()
rememberScrypt()
keepImportThreads()
beginBatch()
after(async () => {
  await closeShared()
  endSoon()
})
for (const file of process.argv.slice(2)) {
  // Files are imported one after another: a module that waits for an import of another file would register its tests in the suite of that file, and
  // the worlds of both would be open.
  await new Promise<void>(registered => {
    describe(file, { timeout: TIMEOUT_MS }, async () => {
      await import(pathToFileURL(file).href).finally(registered)
    })
  })
}
endTracking()

/** Fails if something that a test has left open, such as a connection, keeps this process alive. Otherwise, the process would run until its time limit. */
function endSoon(): void {
  const end = () => {
    process.stderr.write(`Left open by a test: ${process.getActiveResourcesInfo().join(', ')}\n`)
    process.exit(1)
  }
  setTimeout(end, LEFT_OPEN_MS).unref()
}

/** Ends this process and, on Linux, what its tests have started: services and servers would run on without them. */
function endWithChildren(): never {
  try {
    const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    for (const child of children.split(' ').filter(Boolean)) process.kill(Number(child), 'SIGKILL')
  } catch {
    // Another system, or a child that has ended by itself.
  }
  process.exit(143)
}
