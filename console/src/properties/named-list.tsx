/** A list of names with the properties of each, and the form that creates or edits one: owners, and portfolios. */
import type { ReactNode } from 'react'
import type { ListOwnersInput } from '#client/console.ts'
import { type Column, ROW_ACTIONS } from '../kit/data-table.tsx'
import { TextField } from '../kit/form.tsx'
import { number } from '../kit/format.ts'
import { None } from '../kit/page.tsx'
import { DialogButton, NewButton } from '../records/dialog-button.tsx'
import { FormDialog } from '../records/form-dialog.tsx'
import { TextListFilter } from '../records/list-filters.tsx'
import { ListPage } from '../records/list-page.tsx'
import type { ListOf } from '../records/list-query.ts'
import { ImportLink } from '../records/record-names.tsx'
import { useEdit } from '../records/use-edit.ts'
import { useList } from '../records/use-list.tsx'
import type { OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'

type Named = { id: string; name: string; property_count: number; external_id: string | null }
type Fields = { name: string; external_id: string | null }
type Kind = {
  noun: 'owner' | 'portfolio'
  get: (id: string, client: OrganizationClient) => Promise<Fields>
  create: (fields: Fields, client: OrganizationClient) => Promise<unknown>
  update: (id: string, fields: Partial<Fields>, client: OrganizationClient) => Promise<unknown>
}

export const NAME_LINK = 'font-medium text-accent hover:underline max-sm:whitespace-normal'

export function NamedListPage({
  title,
  about,
  of,
  link,
  ...kind
}: Kind & {
  title: 'Owners' | 'Portfolios'
  about: string
  of: ListOf<Named, ListOwnersInput>
  /** The name, with a link to its properties. */
  link: (row: Named) => ReactNode
}) {
  const { may } = useOrganization()
  const list = useList(of)
  const columns: Column<Named, ListOwnersInput['sort']>[] = [
    { header: 'Name', sort: 'name', cell: row => link(row) },
    { header: 'Properties', sort: 'property_count', align: 'end', cell: row => number(row.property_count) },
    { header: 'External ID', sort: 'external_id', from: 'md', cell: row => row.external_id ?? <None /> },
  ]
  const edit: Column<Named> = {
    ...ROW_ACTIONS,
    cell: row => (
      <DialogButton
        text="Edit"
        label={`Edit ${row.name}`}
        size="small"
        dialog={close => <Edit kind={kind} row={row} onClose={close} />}
      />
    ),
  }
  const create = <NewButton text={`New ${kind.noun}`} dialog={close => <Edit kind={kind} onClose={close} />} />
  return (
    <ListPage
      title={title}
      about={about}
      actions={create}
      filters={<TextListFilter placeholder="Name" width="w-60" />}
      folds={false}
      list={list}
      columns={may('ADMIN') ? [...columns, edit] : columns}
      keyOf={row => row.id}
      empty={{
        about: (
          <>
            {title} appear here when you create them or <ImportLink>import a rent roll</ImportLink>.
          </>
        ),
        action: create,
      }}
    />
  )
}

function Edit({ kind, row, onClose }: { kind: Kind; row?: Named; onClose: () => void }) {
  const { client } = useOrganization()
  const edit = useEdit(row ?? {}, () => kind.get(row?.id ?? '', client))
  return (
    <FormDialog
      title={`${row ? 'Edit' : 'New'} ${kind.noun}`}
      onClose={onClose}
      submit={row ? 'Save changes' : `Create ${kind.noun}`}
      save={async (values, client) => {
        const fields = { name: values.text('name'), external_id: values.orNull('external_id') }
        if (row) await edit(fields, changes => kind.update(row.id, changes, client))
        else await kind.create(fields, client)
        return `${fields.name} ${row ? 'saved' : 'created'}`
      }}
    >
      <TextField name="name" label="Name" maxLength={200} defaultValue={row?.name} required />
      <TextField name="external_id" label="External ID" maxLength={200} defaultValue={row?.external_id} />
    </FormDialog>
  )
}
