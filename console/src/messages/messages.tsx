/** Messages to residents: sending one, the list of all, and the status of each. */
import { useState } from 'react'
import type { Message, Resident } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import { Button } from '../kit/button.tsx'
import { PickFilter } from '../kit/filters.tsx'
import { Empty, Failure, Hint } from '../kit/notice.tsx'
import { Card, Facts, Page, Shimmer } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { preloadList } from '../records/list-query.ts'
import { PageLink } from '../records/page-link.tsx'
import { nameByLast } from '../records/person-name.ts'
import { RecordLink } from '../records/record-link.tsx'
import { propertyChoices, useProperties } from '../records/record-names.tsx'
import { Time } from '../records/time.tsx'
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
      {search.message && <Sent messageId={search.message} />}
      {may('ADMIN') && (
        <Card title="Send a message">
          <Recipient />
          <p className="mt-3 text-soft">
            To write to several residents at once,{' '}
            <PageLink to="/$organization/residents" className="text-accent underline">
              select them among the residents
            </PageLink>
            .
          </p>
        </Card>
      )}
      <MessageList />
    </Page>
  )
}

function Recipient() {
  const { search, change } = useUrlSearch()
  const properties = useProperties()
  const propertyId = search.property_id ?? properties.data?.[0]?.property_id
  const residents = useRead(
    ['residents to write to', propertyId],
    async (client, call) => {
      const all: Resident[] = []
      for await (const resident of client.eachResident({ property_id: propertyId }, call)) all.push(resident)
      return all
    },
    { enabled: propertyId !== undefined },
  )
  const [recipient, setRecipient] = useState<Resident>()
  if (residents.error && !residents.data) return <Failure error={residents.error} retry={residents.refetch} />
  if (properties.data?.length === 0) {
    return (
      <Empty title="No residents yet">
        Import a rent roll or create a lease, and you can write to its residents here.
      </Empty>
    )
  }
  const recipients = residents.data ?? []
  const chosen = recipients.find(({ resident_id }) => resident_id === search.resident_id) ?? recipients[0]
  return (
    <div className="flex flex-wrap items-end gap-3">
      <PickFilter
        label="Property"
        value={propertyId}
        onChange={property_id => change({ property_id, resident_id: undefined })}
        choices={propertyChoices(properties.data)}
      />
      <PickFilter
        label="Resident"
        value={chosen?.resident_id}
        onChange={resident_id => change({ resident_id })}
        choices={residents.data?.map(one => ({
          value: one.resident_id,
          text: `${one.unit_label}: ${nameByLast(one)}`,
        }))}
      />
      <Button look="primary" disabled={!chosen} onClick={() => setRecipient(chosen)}>
        Write message
      </Button>
      {recipient && (
        <SendMessage key={recipient.resident_id} resident={recipient} onClose={() => setRecipient(undefined)} />
      )}
    </div>
  )
}

function Sent({ messageId }: { messageId: string }) {
  const { change } = useUrlSearch()
  const { data, error, refetch } = useRead(
    ['message', messageId],
    (client, call) => client.getMessage({ id: messageId }, call),
    { refetchInterval: query => (query.state.data?.status === 'QUEUED' ? POLL_MS : false) },
  )
  if (error) return <Failure error={error} retry={refetch} />
  return (
    <Card
      title={data?.subject ?? 'Message'}
      actions={
        <Button size="small" onClick={() => change({ message: undefined })}>
          Close message
        </Button>
      }
    >
      {data ? <Details message={data} /> : <Shimmer className="h-24 w-full" />}
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
