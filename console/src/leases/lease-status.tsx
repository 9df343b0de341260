/** The status of a lease, and what to know about its dates: a notice, an eviction, or a fixed term after which the residents have stayed. */
import { useContext } from 'react'
import type { LeaseListItem } from '#client/console.ts'
import { Badge, Status } from '../kit/badge.tsx'
import { Today } from '../kit/day-input.tsx'

type Days = Pick<LeaseListItem, 'status' | 'notice_given_on' | 'eviction_filed_on'> &
  Partial<Pick<LeaseListItem, 'term_type' | 'end_date' | 'move_out_date'>>

export function LeaseStatus({ lease }: { lease: Days }) {
  const today = useContext(Today) ?? ''
  return (
    <span className="inline-flex flex-wrap gap-x-2 gap-y-1 max-sm:flex-col max-sm:items-start">
      <Status word={lease.status} />
      {lease.status === 'ACTIVE' && <Leaving lease={lease} today={today} />}
    </span>
  )
}

/** A fixed term that is over has to be renewed or ended. A month-to-month lease simply continues. */
function Leaving({ lease, today }: { lease: Days; today: string }) {
  if (lease.eviction_filed_on) return <Status word="EVICT" />
  if (lease.notice_given_on) return <Status word="NOTICE" />
  const { term_type, end_date, move_out_date } = lease
  if (term_type !== 'FIXED' || !end_date || end_date >= today || move_out_date) return null
  return <Badge tone="warn">Term ended</Badge>
}
