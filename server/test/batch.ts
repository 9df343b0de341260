/** One process of a test run: the files named by its arguments, each a suite of its own, so that what they start is started once. */
import { pathToFileURL } from 'node:url'
import { rememberScrypt } from './scrypt.ts'
import { closeShared } from './shared.ts'
import { repeats } from './sizes.ts'
import { importRunner } from './untracked.ts'

/** For a file that hangs, on however busy a machine; a test that waits states a limit of its own. Ten rounds of every fault take hours. */
const TIMEOUT_MS = repeats(3_000_000, 43_000_000)

const { after, describe, endTracking } = await importRunner()
rememberScrypt()
after(closeShared)
for (const file of process.argv.slice(2)) {
  // One after another: a module that waits for what another file imports would leave its tests in the suite of that file, with the worlds of both open.
  await new Promise<void>(registered => {
    describe(file, { timeout: TIMEOUT_MS }, async () => {
      await import(pathToFileURL(file).href).finally(registered)
    })
  })
}
endTracking()
