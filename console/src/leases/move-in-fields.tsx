/** The fields of a move-in: its day, which can be cleared if the residents have not moved in, and whether to issue the invoice for that month if the lease has none yet. */
import { useState } from 'react'
import type { LeaseDetail } from '#client/console.ts'
import { TextField } from '../kit/form.tsx'
import { date, money } from '../kit/format.ts'
import { monthInWords } from '../money/months.ts'
import { useMonthlyCharges } from '../money/use-monthly-charges.ts'

export function MoveInFields({ lease, today }: { lease: LeaseDetail; today: string }) {
  const recorded = lease.move_in_date !== null && lease.move_in_date <= today ? lease.move_in_date : undefined
  const first = recorded ?? today
  const [day, setDay] = useState(first)
  const month = day.slice(0, 7)
  const { data } = useMonthlyCharges({ month, lease_id: lease.lease_id }, /^\d{4}-\d{2}$/.test(month))
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
          <input type="checkbox" name="bills_month" className="mt-1" defaultChecked />
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
    </>
  )
}
