/** Every resident: current, former and future, and those without a lease. */
import { choices, type ListAllResidentsInput } from '#client/console.ts'
import type { ResidentDetail } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import type { Column } from '../kit/data-table.tsx'
import { SEARCH_WIDTH } from '../kit/filters.tsx'
import { TextField } from '../kit/form.tsx'
import { number, phone } from '../kit/format.ts'
import { Mail, None } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { remarkOnCaptured } from '../messages/captured.ts'
import { MessageField } from '../messages/message-field.tsx'
import { useBulk } from '../records/bulk.tsx'
import { Balance, Below } from '../records/cells.tsx'
import { NewButton } from '../records/dialog-button.tsx'
import { ChoiceListFilter, PropertyListFilter, TextListFilter } from '../records/list-filters.tsx'
import { ListPage } from '../records/list-page.tsx'
import { listOf, preloadList } from '../records/list-query.ts'
import { fullName, nameByLast } from '../records/person-name.ts'
import { RecordLink } from '../records/record-link.tsx'
import { ImportLink, PlaceName } from '../records/record-names.tsx'
import { useList } from '../records/use-list.tsx'
import type { OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'
import { ResidentForm } from './resident-form.tsx'

const COLUMNS: Column<ResidentDetail, ListAllResidentsInput['sort']>[] = [
  {
    header: 'Name',
    isName: true,
    sort: 'last_name',
    cell: row => (
      <>
        <RecordLink id={row.resident_id} look="row">
          {nameByLast(row)}
        </RecordLink>
        {row.property_name && (
          <Below>
            <PlaceName property={row.property_name} unit={row.unit_label ?? ''} />
          </Below>
        )}
      </>
    ),
  },
  { header: 'Status', sort: 'status', cell: row => (row.status ? <Status word={row.status} /> : <None />) },
  {
    header: 'Unit',
    sort: 'property_name',
    from: 'md',
    cell: row =>
      row.property_name ? <PlaceName property={row.property_name} unit={row.unit_label ?? ''} /> : <None />,
  },
  { header: 'E-mail', sort: 'email', from: 'md', cell: row => (row.email ? <Mail address={row.email} /> : <None />) },
  {
    header: 'Phone',
    sort: 'phone',
    from: 'lg',
    cell: row => (row.phone ? <span className="whitespace-nowrap">{phone(row.phone)}</span> : <None />),
  },
  {
    header: 'Balance',
    align: 'end',
    from: 'sm',
    cell: row => (row.lease_balance_cents === null ? <None /> : <Balance cents={row.lease_balance_cents} />),
  },
]

const RESIDENTS = listOf({
  name: 'residents',
  by: ['search', 'status', 'property_id'],
  read: (client: OrganizationClient) => client.listAllResidents,
  order: 'last_name',
  csv: 'residents',
})
export const preload = preloadList(RESIDENTS)

/**
 * Why a resident gets no message: because it would not reach them, or because they moved out while the others live here. A selection of former
 * residents alone is meant as it is.
 */
function whyNotMessaged(resident: ResidentDetail, all: ResidentDetail[]): string | undefined {
  const { email, phone, sms_opt_in: consent } = resident
  if (isFormer(resident) && !all.every(isFormer)) return 'Moved out. Select only former residents to message them.'
  if (email !== null) return undefined
  if (phone === null) return 'No e-mail address or phone number is on file.'
  return consent === 'OPTED_OUT' ? 'No e-mail address is on file, and they have opted out of text messages.' : undefined
}

function isFormer({ status }: ResidentDetail): boolean {
  return status === 'PAST'
}

function channelsOf(residents: ResidentDetail[]): string {
  const byMail = residents.filter(({ email }) => email !== null).length
  return `${number(byMail)} by e-mail and ${number(residents.length - byMail)} by text message, each separately.`
}

export function ResidentsPage() {
  const { client } = useOrganization()
  const list = useList(RESIDENTS)
  const bulk = useBulk<ResidentDetail>({
    noun: 'resident',
    nameOf: fullName,
    actions: [
      {
        text: 'Message',
        done: 'messaged',
        remark: remarkOnCaptured,
        about: channelsOf,
        fields: (
          <>
            <TextField
              name="subject"
              label="Subject"
              maxLength={200}
              hint="For e-mail. Leave empty for “Message from” and the name of the organization."
            />
            <MessageField maxLength={1_600} />
          </>
        ),
        leftOut: whyNotMessaged,
        run: ({ resident_id, email }, values, idempotencyKey) =>
          client.createMessage(
            {
              resident_id,
              body: values.text('body'),
              ...(email !== null && { subject: values.optional('subject') }),
            },
            { idempotencyKey },
          ),
      },
    ],
  })
  const create = <NewButton text="Add resident" dialog={close => <ResidentForm onClose={close} />} />
  return (
    <ListPage
      title="Residents"
      about="Current, former and future residents, and those without a lease."
      actions={create}
      filters={
        <>
          <TextListFilter placeholder="Name, e-mail or phone" width={SEARCH_WIDTH} />
          <ChoiceListFilter
            name="status"
            label="Status"
            values={choices.listAllResidents.status}
            textOf={value => (value === 'NONE' ? 'No lease' : inWords(value))}
          />
          <PropertyListFilter />
        </>
      }
      list={list}
      bulk={bulk}
      columns={COLUMNS}
      keyOf={resident => resident.resident_id}
      empty={{
        about: (
          <>
            A resident is anyone who lives in a unit, lived in one or is about to. Add the first one, or{' '}
            <ImportLink>import a rent roll</ImportLink> to add all of them with their leases.
          </>
        ),
        guide: { text: 'Read residents through the API', tag: 'portfolio' },
        action: create,
      }}
    />
  )
}
