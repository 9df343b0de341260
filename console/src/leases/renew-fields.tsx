/** The fields of a renewal, the new term next to the present one, and what canceling it removes. */
import { useState } from 'react'
import type { LeaseDetail } from '#client/console.ts'
import { DollarsField } from '../kit/dollars.tsx'
import { TextField } from '../kit/form.tsx'
import { date, money } from '../kit/format.ts'
import { Hint } from '../kit/notice.tsx'
import { Facts } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { termOf } from '../records/cells.tsx'
import { nextTerm, termEnds } from './next-term.ts'

export function RenewFields({ lease }: { lease: LeaseDetail }) {
  const next = nextTerm(lease)
  const [rent, setRent] = useState(lease.rent_cents)
  const [from, setFrom] = useState(next.from)
  const change = rent - lease.rent_cents
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <section aria-label="Current term" className="rounded-md bg-sunken p-4">
        <h3 className="pb-3 font-semibold text-[13px]">Current term</h3>
        <Facts
          of={{
            From: date(lease.terms.at(-1)?.starts_on ?? lease.start_date),
            To: lease.end_date ? date(lease.end_date) : 'No end',
            Kind: inWords(lease.term_type),
            Rent: <>{money(lease.rent_cents)} per month</>,
          }}
        />
      </section>
      <section aria-label="New term" className="flex flex-col gap-4 rounded-md border p-4">
        <h3 className="font-semibold text-[13px]">New term</h3>
        <TextField name="starts_on" label="From" type="date" defaultValue={next.from} onText={setFrom} required />
        <TextField
          name="end_date"
          label="To"
          type="date"
          days={termEnds(from)}
          defaultValue={next.to}
          hint="Clear it for month to month."
        />
        <DollarsField
          name="rent_cents"
          label="Rent in dollars"
          cents={lease.rent_cents}
          onCents={cents => setRent(Number.isNaN(cents) ? lease.rent_cents : cents)}
          hint={
            change === 0
              ? 'The rent stays as it is.'
              : `${money(Math.abs(change))} ${change > 0 ? 'more' : 'less'} per month than now.`
          }
          required
        />
      </section>
    </div>
  )
}

/** The last term, which has not begun. */
export function CanceledTerm({ lease: { terms } }: { lease: LeaseDetail }) {
  const { starts_on, end_date } = terms.at(-1)!
  return <Hint>The term {termOf({ start_date: starts_on, end_date })} is removed. Void what was billed for it.</Hint>
}
