/** Everybody who may come to rent, and how far they have come. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { choices, type LeadDetail, type ListLeadsInput } from '#client/console.ts'
import { Status } from '../kit/badge.tsx'
import { Button } from '../kit/button.tsx'
import { type Column, DataTable, ROW_LINK } from '../kit/data-table.tsx'
import { Filters, SelectFilter, TextFilter } from '../kit/filters.tsx'
import { date, instant, wholeMoney } from '../kit/format.ts'
import { Icon } from '../kit/icons.tsx'
import { Empty } from '../kit/notice.tsx'
import { Card, None, Page } from '../kit/page.tsx'
import { Pager } from '../kit/pager.tsx'
import { inWords } from '../kit/words.ts'
import { propertyChoices, useProperties } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { usePage } from '../session/use-page.ts'
import { CreateLead } from './lead-form.tsx'
import { interestOf, nameOf } from './lead-words.ts'

const COLUMNS: Column<LeadDetail, ListLeadsInput['sort']>[] = [
  { id: 'name', header: 'Lead', meta: { sort: 'last_name' }, cell: ({ row }) => <Name lead={row.original} /> },
  {
    id: 'status',
    header: 'Status',
    meta: { sort: 'status' },
    cell: ({ row }) => <Status word={row.original.status} />,
  },
  {
    id: 'where',
    header: 'Interested in',
    meta: { sort: 'property_name', from: 'md' },
    cell: ({ row }) => interestOf(row.original) ?? <None />,
  },
  {
    id: 'in',
    header: 'Wants in',
    meta: { sort: 'desired_move_in', from: 'sm' },
    cell: ({ row: { original } }) => (original.desired_move_in ? date(original.desired_move_in) : <None />),
  },
  {
    id: 'rent',
    header: 'Up to',
    meta: { sort: 'max_rent_cents', align: 'end', from: 'md' },
    cell: ({ row: { original } }) =>
      original.max_rent_cents === null ? <None /> : wholeMoney(original.max_rent_cents),
  },
  { id: 'source', header: 'Came by', meta: { sort: 'source', from: 'lg' }, cell: ({ row }) => row.original.source },
  {
    id: 'created',
    header: 'Since',
    meta: { sort: 'created_at', from: 'lg' },
    cell: ({ row }) => <Since lead={row.original} />,
  },
]

export function LeadsPage() {
  const { client, may } = useOrganization()
  const { search, change } = useUrlSearch()
  const properties = useProperties()
  const [isCreating, setCreating] = useState(false)
  const filters: ListLeadsInput = {
    status: search.status as ListLeadsInput['status'],
    property_id: search.property_id,
    search: search.search,
  }
  const isFiltered = Object.values(filters).some(Boolean)
  const { loaded, pagination, sorting, move } = usePage('leads', filters, client.listLeads, { order: '-created_at' })
  const clear = () => change({ status: undefined, property_id: undefined, search: undefined })
  return (
    <Page
      title="Leads"
      about="Who may come to rent."
      actions={
        may('ADMIN') && (
          <Button look="primary" onClick={() => setCreating(true)}>
            <Icon name="plus" /> New lead
          </Button>
        )
      }
    >
      <Card flush>
        <Filters label="Filter leads" folds onClear={isFiltered ? clear : undefined}>
          <TextFilter
            label="Search"
            value={search.search}
            onChange={text => change({ search: text })}
            placeholder="Name, e-mail or phone"
            width="w-56"
          />
          <SelectFilter
            label="Status"
            value={search.status}
            onChange={status => change({ status })}
            choices={choices.listLeads.status.map(value => ({ value, text: inWords(value) }))}
            all="Any"
          />
          <SelectFilter
            label="Property"
            value={search.property_id}
            onChange={property_id => change({ property_id })}
            choices={propertyChoices(properties.data)}
            all="All properties"
          />
        </Filters>
        <DataTable
          label="Leads"
          columns={COLUMNS}
          loaded={loaded}
          sorting={sorting}
          keyOf={lead => lead.lead_id}
          footer={<Pager pagination={pagination} onMove={move} />}
          empty={
            isFiltered ? (
              <Empty title="No lead matches">Choose other filters.</Empty>
            ) : (
              <Empty title="No leads yet">The first inquiry makes the first one.</Empty>
            )
          }
        />
      </Card>
      {isCreating && <CreateLead onClose={() => setCreating(false)} />}
    </Page>
  )
}

function Name({ lead }: { lead: LeadDetail }) {
  const { id } = useOrganization()
  return (
    <Link to="/$organization/leads/$lead" params={{ organization: id, lead: lead.lead_id }} className={ROW_LINK}>
      {nameOf(lead)}
    </Link>
  )
}

function Since({ lead }: { lead: LeadDetail }) {
  const { timeZone } = useOrganization()
  return <>{instant(lead.created_at, timeZone, 'day')}</>
}
