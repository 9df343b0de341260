/** Queries of the files that were imported, from the administrative log. `$1` is the organization. */
import type { listImports } from '#contract/console/imports.ts'
import type { ColumnOf } from '#contract/console/sorting.ts'
import { type ListDefinition, list, type Page, placeIn } from '#server/db/list.ts'
import type { Paged } from '#server/db/page.ts'
import type { Context } from '#server/platform/context.ts'
import type { KindName } from './read/kind-name.ts'

type PastImport = {
  import_id: string
  imported_at: string
  imported_by: string
  kind: KindName
  file_name: string
  rows: number
  rows_left_out: number
}

type ImportSort = ColumnOf<typeof listImports>

const ROWS = `coalesce((a.after ->> 'rows')::int, 0)`
const ROWS_LEFT_OUT = `coalesce((a.after ->> 'rows_left_out')::int, 0)`
const ENTRY = 'join administrative_log a on a.organization_id = $1 and a.id = matching.id'

/** Selects imports; the condition equals that of the index. */
export const pastImportList: ListDefinition<'action', ImportSort> = {
  name: 'list_past_imports',
  matching: `select a.id from administrative_log a
    where a.organization_id = $1 and a.action in ('import.rent_roll', 'import.payments', 'import.work_orders', 'import.ledger')`,
  matchOnce: false,
  filters: { action: 'a.action = ?' },
  order: 'id desc',
  sorts: {
    file_name: { by: [`coalesce(a.after ->> 'file', '') collate "C"`], joins: ENTRY },
    imported_at: { by: ['a.occurred_at'], joins: ENTRY },
    kind: {
      by: [placeIn(['import.rent_roll', 'import.payments', 'import.work_orders', 'import.ledger'], 'a.action')],
      joins: ENTRY,
    },
    imported_by: { by: ['a.actor collate "C"'], joins: ENTRY },
    rows: { by: [ROWS], joins: ENTRY },
    rows_left_out: { by: [ROWS_LEFT_OUT], joins: ENTRY },
  },
  columns: `a.id as import_id, a.occurred_at as imported_at, a.actor as imported_by, substr(a.action, 8) as kind,
    coalesce(a.after ->> 'file', '') as file_name, ${ROWS} as rows, ${ROWS_LEFT_OUT} as rows_left_out`,
  joins: 'join administrative_log a on a.organization_id = $1 and a.id = page.id',
}

/** The orders of the list; the default is the newest first. */
export function listPastImports(
  { db }: Context,
  kind: KindName | undefined,
  page: Page<ImportSort>,
): Promise<Paged<PastImport>> {
  return list(db, pastImportList, [], { action: kind && `import.${kind}` }, page)
}
