/** The programs of examples/, run as separate processes with the packed client against the real service, and killed. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Client, createClient } from '#client/index.ts'
import { ROOT } from '#server/bundle.ts'
import type { Organization, World } from '../world.ts'
import { openProject, type Project } from './packed.ts'
import { openStall } from './proxies.ts'

export type Examples = Awaited<ReturnType<typeof openExamples>>

/** A project with the packed client and the programs. */
export async function openExamples(world: World) {
  const project: Project = await openProject()
  for (const name of ['mirror/mirror.ts', 'journal/journal.ts'])
    cpSync(join(ROOT, 'examples', name), join(project.folder, name.split('/')[1] as string))
  const settingsOf = (org: Organization, file: string, url = world.service.url) => ({
    GATEHOUSE_URL: `${url}`,
    GATEHOUSE_KEY: org.key,
    MIRROR_FILE: file,
    JOURNAL_FILE: file,
  })
  return {
    folder: project.folder,
    settingsOf,
    run: (words: string[], env: Record<string, string>) => project.run(process.execPath, words, env),
    clientOf: (org: Organization): Client => createClient({ baseUrl: `${world.service.url}`, apiKey: org.key }),
    open: (file: string, readOnly = true) => new DatabaseSync(join(project.folder, file), { readOnly }),
    /** Starts a program behind a proxy that stalls, and kills it at that moment. */
    async runUntilKilled(program: string, org: Organization, file: string, path: string, nth: number): Promise<void> {
      await using stall = await openStall(`${world.service.url}`, path, nth)
      const env = { PATH: process.env.PATH ?? '', ...settingsOf(org, file, stall.url) }
      const child = spawn(process.execPath, [program, 'sync'], { cwd: project.folder, env, stdio: 'ignore' })
      const ended = once(child, 'exit')
      await stall.stalled
      child.kill('SIGKILL')
      assert.equal((await ended)[1], 'SIGKILL')
    },
    [Symbol.asyncDispose]: () => project[Symbol.asyncDispose](),
  }
}
