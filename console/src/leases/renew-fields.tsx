/** The fields of a renewal: the new term next to the present one. */
import { useState } from 'react'
import type { LeaseDetail } from '#client/console.ts'
import { DollarsField } from '../kit/dollars.tsx'
import { TextField } from '../kit/form.tsx'
import { date, money } from '../kit/format.ts'
import { Facts } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'

export function RenewFields({ lease }: { lease: LeaseDetail }) {
  const next = nextTerm(lease)
  const [rent, setRent] = useState(lease.rent_cents)
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
        <TextField name="starts_on" label="From" type="date" defaultValue={next.from} required />
        <TextField name="end_date" label="To" type="date" defaultValue={next.to} hint="Clear it for month to month." />
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

/** The likely next term: it starts on the day after the present one and is equally long. */
function nextTerm({ end_date, start_date, terms }: LeaseDetail): { from: string; to: string } {
  if (end_date === null) return { from: '', to: '' }
  const from = plusDays(end_date, 1)
  const first = terms.at(-1)?.starts_on ?? start_date
  const months = Math.max(1, monthsBetween(first, from))
  return { from, to: plusDays(plusMonths(from, months), -1) }
}

function plusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

function monthsBetween(from: string, to: string): number {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 0] = to.split('-').map(Number)
  return 12 * (toYear - fromYear) + toMonth - fromMonth
}

/** The day `months` months after `day`, or the last day of that month if it is shorter. */
function plusMonths(day: string, months: number): string {
  const [year = 0, month = 0, on = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(on, last))).toISOString().slice(0, 10)
}
