/** One lease: its residents, its terms and charges, what it owes, its ledger, and its steps. */
import { Link, useParams } from '@tanstack/react-router'
import type { LeaseDetail } from '#client/console.ts'
import { buttonClass } from '../kit/button.tsx'
import { type Column, DataTable, loadedWith } from '../kit/data-table.tsx'
import { date, money, todayIn } from '../kit/format.ts'
import { Empty, Hint } from '../kit/notice.tsx'
import { Card, Fact, Facts, Figure } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { Balance, Day } from '../records/cells.tsx'
import { DetailPage } from '../records/detail-page.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { PlaceName } from '../records/record-names.tsx'
import { Time } from '../records/time.tsx'
import { useOrganization } from '../session/me.ts'
import { LeaseLedgerCard } from './lease-ledger.tsx'
import { useLease } from './lease-picker.tsx'
import { LeaseSteps } from './lease-steps.tsx'
import { LeaseStatus } from './leases.tsx'

type Charge = LeaseDetail['recurring_charges'][number]
type Term = LeaseDetail['terms'][number]
type Resident = LeaseDetail['residents'][number]

export function LeasePage() {
  const { lease: leaseId = '' } = useParams({ strict: false })
  return (
    <DetailPage
      query={useLease(leaseId)}
      noun="Lease"
      title={lease => `Lease of ${lease.residents.find(({ is_primary }) => is_primary)?.name ?? lease.unit_label}`}
      list={{ to: '/$organization/leases', text: 'Leases' }}
      steps={lease => <LeaseSteps lease={lease} />}
      below={<LeaseLedgerCard leaseId={leaseId} actions={<StatementLink leaseId={leaseId} />} />}
    >
      {lease => <Contents lease={lease} />}
    </DetailPage>
  )
}

function StatementLink({ leaseId }: { leaseId: string }) {
  const { id } = useOrganization()
  return (
    <Link
      to="/$organization/leases/$lease/deposit-statement"
      params={{ organization: id, lease: leaseId }}
      className={buttonClass('secondary', 'small')}
    >
      Deposit statement
    </Link>
  )
}

function Contents({ lease }: { lease: LeaseDetail }) {
  const { timeZone } = useOrganization()
  return (
    <>
      {lease.status === 'ACTIVE' && lease.move_out_date !== null && (
        <Hint tone="warn">
          {lease.move_out_date === todayIn(timeZone) ? 'Today is' : `${date(lease.move_out_date)} is`} the last day of
          this lease. It is active until then.
        </Hint>
      )}
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure name="Monthly rent" value={money(lease.rent_cents)} about={`due on day ${lease.rent_due_day}`} />
        <Figure
          name="Balance"
          value={<Balance cents={lease.balance_cents} />}
          about={lease.past_due_cents > 0 ? `${money(lease.past_due_cents)} past due` : 'nothing past due'}
        />
        <Figure
          name="Deposit held"
          value={money(lease.deposit_held_cents)}
          about={lease.security_deposit_cents !== null && `of ${money(lease.security_deposit_cents)} ${due(lease)}`}
        />
        <Figure name="Credit" value={money(lease.credit_cents)} about="paid, and not yet applied to an invoice" />
      </div>
      <Card title="Details">
        <Facts>
          <Fact name="Status">
            <LeaseStatus lease={lease} />
          </Fact>
          <Fact name="Unit">
            <RecordLink id={lease.unit_id}>
              <PlaceName property={lease.property_name} unit={lease.unit_label} />
            </RecordLink>
          </Fact>
          <Fact name="Starts">
            <Day on={lease.start_date} />
          </Fact>
          <Fact name="Term ends">{lease.end_date ? date(lease.end_date) : 'Month to month'}</Fact>
          <Fact name="Signed">{lease.signed_at && <Time at={lease.signed_at} />}</Fact>
          <Fact name="Moved in">
            <Day on={lease.move_in_date} />
          </Fact>
          <Fact name="Notice given">
            <Day on={lease.notice_given_on} />
          </Fact>
          <Fact name="Eviction filed">
            <Day on={lease.eviction_filed_on} />
          </Fact>
          <Fact name={lease.status === 'ENDED' ? 'Moved out' : 'Moves out'}>
            <Day on={lease.move_out_date} />
          </Fact>
        </Facts>
      </Card>
      <Card title="Residents" flush>
        <DataTable
          label="Residents"
          columns={RESIDENTS}
          loaded={loadedWith(lease.residents)}
          keyOf={({ resident_id }) => resident_id}
          empty={<Empty title="No residents on this lease" />}
        />
      </Card>
      <Card title="Recurring charges" flush>
        <DataTable
          label="Recurring charges"
          columns={CHARGES}
          loaded={loadedWith(lease.recurring_charges)}
          keyOf={({ code, description, from }) => `${code} ${description} ${from}`}
          empty={<Empty title="No recurring charges yet">Rent and other monthly charges appear here.</Empty>}
        />
      </Card>
      <Card title="Terms" flush>
        <DataTable
          label="Terms"
          columns={TERMS}
          loaded={loadedWith(lease.terms)}
          keyOf={({ starts_on }) => starts_on}
          empty={<Empty title="No terms" />}
        />
      </Card>
    </>
  )
}

function due({ status }: LeaseDetail): string {
  return status === 'DRAFT' || status === 'PENDING_SIGNATURE' ? 'due at signing' : 'due'
}

const RESIDENTS: Column<Resident>[] = [
  {
    id: 'name',
    header: 'Resident',
    cell: ({ row: { original } }) => <RecordLink id={original.resident_id}>{original.name}</RecordLink>,
  },
  { id: 'role', header: 'Role', cell: ({ row }) => inWords(row.original.role) },
]

const CHARGES: Column<Charge>[] = [
  {
    id: 'description',
    header: 'Charge',
    cell: ({ row }) => <span className="whitespace-normal font-medium">{row.original.description}</span>,
  },
  { id: 'code', header: 'Kind', meta: { from: 'md' }, cell: ({ row }) => inWords(row.original.code) },
  { id: 'from', header: 'From', cell: ({ row }) => date(row.original.from) },
  { id: 'to', header: 'To', meta: { from: 'sm' }, cell: ({ row }) => <Day on={row.original.to} /> },
  { id: 'amount', header: 'Monthly', meta: { align: 'end' }, cell: ({ row }) => money(row.original.amount_cents) },
]

const TERMS: Column<Term>[] = [
  { id: 'from', header: 'From', cell: ({ row }) => date(row.original.starts_on) },
  { id: 'to', header: 'To', cell: ({ row }) => <Day on={row.original.end_date} /> },
  { id: 'type', header: 'Kind', meta: { from: 'sm' }, cell: ({ row }) => inWords(row.original.term_type) },
  {
    id: 'agreed',
    header: 'Renewed on',
    meta: { from: 'sm' },
    cell: ({ row }) => <Day on={row.original.agreed_on} />,
  },
]
