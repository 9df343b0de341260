/** The link from an invoice or a payment to its lease, which is not printed. */
import { Fact } from '../kit/page.tsx'
import { RecordLink } from '../records/record-link.tsx'

export function LeaseFact({ leaseId }: { leaseId: string }) {
  return (
    <Fact name="Lease" isPrinted={false}>
      <RecordLink id={leaseId}>Open lease</RecordLink>
    </Fact>
  )
}
