/** Files that people bring in: rehearsed or written whole, in a transaction of its own, and kept nowhere. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BackOffice } from '#contract/console/back-office.ts'
import { todayIn } from '#server/base/dates.ts'
import { misfit, Refusal } from '#server/base/refusal.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import { importFile as importPath } from '#server/import/import-file.ts'
import type { InTransaction } from '#server/import/import-rent-roll.ts'
import { listPastImports } from '#server/import/past-imports.ts'
import { progressKeeper, progressOf } from '#server/import/progress.ts'
import type { KindName } from '#server/import/read/kinds.ts'
import { nothingOutside } from '#server/platform/outside.ts'
import type { Member } from '#server/platform/people/member.ts'
import { reportOf } from './import-report.ts'
import type { Implementing, Inside } from './inside.ts'

export type Importer = { writes: WritePool; now: () => number }

/** An import reads its file twice, from its beginning each time, so what came in the body becomes a file for as long as that takes. */
export async function importFile({ writes, now }: Importer, member: Member, input: Inside<BackOffice['importFile']>) {
  const { organizationId, isSandbox, timeZone, actor } = member
  const { file_name: name, as_of: asOf, dry_run: dryRun = false } = input
  const { skip_bad_rows: skipBadRows = false, close_missing: closeMissing = false } = input
  const at = now()
  const today = todayIn(timeZone, at)
  const party = { organizationId, isSandbox, timeZone, actor, today, now: at }
  const inTransaction: InTransaction = work =>
    writes.transaction(organizationId, db => work({ ...party, db, liveChannels: [], outside: nothingOutside }))
  const progress =
    input.progress_id === undefined ? undefined : progressKeeper(writes, organizationId, input.progress_id)
  return asFile(name, bytesOf(input.content), async path => {
    const options = { asOf, today, dryRun, skipBadRows, closeMissing, name }
    try {
      return reportOf((await importPath(path, options, inTransaction, progress?.note ?? (() => {}))).outcome)
    } finally {
      await progress?.settled()
    }
  })
}

export const imports: Implementing<Pick<BackOffice, 'listImports' | 'getImportProgress'>> = {
  getImportProgress: async (context, { progress_id }) =>
    (await progressOf(context, progress_id)) ?? { rows_done: null, rows_known: null },

  listImports: async (context, { kind: word, ...page }) => {
    const { data, pagination } = await listPastImports(context, word?.toLowerCase() as KindName | undefined, page)
    const shown = data.map(({ kind, ...rest }) => ({ ...rest, kind: kind.toUpperCase() as Uppercase<KindName> }))
    return { data: shown, pagination }
  },
}

/** Decoding would leave out what is no base64, and import what is left. */
function bytesOf(content: string): Buffer {
  if (content.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(content)) {
    throw misfit('content', 'must be the bytes of the file in base64')
  }
  return Buffer.from(content, 'base64')
}

async function asFile<T>(name: string, bytes: Buffer, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-upload-'))
  const path = join(folder, 'file.csv')
  try {
    await writeFile(path, bytes, { mode: 0o600 })
    return await work(path)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(error.code, error.message.replaceAll(path, name))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
