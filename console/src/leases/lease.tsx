/** The page of one lease: its residents, unit and balance, the ledger, and its terms, residents and charges at the side. */
import type { LeaseDetail } from '#client/console.ts'
import { FilesCard } from '../files/files-card.tsx'
import { buttonClass } from '../kit/button.tsx'
import { money } from '../kit/format.ts'
import { Hint } from '../kit/notice.tsx'
import { Balance } from '../records/cells.tsx'
import { DetailPage } from '../records/detail-page.tsx'
import { leaseQuery } from '../records/lease-picker.tsx'
import { PageLink } from '../records/page-link.tsx'
import { RecordColumns, RecordHeader } from '../records/record-header.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { PlaceName } from '../records/record-names.tsx'
import { preloadRecord, useRecord } from '../records/record-query.ts'
import { Timeline } from '../records/timeline.tsx'
import { useOrganization } from '../session/me.ts'
import { LeaseLedgerCard } from './lease-ledger.tsx'
import { LeaseSide } from './lease-side.tsx'
import { LeaseStatus } from './lease-status.tsx'
import { LeaseSteps } from './lease-steps.tsx'
import { daysNote } from './term-state.ts'

export const preload = preloadRecord(leaseQuery)

export function LeasePage() {
  const { id: leaseId, query } = useRecord(leaseQuery, 'lease')
  return (
    <DetailPage
      query={query}
      noun="Lease"
      title={lease => `Lease of ${lease.residents.find(({ is_primary }) => is_primary)?.name ?? lease.unit_label}`}
      list={{ to: '/$organization/leases', text: 'Leases' }}
      steps={lease => <LeaseSteps lease={lease} />}
    >
      {lease => (
        <>
          <DaysNote lease={lease} />
          <Header lease={lease} />
          <RecordColumns side={<LeaseSide lease={lease} />}>
            <LeaseLedgerCard leaseId={leaseId} actions={<StatementLinks leaseId={leaseId} />} />
            <FilesCard recordId={leaseId} />
            <Timeline subject={leaseId} />
          </RecordColumns>
        </>
      )}
    </DetailPage>
  )
}

function DaysNote({ lease }: { lease: LeaseDetail }) {
  const { today } = useOrganization()
  const note = daysNote(lease, today)
  return note && <Hint tone="warn">{note}</Hint>
}

/** How many residents are named at the top; the card of the residents lists all of them. */
const MAX_NAMES = 6

function Header({ lease }: { lease: LeaseDetail }) {
  const { residents, past_due_cents, credit_cents: credit, credit_used_later_cents: usedLater } = lease
  const { security_deposit_cents: deposit } = lease
  const isSettled = lease.status === 'ENDED' && lease.open_deposit_cents === 0
  return (
    <RecordHeader
      items={[
        {
          name: 'Residents',
          about: residents.length > MAX_NAMES && `and ${residents.length - MAX_NAMES} more, listed below`,
          value:
            residents.length === 0 ? (
              'No residents yet'
            ) : (
              <span className="flex flex-wrap gap-x-2">
                {residents.slice(0, MAX_NAMES).map(({ resident_id, name }) => (
                  <RecordLink key={resident_id} id={resident_id}>
                    {name}
                  </RecordLink>
                ))}
              </span>
            ),
        },
        {
          name: 'Unit',
          value: (
            <RecordLink id={lease.unit_id}>
              <PlaceName property={lease.property_name} unit={lease.unit_label} />
            </RecordLink>
          ),
        },
        { name: 'Status', value: <LeaseStatus lease={lease} /> },
        {
          name: 'Balance',
          value: <Balance cents={lease.balance_cents} />,
          about: past_due_cents > 0 ? `${money(past_due_cents)} past due` : 'nothing past due',
          isStrong: true,
        },
        lease.status !== 'ENDED' && {
          name: 'Monthly rent',
          value: money(lease.rent_cents),
          about: `due on day ${lease.rent_due_day}`,
          isStrong: true,
        },
        {
          name: 'Deposit held',
          value: money(lease.deposit_held_cents),
          about: deposit !== null && !isSettled && `of ${money(deposit)} ${due(lease)}`,
          isStrong: true,
        },
        credit > 0 && {
          name: 'Credit',
          value: money(credit),
          about: usedLater > 0 ? `${money(usedLater)} applied to later invoices` : 'not applied yet',
          isStrong: true,
        },
      ]}
    />
  )
}

function due({ status }: LeaseDetail): string {
  return status === 'DRAFT' || status === 'PENDING_SIGNATURE' ? 'due at signing' : 'due'
}

/** The pages that are printed for the residents. */
function StatementLinks({ leaseId }: { leaseId: string }) {
  const link = { params: { lease: leaseId }, className: buttonClass('secondary', 'small') }
  return (
    <>
      <PageLink to="/$organization/leases/$lease/resident-ledger" {...link}>
        Resident ledger
      </PageLink>
      <PageLink to="/$organization/leases/$lease/deposit-statement" {...link}>
        Deposit statement
      </PageLink>
    </>
  )
}
