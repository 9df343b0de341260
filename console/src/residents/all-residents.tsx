/** Everyone known by name, also who has left, is yet to come, or is on no lease. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { choices, type ListPeopleInput } from '#client/console.ts'
import type { ResidentDetail } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import { Button } from '../kit/button.tsx'
import { type Column, DataTable, ROW_LINK } from '../kit/data-table.tsx'
import { Filters, SelectFilter, TextFilter } from '../kit/filters.tsx'
import { phone } from '../kit/format.ts'
import { Icon } from '../kit/icons.tsx'
import { Empty } from '../kit/notice.tsx'
import { Card, None, Page } from '../kit/page.tsx'
import { Pager } from '../kit/pager.tsx'
import { inWords } from '../kit/words.ts'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { usePage } from '../session/use-page.ts'
import { PersonForm } from './resident-form.tsx'

const COLUMNS: Column<ResidentDetail, ListPeopleInput['sort']>[] = [
  { id: 'name', header: 'Name', meta: { sort: 'last_name' }, cell: ({ row }) => <Name person={row.original} /> },
  {
    id: 'status',
    header: 'Status',
    meta: { sort: 'status' },
    cell: ({ row: { original } }) => (original.status ? <Status word={original.status} /> : <None />),
  },
  {
    id: 'place',
    header: 'Unit',
    meta: { sort: 'property_name', from: 'sm' },
    cell: ({ row: { original } }) =>
      original.property_name ? `${original.property_name} · ${original.unit_label}` : <None />,
  },
  {
    id: 'email',
    header: 'E-mail',
    meta: { sort: 'email', from: 'md' },
    cell: ({ row }) => row.original.email ?? <None />,
  },
  {
    id: 'phone',
    header: 'Phone',
    meta: { sort: 'phone', from: 'lg' },
    cell: ({ row: { original } }) => (original.phone ? phone(original.phone) : <None />),
  },
  {
    id: 'sms',
    header: 'Text messages',
    meta: { sort: 'sms_opt_in', from: 'lg' },
    cell: ({ row: { original } }) =>
      original.sms_opt_in === 'NOT_SET' ? <None /> : <Status word={original.sms_opt_in} />,
  },
]

export function PeoplePage() {
  const { client, may } = useOrganization()
  const { search, change } = useUrlSearch()
  const [isCreating, setCreating] = useState(false)
  const filters: ListPeopleInput = { search: search.search, status: search.status as ListPeopleInput['status'] }
  const isFiltered = Object.values(filters).some(Boolean)
  const { loaded, pagination, sorting, move } = usePage('people', filters, client.listPeople, { order: 'last_name' })
  return (
    <Page
      title="People"
      about="Everyone, also who has left, is yet to come, or is on no lease."
      actions={
        may('ADMIN') && (
          <Button look="primary" onClick={() => setCreating(true)}>
            <Icon name="plus" /> New person
          </Button>
        )
      }
    >
      <Card flush>
        <Filters
          label="Filter people"
          folds
          onClear={isFiltered ? () => change({ search: undefined, status: undefined }) : undefined}
        >
          <TextFilter
            label="Name, e-mail or phone"
            value={search.search}
            onChange={text => change({ search: text })}
            width="w-60"
          />
          <SelectFilter
            label="Status"
            value={search.status}
            onChange={status => change({ status })}
            choices={choices.listPeople.status.map(value => ({
              value,
              text: value === 'NONE' ? 'On no lease' : inWords(value),
            }))}
            all="Any"
          />
        </Filters>
        <DataTable
          label="People"
          columns={COLUMNS}
          loaded={loaded}
          sorting={sorting}
          keyOf={person => person.resident_id}
          footer={<Pager pagination={pagination} onMove={move} />}
          empty={
            isFiltered ? (
              <Empty title="Nobody matches">Look for a part of a name, an e-mail address or a phone number.</Empty>
            ) : (
              <Empty title="Nobody is known yet">People come with an import of a rent roll, or one by one.</Empty>
            )
          }
        />
      </Card>
      {isCreating && <PersonForm onClose={() => setCreating(false)} />}
    </Page>
  )
}

function Name({ person: { resident_id, first_name, last_name } }: { person: ResidentDetail }) {
  const { id } = useOrganization()
  return (
    <Link
      to="/$organization/residents/$resident"
      params={{ organization: id, resident: resident_id }}
      className={ROW_LINK}
    >
      {[last_name, first_name].filter(Boolean).join(', ')}
    </Link>
  )
}
