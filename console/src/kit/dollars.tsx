/** A field for an amount, which is typed in dollars and cents and read with `values.cents`. */
import { useState } from 'react'
import { AMOUNT, centsOf, dollarsOf } from './cents.ts'
import { type FieldProps, TextField } from './form.tsx'

export function DollarsField({
  cents,
  follows = false,
  onCents,
  ...props
}: FieldProps & {
  /** The amount that the field shows first. */
  cents?: number | null | undefined
  /** Whether the field shows another amount when `cents` changes, as long as nobody has typed one. */
  follows?: boolean
  /** Called with the amount as it is typed; NaN while the text is not an amount. */
  onCents?: (cents: number) => void
}) {
  const [kept, setKept] = useState<{ cents: number | null | undefined }>()
  const first = kept && follows ? kept.cents : cents
  return (
    <TextField
      follows={follows}
      defaultValue={first == null ? null : dollarsOf(first)}
      onText={text => {
        setKept(earlier => earlier ?? { cents: first })
        onCents?.(centsOf(text))
      }}
      placeholder="0.00"
      inputMode="decimal"
      unit="cents"
      maxLength={20}
      pattern={AMOUNT}
      title="Dollars and cents, such as 1,425.50"
      {...props}
    />
  )
}
