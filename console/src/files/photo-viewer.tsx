/** A photo of a record, as large as the window allows, with the photos before and after it and a link that saves it. */
import { type KeyboardEvent, useState } from 'react'
import type { File as StoredFile } from '#client/console.ts'
import { ApiError, errorOf, unreachable } from '#client/errors.ts'
import { Button } from '../kit/button.tsx'
import { saveFrom } from '../kit/download.ts'
import { Icon } from '../kit/icons.tsx'
import { Failure } from '../kit/notice.tsx'
import { useRunAction } from '../kit/notify.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { useOrganization } from '../session/me.ts'
import { FileFacts } from './file-facts.tsx'

export function PhotoViewer({
  photos,
  first,
  onClose,
}: {
  photos: readonly StoredFile[]
  first: string
  onClose: () => void
}) {
  const { client } = useOrganization()
  const runAction = useRunAction()
  const [id, setId] = useState(first)
  const at = Math.max(
    0,
    photos.findIndex(({ file_id }) => file_id === id),
  )
  const photo = photos[at]
  if (!photo) return null
  const address = client.downloadFile({ file_id: photo.file_id })
  const go = (to: number) => photos[to] && setId(photos[to].file_id)
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') go(at - 1)
    if (key === 'ArrowRight') go(at + 1)
  }
  return (
    <Dialog title={photo.name} about={<FileFacts file={photo} />} isOpen onClose={onClose} wide>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys do what the buttons do */}
      <div className="flex flex-col gap-3" onKeyDown={onKeyDown}>
        <Picture key={photo.file_id} address={address} name={photo.name} />
        <div className="flex flex-wrap items-center justify-between gap-2">
          {photos.length > 1 ? (
            <div className="flex items-center gap-2">
              <Button disabled={at === 0} onClick={() => go(at - 1)}>
                Previous
              </Button>
              <Button disabled={at === photos.length - 1} onClick={() => go(at + 1)}>
                Next
              </Button>
              <span role="status" className="text-[13px] text-soft tabular-nums">
                Photo {at + 1} of {photos.length}
              </span>
            </div>
          ) : (
            <span />
          )}
          <Button onClick={() => runAction(() => saveFrom(address))}>
            <Icon name="download" /> Save photo
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** The photo, or the reason why it cannot be shown: a browser does not tell a page why an image failed, so the page asks again. */
function Picture({ address, name }: { address: string; name: string }) {
  const [refusal, setRefusal] = useState<unknown>()
  if (refusal !== undefined) return <Failure error={refusal} />
  return (
    <img
      src={address}
      alt={name}
      onError={() => refusalOf(address).then(setRefusal)}
      className="h-[62dvh] w-full rounded-md bg-sunken object-contain"
    />
  )
}

async function refusalOf(address: string): Promise<ApiError> {
  const reply = await fetch(address).catch(() => undefined)
  if (!reply) return unreachable()
  if (!reply.ok) return errorOf(reply, await reply.text(), Date.now())
  return new ApiError(reply.status, 'unreadable', 'This browser cannot show the photo. Save it to open it elsewhere.')
}
