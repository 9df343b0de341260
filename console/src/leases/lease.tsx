/** One lease: who is on it, what was agreed, what it owes, its ledger, and what can be done to it. */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { LeaseDetail } from '#client/console.ts'
import { type Column, DataTable, loadedWith } from '../kit/data-table.tsx'
import { date, instant, money } from '../kit/format.ts'
import { Empty, Failure } from '../kit/notice.tsx'
import { Card, Fact, Facts, Figure, None, Page, Shimmer } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { PlaceName } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { LeaseLedgerCard } from './lease-ledger.tsx'
import { LeaseSteps } from './lease-steps.tsx'
import { Standing } from './leases.tsx'

type Charge = LeaseDetail['recurring_charges'][number]
type Term = LeaseDetail['terms'][number]
type Person = LeaseDetail['residents'][number]

export function LeasePage() {
  const { lease: leaseId = '' } = useParams({ strict: false })
  const { id, client, may } = useOrganization()
  const { data, error, refetch } = useQuery({
    queryKey: [id, 'lease', leaseId],
    queryFn: ({ signal }) => client.getLease({ lease_id: leaseId }, { signal }),
  })
  const primary = data?.residents.find(({ is_primary }) => is_primary)
  return (
    <Page
      title={data ? `Lease of ${primary?.name ?? data.unit_label}` : 'Lease'}
      back={
        <Link to="/$organization/leases" params={{ organization: id }} className="hover:underline">
          Leases
        </Link>
      }
      actions={data && may('ADMIN') && <LeaseSteps lease={data} />}
    >
      {error ? <Failure error={error} retry={refetch} /> : data ? <Contents lease={data} /> : <Loading />}
      {!error && <LeaseLedgerCard leaseId={leaseId} />}
    </Page>
  )
}

function Loading() {
  return (
    <Card>
      <Shimmer className="h-40 w-full" />
    </Card>
  )
}

function Contents({ lease }: { lease: LeaseDetail }) {
  const { id, timeZone } = useOrganization()
  const day = (value: string | null) => value && date(value)
  const link = 'text-accent hover:underline'
  return (
    <>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure name="Rent a month" value={money(lease.rent_cents)} about={`due on day ${lease.rent_due_day}`} />
        <Figure
          name="Balance"
          value={<span className={lease.balance_cents > 0 ? 'text-bad' : ''}>{money(lease.balance_cents)}</span>}
          about={lease.past_due_cents > 0 ? `${money(lease.past_due_cents)} past due` : 'nothing past due'}
        />
        <Figure
          name="Deposit held"
          value={money(lease.deposit_held_cents)}
          about={lease.deposit_asked_cents !== null && `of ${money(lease.deposit_asked_cents)} ${asked(lease)}`}
        />
        <Figure name="Credit" value={money(lease.credit_cents)} about="paid, and settles no invoice yet" />
      </div>
      <Card title="About it">
        <Facts>
          <Fact name="Status">
            <Standing lease={lease} />
          </Fact>
          <Fact name="Unit">
            <Link to="/$organization/units/$unit" params={{ organization: id, unit: lease.unit_id }} className={link}>
              <PlaceName property={lease.property_name} unit={lease.unit_label} />
            </Link>
          </Fact>
          <Fact name="Begins">{day(lease.start_date)}</Fact>
          <Fact name="Term ends">{day(lease.end_date) ?? 'Month to month'}</Fact>
          <Fact name="Signed">{lease.signed_at && instant(lease.signed_at, timeZone)}</Fact>
          <Fact name="Moved in">{day(lease.move_in_date)}</Fact>
          <Fact name="Notice given">{day(lease.notice_given_on)}</Fact>
          <Fact name="Eviction filed">{day(lease.eviction_filed_on)}</Fact>
          <Fact name={lease.status === 'ENDED' ? 'Moved out' : 'Moves out'}>{day(lease.move_out_date)}</Fact>
        </Facts>
      </Card>
      <Card title="Residents" flush>
        <DataTable
          label="Residents"
          columns={PEOPLE}
          loaded={loadedWith(lease.residents)}
          keyOf={({ resident_id }) => resident_id}
          empty={<Empty title="Nobody is on it" />}
        />
      </Card>
      <Card title="Charges every month" flush>
        <DataTable
          label="Charges every month"
          columns={CHARGES}
          loaded={loadedWith(lease.recurring_charges)}
          keyOf={({ code, description, from }) => `${code} ${description} ${from}`}
          empty={<Empty title="It charges nothing yet" />}
        />
      </Card>
      <Card title="Terms" flush>
        <DataTable
          label="Terms"
          columns={TERMS}
          loaded={loadedWith(lease.terms)}
          keyOf={({ starts_on }) => starts_on}
          empty={<Empty title="No term" />}
        />
      </Card>
    </>
  )
}

function asked({ status }: LeaseDetail): string {
  return status === 'DRAFT' || status === 'PENDING_SIGNATURE' ? 'asked once it is signed' : 'asked'
}

const PEOPLE: Column<Person>[] = [
  { id: 'name', header: 'Resident', cell: ({ row }) => <PersonLink person={row.original} /> },
  { id: 'role', header: 'Role', cell: ({ row }) => inWords(row.original.role) },
]

const CHARGES: Column<Charge>[] = [
  {
    id: 'what',
    header: 'Charge',
    cell: ({ row }) => <span className="whitespace-normal font-medium">{row.original.description}</span>,
  },
  { id: 'code', header: 'Kind', meta: { from: 'md' }, cell: ({ row }) => inWords(row.original.code) },
  { id: 'from', header: 'From', cell: ({ row }) => date(row.original.from) },
  {
    id: 'to',
    header: 'To',
    meta: { from: 'sm' },
    cell: ({ row: { original } }) => (original.to ? date(original.to) : <None />),
  },
  { id: 'amount', header: 'A month', meta: { align: 'end' }, cell: ({ row }) => money(row.original.amount_cents) },
]

const TERMS: Column<Term>[] = [
  { id: 'from', header: 'From', cell: ({ row }) => date(row.original.starts_on) },
  {
    id: 'to',
    header: 'To',
    cell: ({ row: { original } }) => (original.end_date ? date(original.end_date) : <None />),
  },
  { id: 'type', header: 'Kind', meta: { from: 'sm' }, cell: ({ row }) => inWords(row.original.term_type) },
  {
    id: 'agreed',
    header: 'Renewal agreed',
    meta: { from: 'sm' },
    cell: ({ row: { original } }) => (original.agreed_on ? date(original.agreed_on) : <None />),
  },
]

function PersonLink({ person: { resident_id, name } }: { person: Person }) {
  const { id } = useOrganization()
  return (
    <Link
      to="/$organization/residents/$resident"
      params={{ organization: id, resident: resident_id }}
      className="font-medium text-accent hover:underline"
    >
      {name}
    </Link>
  )
}
