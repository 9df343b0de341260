/** A part of a deposit that is returned, or whose return is voided: its amount, which is all of it unless the member enters another, and the day. */
import { centsOf } from '../kit/cents.ts'
import { DollarsField } from '../kit/dollars.tsx'
import { FieldRow, TextField } from '../kit/form.tsx'
import { money } from '../kit/format.ts'
import type { Values } from '../kit/values.ts'

type Part = {
  /** The most that the part can be. */
  cents: number
  /** What that amount is. */
  whole: string
  /** The label of the day. */
  day: string
  today: string
}

export function DepositPart({ cents, whole, day, today }: Part) {
  return (
    <FieldRow>
      <DollarsField
        name="amount_cents"
        label="Amount in dollars"
        hint={`${whole}: ${money(cents)}.`}
        cents={cents || null}
        required
      />
      <TextField name="on" label={day} type="date" defaultValue={today} required />
    </FieldRow>
  )
}

export function depositPartOf(values: Values): { amount_cents: number; on: string } {
  return { amount_cents: centsOf(values.text('amount_cents')), on: values.text('on') }
}
