/** The name of each step of a lease, the fields it asks for, and the call it makes. */
import type { ReactNode } from 'react'
import type { LeaseDetail } from '#client/console.ts'
import { ApiError } from '#client/errors.ts'
import { Field, TextField } from '../kit/form.tsx'
import { money } from '../kit/format.ts'
import { FULL_YEAR } from '../kit/full-year.ts'
import { instantFromLocal } from '../kit/local-time.ts'
import { Hint } from '../kit/notice.tsx'
import type { Values } from '../kit/values.ts'
import type { OrganizationClient } from '../session/clients.ts'
import { AddResidentFields, addResident, type Kept } from './add-resident.tsx'
import { ChargeChanges, chargesOn } from './charge-changes.tsx'
import { DepositPart, depositPartOf } from './deposit-part.tsx'
import { hasLeft, LastDayFields, NoticeFields } from './last-day-fields.tsx'
import { atShownRows, changesOf, chargesOf } from './lease-charges.tsx'
import { billMonths, MoveInFields } from './move-in-fields.tsx'
import { openOf, UnpaidInvoices } from './open-invoices.tsx'
import { CanceledTerm, RenewFields } from './renew-fields.tsx'
import { endedOn } from './term-state.ts'
import { WithholdFields, withhold } from './withhold-deposit.tsx'

/** Every step but editing, which has a page of its own, and what is changed at a resident. */
export type LeaseStep = Exclude<LeaseDetail['allowed_steps'][number], 'EDIT' | 'CHANGE_RESIDENT'>

type At = { lease: LeaseDetail; today: string }
type StepForm = {
  text: string
  about: string
  /** The toast, or a function that returns it if what happened depends on the day that was entered. */
  done: string | ((values: Values, today: string) => string)
  danger?: true
  wide?: true
  /** Undoes what was just done with these values; the toast offers it. */
  undo?: (client: OrganizationClient, lease_id: string, values: Values) => Promise<unknown>
  fields?: (at: At) => ReactNode
  send: (
    client: OrganizationClient,
    lease_id: string,
    values: Values,
    at: At & { timeZone: string; kept: Kept },
  ) => Promise<unknown>
}

const day = (name: string, label: string, defaultValue: string) => (
  <TextField name={name} label={label} type="date" defaultValue={defaultValue} required />
)

/** Taking a step again, such as recording a move-in or a notice, or ending a lease that has ended, changes its day. */
export function formOf(step: LeaseStep, lease: LeaseDetail, today: string): StepForm {
  const { move_in_date, notice_given_on, eviction_filed_on } = lease
  if (step === 'RECORD_NOTICE' && notice_given_on !== null) {
    return {
      ...STEP_FORMS.RECORD_NOTICE,
      text: 'Change notice',
      about:
        'The residents will move out on a different day, or gave notice on a different day. A new move-out date does not change the rent roll of earlier days.',
      done: 'Notice changed',
    }
  }
  if (step === 'RECORD_EVICTION' && eviction_filed_on !== null) {
    return {
      ...STEP_FORMS.RECORD_EVICTION,
      text: 'Change filing date',
      about: 'The eviction was filed on a different day. The rent roll shows an eviction from that day on.',
      done: 'Filing date changed',
    }
  }
  if (step === 'MOVE_IN' && move_in_date !== null && move_in_date <= today) {
    return {
      ...STEP_FORMS.MOVE_IN,
      text: 'Correct move-in date',
      about: 'The residents moved in on a different day, or have not moved in.',
      done: 'Move-in date corrected',
    }
  }
  if (step !== 'END' || !hasLeft(lease, today)) return STEP_FORMS[step]
  return {
    ...STEP_FORMS.END,
    text: 'Correct last day',
    about: 'The residents moved out on a different day, or have not moved out. Rent rolls since then are corrected.',
    done: values => (values.orNull('move_out_date') ? 'Last day corrected' : 'Move-out canceled'),
  }
}

