/** What each step of a lease is called, asks for, and sends. */
import type { ReactNode } from 'react'
import type { LeaseDetail } from '#client/console.ts'
import { centsOf, DollarsField, dollarsOf } from '../kit/dollars.tsx'
import { Field, TextField, type Values } from '../kit/form.tsx'
import { money } from '../kit/format.ts'
import { instantFromLocal } from '../kit/local-time.ts'
import { Hint } from '../kit/notice.tsx'
import type { OrganizationClient } from '../session/clients.ts'
import { type ChargeRow, ChargeRows, changesOf, chargesOf, toldOfRows } from './lease-charges.tsx'

/** Editing has a page of its own. */
export type LeaseStep = Exclude<LeaseDetail['allowed_steps'][number], 'EDIT'>

type At = { lease: LeaseDetail; today: string }
export type StepForm = {
  text: string
  about: string
  done: string
  danger?: true
  wide?: true
  fields?: (at: At) => ReactNode
  send: (
    client: OrganizationClient,
    lease_id: string,
    values: Values,
    at: At & { timeZone: string },
  ) => Promise<unknown>
}

const day = (name: string, label: string, defaultValue: string, required = true) => (
  <TextField name={name} label={label} type="date" defaultValue={defaultValue} required={required} />
)

/** Its charges on the first day a change can hold from, as the form proposes it. */
function chargeRows(at: At): ChargeRow[] {
  const on = firstChange(at)
  return at.lease.recurring_charges
    .filter(({ from, to }) => from <= on && (to === null || to >= on))
    .map(({ code, description, amount_cents, to }) => ({ code, description, dollars: dollarsOf(amount_cents), to }))
}

function firstChange({ lease, today }: At): string {
  return today < lease.start_date ? lease.start_date : today
}

/** Ending what is over already corrects the day. */
export function formOf(step: LeaseStep, { status }: LeaseDetail): StepForm {
  if (step !== 'END' || status !== 'ENDED') return STEP_FORMS[step]
  return {
    ...STEP_FORMS.END,
    text: 'Correct the last day',
    about: 'They left on another day: the lease ended then, and so did what it charges.',
    done: 'The last day is corrected.',
  }
}

