/** The form of a draft lease: its residents, its term and its charges. */
import { type ReactNode, useState } from 'react'
import type { EditLeaseInput } from '#client/console.ts'
import { ApiError } from '#client/errors.ts'
import { DollarsField } from '../kit/dollars.tsx'
import { FieldRow, Form, TextField } from '../kit/form.tsx'
import { Card } from '../kit/page.tsx'
import { useUnsavedInput } from '../kit/unsaved.ts'
import type { Person } from '../records/person-fields.tsx'
import { type ChargeRow, ChargeRows, chargesOf } from './lease-charges.tsx'
import { type LeaseResident, LeaseResidents } from './lease-residents.tsx'
import { termEnds } from './next-term.ts'

/** The fields of a draft apart from its unit. */
type Draft = Omit<EditLeaseInput, 'lease_id' | 'external_id'>

export function LeaseForm<Sent>({
  submit,
  first,
  applicant,
  startHint,
  place,
  next,
  send,
  onSent,
}: {
  submit: string
  /** The initial values. The first day and the amounts of the charges may arrive later, or change with the unit. */
  first: Omit<Draft, 'residents' | 'charges'> & { residents: LeaseResident[]; charges: ChargeRow[] }
  applicant?: Person | undefined
  startHint?: string | undefined
  /** The unit: fields to choose it, or its name. */
  place: ReactNode
  /** What happens after saving, as the last field. */
  next?: ReactNode
  send: (draft: Draft, idempotencyKey: string) => Promise<Sent>
  /** Called after `send` if the page is still open. */
  onSent: (sent: Sent) => unknown
}) {
  const [residents, setResidents] = useState(first.residents)
  const [typed, setTyped] = useState<{ start: string; over: string }>()
  const proposed = typed?.over ?? first.start_date
  // The residents are chosen next to the form, not inside it, so the form does not notice changes to them.
  const setUnsaved = useUnsavedInput()
  return (
    <>
      <LeaseResidents
        residents={residents}
        applicant={applicant}
        onChange={change => {
          setUnsaved(true)
          setResidents(change)
        }}
      />
      <Card title="Terms and charges">
        <Form
          submit={submit}
          onSent={onSent}
          send={async (values, idempotencyKey) => {
            const draft = {
              start_date: values.text('start_date'),
              end_date: values.optional('end_date'),
              move_in_date: values.optional('move_in_date'),
              rent_due_day: Number(values.text('rent_due_day')),
              residents: residents.map(({ resident_id, role }) => ({ resident_id, role })),
              charges: chargesOf(values).map(({ index: _, amount_cents, ...charge }) => ({
                ...charge,
                amount_cents: amount_cents ?? 0,
              })),
              security_deposit_cents: values.cents('security_deposit_cents'),
            }
            refuseWithoutPrimary(draft.residents)
            const sent = await send(draft, idempotencyKey)
            setUnsaved(false)
            return sent
          }}
        >
          {place}
          <FieldRow>
            <TextField
              // Another proposal is shown until somebody types a day.
              follows
              name="start_date"
              label="First day"
              type="date"
              defaultValue={proposed}
              onText={start => setTyped({ start, over: proposed })}
              hint={startHint}
              required
            />
            <TextField
              name="end_date"
              label="Term ends"
              type="date"
              days={termEnds(typed?.start ?? proposed)}
              defaultValue={first.end_date}
              hint="Leave empty for month to month."
            />
            <TextField name="move_in_date" label="Planned move-in" type="date" defaultValue={first.move_in_date} />
            <TextField
              name="rent_due_day"
              label="Rent is due on day"
              type="number"
              min={1}
              max={31}
              defaultValue={first.rent_due_day ?? 1}
              required
            />
          </FieldRow>
          <div className="sm:max-w-60">
            <DollarsField
              name="security_deposit_cents"
              label="Security deposit in dollars"
              cents={first.security_deposit_cents || null}
              hint="Invoiced when the lease is signed."
            />
          </div>
          <ChargeRows first={first.charges} />
          {next}
        </Form>
      </Card>
    </>
  )
}

/** A lease names one resident as the primary one. The service says so in the words of the API. */
function refuseWithoutPrimary(residents: readonly { role: string }[]): void {
  const primary = residents.filter(({ role }) => role === 'PRIMARY').length
  if (primary === 1) return
  const message =
    residents.length === 0
      ? 'The lease has no residents yet. Add at least one above.'
      : `${primary === 0 ? 'One resident' : 'Only one resident'} must have the role “Primary”. Choose it above.`
  throw new ApiError(400, 'invalid_request', message)
}
