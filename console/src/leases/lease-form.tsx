/** The form of a lease that nobody has signed: who is on it, its term, and what it charges. */
import { type ReactNode, useState } from 'react'
import type { EditLeaseInput } from '#client/console.ts'
import { centsOf, DollarsField, dollarsOf } from '../kit/dollars.tsx'
import { Form, TextField } from '../kit/form.tsx'
import { Card } from '../kit/page.tsx'
import { type ChargeRow, ChargeRows, chargesOf } from './lease-charges.tsx'
import { LeasePeople, type LeasePerson } from './lease-residents.tsx'

/** What a draft says of itself, whatever unit it is of. */
export type Draft = Omit<EditLeaseInput, 'lease_id' | 'external_id'>

export function LeaseForm({
  submit,
  first,
  place,
  send,
}: {
  submit: string
  /** What it shows at first; other charges begin anew as they come. */
  first: Omit<Draft, 'residents' | 'charges'> & { residents: LeasePerson[]; charges: ChargeRow[] }
  /** Where it is let: fields to choose, or words. */
  place: ReactNode
  send: (draft: Draft, idempotencyKey: string) => Promise<unknown>
}) {
  const [people, setPeople] = useState(first.residents)
  return (
    <>
      <LeasePeople people={people} onChange={setPeople} />
      <Card title="What is agreed">
        <Form
          submit={submit}
          send={(values, idempotencyKey) => {
            const deposit = values.optional('deposit_asked_cents')
            const draft = {
              start_date: values.text('start_date'),
              end_date: values.optional('end_date'),
              move_in_date: values.optional('move_in_date'),
              rent_due_day: Number(values.text('rent_due_day')),
              residents: people.map(({ resident_id, role }) => ({ resident_id, role })),
              charges: chargesOf(values).map(({ index: _, amount_cents, ...charge }) => ({
                ...charge,
                amount_cents: amount_cents ?? 0,
              })),
              deposit_asked_cents: deposit === undefined ? null : centsOf(deposit),
            }
            return send(draft, idempotencyKey)
          }}
        >
          {place}
          <div className="flex flex-col gap-4 sm:flex-row">
            <TextField name="start_date" label="First day" type="date" defaultValue={first.start_date} required />
            <TextField
              name="end_date"
              label="Term ends"
              type="date"
              defaultValue={first.end_date ?? ''}
              hint="Left empty, month to month."
            />
            <TextField
              name="move_in_date"
              label="Move-in planned"
              type="date"
              defaultValue={first.move_in_date ?? ''}
            />
            <TextField
              name="rent_due_day"
              label="Rent is due on day"
              type="number"
              min={1}
              max={31}
              defaultValue={String(first.rent_due_day ?? 1)}
              required
            />
          </div>
          <div className="sm:max-w-60">
            <DollarsField
              name="deposit_asked_cents"
              label="Security deposit in dollars"
              defaultValue={first.deposit_asked_cents ? dollarsOf(first.deposit_asked_cents) : ''}
              hint="Billed when the lease is signed."
            />
          </div>
          <ChargeRows key={JSON.stringify(first.charges)} first={first.charges} />
        </Form>
      </Card>
    </>
  )
}
