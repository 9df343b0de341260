/** Prospective residents, and how far each has come. */
import { choices, type LeadDetail, type ListLeadsInput } from '#client/console.ts'
import { Status } from '../kit/badge.tsx'
import type { Column } from '../kit/data-table.tsx'
import { wholeMoney } from '../kit/format.ts'
import { None } from '../kit/page.tsx'
import { Day } from '../records/cells.tsx'
import { NewButton } from '../records/dialog-button.tsx'
import { ChoiceListFilter, PropertyListFilter, TextListFilter } from '../records/list-filters.tsx'
import { ListPage } from '../records/list-page.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { Time } from '../records/time.tsx'
import { useList } from '../records/use-list.tsx'
import { useOrganization } from '../session/me.ts'
import { CreateLead } from './lead-form.tsx'
import { interestOf, nameOf } from './lead-words.ts'

const COLUMNS: Column<LeadDetail, ListLeadsInput['sort']>[] = [
  {
    id: 'name',
    header: 'Lead',
    meta: { sort: 'last_name' },
    cell: ({ row: { original } }) => (
      <RecordLink id={original.lead_id} look="row">
        {nameOf(original)}
      </RecordLink>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    meta: { sort: 'status' },
    cell: ({ row }) => <Status word={row.original.status} />,
  },
  {
    id: 'interest',
    header: 'Interested in',
    meta: { sort: 'property_name', from: 'md' },
    cell: ({ row }) => interestOf(row.original) ?? <None />,
  },
  {
    id: 'in',
    header: 'Desired move-in',
    meta: { sort: 'desired_move_in', from: 'sm' },
    cell: ({ row }) => <Day on={row.original.desired_move_in} />,
  },
  {
    id: 'rent',
    header: 'Max rent',
    meta: { sort: 'max_rent_cents', align: 'end', from: 'md' },
    cell: ({ row: { original } }) =>
      original.max_rent_cents === null ? <None /> : wholeMoney(original.max_rent_cents),
  },
  { id: 'source', header: 'Source', meta: { sort: 'source', from: 'lg' }, cell: ({ row }) => row.original.source },
  {
    id: 'created',
    header: 'Created',
    meta: { sort: 'created_at', from: 'lg' },
    cell: ({ row }) => <Time at={row.original.created_at} precision="day" />,
  },
]

export function LeadsPage() {
  const { client } = useOrganization()
  const list = useList('leads', ['status', 'property_id', 'search'], client.listLeads, {
    csv: 'leads',
    order: '-created_at',
  })
  const create = <NewButton text="New lead" dialog={close => <CreateLead onClose={close} />} />
  return (
    <ListPage
      title="Leads"
      about="Prospective residents, from the first inquiry to a signed lease."
      actions={create}
      filters={
        <>
          <TextListFilter placeholder="Name, e-mail or phone" width="w-56" />
          <ChoiceListFilter name="status" label="Status" values={choices.listLeads.status} />
          <PropertyListFilter />
        </>
      }
      list={list}
      columns={COLUMNS}
      keyOf={lead => lead.lead_id}
      empty={{
        about:
          'A lead is a prospective resident: who they are, what they are looking for, and how far the conversation has come. Add the first one when someone calls or writes.',
        action: create,
        guide: { text: 'Read leads through the API', tag: 'portfolio' },
      }}
    />
  )
}
