/** SQL of the list views that members save. `$1` is the organization. */
import { MAX_VIEWS_PER_PAGE } from '#contract/console/saved-views.ts'
import type { ConsoleContract } from '#contract/console.ts'
import type { OutputOf } from '#contract/operation.ts'
import { statement } from '#server/db/statement.ts'

type ViewRow = OutputOf<ConsoleContract['saveView']>

const COLUMNS = 'v.id as view_id, v.page, v.name, v.query, v.created_at'

export const listViews = statement<ViewRow>(
  'list_saved_views',
  `select ${COLUMNS} from saved_views v where v.organization_id = $1 and v.user_id = $2 and v.page = $3 order by v.name limit ${MAX_VIEWS_PER_PAGE}`,
)

/** Saves a view, or replaces the one of the same name; no row if the page already has as many as it may have. */
export const upsertView = statement<ViewRow>(
  'save_view',
  `insert into saved_views as v (organization_id, id, user_id, page, name, query, created_at)
   select $1, $2, $3, $4, $5, $6, $7
    where (select count(*) from saved_views other
            where other.organization_id = $1 and other.user_id = $3 and other.page = $4 and other.name <> $5) < ${MAX_VIEWS_PER_PAGE}
   on conflict (organization_id, user_id, page, name) do update set query = excluded.query
   returning ${COLUMNS}`,
)

export const deleteView = statement<{ id: string }>(
  'delete_saved_view',
  'delete from saved_views where organization_id = $1 and id = $2 and user_id = $3 returning id',
)
