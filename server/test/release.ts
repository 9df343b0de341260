/**
 * What `npm version` does in addition to changing package.json: dates the section of CHANGELOG.md and records which
 * migrations are released. `npm version 0.2.0` then commits and tags v0.2.0.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#server/bundle.ts'
import { MIGRATIONS } from '#server/database.ts'
import { readMigrations } from '#server/db/migration-files.ts'

if (import.meta.main) {
  const file = join(ROOT, 'CHANGELOG.md')
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const day = new Date().toISOString().slice(0, 10)
  writeFileSync(file, releaseChangelog(readFileSync(file, 'utf8'), version, day))
  const migration = (await readMigrations(MIGRATIONS)).at(-1)?.version ?? 0
  writeFileSync(join(ROOT, 'server/released.json'), `${JSON.stringify({ version, migration }, null, 2)}\n`)
}

/** The changelog with its unreleased section dated. Throws if that section is missing or empty. */
export function releaseChangelog(text: string, version: string, day: string): string {
  const [heading, said] = /^## [^\n]*unreleased\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(text) ?? []
  if (heading === undefined) throw new Error('CHANGELOG.md has no section that is unreleased')
  if (!/^- /m.test(said ?? '')) throw new Error('The unreleased section of CHANGELOG.md says nothing')
  return text.replace(/^## [^\n]*unreleased$/m, `## ${version}, ${day}`)
}
