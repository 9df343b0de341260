/** The lines of an invoice, as the fields of a form state them. */
import type { CreateInvoiceInput } from '#client/console.ts'
import { centsOf } from '../kit/cents.ts'
import type { Values } from '../kit/values.ts'
import type { ChargeCode } from './charge-kinds.ts'

type Line = CreateInvoiceInput['lines'][number]

/** Fields have the names that the service uses in its field errors, so that a refusal is shown at its field. */
export function lineField(place: number): (field: keyof Line) => string {
  return field => `lines[${place}].${field}`
}

export function lineOf(values: Values, place: number): Line {
  const field = lineField(place)
  return {
    charge_code: values.text(field('charge_code')) as ChargeCode,
    description: values.text(field('description')),
    amount_cents: centsOf(values.text(field('amount_cents'))),
  }
}

/** An invoice of one line. */
export function chargeOf(values: Values): Pick<CreateInvoiceInput, 'due_date' | 'lines'> {
  return { due_date: values.text('due_date'), lines: [lineOf(values, 0)] }
}
