/** The link that saves a list as a CSV file, which the service sends as the list is filtered and sorted. */
import type { ExportListInput } from '#client/console.ts'
import { buttonClass } from '../kit/button.tsx'
import { saveFrom } from '../kit/download.ts'
import { Icon } from '../kit/icons.tsx'
import { useAction } from '../kit/notify.tsx'
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
  const { isRunning, runAction } = useAction()
  return (
    <a
      className={`${buttonClass(look)} ${isOff ? 'invisible' : ''}`}
      href={address}
      title="Save CSV"
      download
      aria-busy={isRunning}
      onClick={event => {
        event.preventDefault()
        void runAction(() => saveFrom(address))
      }}
    >
      <Icon name="download" />{' '}
      <span className={look === 'quiet' ? 'sm:max-2xl:sr-only' : ''}>{isRunning ? 'Saving…' : 'Save CSV'}</span>
    </a>
  )
}
