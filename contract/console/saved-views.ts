/** Saved views: the filters and the order of a list that a member keeps under a name. Each member sees their own. */
import { flag, id, idInput, instant, listOf, parameters, resource, text } from '../values.ts'
import { organizationOperation } from './operation.ts'

export const MAX_VIEWS_PER_PAGE = 100

const VIEW_ID = 'view_01kh3zr6r2b6c0d4f8h1k5m9qs'
const shared = { tag: 'Saved views', path: '/saved-views' } as const
const page = { description: 'The page of the console, as in its URL.', example: 'work-orders', minLength: 1 }
const name = { description: 'Name of the view.', example: 'Urgent at Maple Court', minLength: 1 }
const query = {
  description: 'The filters and the order of the list, as in the URL after the question mark.',
  example: 'status=OPEN&sort=-reported_at',
}

const SavedView = resource('SavedView', 'The filters and the order of a list, under a name.', {
  view_id: id({ description: 'The view.', example: VIEW_ID }),
  page: text(100, page),
  name: text(80, name),
  query: text(2_000, query),
  created_at: instant({ description: 'When the name was first used.', example: '2026-03-14T08:15:30.000Z' }),
})

export const listSavedViews = organizationOperation({
  ...shared,
  method: 'GET',
  summary: 'List your saved views of a page',
  description: 'Lists the views of a page that the caller saved, by name.',
  role: 'VIEWER',
  parameters: { query: parameters({ page: text(100, page) }) },
  success: {
    status: 200,
    description: 'The views.',
    schema: resource('SavedViewList', 'The saved views of a page.', {
      data: listOf(SavedView, MAX_VIEWS_PER_PAGE, 'The views.'),
    }),
  },
})

export const saveView = organizationOperation({
  ...shared,
  method: 'POST',
  idempotent: true,
  summary: 'Save a view',
  description:
    'Saves a view of a page for the caller. A view with the same name is replaced. A page has at most 100 views.',
  role: 'VIEWER',
  body: parameters({ page: text(100, page), name: text(80, name), query: text(2_000, query) }),
  success: { status: 201, description: 'The view.', schema: SavedView },
  errors: ['conflict'],
})

export const deleteSavedView = organizationOperation({
  ...shared,
  method: 'DELETE',
  path: '/saved-views/{view_id}',
  summary: 'Delete a saved view',
  description: 'Deletes a view that the caller saved.',
  role: 'VIEWER',
  parameters: {
    path: parameters({ view_id: idInput({ description: 'The view.', example: VIEW_ID }) }),
  },
  success: {
    status: 200,
    description: 'The view was deleted.',
    schema: resource('DeletedSavedView', 'A deleted view.', {
      view_id: id({ description: 'The view.', example: VIEW_ID }),
      deleted: flag({ description: 'True.', example: true }),
    }),
  },
  errors: ['not_found'],
})
