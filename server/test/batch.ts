/** One process of a test run: the files named by its arguments, each a suite of its own, so that what they start is started once. */
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { rememberScrypt } from './scrypt.ts'
import { closeShared } from './shared.ts'

/** For a file that hangs, on however busy a machine; a test that waits states a limit of its own. */
const TIMEOUT_MS = 1_000_000

rememberScrypt()
after(closeShared)
for (const file of process.argv.slice(2)) {
  describe(file, { timeout: TIMEOUT_MS }, async () => {
    await import(pathToFileURL(file).href)
  })
}
