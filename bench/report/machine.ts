/** The machine that a benchmark ran on: processor, memory, system, and the versions of the measured software. */
import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'
import { asOwner, openDatabase } from '../measure/database.ts'

export type Machine = { name: string; value: string }[]

export async function describeMachine(): Promise<Machine> {
  return [
    { name: 'Processor', value: `${availableParallelism()} × ${cpus()[0]?.model.trim() || process.arch}` },
    { name: 'Memory', value: `${Math.round(totalmem() / 1024 ** 3)} GiB` },
    { name: 'System', value: `${type()} ${release()}` },
    { name: 'Node', value: process.version },
    { name: 'PostgreSQL', value: `${await postgresVersion()}, embedded, with its defaults` },
    { name: 'Commit', value: commit() },
    {
      name: 'Load before it began',
      value: `${loadavg()[0]?.toFixed(1)} (processes that ran or waited, over a minute)`,
    },
  ]
}

async function postgresVersion(): Promise<string> {
  const { connection, close } = await openDatabase()
  try {
    return await asOwner(connection, async owner => (await owner.query('show server_version')).rows[0].server_version)
  } finally {
    await close()
  }
}

/** A downloaded copy has no Git history. */
function commit(): string {
  try {
    const git = (...words: string[]) =>
      execFileSync('git', words, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
    const isChanged = git('status', '--porcelain', '--untracked-files=no') !== ''
    return `\`${git('rev-parse', '--short', 'HEAD')}\`${isChanged ? ', with changes that are not committed' : ''}`
  } catch {
    return 'unknown'
  }
}
