/** The messages of an organization: those that left, and those that were captured. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { choices, type ListMessagesInput, type MessageListItem } from '#client/console.ts'
import { Badge, Status } from '../kit/badge.tsx'
import { type Column, DataTable, loadedBy, ROW_LINK } from '../kit/data-table.tsx'
import { Filters, SelectFilter } from '../kit/filters.tsx'
import { Empty } from '../kit/notice.tsx'
import { Card } from '../kit/page.tsx'
import { Pager } from '../kit/pager.tsx'
import { inWords } from '../kit/words.ts'
import { Time } from '../records/time.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { usePage } from '../session/use-page.ts'

const MAX_TITLE = 60
const MOST_OF_ONE = 12

const COLUMNS: Column<MessageListItem, ListMessagesInput['sort']>[] = [
  {
    id: 'message',
    header: 'Message',
    meta: { sort: 'subject', wraps: true },
    cell: ({ row }) => <Title message={row.original} />,
  },
  {
    id: 'status',
    header: 'Status',
    meta: { sort: 'status' },
    cell: ({ row: { original } }) => (
      <span className="flex gap-1.5">
        <Status word={original.status} />
        {original.is_captured && <Badge>Captured</Badge>}
      </span>
    ),
  },
  {
    id: 'to',
    header: 'To',
    meta: { sort: 'resident_name', from: 'sm' },
    cell: ({ row }) => row.original.resident_name,
  },
  { id: 'how', header: 'How', meta: { sort: 'channel', from: 'md' }, cell: ({ row }) => inWords(row.original.channel) },
  {
    id: 'when',
    header: 'Written',
    meta: { sort: 'created_at', from: 'md' },
    cell: ({ row }) => <Time at={row.original.created_at} />,
  },
]

export function MessageList() {
  const { client } = useOrganization()
  const { search, change } = useUrlSearch()
  const filters: ListMessagesInput = {
    status: search.status as ListMessagesInput['status'],
    channel: search.channel as ListMessagesInput['channel'],
    is_captured: search.is_captured as ListMessagesInput['is_captured'],
  }
  const isFiltered = Object.values(filters).some(Boolean)
  const clear = () => change({ status: undefined, channel: undefined, is_captured: undefined })
  const { loaded, pagination, sorting, move } = usePage('messages', filters, client.listMessages, {
    order: '-created_at',
  })
  const words = (values: readonly string[]) => values.map(value => ({ value, text: inWords(value) }))
  return (
    <Card flush>
      <Filters label="Filter messages" folds onClear={isFiltered ? clear : undefined}>
        <SelectFilter
          label="Status"
          value={search.status}
          onChange={status => change({ status })}
          choices={words(choices.listMessages.status)}
          all="Any"
        />
        <SelectFilter
          label="How"
          value={search.channel}
          onChange={channel => change({ channel })}
          choices={words(choices.listMessages.channel)}
          all="Any way"
        />
        <SelectFilter
          label="Mailbox"
          value={search.is_captured}
          onChange={is_captured => change({ is_captured })}
          choices={[
            { value: 'false', text: 'Those that leave' },
            { value: 'true', text: 'Captured' },
          ]}
          all="All"
        />
      </Filters>
      <DataTable
        label="Messages"
        columns={COLUMNS}
        loaded={loaded}
        sorting={sorting}
        keyOf={message => message.message_id}
        footer={<Pager pagination={pagination} onMove={move} />}
        empty={
          isFiltered ? (
            <Empty title="No message matches">Choose another status or way.</Empty>
          ) : (
            <Empty title="No messages yet">What is written to residents is listed here.</Empty>
          )
        }
      />
    </Card>
  )
}

/** Those to one person. */
export function MessagesOf({ residentId }: { residentId: string }) {
  const { id, client } = useOrganization()
  const query = useQuery({
    queryKey: [id, 'messages', 'of resident', residentId],
    queryFn: ({ signal }) => client.listMessages({ resident_id: residentId, limit: MOST_OF_ONE }, { signal }),
  })
  return (
    <Card title="Messages" flush>
      <DataTable
        label="Messages"
        columns={COLUMNS.filter(column => column.id !== 'to')}
        loaded={loadedBy(query, query.data?.data)}
        keyOf={message => message.message_id}
        empty={<Empty title="Nothing was written to them yet" />}
        placeholders={1}
      />
    </Card>
  )
}

function Title({ message: { message_id, subject, body } }: { message: MessageListItem }) {
  const { id } = useOrganization()
  const { search } = useUrlSearch()
  return (
    <Link
      to="/$organization/messages"
      params={{ organization: id }}
      search={{ ...search, message: message_id } as never}
      className={ROW_LINK}
    >
      {subject ?? (body.length > MAX_TITLE ? `${body.slice(0, MAX_TITLE).toWellFormed()}…` : body)}
    </Link>
  )
}
