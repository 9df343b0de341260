/** The program: the command line of the bundle if there is one of exactly these sources, and otherwise of the sources themselves. */
import { currentBundle } from './bundle.ts'

const bundle = currentBundle()
// Traces name the lines of the sources.
if (bundle) process.setSourceMapsEnabled(true)
const { runCommandLine }: typeof import('./command-line.ts') = await (bundle
  ? import(bundle)
  : import('./command-line.ts'))

// `gatehouse … | head` closes the pipe before all output is written; the rest is discarded without an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
// What stderr cannot take, because its disk is full, cannot be said anywhere else.
process.stderr.on('error', () => {})
process.exitCode = await runCommandLine(process.argv.slice(2), process)
