/** What the console shows about imports: the progress of one, the files that were imported, and the mapping that they use. */
import { IMPORT_KINDS } from '#contract/console/import-columns.ts'
import type { ConsoleImplementations } from '#contract/console/operation.ts'
import type { ConsoleContract } from '#contract/console.ts'
import { findRemembered, replaceMapping } from '#server/import/mapping/remembered.ts'
import { listPastImports } from '#server/import/past-imports.ts'
import { progressOf } from '#server/import/progress.ts'
import type { KindName } from '#server/import/read/kind-name.ts'
import { columnNames } from '#server/import/read/kinds.ts'
import type { Context } from '#server/platform/context.ts'

const COLUMN_CHOICES = IMPORT_KINDS.map(kind => ({ kind, columns: columnNames(kind.toLowerCase() as KindName) }))

export const imports: ConsoleImplementations<
  Pick<ConsoleContract, 'listImports' | 'getImportProgress' | 'getImportMapping' | 'updateImportMapping'>,
  Context
> = {
  getImportProgress: async (context, { progress_id }) =>
    (await progressOf(context, progress_id)) ?? { rows_done: null, rows_known: null },

  getImportMapping: async context => ({ ...(await findRemembered(context)), column_choices: COLUMN_CHOICES }),

  updateImportMapping: async (context, lists) => ({
    ...(await replaceMapping(context, lists)),
    column_choices: COLUMN_CHOICES,
  }),

  listImports: async (context, { kind: word, ...page }) => {
    const { data, pagination } = await listPastImports(context, word?.toLowerCase() as KindName | undefined, page)
    const shown = data.map(({ kind, ...rest }) => ({ ...rest, kind: kind.toUpperCase() as Uppercase<KindName> }))
    return { data: shown, pagination }
  },
}
