/** The fields of a change to recurring charges: its first day, and the charges that are agreed for that day. */
import { useState } from 'react'
import type { LeaseDetail } from '#client/console.ts'
import { dollarsOf } from '../kit/cents.ts'
import { TextField } from '../kit/form.tsx'
import { type ChargeRow, ChargeRows } from './lease-charges.tsx'

type At = { lease: LeaseDetail; today: string }

/** If charges begin or end between two chosen days, the rows start again; otherwise, what was typed in them stays. */
export function ChargeChanges(at: At) {
  const [on, setOn] = useState(firstChange(at))
  const rows = chargesOn(at, on)
  return (
    <>
      <TextField
        name="effective_on"
        label="From"
        type="date"
        defaultValue={firstChange(at)}
        hint="To change or withdraw a change that was agreed for a later day, choose that day."
        onText={setOn}
        required
      />
      <ChargeRows key={rows.map(({ code, description }) => `${code} ${description}`).join()} first={rows} />
    </>
  )
}

/** The charges in force on the day that is entered, as the form proposes them, or on the first day that can change if no such day is entered. */
export function chargesOn(at: At, day: string): ChargeRow[] {
  const on = day < at.lease.start_date ? firstChange(at) : day
  return at.lease.recurring_charges
    .filter(({ from, to }) => from <= on && (to === null || to >= on))
    .map(({ code, description, amount_cents, to }) => ({ code, description, dollars: dollarsOf(amount_cents), to }))
}

function firstChange({ lease, today }: At): string {
  return today < lease.start_date ? lease.start_date : today
}
