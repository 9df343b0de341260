/** The views of lists that members save. A member reads, replaces and deletes their own alone. */
import { MAX_VIEWS_PER_PAGE } from '#contract/console/saved-views.ts'
import type { ConsoleContract } from '#contract/console.ts'
import type { InputOf, OutputOf } from '#contract/operation.ts'
import { newId } from '#server/base/ids.ts'
import { Refusal } from '#server/base/refusal.ts'
import { statement } from '#server/db/statement.ts'
import { logAdministration } from '../administrative-log.ts'
import type { MemberContext } from './member.ts'

type Input<Name extends keyof ConsoleContract> = Omit<InputOf<ConsoleContract[Name]>, 'organization_id'>
type Output<Name extends keyof ConsoleContract> = OutputOf<ConsoleContract[Name]>
type ViewRow = Output<'saveView'>

const COLUMNS = 'v.id as view_id, v.page, v.name, v.query, v.created_at'

const listViews = statement<ViewRow>(
  'list_saved_views',
  `select ${COLUMNS} from saved_views v where v.organization_id = $1 and v.user_id = $2 and v.page = $3 order by v.name limit ${MAX_VIEWS_PER_PAGE}`,
)

/** Saves a view, or replaces the one of the same name; nothing if the page has as many as it may have. */
export const upsertView = statement<ViewRow>(
  'save_view',
  `insert into saved_views as v (organization_id, id, user_id, page, name, query, created_at)
   select $1, $2, $3, $4, $5, $6, $7
    where (select count(*) from saved_views other
            where other.organization_id = $1 and other.user_id = $3 and other.page = $4 and other.name <> $5) < ${MAX_VIEWS_PER_PAGE}
   on conflict (organization_id, user_id, page, name) do update set query = excluded.query
   returning ${COLUMNS}`,
)

const deleteView = statement<{ id: string }>(
  'delete_saved_view',
  'delete from saved_views where organization_id = $1 and id = $2 and user_id = $3 returning id',
)

export async function listSavedViews(
  { db, member }: MemberContext,
  { page }: Input<'listSavedViews'>,
): Promise<Output<'listSavedViews'>> {
  return { data: await db.query(listViews, [db.organizationId, member.user.id, page]) }
}

export async function saveView(
  context: MemberContext,
  { page, name, query }: Input<'saveView'>,
): Promise<Output<'saveView'>> {
  const { db, member, now } = context
  const values = [db.organizationId, newId('view', now), member.user.id, page, name.trim(), query, new Date(now)]
  const [view] = await db.query(upsertView, values)
  if (!view) throw new Refusal('conflict', `This page has ${MAX_VIEWS_PER_PAGE} saved views. Delete one first.`)
  await logAdministration(context, context.organizationId, 'view.save', view.view_id, { after: { page } })
  return view
}

export async function deleteSavedView(
  context: MemberContext,
  { view_id }: Input<'deleteSavedView'>,
): Promise<Output<'deleteSavedView'>> {
  const { db, member } = context
  const [deleted] = await db.query(deleteView, [db.organizationId, view_id, member.user.id])
  if (!deleted) throw new Refusal('not_found', 'There is no such view.')
  await logAdministration(context, context.organizationId, 'view.delete', view_id, {})
  return { view_id, deleted: true }
}
