/** The facts of a lease: its dates, terms, residents and recurring charges. */
import type { LeaseDetail } from '#client/console.ts'
import { Badge } from '../kit/badge.tsx'
import { type Column, loadedWith, TableCard } from '../kit/data-table.tsx'
import { date, money } from '../kit/format.ts'
import { Empty } from '../kit/notice.tsx'
import { Card, Facts } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { Day, termOf } from '../records/cells.tsx'
import { externalIdOf } from '../records/external-id.ts'
import { RecordLink } from '../records/record-link.tsx'
import { Time } from '../records/time.tsx'
import { useOrganization } from '../session/me.ts'
import { ResidentsOfLease } from './residents-of-lease.tsx'
import { moveInName, rentOfTerm, termState } from './term-state.ts'

type Charge = LeaseDetail['recurring_charges'][number]

export function LeaseSide({ lease }: { lease: LeaseDetail }) {
  const { today } = useOrganization()
  const hasBegun = lease.status === 'ACTIVE' || lease.status === 'ENDED'
  return (
    <>
      <Card title="Details">
        <Facts
          of={{
            Starts: <Day on={lease.start_date} />,
            'Term ends': lease.end_date ? date(lease.end_date) : 'Month to month',
            Signed: lease.signed_at && <Time at={lease.signed_at} />,
            [moveInName(lease.move_in_date, { hasBegun, today })]: <Day on={lease.move_in_date} />,
            'Notice given': <Day on={lease.notice_given_on} />,
            'Eviction filed': <Day on={lease.eviction_filed_on} />,
            [lease.status === 'ENDED' ? 'Moved out' : 'Moves out']: <Day on={lease.move_out_date} />,
            ...(lease.lead_id && { Lead: <RecordLink id={lease.lead_id}>Open lead</RecordLink> }),
            ...externalIdOf(lease),
          }}
        />
      </Card>
      <Terms lease={lease} />
      <TableCard
        title="Recurring charges"
        columns={CHARGES}
        loaded={loadedWith(lease.recurring_charges)}
        keyOf={({ code, description, from }) => `${code} ${description} ${from}`}
        empty={<Empty title="No recurring charges yet">Rent and other monthly charges appear here.</Empty>}
      />
      <ResidentsOfLease lease={lease} />
    </>
  )
}

/** Every term with its rent; the present term and those agreed after it are side by side. */
function Terms({ lease }: { lease: LeaseDetail }) {
  const { today } = useOrganization()
  return (
    <Card title="Terms">
      <ul aria-label="Terms" className="grid gap-3 sm:max-xl:grid-cols-2">
        {lease.terms.map(term => {
          const state = termState(lease, term, today)
          return (
            <li key={term.starts_on} className="rounded-md border p-3">
              <p className="pb-1">
                <Badge tone={TONES[state] ?? 'plain'}>{state}</Badge>
              </p>
              <p className="font-medium">{termOf({ start_date: term.starts_on, end_date: term.end_date })}</p>
              <p className="text-[12px] text-soft">
                {inWords(term.term_type)}, {money(rentOfTerm(lease, term, today))} per month
                {term.agreed_on && `, renewed on ${date(term.agreed_on)}`}
              </p>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const TONES: Record<string, 'good' | 'accent'> = { Current: 'good', Next: 'accent' }

const CHARGES: Column<Charge>[] = [
  {
    header: 'Charge',
    cell: row => (
      <span className="whitespace-normal">
        <span className="font-medium">{row.description}</span>
        {row.description !== inWords(row.code) && (
          <span className="block text-[12px] text-soft">{inWords(row.code)}</span>
        )}
      </span>
    ),
  },
  {
    header: 'From',
    cell: row => (
      <span className="block whitespace-nowrap">
        {date(row.from)}
        {row.to && <span className="block text-[12px] text-soft">to {date(row.to)}</span>}
      </span>
    ),
  },
  { header: 'Monthly', align: 'end', cell: row => money(row.amount_cents) },
]
