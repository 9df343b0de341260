/** The records that were opened last in this browser. Only their IDs are stored; their names are read when they are shown. */
import { pageOfRecord } from '../records/record-link.tsx'
import { recall, remember } from '../session/remembered.ts'

const MAX_RECENT = 8
/** Records whose names the service lists by ID. */
const NAMED = ['prop', 'unit', 'res', 'lease', 'inv', 'wo', 'lead']

const placeOf = (organizationId: string) => `recent.${organizationId}`

export function recentRecords(organizationId: string): string[] {
  return recall(placeOf(organizationId))?.split(' ') ?? []
}

/** Remembers the record of a page, if the path is that of a record. */
export function rememberRecord(organizationId: string, path: string): void {
  const id = path
    .split('/')
    .find(part => pageOfRecord(part) && NAMED.includes(part.split('_')[0]!) && part.includes('_'))
  if (!id) return
  const others = recentRecords(organizationId).filter(other => other !== id)
  remember(placeOf(organizationId), [id, ...others].slice(0, MAX_RECENT).join(' '))
}
