/** The status of a lease, and whether notice was given or an eviction filed. */
import type { LeaseListItem } from '#client/console.ts'
import { Status } from '../kit/badge.tsx'

export function LeaseStatus({
  lease,
}: {
  lease: Pick<LeaseListItem, 'status' | 'notice_given_on' | 'eviction_filed_on'>
}) {
  const isActive = lease.status === 'ACTIVE'
  return (
    <span className="inline-flex flex-wrap gap-x-2 gap-y-1">
      <Status word={lease.status} />
      {isActive && lease.eviction_filed_on && <Status word="EVICT" />}
      {isActive && !lease.eviction_filed_on && lease.notice_given_on && <Status word="NOTICE" />}
    </span>
  )
}
