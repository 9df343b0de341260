/** An invoice of one line, as the fields of a form state it. */
import { centsOf } from '../kit/cents.ts'
import type { Values } from '../kit/values.ts'
import type { ChargeCode } from './charge-kinds.ts'

export const lineField = (field: string) => `lines[0].${field}`

export function chargeOf(values: Values) {
  const line = {
    charge_code: values.text(lineField('charge_code')) as ChargeCode,
    description: values.text(lineField('description')),
    amount_cents: centsOf(values.text(lineField('amount_cents'))),
  }
  return { due_date: values.text('due_date'), lines: [line] }
}
