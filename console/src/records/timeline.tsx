/** What happened to a record, newest first: changes, messages and notes, with a field that adds a note. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TimelineEntry } from '#client/console.ts'
import { Button } from '../kit/button.tsx'
import { Confirm } from '../kit/confirm.tsx'
import { Form } from '../kit/form.tsx'
import { LongTextField } from '../kit/long-text-field.tsx'
import { Empty, Failure } from '../kit/notice.tsx'
import { Card, Shimmer } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'
import { FormDialog } from './form-dialog.tsx'
import { actionInWords } from './log-words.ts'
import { Actor, Subject } from './subject.tsx'
import { Time } from './time.tsx'

const PAGE = 15

export function Timeline({ subject }: { subject: string }) {
  const { id, client, may } = useOrganization()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [id, 'timeline', subject],
    queryFn: ({ signal, pageParam }) =>
      client.getTimeline({ id: subject, limit: PAGE, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: last => last.next ?? undefined,
  })
  const entries = data?.pages.flatMap(page => page.data)
  return (
    <Card title="Timeline" flush>
      {may('ADMIN') && <AddNote subject={subject} />}
      {error && !entries ? (
        <div className="p-4">
          <Failure error={error} retry={refetch} />
        </div>
      ) : !entries ? (
        <div className="p-4">
          <Shimmer className="h-20 w-full" />
        </div>
      ) : entries.length === 0 ? (
        <Empty title="Nothing yet">Changes, messages and notes appear here.</Empty>
      ) : (
        <ol aria-label="Timeline">
          {entries.map(entry => (
            <Entry key={`${entry.kind} ${entry.id} ${entry.subject}`} entry={entry} record={subject} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <div className="flex justify-center border-t p-3">
          <Button size="small" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show earlier entries
          </Button>
        </div>
      )}
    </Card>
  )
}

function AddNote({ subject }: { subject: string }) {
  const { client } = useOrganization()
  const changed = useChanged()
  const [version, setVersion] = useState(0)
  return (
    <div key={version} className="no-print border-b p-4">
      <Form
        submit="Add note"
        send={async (values, idempotencyKey) => {
          await client.createNote({ subject, body: values.text('body') }, { idempotencyKey })
          await changed('Note added')
          setVersion(version + 1)
        }}
      >
        <LongTextField name="body" label="Note" rows={2} maxLength={5_000} required />
      </Form>
    </div>
  )
}

function Entry({ entry, record }: { entry: TimelineEntry; record: string }) {
  const { occurred_at, actor, subject, edited_at, is_own } = entry
  return (
    <li className="border-b px-4 py-2.5 last:border-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-[12px] text-soft">
        <span className="min-w-0 break-all">{actor ? <Actor name={actor} /> : 'Message'}</span>
        <Time at={occurred_at} />
      </p>
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <div className="min-w-0 flex-1 whitespace-pre-wrap">
          {wordsOf(entry)}
          {subject !== record && (
            <>
              : <Subject id={subject} />
            </>
          )}
          {edited_at && <span className="text-[12px] text-soft"> (edited)</span>}
        </div>
        {is_own && <NoteMenu entry={entry} />}
      </div>
      {entry.events.length > 0 && (
        <p className="text-[12px] text-soft">Sent to subscribers of {entry.events.join(', ')}</p>
      )}
    </li>
  )
}

function wordsOf({ kind, action, text, status }: TimelineEntry): string {
  if (kind === 'NOTE') return text ?? ''
  const words = kind === 'MESSAGE' ? (text ?? '') : actionInWords(action ?? '')
  return status ? `${words} · ${inWords(status).toLowerCase()}` : words
}

function NoteMenu({ entry: { id, text } }: { entry: TimelineEntry }) {
  const { client } = useOrganization()
  const changed = useChanged()
  const [open, setOpen] = useState<'EDIT' | 'DELETE'>()
  const close = () => setOpen(undefined)
  return (
    <span className="flex gap-1">
      <Button size="small" look="quiet" onClick={() => setOpen('EDIT')}>
        Edit note
      </Button>
      <Button size="small" look="quiet" onClick={() => setOpen('DELETE')}>
        Delete note
      </Button>
      {open === 'EDIT' && (
        <FormDialog
          title="Edit note"
          onClose={close}
          submit="Save note"
          save={async (values, client) => {
            await client.updateNote({ note_id: id, body: values.text('body') })
            return 'Note saved'
          }}
        >
          <LongTextField name="body" label="Note" maxLength={5_000} defaultValue={text} required />
        </FormDialog>
      )}
      <Confirm
        title="Delete note"
        action="Delete note"
        isOpen={open === 'DELETE'}
        onClose={close}
        run={async () => {
          await client.deleteNote({ note_id: id })
          await changed('Note deleted')
        }}
      >
        The note is deleted for everyone.
      </Confirm>
    </span>
  )
}
