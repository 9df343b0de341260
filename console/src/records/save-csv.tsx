/** The link that saves a list as a CSV file, which the service sends as the list is filtered and sorted. */
import { useMutation } from '@tanstack/react-query'
import type { ExportListInput } from '#client/console.ts'
import { ApiError, brokenOff, errorOf } from '#client/errors.ts'
import { buttonClass } from '../kit/button.tsx'
import { saveFile } from '../kit/csv.ts'
import { Icon } from '../kit/icons.tsx'
import { useTellFailure } from '../kit/notify.tsx'
import { useOrganization } from '../session/me.ts'

/** The URL of a list as a CSV file. Filters that are undefined are left out. */
export function useCsv(): (list: ExportListInput['list'], filters?: object) => string {
  const { client } = useOrganization()
  return (list, filters = {}) => {
    const given = Object.entries(filters).filter(([, value]) => value !== undefined)
    return client.exportList({ list, filters: new URLSearchParams(given).toString() || undefined })
  }
}

export function SaveCsv({
  address,
  look = 'quiet',
  isOff = false,
}: {
  address: string
  /** A quiet link is an icon alone where the bar of a list has little room. */
  look?: 'quiet' | 'secondary'
  /** Whether the link is hidden and only keeps its place, while there are no rows. */
  isOff?: boolean
}) {
  const saving = useMutation({
    mutationFn: () => saveFrom(address),
    onError: useTellFailure(),
  })
  return (
    <a
      className={`${buttonClass(look)} ${isOff ? 'invisible' : ''}`}
      href={address}
      title="Save CSV"
      download
      aria-busy={saving.isPending}
      onClick={event => {
        event.preventDefault()
        if (!saving.isPending) saving.mutate()
      }}
    >
      <Icon name="download" />{' '}
      <span className={look === 'quiet' ? 'sm:max-2xl:sr-only' : ''}>{saving.isPending ? 'Saving…' : 'Save CSV'}</span>
    </a>
  )
}

/** Saves a file from the service under the name that the service gives it. A browser that followed the link itself would save an error as the file. */
async function saveFrom(address: string): Promise<void> {
  const reply = await fetch(address).catch(() => {
    throw new ApiError(0, 'unreachable', 'The service cannot be reached. Check the connection and try again.')
  })
  if (!reply.ok) throw errorOf(reply, await reply.text(), Date.now())
  const contents = await reply.blob().catch(() => {
    throw brokenOff(reply)
  })
  const [, name = 'list.csv'] = /filename="([^"]+)"/.exec(reply.headers.get('content-disposition') ?? '') ?? []
  saveFile(name, contents)
}
