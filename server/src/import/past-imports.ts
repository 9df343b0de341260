/** The files that came in, as the administrative log has them. `$1` is the organization. */
import { type ListDefinition, list, type Page, type Paged } from '#server/db/list.ts'
import type { Context } from '#server/platform/context.ts'
import type { KindName } from './read/kinds.ts'

export type PastImport = {
  import_id: string
  imported_at: string
  imported_by: string
  kind: KindName
  file_name: string
  rows: number
  rows_left_out: number
}

/** The condition is that of the index. */
export const pastImportList: ListDefinition<never> = {
  name: 'list_past_imports',
  matching: `select a.id from administrative_log a
    where a.organization_id = $1 and a.action in ('import.rent_roll', 'import.payments', 'import.work_orders')`,
  matchOnce: false,
  filters: {},
  order: 'id desc',
  columns: `a.id as import_id, a.occurred_at as imported_at, a.actor as imported_by, substr(a.action, 8) as kind,
    coalesce(a.after ->> 'file', '') as file_name, coalesce((a.after ->> 'rows')::int, 0) as rows,
    coalesce((a.after ->> 'rows_left_out')::int, 0) as rows_left_out`,
  joins: 'join administrative_log a on a.organization_id = $1 and a.id = page.id',
}

/** The newest first. */
export function listPastImports({ db }: Context, page: Page): Promise<Paged<PastImport>> {
  return list(db, pastImportList, [], {}, page)
}
