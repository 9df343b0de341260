/** The link that saves a list as a CSV file, which the service sends as the list is filtered and sorted. */
import type { ExportListInput } from '#client/console.ts'
import { buttonClass } from '../kit/button.tsx'
import { Icon } from '../kit/icons.tsx'
import { useOrganization } from '../session/me.ts'

/** The URL of a list as a CSV file. Filters that are undefined are left out. */
export function useCsv(): (list: ExportListInput['list'], filters?: object) => string {
  const { client } = useOrganization()
  return (list, filters = {}) => {
    const given = Object.entries(filters).filter(([, value]) => value !== undefined)
    return client.exportList({ list, filters: new URLSearchParams(given).toString() || undefined })
  }
}

/** `isOff` keeps its place while there are no rows. */
export function SaveCsv({ address, isOff = false }: { address: string; isOff?: boolean }) {
  return (
    <a className={`${buttonClass('quiet')} ${isOff ? 'invisible' : ''}`} href={address} title="Save CSV" download>
      <Icon name="download" /> <span className="sm:max-2xl:sr-only">Save CSV</span>
    </a>
  )
}
