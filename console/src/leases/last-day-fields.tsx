/** The days on which residents give notice and move out, and what is charged for the time after they have moved out. */
import { useState } from 'react'
import type { LeaseDetail } from '#client/console.ts'
import { FieldRow, TextField } from '../kit/form.tsx'
import { LaterInvoices } from './open-invoices.tsx'

type At = { lease: LeaseDetail; today: string }

/** The move-out date of a notice may be left empty until it is known. */
export function NoticeFields({ lease, today }: At) {
  const first = lease.move_out_date ?? ''
  const [day, setDay] = useState(first)
  return (
    <>
      <FieldRow>
        <TextField
          name="notice_given_on"
          label="Given on"
          type="date"
          defaultValue={lease.notice_given_on ?? today}
          required
        />
        <TextField name="move_out_date" label="Move-out date" type="date" defaultValue={first} onText={setDay} />
      </FieldRow>
      <LaterInvoices leaseId={lease.lease_id} day={day} />
    </>
  )
}

/** Whether a move-out is recorded. A move-out today without a notice was not planned. */
export function hasLeft({ status, move_out_date, notice_given_on }: LeaseDetail, today: string): boolean {
  return status === 'ENDED' || (move_out_date === today && notice_given_on === null)
}

/** The last day, which can be cleared if a move-out was recorded although the residents have not left. */
export function LastDayFields({ lease, today }: At) {
  const { move_out_date: leaving } = lease
  const first = leaving !== null && leaving < today ? leaving : today
  const isCorrected = hasLeft(lease, today)
  const [day, setDay] = useState(first)
  return (
    <>
      <TextField
        name="move_out_date"
        label="Last day"
        hint={isCorrected && 'Leave empty if they have not moved out.'}
        type="date"
        defaultValue={first}
        onText={setDay}
        required={!isCorrected}
      />
      <LaterInvoices leaseId={lease.lease_id} day={day} />
    </>
  )
}
