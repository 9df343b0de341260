/**
 * The payload of an event, read when a member opens it, because a list of deliveries does not include the data of every
 * event.
 */
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { CodeBox } from '../kit/copy.tsx'
import { Failure } from '../kit/notice.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { Shimmer } from '../kit/page.tsx'
import { useRead } from '../session/use-read.ts'

export function PayloadButton({ eventId }: { eventId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" aria-label={`Show payload of ${eventId}`} onClick={() => setOpen(true)}>
        Show
      </Button>
      <Dialog title="Payload" wide isOpen={isOpen} onClose={() => setOpen(false)}>
        <Payload eventId={eventId} />
      </Dialog>
    </>
  )
}

function Payload({ eventId }: { eventId: string }) {
  const { data, error, refetch } = useRead(
    ['event', eventId],
    (client, call) => client.getEvent({ id: eventId }, call),
    {
      // An event never changes.
      staleTime: Number.POSITIVE_INFINITY,
    },
  )
  if (error) return <Failure error={error} retry={refetch} />
  if (!data) return <Shimmer className="h-40 w-full" />
  return (
    <div className="flex flex-col gap-3">
      <p className="text-soft">The body of every attempt, laid out in lines. It is sent without the added spaces.</p>
      <CodeBox label="Body" text={JSON.stringify(data, null, 2)} />
    </div>
  )
}
