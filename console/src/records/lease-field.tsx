/** The lease a form is about: the lease of the page, or one that is searched for; and one of its residents. */
import { SelectField } from '../kit/form.tsx'
import { Failure } from '../kit/notice.tsx'
import { Shimmer } from '../kit/page.tsx'
import { LeasePicker, LeaseSummary, useLease } from './lease-picker.tsx'

export function LeaseField({
  fixed,
  chosen,
  onChoose,
}: {
  fixed: string | undefined
  chosen: string | undefined
  onChoose: (leaseId: string) => void
}) {
  return fixed === undefined ? <LeasePicker chosen={chosen} onChoose={onChoose} /> : <FixedLease leaseId={fixed} />
}

/** The lease of the page, which cannot be changed. */
export function FixedLease({ leaseId }: { leaseId: string }) {
  const lease = useLease(leaseId)
  if (lease.error && !lease.data) return <Failure error={lease.error} retry={lease.refetch} />
  if (!lease.data) return <Shimmer className="h-11 w-full" />
  const resident_name = lease.data.residents.find(({ is_primary }) => is_primary)?.name ?? null
  return (
    <div className="rounded-md bg-sunken px-3 py-2">
      <LeaseSummary lease={{ ...lease.data, resident_name }} />
    </div>
  )
}

/** A resident of the lease, once the lease is chosen. */
export function LeaseResidentField({
  leaseId,
  label,
  none,
}: {
  leaseId: string | undefined
  label: string
  none: string
}) {
  const residents = useLease(leaseId).data?.residents ?? []
  return (
    <SelectField
      key={leaseId}
      name="resident_id"
      label={label}
      choices={residents.map(({ resident_id, name }) => ({ value: resident_id, text: name }))}
      none={none}
    />
  )
}
