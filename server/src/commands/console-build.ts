/** Builds the console's pages if their sources have changed, in a separate process because a bundler is large. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const BUILD = fileURLToPath(new URL('../../../console/build.ts', import.meta.url))

/** Resolves when the build is done. A failure is printed, and the service runs without the pages. */
export async function buildConsole(notice: (line: string) => void): Promise<void> {
  const child = spawn(process.execPath, [BUILD], { stdio: ['ignore', 'ignore', 'pipe'] })
  const said: Buffer[] = []
  child.stderr.on('data', chunk => said.push(chunk))
  const ended = once(child, 'close').then(([status]) => status === 0)
  if (await ended.catch(() => false)) return
  notice(`The console could not be built. Run \`npm run build\` to try again.\n${Buffer.concat(said)}`)
}
