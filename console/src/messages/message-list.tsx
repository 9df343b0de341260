/** The messages of an organization, sent or captured, and the messages to one resident. */
import { choices, type ListMessagesInput, type MessageListItem } from '#client/console.ts'
import { Status } from '../kit/badge.tsx'
import { type Column, loadedBy, ROW_LINK } from '../kit/data-table.tsx'
import { inWords } from '../kit/words.ts'
import { Below } from '../records/cells.tsx'
import { ChoiceListFilter } from '../records/list-filters.tsx'
import { ListCard } from '../records/list-page.tsx'
import { listOf } from '../records/list-query.ts'
import { PageLink } from '../records/page-link.tsx'
import { Time } from '../records/time.tsx'
import { useList } from '../records/use-list.tsx'
import type { OrganizationClient } from '../session/clients.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { useRead } from '../session/use-read.ts'

const MAX_TITLE = 60
const RECENT = 12
const POLL_MS = 5_000

const isQueued = ({ status }: { status: MessageListItem['status'] }) => status === 'QUEUED'

const COLUMNS: Column<MessageListItem, ListMessagesInput['sort']>[] = [
  {
    header: 'Message',
    sort: 'subject',
    wraps: true,
    cell: row => (
      <>
        <Title message={row} />
        <Below>
          {row.resident_name}, <Time at={row.created_at} precision="day" />
        </Below>
      </>
    ),
  },
  { header: 'Status', sort: 'status', cell: row => <Status word={row.status} /> },
  { header: 'Resident', sort: 'resident_name', from: 'sm', cell: row => row.resident_name },
  { header: 'Channel', sort: 'channel', from: 'md', cell: row => inWords(row.channel) },
  { header: 'Created', sort: 'created_at', from: 'md', cell: row => <Time at={row.created_at} /> },
]

export const MESSAGES = listOf({
  name: 'messages',
  by: ['status', 'channel'],
  read: (client: OrganizationClient) => client.listMessages,
  order: '-created_at',
  csv: 'messages',
})

export function MessageList() {
  const list = useList(MESSAGES, { pollMs: POLL_MS, pollsWhile: isQueued })
  return (
    <ListCard
      label="Messages"
      nouns="messages"
      filters={
        <>
          <ChoiceListFilter name="status" label="Status" values={choices.listMessages.status} />
          <ChoiceListFilter name="channel" label="Channel" values={choices.listMessages.channel} />
        </>
      }
      list={list}
      columns={COLUMNS}
      keyOf={message => message.message_id}
      empty={{ about: 'Messages to residents appear here when you send them.' }}
    />
  )
}

export function MessagesOf({ residentId }: { residentId: string }) {
  const query = useRead(
    ['messages', 'of resident', residentId],
    (client, call) => client.listMessages({ resident_id: residentId, limit: RECENT }, call),
    { refetchInterval: ({ state }) => state.data?.data.some(isQueued) && POLL_MS },
  )
  return (
    <ListCard
      title="Messages"
      label="Messages"
      nouns="messages"
      list={{ loaded: loadedBy(query, query.data?.data) }}
      columns={COLUMNS.filter(({ header }) => header !== 'Resident')}
      keyOf={message => message.message_id}
      empty={{ about: 'Messages to this resident appear here.' }}
      placeholders={1}
    />
  )
}

function Title({ message: { message_id, subject, body } }: { message: MessageListItem }) {
  const { search } = useUrlSearch()
  return (
    <PageLink to="/$organization/messages" search={{ ...search, message: message_id }} className={ROW_LINK}>
      {subject ?? (body.length > MAX_TITLE ? `${body.slice(0, MAX_TITLE).toWellFormed()}…` : body)}
    </PageLink>
  )
}
