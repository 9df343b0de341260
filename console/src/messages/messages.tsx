/** Messages to residents: sending one, the list of all, and the status of each. */
import { useId, useState } from 'react'
import type { Message, ResidentDetail } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import { Button } from '../kit/button.tsx'
import { Combobox } from '../kit/combobox.tsx'
import type { Choice } from '../kit/matching.ts'
import { Empty, Failure, Hint } from '../kit/notice.tsx'
import { Card, Facts, Page, Shimmer } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { PrintedName } from '../records/handout.tsx'
import { preloadList } from '../records/list-query.ts'
import { PageLink } from '../records/page-link.tsx'
import { nameByLast } from '../records/person-name.ts'
import { placeName } from '../records/place-name.ts'
import { RecordLink } from '../records/record-link.tsx'
import { useProperties } from '../records/record-names.tsx'
import { Time } from '../records/time.tsx'
import { useRecordSearch } from '../records/use-record-search.ts'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { useRead } from '../session/use-read.ts'
import { MESSAGES, MessageList } from './message-list.tsx'
import { SendMessage } from './send-message.tsx'

const POLL_MS = 2_000

export const preload = preloadList(MESSAGES)

export function MessagesPage() {
  const { may } = useOrganization()
  const { search } = useUrlSearch()
  return (
    <Page title="Messages" about="E-mail and text messages to residents.">
      <PrintedName isDated />
      {search.message && <Sent messageId={search.message} />}
      {may('ADMIN') && (
        <Card title="Send a message" isPrinted={false}>
          <Recipient />
        </Card>
      )}
      <MessageList />
    </Page>
  )
}

/** Nobody is chosen at first: a message to somebody whom the page proposed would be sent by accident. */
function Recipient() {
  const { client } = useOrganization()
  const field = useId()
  const properties = useProperties()
  const [chosen, setChosen] = useState('')
  const [isWriting, setWriting] = useState(false)
  const { choices, search } = useRecordSearch('residents', client.listAllResidents, choiceOf)
  const { data: resident, error } = useRead(
    ['resident', chosen],
    (client, call) => client.getResident({ id: chosen }, call),
    { enabled: chosen !== '' },
  )
  if (properties.data?.length === 0) {
    return (
      <Empty title="No residents yet">
        Import a rent roll or create a lease, and you can write to its residents here.
      </Empty>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <div className="flex w-80 max-w-full flex-col gap-0.5">
          <label htmlFor={field} className="text-[12px] text-soft">
            Resident
          </label>
          <Combobox
            id={field}
            choices={choices}
            search={search}
            value={chosen}
            onChange={setChosen}
            placeholder="Name, e-mail or phone"
          />
        </div>
        <Button look="primary" disabled={!resident} onClick={() => setWriting(true)}>
          Write message
        </Button>
      </div>
      {error && !resident && <Failure error={error} />}
      <p className="text-soft">
        To write to several residents at once,{' '}
        <PageLink to="/$organization/residents" className="text-accent underline">
          select them in the list of residents
        </PageLink>
        .
      </p>
      {resident && isWriting && <SendMessage resident={resident} onClose={() => setWriting(false)} />}
    </div>
  )
}

function choiceOf(resident: ResidentDetail): Choice {
  const { resident_id, property_name, unit_label, status } = resident
  const place = property_name && placeName(property_name, unit_label)
  return {
    value: resident_id,
    text: nameByLast(resident),
    about: [place, status !== 'CURRENT' && status && inWords(status)].filter(Boolean).join(', '),
  }
}

function Sent({ messageId }: { messageId: string }) {
  const { change } = useUrlSearch()
  const { data, error, refetch } = useRead(
    ['message', messageId],
    (client, call) => client.getMessage({ id: messageId }, call),
    { refetchInterval: query => (query.state.data?.status === 'QUEUED' ? POLL_MS : false) },
  )
  return (
    <Card
      title={data?.subject ?? 'Message'}
      actions={
        <Button size="small" onClick={() => change({ message: undefined })}>
          Close message
        </Button>
      }
    >
      {error ? (
        <Failure error={error} retry={refetch} />
      ) : data ? (
        <Details message={data} />
      ) : (
        <Shimmer className="h-24 w-full" />
      )}
    </Card>
  )
}

function Details({ message }: { message: Message }) {
  return (
    <div className="flex flex-col gap-4">
      {message.status === 'CAPTURED' && (
        <Hint>
          This message was captured and not sent. Either this is a sandbox, or the service is not set up to send by{' '}
          {inWords(message.channel)}.
        </Hint>
      )}
      <Facts
        of={{
          Status: <Status word={message.status} />,
          To: <RecordLink id={message.resident_id}>{message.to_masked}</RecordLink>,
          Channel: inWords(message.channel),
          Created: <Time at={message.created_at} />,
          Sent: message.sent_at && <Time at={message.sent_at} />,
          ...(message.failure_reason && { 'Failure reason': message.failure_reason }),
        }}
      />
      <p className="whitespace-pre-wrap rounded-md bg-sunken p-3">{message.body}</p>
    </div>
  )
}
