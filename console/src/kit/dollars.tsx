/** A field for an amount, which is typed in dollars and cents and read with `values.cents`. */
import { centsOf, dollarsOf } from './cents.ts'
import { type FieldProps, TextField } from './form.tsx'

export function DollarsField({
  cents,
  onCents,
  ...props
}: FieldProps & {
  /** The amount that the field shows first. */
  cents?: number | null | undefined
  /** Called with the amount as it is typed; NaN while the text is not an amount. */
  onCents?: (cents: number) => void
}) {
  return (
    <TextField
      defaultValue={cents == null ? null : dollarsOf(cents)}
      onText={onCents && (text => onCents(centsOf(text)))}
      placeholder="0.00"
      inputMode="decimal"
      unit="cents"
      maxLength={20}
      pattern="\s*-?\$?(\d{1,3}(,\d{3})+|\d+)(\.\d{1,2})?\s*"
      title="Dollars and cents, such as 1,425.50"
      {...props}
    />
  )
}
