/** Has the console's pages built, where they are not of the present sources: in a process of its own, since a bundler is large. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const BUILD = fileURLToPath(new URL('../../../console/build.ts', import.meta.url))

/** Resolves when it is done; a failure is told and the service runs without its pages. */
export async function buildConsole(notice: (line: string) => void): Promise<void> {
  const child = spawn(process.execPath, [BUILD], { stdio: ['ignore', 'ignore', 'pipe'] })
  const said: Buffer[] = []
  child.stderr.on('data', chunk => said.push(chunk))
  const ended = once(child, 'close').then(([status]) => status === 0)
  if (await ended.catch(() => false)) return
  notice(`The console could not be built; \`npm run build\` tries again.\n${Buffer.concat(said)}`)
}
