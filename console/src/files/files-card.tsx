/** The photos and documents of a record: shown, added by choosing or dropping them, and deleted. */
import { type DragEvent, useRef, useState } from 'react'
import type { File as StoredFile } from '#client/console.ts'
import { Button, IconButton } from '../kit/button.tsx'
import { Confirm } from '../kit/confirm.tsx'
import { useDownload } from '../kit/download.ts'
import { Icon } from '../kit/icons.tsx'
import { Failure, sentenceOf } from '../kit/notice.tsx'
import { notify } from '../kit/notify.tsx'
import { useOutdatedPage } from '../kit/outdated-page.ts'
import { Card, Shimmer } from '../kit/page.tsx'
import { untilDone } from '../kit/unsaved.ts'
import { useIsMounted } from '../kit/use-is-mounted.ts'
import { count } from '../kit/words.ts'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'
import { useRead } from '../session/use-read.ts'
import { FileFacts } from './file-facts.tsx'
import { PhotoViewer } from './photo-viewer.tsx'
import { sendFile } from './send-file.ts'

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,application/pdf'
/** The largest file the service accepts. A larger one is not sent at all. */
const MAX_BYTES = 20 * 1024 * 1024
const SHOWN = ['image/jpeg', 'image/png', 'image/webp']

export function FilesCard({ recordId }: { recordId: string }) {
  const { may } = useOrganization()
  const { data, error, refetch } = useRead(['files', recordId], (client, call) =>
    client.listFiles({ record_id: recordId }, call),
  )
  const { status, problems, send, stop } = useUpload(recordId)
  const input = useRef<HTMLInputElement>(null)
  const mayAdd = may('ADMIN')
  const drop = (event: DragEvent) => {
    event.preventDefault()
    if (mayAdd && status === undefined) send([...event.dataTransfer.files])
  }
  const add = mayAdd && (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPTED}
        aria-label="Photos and documents to add"
        className="sr-only"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          send([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      {stop && (
        <Button size="small" onClick={stop}>
          Stop
        </Button>
      )}
      <Button size="small" disabled={status !== undefined} onClick={() => input.current?.click()}>
        <Icon name="upload" /> {status ?? 'Add files'}
      </Button>
    </>
  )
  return (
    <Card title="Photos and documents" actions={add} isPrinted={data?.data.length !== 0}>
      <section aria-label="Photos and documents" onDragOver={event => event.preventDefault()} onDrop={drop}>
        {error && !data ? (
          <Failure error={error} retry={refetch} />
        ) : data ? (
          <Contents files={data.data} mayAdd={mayAdd} />
        ) : (
          <Shimmer className="h-24 w-full" />
        )}
        {problems.length > 0 && (
          <ul role="alert" className="mt-3 flex flex-col gap-1 text-[13px] text-bad">
            {problems.map(problem => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
      </section>
    </Card>
  )
}

/** Sends files one after another. Another page may be opened in the meantime; a toast then says what was not added. */
function useUpload(recordId: string) {
  const { client } = useOrganization()
  const changed = useChanged()
  const isMounted = useIsMounted()
  const noteFailure = useOutdatedPage()
  const [stopper, setStopper] = useState<AbortController>()
  const [status, setStatus] = useState<string>()
  const [problems, setProblems] = useState<string[]>([])
  const send = async (files: File[]) => {
    const failed: string[] = []
    const controller = new AbortController()
    setStopper(controller)
    setProblems([])
    for (const [index, file] of files.entries()) {
      const place = files.length > 1 ? ` ${index + 1} of ${files.length}` : ''
      setStatus(`Uploading${place}…`)
      try {
        if (file.size > MAX_BYTES) throw new Error('The file is larger than 20 MiB.')
        const address = client.uploadFile({ record_id: recordId, name: file.name.slice(-255) })
        const onProgress = (share: number) => setStatus(`Uploading${place}: ${Math.round(share * 100)}%`)
        if (controller.signal.aborted) throw new Error('The upload was stopped.')
        await sendFile(address, file, onProgress, controller.signal)
      } catch (error) {
        noteFailure(error)
        const isOurs = error instanceof Error && error.constructor === Error
        failed.push(`${file.name}: ${isOurs ? error.message : sentenceOf(error)}`)
      }
    }
    setStatus(undefined)
    setStopper(undefined)
    setProblems(failed)
    if (failed.length > 0 && !isMounted.current)
      notify(`${count(failed.length, 'file')} not added. ${failed[0]}`, { isFailure: true })
    const added = files.length - failed.length
    if (added > 0) await changed(added === 1 ? 'File added' : `${added} files added`)
  }
  return {
    status,
    problems,
    send: (files: File[]) => void untilDone(send(files)),
    stop: stopper && (() => stopper.abort()),
  }
}

function Contents({ files, mayAdd }: { files: StoredFile[]; mayAdd: boolean }) {
  const [viewed, setViewed] = useState<string>()
  const isShown = ({ content_type }: StoredFile) => SHOWN.includes(content_type)
  const [photos, others] = [files.filter(isShown), files.filter(file => !isShown(file))]
  if (files.length === 0) {
    return (
      <p className="text-soft">
        No photos or documents yet.{mayAdd && ' Drop photos (JPEG, PNG, WebP, HEIC) or PDFs here, up to 20 MiB each.'}
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      {photos.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-3">
          {photos.map(file => (
            <Photo key={file.file_id} file={file} onView={() => setViewed(file.file_id)} />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className="flex flex-col divide-y">
          {others.map(file => (
            <Document key={file.file_id} file={file} />
          ))}
        </ul>
      )}
      {viewed && <PhotoViewer photos={photos} first={viewed} onClose={() => setViewed(undefined)} />}
    </div>
  )
}

function Photo({ file, onView }: { file: StoredFile; onView: () => void }) {
  const { client } = useOrganization()
  const address = client.downloadFile({ file_id: file.file_id })
  return (
    <li className="min-w-0">
      <button
        type="button"
        aria-label={`Show ${file.name}`}
        onClick={onView}
        className="block w-full rounded-md border"
      >
        <img src={address} alt="" loading="lazy" className="aspect-[4/3] w-full rounded-md object-cover" />
      </button>
      <div className="flex items-center justify-between gap-1">
        <span className="truncate text-[12px] text-soft" title={file.name}>
          {file.name}
        </span>
        <Delete file={file} />
      </div>
    </li>
  )
}

function Document({ file }: { file: StoredFile }) {
  const { client } = useOrganization()
  const download = useDownload()
  const address = client.downloadFile({ file_id: file.file_id })
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <div className="min-w-0">
        <a
          href={address}
          className="font-medium text-accent hover:underline"
          onClick={event => {
            event.preventDefault()
            download(address)
          }}
        >
          {file.name}
        </a>
        <p className="text-[12px] text-soft">
          <FileFacts file={file} />
        </p>
      </div>
      <Delete file={file} />
    </li>
  )
}

function Delete({ file: { file_id, name } }: { file: StoredFile }) {
  const { client, may } = useOrganization()
  const changed = useChanged()
  const [isOpen, setOpen] = useState(false)
  if (!may('ADMIN')) return null
  return (
    <>
      <IconButton label={`Delete ${name}`} onClick={() => setOpen(true)}>
        <Icon name="close" />
      </IconButton>
      <Confirm
        title="Delete file"
        action="Delete file"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        run={async () => {
          await client.deleteFile({ file_id })
          await changed('File deleted')
        }}
      >
        {name} is deleted for everyone and cannot be restored.
      </Confirm>
    </>
  )
}
