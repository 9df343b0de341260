/**
 * The fields of a move-in: its day, which can be cleared if the residents have not moved in, and whether to issue the invoice for that month, and for the
 * other months since the lease began, which has several if it was entered late.
 */
import { useState } from 'react'
import type { LeaseDetail } from '#client/console.ts'
import { TextField } from '../kit/form.tsx'
import { date, money } from '../kit/format.ts'
import { newIdempotencyKey } from '../kit/idempotency-key.ts'
import { count } from '../kit/words.ts'
import { monthAfter, monthInWords } from '../money/months.ts'
import { useMonthlyCharges } from '../money/use-monthly-charges.ts'
import type { OrganizationClient } from '../session/clients.ts'
import { useRead } from '../session/use-read.ts'

export function MoveInFields({ lease, today }: { lease: LeaseDetail; today: string }) {
  const recorded = lease.move_in_date !== null && lease.move_in_date <= today ? lease.move_in_date : undefined
  // Most residents move in on the first day. One who was expected later has come early.
  const first = recorded ?? (lease.move_in_date === null ? lease.start_date : today)
  const [day, setDay] = useState(first)
  const month = day.slice(0, 7)
  const { data } = useMonthlyCharges({ month, lease_id: lease.lease_id }, /^\d{4}-\d{2}$/.test(month))
  const isOld = ranElsewhere(month, today)
  const part = data?.exceptions.find(({ reason }) => reason === 'PRORATED' || reason === 'REMAINING_DAYS')
  return (
    <>
      <TextField
        name="move_in_date"
        label="Moved in"
        hint={recorded && 'Leave empty if they have not moved in.'}
        type="date"
        defaultValue={first}
        onText={setDay}
        required={recorded === undefined}
      />
      {day !== '' && data && data.invoices > 0 && (
        <label className="flex items-start gap-2.5">
          <input key={String(isOld)} type="checkbox" name="bills_month" className="mt-1" defaultChecked={!isOld} />
          <span>
            Issue the {part ? 'prorated ' : ''}invoice for {monthInWords(month)}: {money(data.total_cents)}
            {part?.period_start && part.period_end && (
              <span className="text-soft">
                {' '}
                ({date(part.period_start)} – {date(part.period_end)})
              </span>
            )}
          </span>
        </label>
      )}
      {recorded === undefined && (
        <OtherMonths leaseId={lease.lease_id} months={monthsFrom(lease.start_date, today, month)} />
      )}
    </>
  )
}

/** The most months before this one that are offered; earlier ones can be generated one by one. */
const MAX_OFFERED_MONTHS = 12

/** Whether a lease began so long ago that it must have been billed elsewhere until it was entered here. */
export function ranElsewhere(start: string, today: string): boolean {
  return start.slice(0, 7) < monthAfter(today, -MAX_OFFERED_MONTHS)
}

/** The months to bill, from the start of a lease through this one or, if it ran elsewhere, this one alone. That of the move-in is billed with it. */
export function monthsFrom(start: string, today: string, moveIn: string): string[] {
  const first = ranElsewhere(start, today) ? today.slice(0, 7) : start.slice(0, 7)
  return Array.from({ length: MAX_OFFERED_MONTHS + 1 }, (_, index) =>
    monthAfter(today, index - MAX_OFFERED_MONTHS),
  ).filter(month => month >= first && month !== moveIn)
}

/** Offers the invoices of the other months for which the lease has none. */
function OtherMonths({ leaseId, months }: { leaseId: string; months: readonly string[] }) {
  const { data = [] } = useRead(
    ['monthly charges', leaseId, months],
    async (client, call) => {
      const previews = []
      for (const month of months) previews.push(await client.previewMonthlyCharges({ month, lease_id: leaseId }, call))
      return previews
    },
    { enabled: months.length > 0 },
  )
  const unbilled = data.filter(({ invoices }) => invoices > 0)
  const [first] = unbilled
  if (!first) return null
  const last = unbilled.at(-1)!
  const span = first === last ? monthInWords(first.month) : `${monthInWords(first.month)} – ${monthInWords(last.month)}`
  const invoices = unbilled.reduce((sum, preview) => sum + preview.invoices, 0)
  const cents = unbilled.reduce((sum, preview) => sum + preview.total_cents, 0)
  return (
    <label className="flex items-start gap-2.5">
      <input
        type="checkbox"
        name="bills_others"
        value={unbilled.map(({ month }) => month).join(' ')}
        className="mt-1"
        defaultChecked
      />
      <span>
        Also issue the {count(invoices, 'invoice')} missing for {span}: {money(cents)}
      </span>
    </label>
  )
}

/**
 * Bills the months of a lease, one after the other, each with a key of its own, and resolves with the number of invoices that were issued. What was
 * billed before is not billed again, so it can be repeated.
 */
export async function billMonths(
  client: OrganizationClient,
  lease_id: string,
  months: readonly string[],
): Promise<number> {
  let invoices = 0
  for (const month of months.filter(month => month !== '')) {
    invoices += (await client.generateInvoices({ month, lease_id }, { idempotencyKey: newIdempotencyKey() })).invoices
  }
  return invoices
}
