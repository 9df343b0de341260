/** Reads a folder of migrations, `0001-first-words.sql`, `0002-…`, in the order of their numbers. */
import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Migration = {
  version: number
  name: string
  sql: string
  sha256: string
  /** Whether its first line begins with `-- In batches`. */
  isInBatches: boolean
  /** After this migration, code whose newest migration is older than this number no longer works; null if all code still works. */
  oldestCode: number | null
}

/** The line with which a migration declares this: see docs/upgrade.md. */
const CONTRACTS = /^-- Contracts: code before migration (\d{4}) /m

const NAME = /^(\d{4})-[a-z0-9-]+\.sql$/

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(names.map(name => readMigration(folder, name)))
  for (const [index, { version, name }] of migrations.entries()) {
    if (migrations[index + 1]?.version === version)
      throw new Error(`${name} shares its number with ${names[index + 1]}`)
  }
  return migrations
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const version = Number(NAME.exec(name)?.[1])
  if (!(version > 0)) throw new Error(`${name} is not a name for a migration: it must be like 0001-first-words.sql`)
  const sql = await readFile(join(folder, name), 'utf8')
  const sha256 = hash('sha256', sql, 'hex')
  return { version, name, sql, sha256, isInBatches: sql.startsWith('-- In batches'), oldestCode: oldestCodeOf(sql) }
}

function oldestCodeOf(sql: string): number | null {
  const [, number] = CONTRACTS.exec(sql) ?? []
  return number === undefined ? null : Number(number)
}
