/** Choosing a lease by resident, unit or property: a search and its results. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import type { LeaseListItem } from '#client/console.ts'
import { Status } from '../kit/badge.tsx'
import { money } from '../kit/format.ts'
import { Failure } from '../kit/notice.tsx'
import { Shimmer } from '../kit/page.tsx'
import { useOrganization } from '../session/me.ts'

const FOUND = 6
const TYPING_MS = 200

export type LeaseInBrief = Pick<
  LeaseListItem,
  'lease_id' | 'resident_name' | 'property_name' | 'unit_label' | 'balance_cents' | 'status'
>

/** Reads a lease; does nothing while no lease is named. */
export function useLease(leaseId: string | undefined) {
  const { id, client } = useOrganization()
  return useQuery({
    queryKey: [id, 'lease', leaseId],
    queryFn: ({ signal }) => client.getLease({ lease_id: leaseId ?? '' }, { signal }),
    enabled: leaseId !== undefined,
  })
}

export function LeasePicker({ chosen, onChoose }: { chosen: string | undefined; onChoose: (leaseId: string) => void }) {
  const { id, client } = useOrganization()
  const field = useId()
  const [text, setText] = useState('')
  const search = usePaused(text.trim()) || undefined
  const found = useQuery({
    queryKey: [id, 'leases', 'to choose from', search],
    queryFn: ({ signal }) =>
      client.listLeases({ search, status: search ? undefined : 'ACTIVE', limit: FOUND }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <label htmlFor={field} className="font-medium text-[13px]">
        Resident, unit or property
      </label>
      <input
        id={field}
        type="search"
        className="field"
        value={text}
        placeholder="Search leases"
        autoComplete="off"
        maxLength={100}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
      />
      {found.error ? (
        <Failure error={found.error} retry={found.refetch} />
      ) : (
        <div className="max-h-56 min-h-11 overflow-y-auto rounded-md border" aria-busy={found.isPlaceholderData}>
          {found.data?.data.map(lease => (
            <Choice key={lease.lease_id} lease={lease} isChosen={lease.lease_id === chosen} onChoose={onChoose} />
          )) ?? <Shimmer className="m-3 h-4 w-40" />}
          {found.data?.data.length === 0 && (
            <p className="px-3 py-2.5 text-soft">No leases match. Search for another name, unit or property.</p>
          )}
        </div>
      )}
    </fieldset>
  )
}

function Choice({
  lease,
  isChosen,
  onChoose,
}: {
  lease: LeaseInBrief
  isChosen: boolean
  onChoose: (leaseId: string) => void
}) {
  return (
    <label className="flex min-h-11 items-center gap-2.5 border-b px-3 py-1.5 last:border-0 hover:bg-hover">
      <input
        type="radio"
        name="lease_id"
        value={lease.lease_id}
        checked={isChosen}
        onChange={() => onChoose(lease.lease_id)}
        className="accent-accent"
        required
      />
      <LeaseSummary lease={lease} />
    </label>
  )
}

/** The primary resident, the unit, and the balance. */
export function LeaseSummary({ lease }: { lease: LeaseInBrief }) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
      <span className="min-w-0 break-words">
        <span className="font-medium">{lease.resident_name ?? 'No residents yet'}</span>
        <span className="text-soft">
          {' '}
          {lease.property_name} · {lease.unit_label}
        </span>
      </span>
      <span className="flex items-center gap-2 text-[12px] text-soft tabular-nums">
        <Status word={lease.status} />
        {money(lease.balance_cents)}
      </span>
    </span>
  )
}

/** The text as it was when typing last paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
