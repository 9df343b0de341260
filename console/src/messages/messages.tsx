/** Messages to residents: writing one, all that were written, and what became of each. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Message, Resident } from '#client/v1.ts'
import { Badge, Status } from '../kit/badge.tsx'
import { Button } from '../kit/button.tsx'
import { SelectFilter } from '../kit/filters.tsx'
import { instant } from '../kit/format.ts'
import { Empty, Failure, Hint } from '../kit/notice.tsx'
import { Card, Fact, Facts, Page, Shimmer } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { propertyChoices, useProperties } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { MessageList } from './message-list.tsx'
import { SendMessage } from './send-message.tsx'

const POLL_MS = 2_000

export function MessagesPage() {
  const { may } = useOrganization()
  const { search } = useUrlSearch()
  return (
    <Page title="Messages" about="E-mail and text messages to the people who live with you.">
      {search.message && <Sent messageId={search.message} />}
      {may('ADMIN') && (
        <Card title="Write to a resident">
          <Recipient />
        </Card>
      )}
      <MessageList />
    </Page>
  )
}

function Recipient() {
  const { id, client } = useOrganization()
  const { search, change } = useUrlSearch()
  const properties = useProperties()
  const propertyId = search.property_id ?? properties.data?.[0]?.property_id
  const residents = useQuery({
    queryKey: [id, 'residents to write to', propertyId],
    queryFn: ({ signal }) => client.listResidents({ property_id: propertyId, limit: 100 }, { signal }),
    enabled: propertyId !== undefined,
  })
  const [recipient, setRecipient] = useState<Resident>()
  if (residents.error) return <Failure error={residents.error} retry={residents.refetch} />
  if (properties.data?.length === 0) {
    return <Empty title="There is nobody to write to yet">Residents come with an import of a rent roll.</Empty>
  }
  const people = residents.data?.data ?? []
  const chosen = people.find(({ resident_id }) => resident_id === search.resident_id) ?? people[0]
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectFilter
        label="Property"
        value={propertyId}
        onChange={property_id => change({ property_id, resident_id: undefined })}
        choices={propertyChoices(properties.data)}
      />
      <SelectFilter
        label="Resident"
        value={chosen?.resident_id}
        onChange={resident_id => change({ resident_id })}
        choices={people.map(one => ({
          value: one.resident_id,
          text: `${one.unit_label}: ${one.last_name}, ${one.first_name}`,
        }))}
      />
      <Button look="primary" disabled={!chosen} onClick={() => setRecipient(chosen)}>
        Write
      </Button>
      {recipient && (
        <SendMessage key={recipient.resident_id} resident={recipient} isOpen onClose={() => setRecipient(undefined)} />
      )}
    </div>
  )
}

function Sent({ messageId }: { messageId: string }) {
  const { id, client } = useOrganization()
  const { change } = useUrlSearch()
  const { data, error, refetch } = useQuery({
    queryKey: [id, 'message', messageId],
    queryFn: ({ signal }) => client.getMessage({ id: messageId }, { signal }),
    refetchInterval: query => (query.state.data?.status === 'QUEUED' ? POLL_MS : false),
  })
  if (error) return <Failure error={error} retry={refetch} />
  return (
    <Card
      title={data?.subject ?? 'The message'}
      actions={
        <Button size="small" onClick={() => change({ message: undefined })}>
          Close
        </Button>
      }
    >
      {data ? <Details message={data} /> : <Shimmer className="h-24 w-full" />}
    </Card>
  )
}

function Details({ message }: { message: Message }) {
  const { id, timeZone } = useOrganization()
  return (
    <div className="flex flex-col gap-4">
      {message.is_captured && (
        <Hint>
          It was captured and did not leave: this is a sandbox, or the service has no way to send by{' '}
          {inWords(message.channel)}.
        </Hint>
      )}
      <Facts>
        <Fact name="Status">
          <span className="flex gap-1.5">
            <Status word={message.status} />
            {message.is_captured && <Badge>Captured</Badge>}
          </span>
        </Fact>
        <Fact name="To">
          <Link
            to="/$organization/residents/$resident"
            params={{ organization: id, resident: message.resident_id }}
            className="text-accent hover:underline"
          >
            {message.to_masked}
          </Link>
        </Fact>
        <Fact name="How">{inWords(message.channel)}</Fact>
        <Fact name="Written">{instant(message.created_at, timeZone)}</Fact>
        <Fact name="Sent">{message.sent_at && instant(message.sent_at, timeZone)}</Fact>
        {message.failure_reason && <Fact name="Why it failed">{message.failure_reason}</Fact>}
      </Facts>
      <p className="whitespace-pre-wrap break-words rounded-md bg-sunken p-3">{message.body}</p>
    </div>
  )
}
