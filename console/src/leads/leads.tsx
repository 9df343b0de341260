/** Prospective residents, and the status of each. */
import { choices, type LeadDetail, type ListLeadsInput } from '#client/console.ts'
import { Status } from '../kit/badge.tsx'
import type { Column } from '../kit/data-table.tsx'
import { money } from '../kit/format.ts'
import { None } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { useBulk } from '../records/bulk.tsx'
import { Below, Day } from '../records/cells.tsx'
import { NewButton } from '../records/dialog-button.tsx'
import { ChoiceListFilter, PropertyListFilter, TextListFilter } from '../records/list-filters.tsx'
import { ListPage } from '../records/list-page.tsx'
import { listOf, preloadList } from '../records/list-query.ts'
import { fullName } from '../records/person-name.ts'
import { RecordLink } from '../records/record-link.tsx'
import { Time } from '../records/time.tsx'
import { useList } from '../records/use-list.tsx'
import type { OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'
import { Interest } from './interest.tsx'
import { CreateLead } from './lead-form.tsx'

const COLUMNS: Column<LeadDetail, ListLeadsInput['sort']>[] = [
  {
    header: 'Lead',
    isName: true,
    sort: 'last_name',
    cell: row => (
      <>
        <RecordLink id={row.lead_id} look="row">
          {fullName(row)}
        </RecordLink>
        {row.property_name && (
          <Below>
            <Interest lead={row} />
          </Below>
        )}
      </>
    ),
  },
  { header: 'Status', sort: 'status', cell: row => <Status word={row.status} /> },
  {
    header: 'Interested in',
    sort: 'property_name',
    from: 'md',
    cell: row => <Interest lead={row} />,
  },
  { header: 'Desired move-in', sort: 'desired_move_in', from: 'sm', cell: row => <Day on={row.desired_move_in} /> },
  {
    header: 'Max rent',
    sort: 'max_rent_cents',
    align: 'end',
    from: 'md',
    cell: row => (row.max_rent_cents === null ? <None /> : money(row.max_rent_cents)),
  },
  { header: 'Source', sort: 'source', from: 'lg', cell: row => row.source },
  { header: 'Created', sort: 'created_at', from: 'lg', cell: row => <Time at={row.created_at} precision="day" /> },
]

const LEADS = listOf({
  name: 'leads',
  by: ['status', 'property_id', 'search'],
  read: (client: OrganizationClient) => client.listLeads,
  order: '-created_at',
  csv: 'leads',
})
export const preload = preloadList(LEADS)

export function LeadsPage() {
  const { client } = useOrganization()
  const list = useList(LEADS)
  const bulk = useBulk<LeadDetail>({
    noun: 'lead',
    nameOf: fullName,
    actions: (['CONTACTED', 'LOST'] as const).map(status => ({
      text: `Mark as ${inWords(status).toLowerCase()}`,
      done: `marked as ${inWords(status).toLowerCase()}`,
      about: 'A lead whose current status does not allow the new one is not changed.',
      run: ({ lead_id }) => client.advanceLead({ lead_id, status }),
    })),
  })
  const create = <NewButton text="New lead" dialog={close => <CreateLead onClose={close} />} />
  return (
    <ListPage
      title="Leads"
      about="Prospective residents, from the first inquiry to a signed lease."
      actions={create}
      filters={
        <>
          <TextListFilter placeholder="Name, e-mail or phone" width="w-56 lg:w-48 2xl:w-56" />
          <ChoiceListFilter name="status" label="Status" values={choices.listLeads.status} />
          <PropertyListFilter />
        </>
      }
      list={list}
      bulk={bulk}
      columns={COLUMNS}
      keyOf={lead => lead.lead_id}
      empty={{
        about:
          'A lead is a prospective resident: who they are, what they are looking for, and how far along they are. Add the first one when someone calls or writes.',
        action: create,
        guide: { text: 'Read leads through the API', tag: 'portfolio' },
      }}
    />
  )
}
