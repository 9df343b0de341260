/** The package as its users get it: packed by npm from a copy of the sources, and installed in an empty project. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '#server/bundle.ts'

const run = promisify(execFile)

export type Project = AsyncDisposable & {
  folder: string
  /** The folder of the installed package. */
  client: string
  /** Writes a file of the project. */
  write(name: string, text: string): void
  /** Runs a program in the project, without the environment of the tests; resolves with its output. */
  run(program: string, words: string[], env?: Record<string, string>): Promise<string>
}

/** An empty project that depends on the package. */
export async function openProject(): Promise<Project> {
  const place = mkdtempSync(join(tmpdir(), 'gatehouse-package-'))
  const sources = join(place, 'sources')
  cpSync(join(ROOT, 'client'), join(sources, 'client'), {
    recursive: true,
    filter: path => !path.endsWith('/dist'),
  })
  for (const name of ['bin', 'node_modules', 'tsconfig.json', 'LICENSE']) {
    symlinkSync(join(ROOT, name), join(sources, name))
  }
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? place }
  await run('npm', ['pack', '--silent', '--pack-destination', place], { cwd: join(sources, 'client'), env })
  const { version } = JSON.parse(readFileSync(join(ROOT, 'client/package.json'), 'utf8'))
  const folder = join(place, 'project')
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"name": "empty", "private": true, "type": "module"}')
  const packed = join(place, `gatehouse-client-${version}.tgz`)
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', packed], { cwd: folder, env })
  return {
    folder,
    client: join(folder, 'node_modules/@gatehouse/client'),
    write: (name, text) => writeFileSync(join(folder, name), text),
    async run(program, words, more = {}) {
      const { stdout } = await run(program, words, { cwd: folder, env: { ...env, ...more } })
      return stdout
    },
    async [Symbol.asyncDispose]() {
      rmSync(place, { recursive: true, force: true })
    },
  }
}
