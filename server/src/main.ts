/** The program: the command line of the bundle if there is one of exactly these sources, and otherwise of the sources themselves. */
import { currentBundle } from './bundle.ts'

const bundle = currentBundle()
// Traces name the lines of the sources.
if (bundle) process.setSourceMapsEnabled(true)
const { runCommandLine }: typeof import('./command-line.ts') = await (bundle
  ? import(bundle)
  : import('./command-line.ts'))

/** How long the end of a service waits for its log to be read. */
const UNREAD_LOG_MS = 2_000

let isLost = false
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  // `gatehouse … | head` closes the pipe before all output is written; the rest is discarded without an error.
  if (code === 'EPIPE' || isLost) return
  isLost = true
  process.exitCode = 1
  process.stderr.write(
    `gatehouse: The result could not be written (${code}), so it is lost, but what the command did stays. Free up space, or write it elsewhere.\n`,
  )
})
// What stderr cannot take, because its disk is full, cannot be said anywhere else.
process.stderr.on('error', () => {})
const status = await runCommandLine(process.argv.slice(2), process)
process.exitCode = isLost && status === 0 ? 1 : status
// If nothing reads its log any longer, a process that has finished would stay until it is killed. The timer by itself does not keep a process alive.
if (process.argv[2] === 'serve') setTimeout(() => process.exit(), UNREAD_LOG_MS).unref()
