/** The fields of a renewal, the new term next to the one that was agreed last, and what canceling it removes. */
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
import { rentOn } from './term-state.ts'

export function RenewFields({ lease, today }: { lease: LeaseDetail; today: string }) {
  const last = lease.terms.at(-1)!
  const isNext = last.starts_on > today
  const next = nextTerm(last, today)
  const lastDay = last.end_date ?? last.starts_on
  const before = rentOn(lease, lastDay > today ? lastDay : today)
  const [rent, setRent] = useState(before)
  const [from, setFrom] = useState(next.from)
  const change = rent - before
  const title = isNext ? 'Next term' : 'Current term'
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <section aria-label={title} className="rounded-md bg-sunken p-4">
        <h3 className="pb-3 font-semibold text-[13px]">{title}</h3>
        <Facts
          of={{
            From: date(last.starts_on),
            To: last.end_date ? date(last.end_date) : 'No end',
            Kind: inWords(last.term_type),
            Rent: <>{money(before)} per month</>,
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
          cents={before}
          onCents={cents => setRent(Number.isNaN(cents) ? before : cents)}
          hint={
            change === 0
              ? 'The rent stays as it is.'
              : `${money(Math.abs(change))} ${change > 0 ? 'more' : 'less'} per month than ${isNext ? 'in that term' : 'now'}.`
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
  return <Hint>The term {termOf({ start_date: starts_on, end_date })} is removed. Void any invoices for it.</Hint>
}
