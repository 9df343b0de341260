/** The list views that members save. Members can read, replace and delete only their own. */
import type { MemberInputOf } from '#contract/console/operation.ts'
import { MAX_VIEWS_PER_PAGE } from '#contract/console/saved-views.ts'
import type { ConsoleContract } from '#contract/console.ts'
import type { OutputOf } from '#contract/operation.ts'
import { newId } from '#server/base/ids.ts'
import { Refusal, requireOne } from '#server/base/refusal.ts'
import { logAdministration } from '../administrative-log.ts'
import type { MemberContext } from './member.ts'
import { deleteView, listViews, upsertView } from './saved-view-queries.ts'

type Input<Name extends keyof ConsoleContract> = MemberInputOf<ConsoleContract[Name]>
type Output<Name extends keyof ConsoleContract> = OutputOf<ConsoleContract[Name]>

export async function listSavedViews(
  { db, member }: MemberContext,
  { page }: Input<'listSavedViews'>,
): Promise<Output<'listSavedViews'>> {
  return { data: await db.query(listViews, [db.organizationId, member.user.id, page]) }
}

export async function saveView(
  context: MemberContext,
  { page, name: given, query }: Input<'saveView'>,
): Promise<Output<'saveView'>> {
  const { db, member, now } = context
  const name = given.trim()
  const before = (await listSavedViews(context, { page })).data.find(view => view.name === name)
  if (before?.query === query) return before
  const values = [db.organizationId, newId('view', now), member.user.id, page, name, query, new Date(now)]
  const [view] = await db.query(upsertView, values)
  if (!view) throw new Refusal('conflict', `This page has ${MAX_VIEWS_PER_PAGE} saved views. Delete one first.`)
  await logAdministration(context, 'view.save', view.view_id, { after: { page } })
  return view
}

export async function deleteSavedView(
  context: MemberContext,
  { view_id }: Input<'deleteSavedView'>,
): Promise<Output<'deleteSavedView'>> {
  const { db, member } = context
  requireOne(await db.query(deleteView, [db.organizationId, view_id, member.user.id]), 'view')
  await logAdministration(context, 'view.delete', view_id, {})
  return { view_id, deleted: true }
}