export const STEP_FORMS: Record<LeaseStep, StepForm> = {
  SEND: {
    text: 'Send for signature',
    about: 'The draft can no longer be edited while it waits for signatures.',
    done: 'Lease sent for signature',
    send: (client, lease_id) => client.sendLease({ lease_id }),
  },
  SIGN: {
    text: 'Mark as signed',
    about: 'The unit is leased from now on, and subscribers to lease.signed are notified.',
    done: 'Lease signed',
    fields: ({ lease: { security_deposit_cents: deposit } }) => (
      <>
        <Field name="signed_at" label="Last signature" hint="In the organization’s time zone. Leave empty for now.">
          {control => <input type="datetime-local" className="field" {...FULL_YEAR} {...control} />}
        </Field>
        {deposit !== null && <Hint>An invoice for the security deposit of {money(deposit)} is issued.</Hint>}
      </>
    ),
    send: (client, lease_id, values, { timeZone }) => {
      const at = values.optional('signed_at')
      return client.signLease({ lease_id, signed_at: at && instantFromLocal(at, timeZone) })
    },
  },
  MOVE_IN: {
    text: 'Record move-in',
    about: 'The residents have moved in.',
    done: 'Move-in recorded',
    fields: at => <MoveInFields {...at} />,
    send: async (client, lease_id, values) => {
      await client.moveIn({
        lease_id,
        move_in_date: values.orNull('move_in_date'),
        bills_month: values.isSet('bills_month'),
      })
      await billMonths(client, lease_id, values.text('bills_others').split(' '))
    },
  },
  RENEW: {
    text: 'Renew lease',
    about:
      'Adds a term to this lease. A new rent applies from the first day of the term. To correct a term that has begun, add one that starts on a later day.',
    done: 'Lease renewed',
    wide: true,
    fields: at => <RenewFields {...at} />,
    send: (client, lease_id, values) => {
      return client.renewLease({
        lease_id,
        starts_on: values.optional('starts_on'),
        end_date: values.orNull('end_date'),
        rent_cents: values.cents('rent_cents') ?? undefined,
      })
    },
  },
  CANCEL_RENEWAL: {
    text: 'Cancel renewal',
    about: 'The next term does not start. The term before it stays in force, with the charges agreed for it.',
    done: 'Renewal canceled',
    fields: ({ lease }) => <CanceledTerm lease={lease} />,
    send: (client, lease_id) => client.cancelRenewal({ lease_id }),
  },
  CHANGE_CHARGES: {
    text: 'Change charges',
    about: 'Changes apply from the day you choose. Earlier days keep their charges.',
    done: 'Charges changed',
    wide: true,
    fields: at => <ChargeChanges {...at} />,
    send: async (client, lease_id, values, at) => {
      const changes = changesOf(chargesOf(values), chargesOn(at, values.text('effective_on')))
      if (changes.length === 0) {
        throw new ApiError(
          400,
          'invalid_request',
          'Nothing was changed. Change an amount or a last day, or add a charge.',
        )
      }
      const charges = changes.map(({ index: _, ...change }) => change)
      try {
        await client.changeCharges({ lease_id, effective_on: values.text('effective_on'), charges })
      } catch (error) {
        throw atShownRows(
          error,
          changes.map(({ index }) => index),
        )
      }
    },
  },
  ADD_RESIDENT: {
    text: 'Add resident',
    about:
      'Adds someone to the lease, such as a roommate, as of the day you choose. Rent rolls for earlier days do not list them.',
    done: 'Resident added',
    fields: at => <AddResidentFields {...at} />,
    send: (client, lease_id, values, { kept }) => addResident(client, lease_id, values, kept),
  },
  RECORD_NOTICE: {
    text: 'Record notice to vacate',
    about:
      'The residents plan to move out. You can add the move-out date later. A new date does not change the rent roll of earlier days.',
    done: 'Notice recorded',
    fields: at => <NoticeFields {...at} />,
    send: (client, lease_id, values) =>
      client.recordNotice({
        lease_id,
        notice_given_on: values.text('notice_given_on'),
        move_out_date: values.orNull('move_out_date'),
      }),
  },
  CANCEL_NOTICE: {
    text: 'Cancel notice',
    about:
      'The residents stay, and the move-out date is removed. Past days still show the notice. If a month was prorated for the move-out, generate its charges again: that bills the remaining days.',
    done: 'Notice canceled',
    send: (client, lease_id) => client.cancelNotice({ lease_id }),
  },
  RECORD_EVICTION: {
    text: 'Record eviction filing',
    about: 'The rent roll shows an eviction from that day on, even if notice was given.',
    done: 'Eviction filing recorded',
    danger: true,
    fields: ({ lease, today }) => day('filed_on', 'Filed on', lease.eviction_filed_on ?? today),
    send: (client, lease_id, values) => client.recordEviction({ lease_id, filed_on: values.text('filed_on') }),
  },
  CANCEL_EVICTION: {
    text: 'Cancel eviction',
    about: 'The eviction was dropped or dismissed. Past days still show it.',
    done: 'Eviction canceled',
    send: (client, lease_id) => client.cancelEviction({ lease_id }),
  },
  RESCHEDULE: {
    text: 'Change start date',
    about:
      'The residents have not moved in yet. If the lease has started, rent rolls since then are corrected. Until its new first day, it can be canceled.',
    done: 'Start date changed',
    fields: ({ lease: { start_date, ...lease } }) => (
      <>
        {day('start_date', 'First day', start_date)}
        {openOf(lease) > 0 && <Hint>{money(openOf(lease))} is open on invoices, which keep their due dates.</Hint>}
      </>
    ),
    send: (client, lease_id, values) => client.rescheduleLease({ lease_id, start_date: values.text('start_date') }),
  },
  END: {
    text: 'End lease',
    about:
      'The residents have moved out. The lease and its charges end on their last day. Invoices stay as they were issued. A day in the past corrects every rent roll since then.',
    done: (values, today) => endedOn(values.text('move_out_date'), today),
    danger: true,
    fields: at => <LastDayFields {...at} />,
    send: (client, lease_id, values) => client.endLease({ lease_id, move_out_date: values.orNull('move_out_date') }),
  },
  CANCEL: {
    text: 'Cancel lease',
    about: 'Cancels the lease, whether or not it has been signed. This cannot be undone.',
    done: 'Lease canceled',
    danger: true,
    fields: ({ lease }) => <UnpaidInvoices lease={lease} />,
    send: (client, lease_id) => client.cancelLease({ lease_id }),
  },
  RETURN_DEPOSIT: {
    text: 'Return deposit',
    about: 'Returns all or part of the deposit to the resident.',
    done: 'Deposit returned',
    fields: ({ lease, today }) => (
      <DepositPart cents={lease.deposit_held_cents} whole="Deposit held" day="Returned on" today={today} />
    ),
    send: (client, lease_id, values) => client.returnDeposit({ lease_id, ...depositPartOf(values) }),
    undo: (client, lease_id, values) => client.voidDepositReturn({ lease_id, ...depositPartOf(values) }),
  },
  VOID_DEPOSIT_RETURN: {
    text: 'Void deposit return',
    about:
      'The deposit, or a part of it, was recorded as returned by mistake. From that day on, it is held again. Earlier days stay as they were.',
    done: 'Deposit return voided',
    danger: true,
    fields: ({ lease, today }) => (
      <DepositPart cents={lease.deposit_returned_cents} whole="Returned" day="From" today={today} />
    ),
    send: (client, lease_id, values) => client.voidDepositReturn({ lease_id, ...depositPartOf(values) }),
  },
  WITHHOLD_DEPOSIT: {
    text: 'Withhold deposit',
    about: 'Charges the deductions to the lease and pays them from the deposit, in one step.',
    done: 'Deposit withheld',
    wide: true,
    fields: at => <WithholdFields {...at} />,
    send: withhold,
  },
  WAIVE_DEPOSIT: {
    text: 'Waive unpaid deposit',
    about:
      'Cancels the part of the security deposit that was charged but not paid. The deposit that is held does not change.',
    done: 'Unpaid deposit waived',
    fields: ({ lease: { open_deposit_cents: open, deposit_held_cents: held } }) => (
      <Hint>
        {money(open)} is no longer owed. {money(held)} is held.
      </Hint>
    ),
    send: (client, lease_id) => client.waiveDeposit({ lease_id }),
  },
}