export const STEP_FORMS: Record<LeaseStep, StepForm> = {
  SEND: {
    text: 'Send for signature',
    about: 'The draft waits for its signatures from then on.',
    done: 'The lease waits for its signatures.',
    send: (client, lease_id) => client.sendLease({ lease_id }),
  },
  SIGN: {
    text: 'Note as signed',
    about: 'From now on the unit is let, and whoever subscribed to lease.signed is told.',
    done: 'The lease is signed.',
    fields: ({ lease: { deposit_asked_cents: deposit } }) => (
      <>
        <Field name="signed_at" label="Last signature" hint="In the organization’s time zone; left empty, now.">
          {control => <input type="datetime-local" className="field" {...control} />}
        </Field>
        {deposit !== null && <Hint>An invoice then charges the deposit of {money(deposit)}.</Hint>}
      </>
    ),
    send: (client, lease_id, values, { timeZone }) => {
      const at = values.optional('signed_at')
      return client.signLease({ lease_id, signed_at: at && instantFromLocal(at, timeZone) })
    },
  },
  MOVE_IN: {
    text: 'Note the move-in',
    about: 'The residents have moved in.',
    done: 'The move-in is noted.',
    fields: ({ today }) => day('move_in_date', 'Moved in', today),
    send: (client, lease_id, values) => client.moveIn({ lease_id, move_in_date: values.text('move_in_date') }),
  },
  RENEW: {
    text: 'Renew',
    about: 'Adds a term to this lease, with its rent from its first day.',
    done: 'The lease is renewed.',
    fields: ({ lease }) => (
      <>
        <div className="flex flex-col gap-4 sm:flex-row">
          <TextField
            name="starts_on"
            label="From"
            type="date"
            hint="Left empty, the day after the present end."
            required={lease.end_date === null}
          />
          <TextField name="end_date" label="To" type="date" hint="Left empty, month to month." />
        </div>
        <DollarsField name="rent_cents" label="Rent in dollars" hint={`Now ${money(lease.rent_cents)} a month.`} />
      </>
    ),
    send: (client, lease_id, values) => {
      const rent = values.optional('rent_cents')
      return client.renewLease({
        lease_id,
        starts_on: values.optional('starts_on'),
        end_date: values.optional('end_date') ?? null,
        rent_cents: rent === undefined ? undefined : centsOf(rent),
      })
    },
  },
  CHANGE_CHARGES: {
    text: 'Change charges',
    about: 'From a day on; days before stay as they were. Only what you change is changed.',
    done: 'The charges are changed.',
    wide: true,
    fields: at => (
      <>
        {day('effective_on', 'From', firstChange(at))}
        <ChargeRows first={chargeRows(at)} />
      </>
    ),
    send: async (client, lease_id, values, at) => {
      const changes = changesOf(chargesOf(values), chargeRows(at))
      const charges = changes.map(({ index: _, ...change }) => change)
      try {
        await client.changeCharges({ lease_id, effective_on: values.text('effective_on'), charges })
      } catch (error) {
        throw toldOfRows(
          error,
          changes.map(({ index }) => index),
        )
      }
    },
  },
  GIVE_NOTICE: {
    text: 'Record notice to vacate',
    about:
      'The residents leave, on a day that may not be known yet. A new last day changes no earlier day’s rent roll.',
    done: 'Notice recorded.',
    fields: ({ lease, today }) => (
      <div className="flex flex-col gap-4 sm:flex-row">
        {day('notice_given_on', 'Given on', lease.notice_given_on ?? today)}
        {day('move_out_date', 'Last day there', lease.move_out_date ?? '', false)}
      </div>
    ),
    send: (client, lease_id, values) =>
      client.giveNotice({
        lease_id,
        notice_given_on: values.text('notice_given_on'),
        move_out_date: values.optional('move_out_date') ?? null,
      }),
  },
  WITHDRAW_NOTICE: {
    text: 'Cancel notice',
    about: 'The residents stay, and the move-out date is removed. The days on which the notice stood keep it.',
    done: 'Notice cancelled.',
    send: (client, lease_id) => client.withdrawNotice({ lease_id }),
  },
  FILE_EVICTION: {
    text: 'Record eviction filing',
    about: 'From that day on the rent roll shows an eviction, which outranks a notice.',
    done: 'Eviction filing recorded.',
    danger: true,
    fields: ({ lease, today }) => day('filed_on', 'Filed on', lease.eviction_filed_on ?? today),
    send: (client, lease_id, values) => client.fileEviction({ lease_id, filed_on: values.text('filed_on') }),
  },
  WITHDRAW_EVICTION: {
    text: 'Cancel eviction',
    about: 'The eviction was dropped or dismissed. The days on which it stood keep it.',
    done: 'Eviction cancelled.',
    send: (client, lease_id) => client.withdrawEviction({ lease_id }),
  },
  RESCHEDULE: {
    text: 'Change start date',
    about: 'For a lease that has not begun, or that waits for its unit.',
    done: 'Start date changed.',
    fields: ({ lease }) => day('start_date', 'First day', lease.start_date),
    send: (client, lease_id, values) => client.rescheduleLease({ lease_id, start_date: values.text('start_date') }),
  },
  END: {
    text: 'End the lease',
    about:
      'The residents have left: the lease ends on their last day, and so does what it charges. An earlier day corrects the rent rolls since then.',
    done: 'Lease ended.',
    danger: true,
    fields: ({ lease, today }) =>
      day(
        'move_out_date',
        'Last day they lived there',
        lease.move_out_date !== null && lease.move_out_date < today ? lease.move_out_date : today,
      ),
    send: (client, lease_id, values) => client.endLease({ lease_id, move_out_date: values.text('move_out_date') }),
  },
  CANCEL: {
    text: 'Cancel the lease',
    about: 'It comes to nothing, signed or not. This cannot be undone.',
    done: 'The lease is cancelled.',
    danger: true,
    fields: ({ lease: { balance_cents: owed } }) =>
      owed > 0 && <Hint tone="warn">{money(owed)} is still owed, such as a deposit: void its invoices too.</Hint>,
    send: (client, lease_id) => client.cancelLease({ lease_id }),
  },
  RETURN_DEPOSIT: {
    text: 'Return the deposit',
    about: 'Gives the deposit that is held, or a part of it, back to the resident.',
    done: 'The deposit is returned.',
    fields: at => <Deposit {...at} />,
    send: (client, lease_id, values) =>
      client.returnDeposit({
        lease_id,
        amount_cents: centsOf(values.text('amount_cents')),
        on: values.text('on'),
      }),
  },
  WITHHOLD_DEPOSIT: {
    text: 'Withhold the deposit',
    about: 'Keeps the deposit, or a part of it: it becomes a payment, which settles what is owed.',
    done: 'The deposit is withheld.',
    fields: at => (
      <>
        <Deposit {...at} />
        <TextField name="memo" label="What for" maxLength={1_000} />
      </>
    ),
    send: (client, lease_id, values) =>
      client.withholdDeposit({
        lease_id,
        amount_cents: centsOf(values.text('amount_cents')),
        on: values.text('on'),
        memo: values.optional('memo'),
      }),
  },
}

function Deposit({ lease, today }: At) {
  return (
    <div className="flex flex-col gap-4 sm:flex-row">
      <DollarsField
        name="amount_cents"
        label="Amount in dollars"
        hint={`${money(lease.deposit_held_cents)} is held.`}
        required
      />
      {day('on', 'From', today)}
    </div>
  )
}
