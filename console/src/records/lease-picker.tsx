/** A lease, read by its ID; the field that searches for one by resident, unit or property; and the summary of a lease. */
import { useQuery } from '@tanstack/react-query'
import type { LeaseListItem } from '#client/console.ts'
import { ApiError } from '#client/errors.ts'
import { Status } from '../kit/badge.tsx'
import { money } from '../kit/format.ts'
import type { Choice } from '../kit/matching.ts'
import { PickField } from '../kit/pick-field.tsx'
import { inWords } from '../kit/words.ts'
import { useOrganization } from '../session/me.ts'
import { placeName } from './place-name.ts'
import { PlaceName } from './record-names.tsx'
import { recordQuery } from './record-query.ts'
import { useRecordSearch } from './use-record-search.ts'

type LeaseInBrief = Pick<
  LeaseListItem,
  'lease_id' | 'resident_name' | 'property_name' | 'unit_label' | 'balance_cents' | 'status'
>

export const leaseQuery = recordQuery('lease', (client, lease_id, options) => client.getLease({ lease_id }, options))

/** Reads a lease; does nothing while no lease is named. */
export function useLease(leaseId: string | undefined) {
  const { id } = useOrganization()
  return useQuery({ ...leaseQuery(id, leaseId ?? ''), enabled: leaseId !== undefined })
}

/** The lease that a form is opened for, unless there is no such lease: a form whose URL names one that does not exist asks for another. */
export function useExistingLease(leaseId: string | undefined): string | undefined {
  const { error } = useLease(leaseId)
  return error instanceof ApiError && error.status === 404 ? undefined : leaseId
}

/** Active leases are offered first; a search finds every lease. */
export function LeasePicker({ chosen, onChoose }: { chosen: string | undefined; onChoose: (leaseId: string) => void }) {
  const { client } = useOrganization()
  const { choices, search } = useRecordSearch(
    'leases',
    (input, options) => client.listLeases({ ...input, status: input.search ? undefined : 'ACTIVE' }, options),
    choiceOf,
  )
  return (
    <PickField
      name="lease_id"
      label="Lease"
      placeholder="Search by resident, unit or property"
      value={chosen ?? ''}
      onChange={onChoose}
      {...{ choices, search }}
      required
    />
  )
}

/** Shown in place of the primary resident of a lease that has none. */
export const NOBODY = 'No residents yet'

function choiceOf({ lease_id, resident_name, property_name, unit_label, balance_cents, status }: LeaseInBrief): Choice {
  return {
    value: lease_id,
    text: `${resident_name ?? NOBODY}, ${placeName(property_name, unit_label)}`,
    about: `${inWords(status)}, ${money(balance_cents)}`,
  }
}

/** The primary resident, the unit, and the balance. */
export function LeaseSummary({ lease }: { lease: LeaseInBrief }) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
      <span className="min-w-0">
        <span className="font-medium">{lease.resident_name ?? NOBODY}</span>
        <span className="text-soft">
          {' '}
          <PlaceName property={lease.property_name} unit={lease.unit_label} />
        </span>
      </span>
      <span className="flex items-center gap-2 text-[12px] text-soft tabular-nums">
        <Status word={lease.status} />
        {money(lease.balance_cents)}
      </span>
    </span>
  )
}
