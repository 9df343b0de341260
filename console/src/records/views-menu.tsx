/** The saved views of a list: the member opens one, saves the filters and order in the URL under a name, or deletes one. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, MenuButton } from '../kit/button.tsx'
import { TextField } from '../kit/form.tsx'
import { Icon } from '../kit/icons.tsx'
import { sentenceOf } from '../kit/notice.tsx'
import { useRunAction } from '../kit/notify.tsx'
import { Dialog, Menu, MenuItem, MenuRule } from '../kit/overlay.tsx'
import { useOrganization } from '../session/me.ts'
import { parseSearch, type Search, stringifySearch, useUrlSearch } from '../session/url-search.ts'
import { useChanged } from '../session/use-changed.ts'
import { useRead } from '../session/use-read.ts'
import { NEW } from './dialog-button.tsx'
import { FormDialog } from './form-dialog.tsx'

function useViews(page: string) {
  return useRead(['saved-views', page], (client, call) => client.listSavedViews({ page }, call))
}

/** The filters and the order, without the page of the list and without an open dialog. */
function viewOf(search: Search): string {
  return stringifySearch({ ...search, offset: undefined, before: undefined, [NEW]: undefined }).slice(1)
}

export function ViewsMenu({ page }: { page: string }) {
  const { search } = useUrlSearch()
  const [open, setOpen] = useState<'SAVE' | 'DELETE'>()
  const query = viewOf(search)
  const close = () => setOpen(undefined)
  return (
    <>
      <Menu trigger={<MenuButton look="quiet">Views</MenuButton>}>
        <Views page={page} current={query} onDelete={() => setOpen('DELETE')} />
        <MenuItem disabled={query === ''} onSelect={() => setOpen('SAVE')}>
          <Icon name="plus" /> Save this view
        </MenuItem>
      </Menu>
      {open === 'SAVE' && <SaveView page={page} query={query} onClose={close} />}
      {open === 'DELETE' && <DeleteViews page={page} onClose={close} />}
    </>
  )
}

/** The views are read when the menu is opened, so that the list itself waits only for its rows. */
function Views({ page, current, onDelete }: { page: string; current: string; onDelete: () => void }) {
  const navigate = useNavigate()
  const { data, error } = useViews(page)
  const said = error ? sentenceOf(error) : data ? 'No saved views yet' : 'Loading…'
  if (!data?.data.length) return <MenuNote>{said}</MenuNote>
  return (
    <>
      {data.data.map(({ view_id, name, query }) => (
        <MenuItem key={view_id} onSelect={() => navigate({ to: '.', search: parseSearch(query) as never })}>
          <span className="min-w-0 flex-1">{name}</span>
          {query === current && <Icon name="check" className="text-accent" />}
        </MenuItem>
      ))}
      <MenuRule />
      <MenuItem onSelect={onDelete}>Delete views</MenuItem>
    </>
  )
}

function MenuNote({ children }: { children: string }) {
  return <p className="px-2 py-1.5 text-[13px] text-soft">{children}</p>
}

function SaveView({ page, query, onClose }: { page: string; query: string; onClose: () => void }) {
  return (
    <FormDialog
      title="Save view"
      about="Saves the filters and the order of this list, for you only. Replaces a view with the same name."
      onClose={onClose}
      save={async (values, client) => {
        await client.saveView({ page, query, name: values.text('name') })
        return 'View saved'
      }}
    >
      <TextField name="name" label="Name" maxLength={80} required />
    </FormDialog>
  )
}

function DeleteViews({ page, onClose }: { page: string; onClose: () => void }) {
  const { client } = useOrganization()
  const changed = useChanged()
  const { data } = useViews(page)
  const runAction = useRunAction()
  const remove = (view_id: string) =>
    runAction(async () => {
      await client.deleteSavedView({ view_id })
      await changed('View deleted')
    }, view_id)
  return (
    <Dialog title="Delete views" isOpen onClose={onClose}>
      <ul className="flex flex-col divide-y">
        {data?.data.map(({ view_id, name }) => (
          <li key={view_id} className="flex min-h-11 items-center justify-between gap-3">
            <span className="min-w-0">{name}</span>
            <Button size="small" look="danger" aria-label={`Delete ${name}`} onClick={() => remove(view_id)}>
              Delete
            </Button>
          </li>
        ))}
      </ul>
      {data?.data.length === 0 && <p className="text-soft">No saved views yet</p>}
    </Dialog>
  )
}
